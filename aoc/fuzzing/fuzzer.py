"""Fuzzing: all ways of each day on many made-up inputs, and each disagreement as a finding.

A way is a part, a variant of it, or another solver. A disagreement is shown again on its text
alone, and then on smaller ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from aoc.fuzzing.shrinker import shrink
from aoc.model.answers import is_same
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import Job, Task
from aoc.model.puzzles import Puzzle
from aoc.model.results import ErrorKind, Failure, Result
from aoc.project.project import OWN
from aoc.running.local_executor import LocalExecutor
from aoc.running.verdicts import Judge

SHRINK_SECONDS = 30.0
"""How long a text is made smaller, at most."""
ALONE_FACTOR = 4
"""How many times its timeout a way gets alone, after it took longer among others."""
SHRINK_TIMEOUT = 1.0
"""Seconds that a way may take on the smaller texts of a timeout."""
TEXT_LABEL = "text"
"""The label of an input that is tried again, or smaller."""
MADE_KINDS = (InputKind.SMALL, InputKind.SAMPLE)
"""The functions of the tests that make inputs, as kinds of inputs."""
SMALL_INPUTS = 40
"""Inputs that are small before the first one of full size."""
BUNDLE_SIZE = 5
"""Inputs that run in one process, one after the other; the same on any machine."""
SEEDS_APART = 1_000_000
"""How far apart the seeds of `--seed 1` and of `--seed 2` are."""
ROUND_SIZE = 20
"""Inputs of each day that run before their outcomes are looked at."""
LAST_FRAME = re.compile(r'^  File "[^"]+", line (\d+)', re.MULTILINE)
INVALID_NOTE = (
    "valid(text) in the tests does not allow this input: fix it, or what made it"
)
ALONE_NOTE = "it did not show again alone: something is kept between calls, or it depends on chance"
"""Notes about findings that were not made smaller."""


class Way(NamedTuple):
    """One way to an answer: a part or a variant of a solver.

    `part` is `None` for `parse`, which all parts and variants need.
    """

    solver: str
    part: int | None
    variant: str | None = None


class Manner(NamedTuple):
    """The manner of an outcome: two failures of the same manner have the same cause.

    `kind` is `answer`, `nothing`, or the kind of the error; of an exception, there are its type
    and the line of the solver that raised it.
    """

    kind: str
    exception: str = ""
    line: str = ""


ANSWER = Manner("answer")
NOTHING = Manner("nothing")
"""The manners of outcomes that are no failure: an answer, and `None`."""


class WayOutcome(NamedTuple):
    """The outcome of a way on one input; `answer` is the drawing, if the part drew it."""

    manner: Manner
    answer: str | None = None
    error: Failure | None = None


Outcomes = Mapping[Way, WayOutcome]
"""The outcome of each way on one input."""


class Disagreement(NamedTuple):
    """A `way` that differs from an `other` one, or that fails where there is no other."""

    way: Way
    other: Way | None
    manner: Manner


class Finding(NamedTuple):
    """A disagreement of ways, and their outcomes on the text that shows it.

    `found_on` is the input on which it was found, and `text` the smallest one by now. `repeats`
    says whether it showed again, alone in a fresh process. `note` is why the text was not made
    smaller.
    """

    puzzle: Puzzle
    title: str | None
    found_on: Input
    way: Way
    other: Way | None
    manner: Manner
    outcomes: Outcomes
    text: str
    repeats: bool = True
    note: str | None = None

    @property
    def ways(self) -> list[Way]:
        """The ways that disagree: the other one first, if there is one."""
        return [self.other, self.way] if self.other else [self.way]


class Subject:
    """A puzzle that is fuzzed: its `jobs`, one for each solver, and its findings so far.

    `kept` are the inputs of earlier findings, labelled with the path of their file.
    """

    def __init__(
        self, puzzle: Puzzle, jobs: Sequence[Job], kept: Sequence[Input]
    ) -> None:
        self.puzzle = puzzle
        self.jobs = jobs
        self.kept = kept
        self.kinds: list[InputKind] = []
        """The kinds of inputs that its tests make."""
        self.tried = 0
        """How many inputs were tried."""
        self.solved: set[Way] = set()
        """The ways that count: they have answered some input."""
        self.reported: set[tuple[Way, Manner]] = set()
        self.is_slow = False
        """Whether a finding is a timeout: each further input might take as long."""
        self.problem: str | None = None
        """Why nothing more can be tried."""

    @property
    def takes_more(self) -> bool:
        """Whether more inputs can be made and tried."""
        return bool(self.kinds) and not self.problem and not self.is_slow


class Bundle(NamedTuple):
    """Inputs that run together: in each of the `jobs`, one after the other in one process."""

    subject: Subject
    jobs: Sequence[Job]
    inputs: Sequence[Input]


class BundleRun(NamedTuple):
    """The run of a bundle: the results of each of its jobs."""

    bundle: Bundle
    results_by_job: list[list[Result]]

    @property
    def results(self) -> list[Result]:
        """All results, in the order of the jobs."""
        results = []
        for results_of_job in self.results_by_job:
            results += results_of_job
        return results


class Fuzzer:
    """Runs all ways of `subjects` on made-up inputs.

    A way may take `timeout` seconds, `None` for no limit. Of each day, `runs` inputs are made from
    the `seed`. `stage` is called with a text for each step, and `report` gets each finding as soon
    as it is small. The same options make the same inputs and find the same, however many processes
    there are.
    """

    def __init__(
        self,
        subjects: Sequence[Subject],
        executor: LocalExecutor,
        *,
        timeout: float | None,
        seed: int,
        runs: int,
        stage: Callable[[str], None],
        report: Callable[[Finding], None],
    ) -> None:
        self.subjects = subjects
        self.executor = executor
        self.timeout = timeout
        self.seed = seed
        self.runs = runs
        self.stage = stage
        self.report = report

    def survey(self) -> None:
        """Find out which kinds of inputs the tests of each day make."""
        self.stage("reading the tests")
        # One input of each kind; a kind that the tests cannot make has no result.
        inputs = []
        for made_input in inputs_of(MADE_KINDS, self.seed, (0, SMALL_INPUTS)):
            inputs.append(made_input._replace(optional=True))
        bundles = [
            Bundle(subject, [reading(subject.jobs[0])], inputs)
            for subject in self.subjects
        ]
        for bundle_run in self.run_bundles(bundles):
            subject = bundle_run.bundle.subject
            subject.problem = problem_in(bundle_run.results)
            for result in bundle_run.results:
                if result.outcome.input_kind:
                    subject.kinds.append(result.outcome.input_kind)

    def run(self) -> None:
        """Fuzz days, after `survey`, in turns: first on their kept inputs, then on made-up ones.

        After Ctrl-C, the finding that was being looked at is reported as far as it is known.
        """
        # They say soonest whether what was found before is repaired.
        kept_bundles = [
            Bundle(subject, subject.jobs, subject.kept)
            for subject in self.subjects
            if subject.kept
        ]
        self.run_round(kept_bundles)
        for start in range(0, self.runs, ROUND_SIZE):
            end = min(start + ROUND_SIZE, self.runs)
            self.run_round(self.bundles_of_round(range(start, end)))

    def bundles_of_round(self, numbers: range) -> list[Bundle]:
        """Return the bundles of all days, which have the inputs with these numbers."""
        bundles = []
        # In turns, so that all days have been tried a little if somebody ends it.
        for at in range(0, len(numbers), BUNDLE_SIZE):
            some_numbers = numbers[at : at + BUNDLE_SIZE]
            for subject in self.subjects:
                if subject.takes_more:
                    inputs = inputs_of(subject.kinds, self.seed, some_numbers)
                    bundles.append(Bundle(subject, subject.jobs, inputs))
        return bundles

    def run_round(self, bundles: Sequence[Bundle]) -> None:
        """Run all ways on bundles of inputs, then look at the outcomes of each, in their order."""
        # Only then, so that a finding does not depend on how many processes there are.
        for bundle_run in self.run_bundles(self.counted(bundles)):
            self.look_at_bundle(bundle_run)

    def counted(self, bundles: Iterable[Bundle]) -> Iterator[Bundle]:
        """Yield bundles as they are started, and say how many inputs were tried."""
        for bundle in bundles:
            tried = sum(subject.tried for subject in self.subjects)
            total = sum(self.input_count(subject) for subject in self.subjects)
            self.stage(f"{tried} of {total} inputs")
            yield bundle
            bundle.subject.tried += len(bundle.inputs)

    def input_count(self, subject: Subject) -> int:
        """Return how many inputs of a day are tried in all, as far as that is known."""
        planned = len(subject.kept)
        if subject.takes_more:
            planned += self.runs
        return max(subject.tried, planned)

    def look_at_bundle(self, bundle_run: BundleRun) -> None:
        """Look for disagreements on each input of a bundle."""
        subject = bundle_run.bundle.subject
        results = bundle_run.results
        subject.problem = subject.problem or problem_in(results)
        outcomes_on = []
        for tried_input in bundle_run.bundle.inputs:
            outcomes = outcomes_of(results, tried_input.label)
            outcomes_on.append((tried_input, outcomes))
            for way, outcome in outcomes.items():
                if way.part is not None and outcome.manner != NOTHING:
                    subject.solved.add(way)
        # A way counts on all inputs of the bundle, also on those before its first answer.
        for tried_input, outcomes in outcomes_on:
            for disagreement in disagreements(outcomes, subject.solved):
                is_of_parse = disagreement.way.part is None
                if is_of_parse and tried_input.kind is InputKind.CANDIDATE:
                    # What parse refuses by now is no input any more.
                    continue
                if (disagreement.way, disagreement.manner) not in subject.reported:
                    self.look_at(subject, tried_input, disagreement, outcomes)

    def look_at(
        self,
        subject: Subject,
        found_on: Input,
        disagreement: Disagreement,
        outcomes: Outcomes,
    ) -> None:
        """Investigate a disagreement, and report it unless it is one that was found before."""
        self.stage(f"{subject.puzzle}: showing it again")
        job = subject.jobs[0]
        # Of a made-up input, only the seed is known here: the text is made in a worker.
        [made] = self.run_bundles([Bundle(subject, [reading(job)], [found_on])])
        [result] = made.results
        first = Finding(
            puzzle=subject.puzzle,
            title=job.title,
            found_on=found_on,
            way=disagreement.way,
            other=disagreement.other,
            manner=disagreement.manner,
            outcomes=outcomes,
            text=result.outcome.text or "",
        )
        finding = first
        try:
            for finding in self.investigate(first, subject):
                self.stage(
                    f"{subject.puzzle}: making it smaller, {len(finding.text)} characters"
                )
        except KeyboardInterrupt:
            self.report(finding._replace(note="interrupted before it was made small"))
            raise
        is_timeout = finding.manner.kind == ErrorKind.TIMEOUT
        if is_timeout and not finding.repeats:
            # It is slow, and the machine is busy: from now on, all get more time.
            self.timeout = self.timeout_alone
            return
        key = (finding.way, finding.manner)
        is_new = key not in subject.reported
        # Alone, it may have failed in another manner than among others.
        subject.reported |= {key, (first.way, first.manner)}
        if is_timeout:
            subject.is_slow = True
        if is_new:
            self.report(finding)

    @property
    def timeout_alone(self) -> float | None:
        """The seconds that a way gets alone, after it took longer among others."""
        return self.timeout and ALONE_FACTOR * self.timeout

    def investigate(self, finding: Finding, subject: Subject) -> Iterator[Finding]:
        """Reproduce a finding, on its text and then on smaller ones, and yield it after each step.

        A text was found by a process that had run others, or runs them at the same time. So the
        smallest one is run once more, alone.
        """
        way = finding.way
        other = finding.other
        is_timeout = finding.manner.kind == ErrorKind.TIMEOUT
        timeout = self.timeout_alone if is_timeout else None
        [outcomes] = self.reproduce(finding, subject, [finding.text], timeout)
        manner = manner_of(outcomes, way, other)
        if manner is None:
            note = ALONE_NOTE if outcomes else INVALID_NOTE
            yield finding._replace(repeats=False, note=note)
            return
        repeated = finding._replace(manner=manner, outcomes=outcomes)
        yield repeated
        if finding.found_on.kind is InputKind.CANDIDATE:
            # It was made small when it was found.
            return
        if way.part is None:
            # It may rightly refuse a smaller text.
            return

        def shows(texts: Sequence[str]) -> list[bool]:
            """Return on which texts the ways disagree in the same manner."""
            timeout = SHRINK_TIMEOUT if is_timeout else None
            tried = self.reproduce(finding, subject, texts, timeout)
            return [manner_of(outcomes, way, other) == manner for outcomes in tried]

        smallest = finding.text
        for smallest in shrink(finding.text, shows, SHRINK_SECONDS):
            yield repeated._replace(text=smallest)
        [outcomes] = self.reproduce(finding, subject, [smallest])
        if manner_of(outcomes, way, other) == manner:
            yield repeated._replace(text=smallest, outcomes=outcomes)
        else:
            yield repeated

    def reproduce(
        self,
        finding: Finding,
        subject: Subject,
        texts: Iterable[str],
        timeout: float | None = None,
    ) -> list[Outcomes]:
        """Return the outcomes of the ways of a finding on each text, in processes of their own.

        There are none for a text that `valid` in the tests does not allow. `timeout` replaces the
        usual one.
        """
        jobs = jobs_of_ways(subject.jobs, finding.ways)
        bundles = []
        for text in texts:
            text_input = Input(InputKind.CANDIDATE, TEXT_LABEL, text)
            bundles.append(Bundle(subject, jobs, [text_input]))
        bundle_runs = self.run_bundles(bundles, timeout)
        return [outcomes_of(each.results, TEXT_LABEL) for each in bundle_runs]

    def run_bundles(
        self, bundles: Iterable[Bundle], timeout: float | None = None
    ) -> list[BundleRun]:
        """Run bundles, and return the runs in their order."""
        bundle_runs: list[BundleRun] = []
        results_by_number: list[list[Result]] = []
        """The results of each job; several run at the same time."""

        def jobs() -> Iterator[Job]:
            """Yield the jobs, each with room for its results."""
            for bundle in bundles:
                results_by_job: list[list[Result]] = [[] for _ in bundle.jobs]
                bundle_runs.append(BundleRun(bundle, results_by_job))
                results_by_number.extend(results_by_job)
                for job in bundle.jobs:
                    yield job._replace(inputs=tuple(bundle.inputs))

        judge = Judge()
        updates = self.executor.run(jobs(), timeout or self.timeout)
        for number, job, outcome in updates:
            if outcome is not None:
                results_by_number[number].append(judge.result(number, job, outcome))
        return bundle_runs


def problem_in(results: Iterable[Result]) -> str | None:
    """Return why an input could not be made, if a result says so."""
    for result in results:
        error = result.error
        if error is None or result.outcome.input_kind is InputKind.CANDIDATE:
            continue
        if not result.input:
            # The tests, or the day, cannot be imported.
            return error.message
        if error.kind is ErrorKind.INPUT:
            return f"{result.input}: {error.message}"
    return None


def jobs_of_ways(jobs: Iterable[Job], ways: Sequence[Way]) -> list[Job]:
    """Return the jobs that some ways of one part need, each with its ways alone."""
    # To run any part, its input is parsed.
    part = ways[0].part or 1
    needed = []
    for job in jobs:
        names = [way.variant or "" for way in ways if way.solver == job.solver.name]
        if names:
            options = job.options._replace(parts=(part,), variants=tuple(names))
            needed.append(job._replace(options=options))
    return needed


def reading(job: Job) -> Job:
    """Return a job that only makes the inputs of another one, and returns their texts."""
    return job._replace(options=job.options._replace(task=Task.READ))


def inputs_of(
    kinds: Sequence[InputKind], seed: int, numbers: Iterable[int]
) -> list[Input]:
    """Return the inputs with these numbers.

    `kinds` are what the tests can make, `small` before `sample`; `seed` is the seed of the run.
    """
    inputs = []
    for number in numbers:
        kind = kinds[0]
        # Small inputs show most faults, and soonest; later, every other one has the full size.
        if number >= SMALL_INPUTS and number % 2 == 0:
            kind = kinds[-1]
        input_seed = number + seed * SEEDS_APART
        inputs.append(Input(kind, f"{kind} {input_seed}", seed=input_seed))
    return inputs


def outcomes_of(results: Iterable[Result], label: str) -> Outcomes:
    """Return the outcome of each way on the input with a label; none if it cannot be an input."""
    outcomes: dict[Way, WayOutcome] = {}
    for result in results:
        error = result.error
        if result.input != label or result.outcome.is_of_parse:
            continue
        if error and error.kind is ErrorKind.INPUT:
            continue
        part = result.part
        if part is None and result.solver != OWN:
            # A plugin answers both parts in one call; if this fails, it is part 1 that does.
            part = 1
        answer = result.outcome.drawing or result.answer
        if error:
            manner = failure_manner(error)
        elif answer is None:
            manner = NOTHING
        else:
            manner = ANSWER
        way = Way(result.solver, part, result.variant)
        outcomes[way] = WayOutcome(manner, answer, error)
    return outcomes


def failure_manner(failure: Failure) -> Manner:
    """Return how a way has failed."""
    if failure.kind not in (ErrorKind.EXCEPTION, ErrorKind.PARSE):
        return Manner(failure.kind)
    exception = "ValueError"
    name = re.match(r"(\w+)(?::|$)", failure.message)
    # Only a `ValueError` of parse has a message without the name, and no traceback.
    if name and failure.traceback:
        exception = name[1]
    lines = LAST_FRAME.findall(failure.traceback or "")
    if not lines or exception == "RecursionError":
        # A `RecursionError` is raised wherever there is no room left.
        return Manner(failure.kind, exception)
    return Manner(failure.kind, exception, lines[-1])


def disagreements(outcomes: Outcomes, solved: Container[Way]) -> list[Disagreement]:
    """Return how ways disagree on an input, part by part; those not in `solved` do not count."""
    parse = Way(OWN, None)
    if parse in outcomes:
        # No part was reached.
        return [Disagreement(parse, None, outcomes[parse].manner)]
    disagreeing = []
    for part in (1, 2):
        ways = [way for way in outcomes if way in solved and way.part == part]
        other = most_agreed(outcomes, ways)
        for way in ways:
            manner = manner_of(outcomes, way, other)
            if manner is None:
                continue
            is_value_error = manner.exception == "ValueError"
            if other is None and is_value_error and manner.kind == ErrorKind.EXCEPTION:
                # Where no way has an answer, this is right: it says that the input has none.
                continue
            disagreeing.append(Disagreement(way, other, manner))
    return disagreeing


def most_agreed(outcomes: Outcomes, ways: Iterable[Way]) -> Way | None:
    """Return the first way of the largest group with the same answer; `None` without an answer."""
    answered = [way for way in ways if outcomes[way].answer is not None]
    best = None
    most = 0
    for way in answered:
        agreeing = [one for one in answered if manner_of(outcomes, one, way) is None]
        if len(agreeing) > most:
            best = way
            most = len(agreeing)
    return best


def manner_of(outcomes: Outcomes, way: Way, other: Way | None) -> Manner | None:
    """Return the manner in which a way disagrees with another, or fails without one.

    `None` if it does not, or if the other way has no answer.
    """
    outcome = outcomes.get(way)
    if outcome is None:
        return None
    if other is None:
        return outcome.manner if outcome.error else None
    expected = outcomes.get(other)
    if expected is None or expected.answer is None:
        return None
    if outcome.answer is not None and is_same(outcome.answer, expected.answer):
        return None
    return outcome.manner
