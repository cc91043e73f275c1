"""Fuzzing: all ways of each day on many inputs, and each disagreement as a finding.

Inputs are made by the tests, and by changing texts: the examples and somebody's own input. What
`parse` refuses is no input. Whether another text is one, only the puzzle knows: so an input on
which ways have different answers is shown first, and one on which a way fails is a doubt, which is
shown at the end. A disagreement is shown again on its text alone, and then on smaller ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from random import Random
from time import monotonic
from typing import NamedTuple

from aoc.fuzzing.changes import changed_text
from aoc.fuzzing.shrinker import shrink
from aoc.fuzzing.ways import (
    NOTHING,
    Disagreement,
    Manner,
    Outcomes,
    Way,
    disagreements,
    manner_of,
    outcomes_of,
)
from aoc.model.inputs import Input, InputKind, plain
from aoc.model.jobs import AGAIN, Job, Task
from aoc.model.puzzles import Puzzle
from aoc.model.results import ErrorKind, Result
from aoc.project.project import OWN
from aoc.running.local_executor import LocalExecutor
from aoc.running.verdicts import Judge

TIMEOUT = 5.0
"""Seconds that a way may take on an input of the tests, without an option."""
CHANGED_TIMEOUT = 1.0
"""Seconds that it may take on a changed text, which may have a number that is too large."""
SHRINK_SECONDS = 10.0
"""How long a text is made smaller, at most."""
DOUBT_SECONDS = 5.0
"""How long it is where a way fails on a changed text."""
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
"""Samples and small inputs that run in one process, in the same order on any machine."""
CHANGED_BUNDLE_SIZE = 100
"""Changed texts that run in one process."""
SEEDS_APART = 1_000_000
"""How far apart the seeds of `--seed 1` and of `--seed 2` are."""
ROUND_SIZE = 20
"""Samples and small inputs of a day that run before their outcomes are looked at."""
FIRST_TEXTS = 50
MOST_TEXTS = 400
"""Changed texts that run then: few at first, so that a finding comes soon; each time more."""
FURTHER = 0.5
"""How often a text is changed that was changed before."""
TEXTS_PER_RUN = 20
"""Changed texts for each input to try: `parse` may refuse most of them."""
INVALID_NOTE = (
    "valid(text) in the tests does not allow this input: fix it, or what made it"
)
ALONE_NOTE = "it did not show again alone: something is kept between calls, or it depends on chance"
"""Notes about findings that were not made smaller."""


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

    @property
    def is_doubtful(self) -> bool:
        """Whether the text may be no input of the puzzle, or the ways may be right elsewhere."""
        if self.found_on.kind is not InputKind.CHANGED:
            return False
        return not self.repeats or self.outcomes[self.way].answer is None

    @property
    def is_fault(self) -> bool:
        """Whether a way is at fault: another one has an answer, and needs no more than there is."""
        if not self.is_doubtful:
            return True
        return self.repeats and self.other is not None and not self.manner.is_of_limit


class Doubt(NamedTuple):
    """A disagreement on an input that has still to be looked at."""

    found_on: Input
    disagreement: Disagreement
    outcomes: Outcomes


class Subject:
    """A puzzle that is fuzzed: its `jobs`, one for each solver, and its findings so far.

    `kept` are the inputs of earlier findings, labelled with the path of their file. `sources` are
    the texts that are changed: the examples and somebody's own input.
    """

    def __init__(
        self, puzzle: Puzzle, jobs: Sequence[Job], kept: Sequence[Input]
    ) -> None:
        self.puzzle = puzzle
        self.jobs = jobs
        self.kept = kept
        self.sources: list[Input] = []
        self.kinds: list[InputKind] = []
        """The kinds of inputs that its tests make."""
        self.tried = 0
        """How many inputs were tried."""
        self.tried_made = 0
        """How many of them the tests have made."""
        self.seconds = 0.0
        """How long inputs were tried."""
        self.texts: set[str] = set()
        """The changed texts so far: none is tried twice."""
        self.answered: list[str] = []
        """Those of them that all ways have answered, which are changed further."""
        self.bundle_size = CHANGED_BUNDLE_SIZE
        self.solved: set[Way] = set()
        """The ways that count: they have answered some input."""
        self.reported: set[tuple[Way, Manner]] = set()
        self.doubts: dict[tuple[Way, Manner], Doubt] = {}
        """The first failure of each manner on a changed text."""
        self.unrepeated: dict[tuple[Way, Manner], Finding] = {}
        """Findings on changed texts that did not show again."""
        self.is_slow = False
        """Whether a finding is a timeout: each further input might take as long."""
        self.problem: str | None = None
        """Why nothing more can be tried."""

    @property
    def has_inputs(self) -> bool:
        """Whether there is anything to try."""
        return bool(self.kinds or self.sources or self.kept or self.problem)

    @property
    def own_jobs(self) -> Sequence[Job]:
        """The jobs that say which texts are inputs: those of the project's own solver."""
        own_jobs = [job for job in self.jobs if job.solver.name == OWN]
        return own_jobs or self.jobs


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
    """Runs all ways of `subjects` on made-up inputs and on changed texts.

    A way may take `timeout` seconds, 0 for no limit; by default, `TIMEOUT` or `CHANGED_TIMEOUT`. Of
    each day, `runs` inputs are made from the `seed`, fewer if they take longer than some `seconds`.
    `stage` is called with a text for each step, and `report` gets each finding as soon as it is
    small. The same options make the same inputs and find the same, however many processes there
    are, as long as there is time.
    """

    def __init__(
        self,
        subjects: Sequence[Subject],
        executor: LocalExecutor,
        *,
        timeout: float | None,
        seed: int,
        runs: int,
        seconds: float,
        stage: Callable[[str], None],
        report: Callable[[Finding], None],
    ) -> None:
        self.subjects = subjects
        self.executor = executor
        self.timeout = TIMEOUT
        self.changed_timeout = CHANGED_TIMEOUT
        if timeout is not None:
            self.timeout = timeout
            self.changed_timeout = timeout
        self.seed = seed
        self.runs = runs
        self.seconds = seconds
        self.stage = stage
        self.report = report

    def survey(self) -> None:
        """Find out which kinds of inputs the tests of each day make, and their examples."""
        self.stage("reading the tests")
        # One input of each kind; a kind that the tests cannot make has no result.
        inputs = [Input(InputKind.EXAMPLES)]
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
                kind = result.outcome.input_kind
                if kind is None:
                    continue
                if kind.is_generated:
                    subject.kinds.append(kind)
                # A sample stands for somebody's own.
                if result.outcome.text and kind is not InputKind.SMALL:
                    label = result.input or ""
                    example = Input(InputKind.EXAMPLE, label, result.outcome.text)
                    subject.sources.append(example)

    def run(self) -> None:
        """Fuzz days, after `survey`, one after the other: first on their kept inputs.

        After Ctrl-C, the finding that was being looked at is reported as far as it is known.
        """
        # They say soonest whether what was found before is repaired.
        for subject in self.subjects:
            if subject.kept:
                self.run_round(subject, [Bundle(subject, subject.jobs, subject.kept)])
        for subject in self.subjects:
            if self.runs and not subject.problem:
                self.fuzz(subject)

    def fuzz(self, subject: Subject) -> None:
        """Fuzz a day: on examples, samples and small inputs, and on changed texts, in turns."""
        rng = Random(self.seed)
        self.run_round(subject, [Bundle(subject, subject.jobs, subject.sources)])
        size = FIRST_TEXTS
        while self.takes_more(subject):
            made = self.made_bundles(subject)
            self.run_round(subject, made)
            texts = new_texts(subject, rng, size)
            self.try_texts(subject, texts)
            size = min(2 * size, MOST_TEXTS)
            if not made and not texts:
                break
        for doubt in subject.doubts.values():
            self.look_at(subject, *doubt)
        for finding in subject.unrepeated.values():
            self.report(finding)

    def takes_more(self, subject: Subject) -> bool:
        """Return whether more inputs of a day are tried."""
        if subject.problem or subject.seconds >= self.seconds:
            return False
        has_texts = len(subject.texts) < TEXTS_PER_RUN * self.runs
        return has_texts and subject.tried < self.runs

    def made_bundles(self, subject: Subject) -> list[Bundle]:
        """Return the bundles of a round of inputs that the tests make."""
        # A timeout among them is a finding, and each further one might take as long.
        if not subject.kinds or subject.is_slow:
            return []
        start = subject.tried_made
        subject.tried_made += min(ROUND_SIZE, self.runs - subject.tried)
        numbers = range(start, subject.tried_made)
        inputs = inputs_of(subject.kinds, self.seed, numbers)
        return bundles_of(subject, subject.jobs, inputs, BUNDLE_SIZE)

    def try_texts(self, subject: Subject, inputs: Sequence[Input]) -> None:
        """Run all ways on changed texts: first the own ones, which say what is an input."""
        own_jobs = subject.own_jobs
        others = [job for job in subject.jobs if job not in own_jobs]
        bundles = bundles_of(subject, own_jobs, inputs, subject.bundle_size)
        own_runs = self.timed_run(subject, bundles, self.changed_timeout)
        other_bundles = []
        for own_run in own_runs if others else ():
            labels = {result.input for result in own_run.results}
            accepted = [
                one._replace(kind=InputKind.CANDIDATE)
                for one in own_run.bundle.inputs
                if one.label in labels
            ]
            other_bundles.append(Bundle(subject, others, accepted))
        other_runs = self.timed_run(subject, other_bundles, self.changed_timeout)
        for number, own_run in enumerate(own_runs):
            results_by_job = own_run.results_by_job
            if number < len(other_runs):
                results_by_job = results_by_job + other_runs[number].results_by_job
            self.look_at_bundle(own_run._replace(results_by_job=results_by_job))

    def timed_run(
        self, subject: Subject, bundles: Sequence[Bundle], timeout: float
    ) -> list[BundleRun]:
        """Run bundles of a day until its time is up, and return the runs."""
        start = monotonic()
        left = max(0.0, self.seconds - subject.seconds)
        runs = self.run_bundles(self.shown(bundles), timeout, start + left)
        subject.seconds += monotonic() - start
        return runs

    def run_round(self, subject: Subject, bundles: Sequence[Bundle]) -> None:
        """Run all ways on bundles of inputs, then look at the outcomes of each, in their order."""
        # Only then, so that a finding does not depend on how many processes there are.
        for bundle_run in self.timed_run(subject, bundles, self.timeout):
            self.look_at_bundle(bundle_run)

    def shown(self, bundles: Iterable[Bundle]) -> Iterator[Bundle]:
        """Yield bundles as they are started, and say how many inputs were tried."""
        for bundle in bundles:
            subject = bundle.subject
            self.stage(f"{subject.puzzle}: {subject.tried} of {self.runs} inputs")
            yield bundle

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
            if outcomes:
                subject.tried += 1
                self.look_at_outcomes(subject, tried_input, outcomes)

    def look_at_outcomes(
        self, subject: Subject, tried_input: Input, outcomes: Outcomes
    ) -> None:
        """Look at the disagreements on an input, unless they were found before."""
        kind = tried_input.kind
        if kind is InputKind.CHANGED and not any(
            outcome.error for outcome in outcomes.values()
        ):
            subject.answered.append(tried_input.text or "")
        for disagreement in disagreements(outcomes, subject.solved):
            way = disagreement.way
            key = (way, disagreement.manner)
            if key in subject.reported or (way.part is None and kind.is_fuzzed):
                # What parse refuses by now is no input any more.
                continue
            doubt = Doubt(tried_input, disagreement, outcomes)
            has_answer = outcomes[way].answer is not None
            if has_answer or kind.is_generated or kind is InputKind.CANDIDATE:
                self.look_at(subject, *doubt)
            elif kind is InputKind.CHANGED and is_worth_showing(subject, disagreement):
                subject.doubts.setdefault(key, doubt)

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
        text = found_on.text
        if text is None:
            # Of a sample, only the seed is known here: the text is made in a worker.
            [made] = self.run_bundles([Bundle(subject, [reading(job)], [found_on])])
            [result] = made.results
            text = result.outcome.text
        first = Finding(
            puzzle=subject.puzzle,
            title=job.title,
            found_on=found_on,
            way=disagreement.way,
            other=disagreement.other,
            manner=disagreement.manner,
            outcomes=outcomes,
            text=text or "",
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
        is_changed = found_on.kind is InputKind.CHANGED
        if is_changed and not finding.repeats:
            # Each further text has a process of its own, in which nothing was kept.
            subject.bundle_size = 1
            subject.unrepeated.setdefault((first.way, first.manner), finding)
            return
        is_timeout = finding.manner.kind == ErrorKind.TIMEOUT
        if is_timeout and not finding.repeats:
            # It is slow, and the machine is busy: from now on, all get more time.
            self.timeout *= ALONE_FACTOR
            return
        key = (finding.way, finding.manner)
        is_new = key not in subject.reported
        # Alone, it may have failed in another manner than among others.
        subject.reported |= {key, (first.way, first.manner)}
        if is_timeout:
            subject.is_slow = True
        if is_new:
            self.report(finding)

    def investigate(self, finding: Finding, subject: Subject) -> Iterator[Finding]:
        """Reproduce a finding, on its text and then on smaller ones, and yield it after each step.

        A text was found by a process that had run others, or runs them at the same time. So the
        smallest one is run once more, alone.
        """
        way = finding.way
        other = finding.other
        is_timeout = finding.manner.kind == ErrorKind.TIMEOUT
        is_changed = finding.found_on.kind is InputKind.CHANGED
        timeout = self.changed_timeout if is_changed else self.timeout
        if is_timeout:
            timeout *= ALONE_FACTOR
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
        if way.part is None or (is_timeout and is_changed):
            # It may rightly refuse a smaller text, or take long on a large number.
            return
        seconds = DOUBT_SECONDS if repeated.is_doubtful else SHRINK_SECONDS

        def shows(texts: Sequence[str]) -> list[bool]:
            """Return on which texts the ways disagree in the same manner."""
            timeout = SHRINK_TIMEOUT if is_timeout else None
            tried = self.reproduce(finding, subject, texts, timeout)
            return [manner_of(outcomes, way, other) == manner for outcomes in tried]

        smallest = finding.text
        for smallest in shrink(finding.text, shows, seconds):
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
        self,
        bundles: Iterable[Bundle],
        timeout: float | None = None,
        deadline: float = inf,
    ) -> list[BundleRun]:
        """Run bundles, and return the runs in their order, with their results until a deadline."""
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
        updates = self.executor.run(
            jobs(), self.timeout if timeout is None else timeout
        )
        for number, job, outcome, *_ in updates:
            if outcome is not None:
                results_by_number[number].append(judge.result(number, job, outcome))
            if monotonic() > deadline:
                self.executor.end_jobs()
                break
        return bundle_runs


def bundles_of(
    subject: Subject, jobs: Sequence[Job], inputs: Sequence[Input], size: int
) -> list[Bundle]:
    """Return the bundles of so many inputs each."""
    starts = range(0, len(inputs), size)
    return [Bundle(subject, jobs, inputs[at : at + size]) for at in starts]


def new_texts(subject: Subject, rng: Random, size: int) -> list[Input]:
    """Return so many changed texts of a day as inputs, without those that were tried before."""
    sources = [source.text or "" for source in subject.sources]
    inputs = []
    for _ in range(size if sources else 0):
        # What was changed once, and is an input, leads further.
        is_further = bool(subject.answered) and rng.random() < FURTHER
        text = plain(changed_text(rng, subject.answered if is_further else sources))
        if text.strip() and text not in subject.texts:
            subject.texts.add(text)
            label = f"changed {len(subject.texts)}"
            inputs.append(Input(InputKind.CHANGED, label, text))
    return inputs


def is_worth_showing(subject: Subject, disagreement: Disagreement) -> bool:
    """Return whether a failure on a changed text is shown, though the text may be no input."""
    way, other, manner = disagreement
    if manner.kind == ErrorKind.PARSE:
        # Another solver refuses it.
        return False
    if other is not None:
        # A changed number may be larger than any of the puzzle, for which a way is too slow.
        return not manner.is_of_limit
    # Where several ways have no answer, there is none.
    others = [one for one in subject.solved if one.part == way.part and one != way]
    return way.variant != AGAIN and all(one.variant == AGAIN for one in others)


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
