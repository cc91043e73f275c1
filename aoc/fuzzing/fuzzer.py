"""Fuzzing: all ways of each day on many made-up inputs, and each disagreement as a finding.

A way is a part, a variant of it, or another solver. A disagreement is shown again on its text
alone, and then on smaller ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from aoc.fuzzing.shrinker import shrink
from aoc.model.answers import is_same
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import Job, Task
from aoc.model.puzzles import Puzzle
from aoc.model.results import ErrorKind, Failure, Result, Verdict
from aoc.project.solvers import OWN
from aoc.running.local_executor import LocalExecutor
from aoc.running.verdicts import Judge

SECONDS = 30.0
"""How long a text is made smaller, at most."""
PATIENCE = 4
"""How many times its timeout a way gets alone, after it took longer among others."""
SHORT = 1.0
"""Seconds that a way may take on the smaller texts of a timeout."""
KEPT = InputKind.CANDIDATE
"""The kind of inputs whose text is known: they may be no inputs of the puzzle any more."""
Bundle = tuple[Sequence[Job], Sequence[Input]]
"""Jobs, one for each solver in a process of its own, and the inputs that each of them runs on."""
MADE = (InputKind.SMALL, InputKind.SAMPLE)
"""The functions of the tests that make inputs, as kinds of inputs."""
SMALL = 40
"""Inputs that are small before the first one of full size."""
BUNDLE = 5
"""Inputs that run in one process, one after the other; the same on any machine."""
SEEDS = 1_000_000
"""How far apart the seeds of `--seed 1` are from those of `--seed 2`."""
ROUND = 20
"""Inputs of each day that run before their outcomes are looked at."""


ANSWER, NOTHING = "answer", "nothing"
"""The manners of outcomes that are no failure: an answer, and `None`."""
LAST_FRAME = re.compile(r'^  File "[^"]+", line (\d+)', re.MULTILINE)
NO_ANSWER = "exception ValueError"
"""The start of the manner in which a part says that an input has no answer."""


INVALID = "valid(text) in the tests does not allow this input: fix it, or what made it"
ALONE = "it did not show again alone: something is kept between calls, or it depends on chance"
"""Notes about findings that were not made smaller."""


class Way(NamedTuple):
    """One way to an answer; `parse`, which all parts and variants need, is part 0."""

    solver: str
    part: int
    variant: str | None = None


class WayOutcome(NamedTuple):
    """The outcome of a way on one input.

    `manner` is `answer`, `nothing`, or how it failed: the kind of the error and, of an exception,
    its type and the line that raised it. `answer` is the drawing, if the part drew it.
    """

    manner: str
    answer: str | None = None
    error: Failure | None = None


Outcomes = Mapping[Way, WayOutcome]
"""The outcome of each way on one input."""


Disagreement = tuple[Way, Way | None, str]
"""A way that differs from another one, or that fails where there is no other, and its manner."""


class Finding(NamedTuple):
    """A disagreement of ways, and their outcomes on the text that shows it.

    `source` is the input on which it was found, and `text` the smallest one by now. `repeats` says
    whether it showed again, alone in a fresh process. `note` is why the text was not made smaller.
    """

    puzzle: Puzzle
    title: str | None
    source: Input
    way: Way
    other: Way | None
    manner: str
    outcomes: Outcomes
    text: str
    repeats: bool = True
    note: str | None = None

    @property
    def ways(self) -> list[Way]:
        """The ways that disagree: the other one first, if there is one."""
        return [self.other, self.way] if self.other else [self.way]


@dataclass
class Subject:
    """A puzzle that is fuzzed: its jobs, one for each solver, and its findings so far.

    `kept` are the inputs of earlier findings, labelled with the path of their file. `kinds` are the
    kinds of inputs that its tests make. So many `inputs` were tried. The ways in `solved` count:
    they have answered some input. `found` are the disagreements so far; `is_slow` says that one is
    a timeout. `problem` is why nothing more can be tried.
    """

    puzzle: Puzzle
    jobs: Sequence[Job]
    kept: Sequence[Input]
    kinds: list[InputKind] = field(default_factory=list)
    inputs: int = 0
    solved: set[Way] = field(default_factory=set)
    found: set[tuple[Way, str]] = field(default_factory=set)
    problem: str | None = None
    is_slow: bool = False


@dataclass
class Fuzzer:
    """Runs all ways of `subjects` on made-up inputs.

    A way may take `timeout` seconds, `None` for no limit. Of each day, `runs` inputs are made from
    the `seed`. `stage` is called with a text for each step, and `report` gets each finding as soon
    as it is small. The same options make the same inputs and find the same, however many processes
    there are.
    """

    subjects: Sequence[Subject]
    executor: LocalExecutor
    timeout: float | None
    seed: int
    runs: int
    stage: Callable[[str], None]
    report: Callable[[Finding], None]

    def survey(self) -> None:
        """Find out which kinds of inputs the tests of each day make."""
        self.stage("reading the tests")
        made = [
            one._replace(optional=True)
            for one in inputs_of(MADE, self.seed, (0, SMALL))
        ]
        bundles = [([reading(subject.jobs[0])], made) for subject in self.subjects]
        for subject, results in zip(
            self.subjects, self.results_of(bundles), strict=True
        ):
            subject.problem = problem_in(results)
            subject.kinds = [
                result.outcome.input_kind
                for result in results
                if result.outcome.input_kind
            ]

    def run(self) -> None:
        """Fuzz days, after `survey`, in turns: first on their kept inputs, then on made-up ones.

        After Ctrl-C, the finding that was being looked at is reported as far as it is known.
        """
        self.run_round([(one, one.kept) for one in self.subjects if one.kept])
        for start in range(0, self.runs, ROUND):
            numbers = range(start, min(start + ROUND, self.runs))
            planned = [
                (
                    subject,
                    inputs_of(subject.kinds, self.seed, numbers[at : at + BUNDLE]),
                )
                for at in range(0, len(numbers), BUNDLE)
                for subject in self.subjects
                if subject.kinds and not subject.problem and not subject.is_slow
            ]
            self.run_round(planned)

    def run_round(self, planned: Sequence[tuple[Subject, Sequence[Input]]]) -> None:
        """Run all ways on bundles of inputs, then look at the outcomes of each, in their order."""

        def bundles() -> Iterator[Bundle]:
            """Yield the jobs and inputs of each bundle."""
            for subject, sources in planned:
                done = sum(one.inputs for one in self.subjects)
                self.stage(
                    f"{done} of {sum(map(self.input_count, self.subjects))} inputs"
                )
                yield subject.jobs, sources
                subject.inputs += len(sources)

        for (subject, sources), results in zip(
            planned, self.results_of(bundles()), strict=True
        ):
            subject.problem = subject.problem or problem_in(results)
            inputs = [
                (source, outcomes_of(results, source.label)) for source in sources
            ]
            for _, outcomes in inputs:
                answered = [way for way in outcomes if outcomes[way].manner != NOTHING]
                subject.solved |= {way for way in answered if way.part}
            for source, outcomes in inputs:
                for way, other, manner in disagreements(outcomes, subject.solved):
                    # What parse refuses by now is no input any more.
                    is_input = way.part or source.kind != KEPT
                    if is_input and (way, manner) not in subject.found:
                        self.look_at(subject, source, (way, other, manner), outcomes)

    def input_count(self, subject: Subject) -> int:
        """Return how many inputs of a day are tried in all, as far as that is known."""
        is_over = subject.problem or subject.is_slow or not subject.kinds
        return max(subject.inputs, len(subject.kept) + (0 if is_over else self.runs))

    def look_at(
        self,
        subject: Subject,
        source: Input,
        disagreement: Disagreement,
        outcomes: Outcomes,
    ) -> None:
        """Investigate a disagreement, and report it unless it is one that was found before."""
        self.stage(f"{subject.puzzle}: showing it again")
        job = reading(subject.jobs[0])
        [[result]] = self.results_of([([job], [source])])
        about = (subject.puzzle, job.title, source)
        finding = first = Finding(
            *about, *disagreement, outcomes, result.outcome.text or ""
        )
        try:
            for finding in self.investigate(first, subject.jobs):
                self.stage(
                    f"{subject.puzzle}: making it smaller, {len(finding.text)} characters"
                )
        except KeyboardInterrupt:
            self.report(finding._replace(note="interrupted before it was made small"))
            raise
        way, manner = finding.way, finding.manner
        if manner == ErrorKind.TIMEOUT and not finding.repeats:
            # It is slow, and the machine is busy: from now on, all get more time.
            self.timeout = PATIENCE * (self.timeout or 0)
            return
        is_new = (way, manner) not in subject.found
        subject.found |= {(way, manner), (way, first.manner)}
        subject.is_slow |= manner == ErrorKind.TIMEOUT
        if is_new:
            self.report(finding)

    def investigate(self, finding: Finding, jobs: Sequence[Job]) -> Iterator[Finding]:
        """Reproduce a finding, on its text and then on smaller ones, and yield it after each step.

        A text was found by a process that had run others, or runs them at the same time. So the
        smallest one is run once more, alone.
        """
        way, other = finding.way, finding.other
        needed = [
            job
            for job in (with_ways(job, finding.ways) for job in jobs)
            if job.options.variants
        ]
        is_over_time = finding.manner == ErrorKind.TIMEOUT
        patience = PATIENCE * (self.timeout or 0) if is_over_time else None
        [outcomes] = self.reproduce(needed, [finding.text], patience)
        manner = manner_of(outcomes, way, other)
        if manner is None:
            yield finding._replace(repeats=False, note=ALONE if outcomes else INVALID)
            return
        first = finding._replace(manner=manner, outcomes=outcomes)
        yield first
        if (
            first.source.kind == KEPT or not way.part
        ):  # parse may rightly refuse a smaller text
            return

        def shows(texts: Sequence[str]) -> list[bool]:
            """Return on which texts the ways disagree in the same manner."""
            tried = self.reproduce(needed, texts, SHORT if is_over_time else None)
            return [manner_of(outcomes, way, other) == manner for outcomes in tried]

        smallest = first.text
        for smallest in shrink(first.text, shows, SECONDS):
            yield first._replace(text=smallest)
        [outcomes] = self.reproduce(needed, [smallest])
        is_same = manner_of(outcomes, way, other) == manner
        yield first._replace(text=smallest, outcomes=outcomes) if is_same else first

    def reproduce(
        self, jobs: Sequence[Job], texts: Iterable[str], timeout: float | None = None
    ) -> list[Outcomes]:
        """Return the outcomes on each text, in processes of its own.

        There are none for a text that `valid` in the tests does not allow. `timeout` replaces the
        usual one.
        """
        bundles = [(jobs, [Input(KEPT, KEPT, text)]) for text in texts]
        return [
            outcomes_of(results, KEPT) for results in self.results_of(bundles, timeout)
        ]

    def results_of(
        self, bundles: Iterable[Bundle], timeout: float | None = None
    ) -> list[list[Result]]:
        """Run bundles, and return the results of each, in the order of its jobs."""
        found: list[list[list[Result]]] = []
        of_jobs: list[list[Result]] = []

        def jobs() -> Iterator[Job]:
            """Yield the jobs, each with room for its results."""
            for several, sources in bundles:
                found.append([[] for _ in several])
                of_jobs.extend(found[-1])
                yield from (job._replace(inputs=tuple(sources)) for job in several)

        judge = Judge()
        self.executor.timeout = timeout or self.timeout
        for number, job, outcome in self.executor.run(jobs()):
            if outcome is not None:
                of_jobs[number].append(judge.result(number, job, outcome))
        return [[*chain(*of_bundle)] for of_bundle in found]


def problem_in(results: Sequence[Result]) -> str | None:
    """Return why an input could not be made, if a result says so."""
    for result in results:
        error, label = result.error, result.input
        if (
            error
            and result.outcome.input_kind != KEPT
            and (label is None or error.kind is ErrorKind.INPUT)
        ):
            return f"{label}: {error.message}" if label else error.message
    return None


def with_ways(job: Job, ways: Sequence[Way]) -> Job:
    """Return a job with the ways of its solver, among some ways of one part, or without any."""
    own = tuple(way.variant or "" for way in ways if way.solver == job.solver.name)
    options = job.options._replace(parts=(ways[0].part or 1,), variants=own)
    return job._replace(options=options)


def reading(job: Job) -> Job:
    """Return a job that only makes the inputs of another one, and returns their texts."""
    return job._replace(options=job.options._replace(task=Task.READ))


def inputs_of(
    kinds: Sequence[InputKind], seed: int, numbers: Iterable[int]
) -> list[Input]:
    """Return the inputs with these numbers.

    `kinds` are those that the tests can make, `small` before `sample`; `seed` is that of the run.
    """
    sources = []
    for number in numbers:
        kind = kinds[-1 if number >= SMALL and number % 2 == 0 else 0]
        number += seed * SEEDS
        sources.append(Input(kind, f"{kind} {number}", seed=number))
    return sources


def outcomes_of(results: Iterable[Result], label: str) -> Outcomes:
    """Return the outcome of each way on the input with a label; none if it cannot be an input.

    A plugin answers both parts in one call; if this fails, it is part 1 that does.
    """
    found: dict[Way, WayOutcome] = {}
    for result in results:
        error = result.error
        if (
            result.input != label
            or result.outcome.is_of_parse
            or (error and error.kind is ErrorKind.INPUT)
        ):
            continue
        manner = NOTHING if result.verdict is Verdict.SKIPPED else ANSWER
        way = Way(
            result.solver,
            result.part or int(result.solver != OWN),
            result.variant,
        )
        answer = result.outcome.drawing or result.answer
        found[way] = WayOutcome(
            failure_manner(error) if error else manner, answer, error
        )
    return found


def failure_manner(failure: Failure) -> str:
    """Return how a way has failed: two failures of the same manner have the same cause."""
    if failure.kind not in (ErrorKind.EXCEPTION, ErrorKind.PARSE):
        return str(failure.kind)
    # Only a `ValueError` of parse is without its name.
    name = re.match(r"(\w+)(?::|$)", failure.message)
    kind = name[1] if name and failure.traceback else "ValueError"
    lines = LAST_FRAME.findall(failure.traceback or "")
    # A `RecursionError` is raised wherever there is no room left.
    place = f" in line {lines[-1]}" if lines and kind != "RecursionError" else ""
    return f"{failure.kind} {kind}{place}"


def disagreements(outcomes: Outcomes, solved: Container[Way]) -> list[Disagreement]:
    """Return how ways disagree on an input, part by part; those not in `solved` do not count.

    Every way is compared with the first one of the largest group with the same answer. Where there
    is none, a `ValueError` is right: it says that the input has no answer.
    """
    refused = outcomes.get(Way(OWN, 0))
    if refused:
        return [(Way(OWN, 0), None, refused.manner)]
    found: list[Disagreement] = []
    for part in (1, 2):
        ways = [way for way in outcomes if way in solved and way.part == part]
        answered = [way for way in ways if outcomes[way].manner == ANSWER]
        equal = {
            way: sum(manner_of(outcomes, one, way) is None for one in answered)
            for way in answered
        }
        other = max(answered, key=equal.__getitem__, default=None)
        for way in ways:
            manner = manner_of(outcomes, way, other)
            if manner and (other or not manner.startswith(NO_ANSWER)):
                found.append((way, other, manner))
    return found


def manner_of(outcomes: Outcomes, way: Way, other: Way | None) -> str | None:
    """Return the manner in which a way disagrees with another, or fails without one.

    `None` if it does not, or if the other way has no answer.
    """
    outcome, base = outcomes.get(way), outcomes.get(other) if other else None
    if outcome is None or (other and (base is None or base.manner != ANSWER)):
        return None
    if base is None:
        return outcome.manner if outcome.error else None
    is_equal = outcome.manner == ANSWER and is_same(
        outcome.answer or "", base.answer or ""
    )
    return None if is_equal else outcome.manner
