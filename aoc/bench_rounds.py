"""Benches: what is measured on a puzzle, in which order, and which times are compared.

A contender is the project's day, a variant of it, or the day at another commit. In each round,
every contender runs in a process of its own: A B A B, so that whatever changes on the machine
meanwhile changes for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb
from statistics import median
from typing import NamedTuple

from aoc.differences import CHANCE, UNCLEAR, Difference, difference, ratio_of
from aoc.model.inputs import Input
from aoc.model.jobs import SETTING_HINTS, DayLayout, Job, JobOptions, Solver, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result, Verdict
from aoc.project.project import OWN
from aoc.render.format import part_name
from aoc.running.verdicts import Judge
from aoc.session import Session

BUSY = 1.3
"""How many times the minimum the median may be on a machine that does nothing else."""


class Contender(NamedTuple):
    """A way to solve a puzzle: the project's day, a variant of it, or the day at another commit.

    `root` is the folder of the project, which is another one for another commit. `name` is for
    people: `days`, or a commit as it was typed. `layout` says how a day in a layout of its own
    runs.
    """

    root: str
    name: str = OWN
    variant: str | None = None
    layout: DayLayout | None = None

    @property
    def is_own(self) -> bool:
        """Whether this is the project's day as it is now, or a variant of it."""
        return self.name == OWN


class BenchmarkCase(NamedTuple):
    """A puzzle with its input, and the contenders that are measured on it."""

    puzzle: Puzzle
    title: str | None
    input: Input
    contenders: tuple[Contender, ...]
    parts: tuple[int, ...] = (1, 2)

    @property
    def most_comparisons(self) -> int:
        """How many comparisons there are, if no part or time is missing."""
        count = 0
        for contender in self.contenders:
            if contender.is_own and not contender.variant:
                continue  # the others are compared with this one
            count += len(self.parts)
            if not contender.variant:
                count += 1  # parse, which a variant shares with its part
        return count

    def job(
        self, contender: Contender, expected: Sequence[str | None], memory: int | None
    ) -> Job:
        """Return the job of one process, of which these answers are expected."""
        part1, part2 = expected
        options = JobOptions(
            Timing.bench(),
            parts=self.parts,
            variants=(contender.variant,) if contender.variant else (),
            # Only what is timed is run: a variant has the parse of its part.
            reports_parse=contender.variant is None,
            memory=memory,
            hints=SETTING_HINTS,
        )
        return Job(
            root=contender.root,
            puzzle=self.puzzle,
            title=self.title,
            solver=Solver(OWN),
            inputs=(self.input._replace(expected=(part1, part2)),),
            options=options,
            layout=contender.layout,
        )


class BenchTiming(NamedTuple):
    """The times of one call of a contender, in seconds: the least of each process, in their order.

    `part` is `None` for parse. `name` is that of the call. `is_first_call` says that a process made
    the call once only, so that its time is of a first call.
    """

    case: BenchmarkCase
    contender: Contender
    part: int | None
    name: str
    minima: Sequence[float]
    is_first_call: bool = False

    @property
    def minimum(self) -> float:
        """The least time of all processes: a call that nothing disturbs takes so long."""
        return min(self.minima)

    @property
    def median(self) -> float:
        """The median of the processes' minima."""
        return median(self.minima)

    @property
    def is_busy(self) -> bool:
        """Whether the median is too far above the minimum; first calls differ anyway."""
        return not self.is_first_call and ratio_of(self.median, self.minimum) > BUSY


class Comparison(NamedTuple):
    """A `subject` that is faster or slower than `other`, or is not."""

    subject: BenchTiming
    other: BenchTiming
    difference: Difference

    @property
    def has_one_first_call(self) -> bool:
        """Whether a time of first calls stands beside one of the fastest of many calls."""
        return self.subject.is_first_call != self.other.is_first_call

    @property
    def speed(self) -> str:
        """The verdict: a first call is not compared with repeated ones."""
        return UNCLEAR if self.has_one_first_call else self.difference.speed()


class Rounds:
    """Runs the rounds of a case, as many as `processes`, and takes their results.

    A contender with an error is not measured again, and a part with a wrong answer has no times;
    `failures` has the first result of each that failed. Where no answer is known, that of the first
    process is expected of all others.
    """

    def __init__(self, case: BenchmarkCase, processes: int) -> None:
        self.case = case
        self.processes = processes
        self.expected = list(case.input.expected)
        """The answers that are known by now."""
        self.started: list[Contender] = []
        """The contender of each job, in the order of the jobs."""
        self.results: dict[tuple[Contender, int | None], list[Result]] = {}
        self.failures: dict[tuple[Contender, int | None], Result] = {}
        self.ended: set[Contender] = set()
        """Those with an error."""

    def run(self, session: Session) -> None:
        """Run all rounds: one process at a time."""
        judge = Judge()
        with session.executor() as executor:
            # Each result is taken before the next job is made.
            for number, job, outcome, *_ in executor.run(self.jobs(session.memory)):
                if outcome:
                    self.take(self.started[number], judge.result(number, job, outcome))

    def jobs(self, memory: int | None = None) -> Iterator[Job]:
        """Yield the jobs; each has to be done before the next is asked for."""
        for _ in range(self.processes):
            for contender in self.case.contenders:
                if contender not in self.ended:
                    self.started.append(contender)
                    yield self.case.job(contender, self.expected, memory)

    def take(self, contender: Contender, result: Result) -> None:
        """Take a result of a contender."""
        key = (contender, result.part)
        if result.bad:
            self.failures.setdefault(key, result)
            if result.verdict is Verdict.ERROR:
                self.ended.add(contender)
            return
        self.results.setdefault(key, []).append(result)
        is_part_itself = contender.is_own and not contender.variant
        if result.part and is_part_itself and self.expected[result.part - 1] is None:
            answer = result.outcome.drawing or result.answer
            self.expected[result.part - 1] = answer

    def timings(self) -> list[BenchTiming]:
        """Return the times of parse and of each part, of all that did not fail."""
        timings = []
        for (contender, part), results in self.results.items():
            if contender in self.ended or (contender, part) in self.failures:
                continue
            seconds = [one.seconds for one in results if one.seconds is not None]
            if len(seconds) < self.processes:
                continue
            first = results[0].outcome
            # A script answers both parts in one call.
            name = first.time_of or part_name(part, contender.variant)
            is_first_call = any((one.outcome.calls or 1) == 1 for one in results)
            timings.append(
                BenchTiming(self.case, contender, part, name, seconds, is_first_call)
            )
        return timings


def compared(timings: Sequence[BenchTiming]) -> list[Comparison]:
    """Return all comparisons of a bench.

    A variant is compared with its part, and the project's own day with another commit of it, part
    by part and variant by variant.
    """
    own_timings = {}
    for timing in timings:
        if timing.contender.is_own:
            key = (timing.case.puzzle, timing.contender.variant, timing.part)
            own_timings[key] = timing
    pairs = []
    for timing in timings:
        variant = timing.contender.variant
        if timing.contender.is_own:
            part = own_timings.get((timing.case.puzzle, None, timing.part))
            if part and variant:
                pairs.append((timing, part))
        else:
            own = own_timings.get((timing.case.puzzle, variant, timing.part))
            # The project may lack a variant that another commit has.
            if own:
                pairs.append((own, timing))
    comparisons = []
    # The more there are, the more likely one of them differs by chance.
    for subject, other in pairs:
        found = difference(subject.minima, other.minima, len(pairs))
        comparisons.append(Comparison(subject, other, found))
    return comparisons


def processes_for(comparisons: int) -> int:
    """Return how many processes the test needs at least, so that it can find a difference at all.

    The least p-value is that of two samples that do not overlap. It has to be small enough for so
    many comparisons together.
    """
    processes = 1
    while comparisons * 2 / comb(2 * processes, processes) >= CHANCE:
        processes += 1
    return processes
