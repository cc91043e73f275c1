"""Fuzzing: all ways of each day on many made-up inputs, and each disagreement as a finding."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, repeat
from time import monotonic

from aoc.fuzzing.reproducer import KEPT, Bundle, Reproducer
from aoc.fuzzing.ways import (
    NOTHING,
    Disagreement,
    Finding,
    Outcomes,
    Way,
    disagreements,
    outcomes_of,
)
from aoc.model import Job, Kind, Puzzle, Result, Source

__all__ = ["Fuzzer", "Subject", "source_of"]

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
