"""Fuzzing: all ways of each day on many made-up inputs, and each disagreement as a finding.

A disagreement is shown again on its text alone, and then on smaller ones.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, repeat
from time import monotonic

from aoc.fuzzing.shrinker import shrink
from aoc.fuzzing.ways import (
    NOTHING,
    Disagreement,
    Finding,
    Outcomes,
    Way,
    disagreements,
    manner_of,
    outcomes_of,
)
from aoc.model import Job, Kind, Puzzle, Result, Source
from aoc.running.local_executor import LocalExecutor
from aoc.running.verdicts import judge

__all__ = ["KEPT", "Fuzzer", "Reproducer", "Subject", "source_of"]

SECONDS = 30.0
"""How long a text is made smaller, at most."""
PATIENCE = 4
"""How many times the time that it may take a way gets alone, after it took longer among others."""
SHORT = 1.0
"""Seconds that a way may take where a smaller text that takes too long is looked for."""
KEPT = "candidate"
"""The kind of inputs whose text is known: they may be no inputs of the puzzle any more."""
REFUSAL = "parse "
"""How the manner begins in which parse raises an error; it may do so on any smaller text."""
Bundle = tuple[Sequence[Job], Sequence[Source]]
"""What one process runs of each solver: jobs, one for each of these, and the inputs of all."""
MADE = ("small", "sample")
"""The functions of the tests that make inputs, as sources are called."""
SMALL = 40
"""Inputs that are small before the first one of full size."""
BUNDLE = 5
"""Inputs that run in one process, one after the other; the same on any machine."""
SEEDS = 1_000_000
"""How far apart the seeds of `--seed 1` are from those of `--seed 2`."""
ROUNDS = (1, 2, 4, 8, 16)
"""Bundles of each day in the first rounds, and in all later ones: the first findings come soon."""


@dataclass
class Reproducer:
    """Runs ways on texts, in fresh processes: `workers` at once.

    `timeout` is how many seconds a way may take, `None` for no limit.
    """

    executor: LocalExecutor
    timeout: float | None
    workers: int

    def __post_init__(self) -> None:
        self.patience = self.timeout and PATIENCE * self.timeout

    def results_of(
        self, bundles: Iterable[Bundle], timeout: float | None = None
    ) -> list[list[Result]]:
        """Run bundles, and return the results of each, in the order of its jobs.

        `timeout` is one in place of the usual one.
        """
        found: list[list[list[Result]]] = []
        of_jobs: list[list[Result]] = []

        def jobs() -> Iterator[Job]:
            """Yield the jobs, each with room for its results."""
            for several, sources in bundles:
                found.append([[] for _ in several])
                of_jobs.extend(found[-1])
                yield from (job._replace(sources=tuple(sources)) for job in several)

        self.executor.timeout = timeout or self.timeout
        for number, job, outcome in self.executor.run(jobs()):
            if outcome is not None:
                of_jobs[number].append(judge(job, outcome))
        return [[*chain(*of_bundle)] for of_bundle in found]

    def reproduce(
        self,
        jobs: Sequence[Job],
        texts: Sequence[str],
        ways: Sequence[Way],
        timeout: float | None = None,
    ) -> list[Outcomes]:
        """Return what some ways make of each text.

        It is nothing for a text that `valid` in the tests does not allow. `jobs` are like those to
        run, one for each solver. `timeout` is one in place of the usual one.
        """
        sources = [Source(KEPT, f"{KEPT} {number}", text) for number, text in enumerate(texts)]
        size = -(-len(sources) // self.workers)
        needed = [job for job in (with_ways(job, ways) for job in jobs) if job.variants]
        bundles = [(needed, sources[at : at + size]) for at in range(0, len(sources), size)]
        results = [*chain(*self.results_of(bundles, timeout))]
        return [outcomes_of(results, source.label) for source in sources]

    def investigate(self, finding: Finding, jobs: Sequence[Job]) -> Iterator[Finding]:
        """Show a finding again, then on smaller texts, and yield what is known of it by then.

        A text was found by a process that had run others, or runs them at the same time. So the
        smallest one is run once more, alone.
        """
        ways = finding.ways
        is_over_time = finding.disagreement.manner == Kind.TIMEOUT
        patience = self.patience if is_over_time else None
        [outcomes] = self.reproduce(jobs, [finding.text], ways, patience)
        way, other, _ = finding.disagreement
        manner = manner_of(outcomes, way, other)
        if manner is None:
            text = "valid(text) in the tests does not allow this input: fix it, or what made it"
            yield finding._replace(repeats=False, note=None if outcomes else text)
            return
        first = finding._replace(disagreement=Disagreement(way, other, manner), outcomes=outcomes)
        if manner.startswith(REFUSAL):
            text = "parse may rightly refuse a smaller text, so this one was left as it is"
            first = first._replace(note=text)
        yield first
        if first.is_kept or first.note:
            return
        limit = SHORT if is_over_time else None

        def shows(texts: Sequence[str]) -> list[bool]:
            """Return on which texts the ways disagree in the same manner."""
            tried = self.reproduce(jobs, texts, ways, limit)
            return [manner_of(outcomes, way, other) == manner for outcomes in tried]

        smallest = first.text
        for smallest in shrink(first.text, shows, SECONDS):
            yield first._replace(text=smallest)
        [outcomes] = self.reproduce(jobs, [smallest], ways)
        is_same = manner_of(outcomes, way, other) == manner
        yield first._replace(text=smallest, outcomes=outcomes) if is_same else first


def with_ways(job: Job, ways: Sequence[Way]) -> Job:
    """Return a job with those of some ways of one part that are of its solver, or without any."""
    own = tuple(way.variant or "" for way in ways if way.solver == job.solver)
    return job._replace(parts=(ways[0].part or 1,), variants=own)


@dataclass
class Subject:
    """A day that is fuzzed: its jobs, one for each solver, and what is known by now.

    `kept` are the inputs of earlier findings, labelled with the path of their file. `kinds` are the
    kinds of inputs that its tests make. So many `inputs` were tried. The ways in `solved` count:
    they have answered some input. `found` are the disagreements so far; `is_slow` says that one is
    a timeout. `problem` is why nothing more can be tried.
    """

    jobs: Sequence[Job]
    kept: Sequence[Source]
    kinds: list[str] = field(default_factory=list)
    inputs: int = 0
    solved: set[Way] = field(default_factory=set)
    found: set[tuple[Way, str]] = field(default_factory=set)
    problem: str | None = None
    is_slow: bool = False

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.jobs[0].puzzle


@dataclass
class Fuzzer:
    """Runs all ways of `subjects` on made-up inputs.

    `report` gets each finding as soon as it is small. Of each day, `runs` inputs are made from the
    `seed`, or with `None` as many as there is time for; they are tried for so many `seconds`, if
    there is such a limit. `stage` is called with what is being done now. The same options make the
    same inputs and find the same, however many processes there are, unless the time is limited.
    """

    subjects: Sequence[Subject]
    reproducer: Reproducer
    seed: int
    runs: int | None
    seconds: float | None
    stage: Callable[[str], None]
    report: Callable[[Finding], None]

    def survey(self) -> None:
        """Find out what the tests of each day make."""
        self.stage("reading the tests")
        made = [source_of([kind], self.seed, 0)._replace(optional=True) for kind in MADE]
        bundles = [([subject.jobs[0]._replace(parts=())], made) for subject in self.subjects]
        found = self.reproducer.results_of(bundles)
        for subject, results in zip(self.subjects, found, strict=True):
            subject.problem = problem_in(results)
            subject.kinds = [result.input_kind for result in results if result.input_kind]

    def run(self) -> None:
        """Fuzz days, after `survey`, in turns: first on their kept inputs, then on made-up ones.

        After Ctrl-C, the finding that was being looked at is reported as far as it is known.
        """
        deadline = monotonic() + (self.seconds or float("inf"))
        self.run_round([(one, one.kept) for one in self.subjects if one.kept], deadline)
        runs = sys.maxsize if self.runs is None else self.runs
        numbers = (range(at, min(at + BUNDLE, runs)) for at in range(0, runs, BUNDLE))
        for size in chain(ROUNDS, repeat(ROUNDS[-1])):
            going = [s for s in self.subjects if s.kinds and not s.problem and not s.is_slow]
            planned = [
                (subject, [source_of(subject.kinds, self.seed, number) for number in several])
                for several in islice(numbers, size)
                for subject in going
            ]
            if not planned or monotonic() > deadline:
                return
            self.run_round(planned, deadline)

    def run_round(
        self, planned: Sequence[tuple[Subject, Sequence[Source]]], deadline: float
    ) -> None:
        """Run all ways on bundles of inputs, then look at what came of each, in their order."""

        def bundles() -> Iterator[Bundle]:
            """Yield the jobs and inputs of each bundle, as long as there is time."""
            for subject, sources in planned:
                if monotonic() <= deadline:
                    self.show_inputs()
                    yield subject.jobs, sources
                    subject.inputs += len(sources)

        found = self.reproducer.results_of(bundles())
        for (subject, sources), results in zip(planned, found, strict=False):  # time may be up
            subject.problem = subject.problem or problem_in(results)
            inputs = [(source, outcomes_of(results, source.label)) for source in sources]
            subject.solved |= {
                way
                for _, outcomes in inputs
                for way, outcome in outcomes.items()
                if way.part and outcome.manner != NOTHING
            }
            for source, outcomes in inputs:
                for way, other, manner in disagreements(outcomes, subject.solved):
                    # What parse refuses by now is no input any more.
                    is_input = way.part or source.kind != KEPT
                    if is_input and (way, manner) not in subject.found:
                        self.look_at(subject, source, Disagreement(way, other, manner), outcomes)

    def look_at(
        self, subject: Subject, source: Source, disagreement: Disagreement, outcomes: Outcomes
    ) -> None:
        """Investigate a disagreement, and report it unless it is one that was found before."""
        self.stage(f"{subject.puzzle}: showing it again")
        job = subject.jobs[0]._replace(parts=(), tells_text=True)
        [[result]] = self.reproducer.results_of([([job], [source])])
        text = result.text or ""
        about = (subject.puzzle, job.title, source.label, disagreement, outcomes)
        finding = first = Finding(*about, text, len(text), is_kept=source.kind == KEPT)
        try:
            for finding in self.reproducer.investigate(first, subject.jobs):
                size = len(finding.text)
                self.stage(f"{subject.puzzle}: making the input smaller, {size} characters")
        except KeyboardInterrupt:
            self.report(finding._replace(note="interrupted"))
            raise
        way, _, manner = finding.disagreement
        if manner == Kind.TIMEOUT and not finding.repeats:
            # It is slow, and the machine is busy: from now on, all get more time.
            self.reproducer.timeout = self.reproducer.patience
            return
        is_new = (way, manner) not in subject.found
        subject.found |= {(way, manner), (way, disagreement.manner)}
        subject.is_slow |= manner == Kind.TIMEOUT
        if is_new:
            self.report(finding)

    def show_inputs(self) -> None:
        """Show how many inputs were tried."""
        of = f" of {self.runs * len(self.subjects)}" if self.runs else ""
        self.stage(f"{sum(subject.inputs for subject in self.subjects)}{of} inputs")


def problem_in(results: Sequence[Result]) -> str | None:
    """Return why an input could not be made, if a result says so."""
    for result in results:
        error, label = result.error, result.input
        if error and result.input_kind != KEPT and (label is None or error.kind is Kind.INPUT):
            return f"{label}: {error.message}" if label else error.message
    return None


def source_of(kinds: Sequence[str], seed: int, number: int) -> Source:
    """Return the source of the input with a number.

    `kinds` are those that the tests can make, `small` before `sample`; `seed` is that of the whole.
    """
    kind = kinds[-1 if number >= SMALL and number % 2 == 0 else 0]
    return Source(kind, f"{kind} {seed * SEEDS + number}", seed=seed * SEEDS + number)
