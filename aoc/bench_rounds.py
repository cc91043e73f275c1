"""Benches: what is measured on a puzzle, in which order, and which times are compared.

A contender is the project's day, a variant of it, a solver of others, or the day at another commit.
In each round, every contender runs in a process of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb
from statistics import median
from typing import NamedTuple

from aoc.differences import CHANCE, UNCLEAR, Difference, difference, ratio_of
from aoc.model.inputs import Input
from aoc.model.jobs import TIMEOUT_HINTS, DayLayout, Job, JobOptions, Solver, Timing
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result, Verdict
from aoc.project.project import OWN

PARSE = "parse"
BOTH = "both parts"
"""The timed calls, besides `part 1` and `part 2`; a plugin answers both parts in one call."""
BUSY = 1.3
"""How many times the minimum the median may be on a machine that does nothing else."""
LONG_CALL = 1.0
"""Seconds from which on a first call takes hardly longer than another one."""
MOST_ROUNDS = 3
"""How many times the usual rounds there are, at most, while the machine is busy."""


class Contender(NamedTuple):
    """A way to solve a puzzle: the project's days, a variant, another solver or another commit.

    `root` is the folder of the project, which is another one for another commit. `name` is for
    people: `days`, a solver, or a commit as it was typed, whose full id is in `commit`.
    With `is_first_call`, every call is made once, to compare it with a solver plugin, which is
    called once, too. `layout` says how a day in a layout of its own runs.
    """

    root: str
    solver: Solver = Solver(OWN)
    name: str = OWN
    variant: str | None = None
    commit: str | None = None
    is_first_call: bool = False
    layout: DayLayout | None = None

    @property
    def answers_both(self) -> bool:
        """Whether one call answers both parts, or is compared with one that does."""
        if self.is_first_call or not self.solver.is_own:
            return True
        return self.layout is not None and bool(self.layout.entry)

    @property
    def has_own_times(self) -> bool:
        """Whether this is a day of the project or of a commit, and not beside a plugin."""
        return self.solver.is_own and not self.is_first_call

    @property
    def is_own(self) -> bool:
        """Whether this is the project's own day as it is now, or a variant of it."""
        return self.name == OWN and not self.is_first_call


class BenchmarkCase(NamedTuple):
    """A puzzle with its input, and the contenders that are measured on it.

    `memory` is the most that a solver may take, in bytes.
    """

    puzzle: Puzzle
    title: str | None
    input: Input
    contenders: tuple[Contender, ...]
    parts: tuple[int, ...] = (1, 2)
    memory: int | None = None

    @property
    def most_comparisons(self) -> int:
        """How many comparisons there are, if no part or time is missing."""
        count = 0
        for contender in self.contenders:
            if contender.name == OWN and not contender.variant:
                continue  # the others are compared with this one
            if contender.answers_both:
                count += 1
                continue
            count += len(self.parts)
            if not contender.variant:
                count += 1  # parse, which a variant shares with its part
        return count

    def job(self, contender: Contender, expected: Sequence[str | None]) -> Job:
        """Return the job of one process, of which these answers are expected."""
        part1, part2 = expected
        repeat = None
        if contender.answers_both:
            # A plugin may keep what it has read, so that a second call would do less.
            repeat = 1
        options = JobOptions(
            Timing.bench(repeat),
            parts=self.parts,
            variants=(contender.variant,) if contender.variant else (),
            # Only what is timed is run: a variant has the parse of its part.
            reports_parse=contender.variant is None,
            memory=self.memory,
            hints=TIMEOUT_HINTS,
        )
        return Job(
            root=contender.root,
            puzzle=self.puzzle,
            title=self.title,
            solver=contender.solver,
            inputs=(self.input._replace(expected=(part1, part2)),),
            options=options,
            layout=contender.layout,
        )


class BenchTiming(NamedTuple):
    """The times of one call of a contender, in seconds: the least of each process, in their order.

    `part` is `None` for parse; for both parts, it is the first one that was answered. `calls` says
    how many were timed in the process with the fewest.
    """

    case: BenchmarkCase
    contender: Contender
    what: str
    part: int | None
    minima: Sequence[float]
    calls: int = 1

    @property
    def minimum(self) -> float:
        """The least time of all processes: a call that nothing disturbs takes so long."""
        return min(self.minima)

    @property
    def median(self) -> float:
        """The median of the processes' minima."""
        return median(self.minima)

    @property
    def name(self) -> str:
        """The name of the timed call, with its variant."""
        variant = self.contender.variant
        return f"{self.what} {variant}" if variant else self.what

    @property
    def is_first_call(self) -> bool:
        """Whether a process made the call once only, so that its time is of a first call."""
        return self.calls == 1

    @property
    def is_busy(self) -> bool:
        """Whether the median is too far above the minimum; first calls differ anyway."""
        return not self.is_first_call and ratio_of(self.median, self.minimum) > BUSY


class Measurement:
    """A contender on a case: the results of its processes so far, in the order of these."""

    def __init__(self, case: BenchmarkCase, contender: Contender) -> None:
        self.case = case
        self.contender = contender
        self.processes: list[list[Result]] = []
        self.has_error = False
        """Whether it ended with an error, so that it is not measured again."""
        self.failed_parts: set[int | None] = set()

    def timings(self) -> list[BenchTiming]:
        """Return the times of all calls that did not fail."""
        if self.has_error:
            return []
        if self.contender.answers_both:
            timings = self.timings_of_both()
        else:
            timings = self.timings_of_calls()
        return [each for each in timings if each.part not in self.failed_parts]

    def timings_of_both(self) -> list[BenchTiming]:
        """Return the time of the one call that answers both parts, if it answered any."""
        totals = []
        for results in self.processes:
            # Of a plugin, the first answer has the time of the call. A day has a time for each of
            # its calls.
            totals.append(sum(result.seconds or 0.0 for result in results))
        for result in self.processes[0]:
            if result.part and result.seconds is not None:
                part = result.part
                what = BOTH
                # The file of one part has no times of the other.
                layout = self.contender.layout
                if self.contender.has_own_times and layout and layout.part:
                    what = f"part {part}"
                return [BenchTiming(self.case, self.contender, what, part, totals)]
        return []

    def timings_of_calls(self) -> list[BenchTiming]:
        """Return the times of parse and of each part that has them in every process."""
        timings = []
        # All processes have the same results in the same order, as none has failed.
        for results in zip(*self.processes, strict=True):
            seconds = [one.seconds for one in results if one.seconds is not None]
            if len(seconds) < len(results):
                continue
            part = results[0].part
            what = f"part {part}" if part else PARSE
            calls = min(result.outcome.calls or 1 for result in results)
            timings.append(
                BenchTiming(self.case, self.contender, what, part, seconds, calls)
            )
        return timings


class Rounds:
    """Makes the jobs of a bench, one after the other, and takes their results.

    Contenders take turns, A B A B, so that whatever changes on the machine meanwhile changes for
    all of them. There are as many rounds as `processes`, and up to three times as many while the
    times of a puzzle show that the machine is busy; never because one contender is faster. A
    contender with an error is not measured again, and a part with a wrong answer has no times;
    `failures` has the first result of each that failed. Where no answer is known, that of the first
    process is expected of all others.
    """

    def __init__(self, cases: Sequence[BenchmarkCase], processes: int) -> None:
        self.processes = processes
        self.measurements = {
            case: [Measurement(case, contender) for contender in case.contenders]
            for case in cases
        }
        self.count = processes * sum(len(case.contenders) for case in cases)
        """How many jobs there are, as far as it is known, if nothing fails."""
        self.expected = {case: list(case.input.expected) for case in cases}
        """The answers that are known by now to each case."""
        self.failures: list[Result] = []
        self.started: list[Measurement] = []
        """The measurement that each job is for, in the order of the jobs."""

    def jobs(self) -> Iterator[Job]:
        """Yield the jobs; each has to be done before the next is asked for."""
        for case, measurements in self.measurements.items():
            for number in range(MOST_ROUNDS * self.processes):
                if number >= self.processes:
                    if not any(timing.is_busy for timing in self.timings_of(case)):
                        break
                    # One more round than was known.
                    self.count += sum(not one.has_error for one in measurements)
                yield from self.jobs_of_round(case)

    def jobs_of_round(self, case: BenchmarkCase) -> Iterator[Job]:
        """Yield a job for each contender of a case."""
        for measurement in self.measurements[case]:
            # It may have ended with an error in the round before.
            if measurement.has_error:
                continue
            self.started.append(measurement)
            measurement.processes.append([])
            # The answer may have become known by the job before.
            yield case.job(measurement.contender, self.expected[case])

    def take(self, number: int, result: Result) -> None:
        """Take a result of the job with a number, which counts from 0."""
        measurement = self.started[number]
        measurement.processes[-1].append(result)
        if not result.bad:
            self.expect_answer_of(measurement, result)
            return
        # A wrong answer ends nothing: the other parts have times.
        if result.part not in measurement.failed_parts:
            measurement.failed_parts.add(result.part)
            self.failures.append(result)
        if result.verdict is Verdict.ERROR and not measurement.has_error:
            measurement.has_error = True
            # It is left out of the rounds that follow.
            self.count -= max(0, self.processes - len(measurement.processes))

    def expect_answer_of(self, measurement: Measurement, result: Result) -> None:
        """Expect the answer of the project's own part of all others, where none is known yet."""
        contender = measurement.contender
        if result.part is None or contender.variant or not contender.is_own:
            return
        expected = self.expected[measurement.case]
        if expected[result.part - 1] is None:
            expected[result.part - 1] = result.outcome.drawing or result.answer

    def timings(self) -> list[BenchTiming]:
        """Return the times of all that did not fail, case by case."""
        timings = []
        for case in self.measurements:
            timings += self.timings_of(case)
        return timings

    def timings_of(self, case: BenchmarkCase) -> list[BenchTiming]:
        """Return the times on a case of all that did not fail."""
        timings = []
        for measurement in self.measurements[case]:
            timings += measurement.timings()
        return timings


class Comparison(NamedTuple):
    """A `subject` that is faster or slower than `other`, or is not."""

    subject: BenchTiming
    other: BenchTiming
    difference: Difference

    @property
    def speed(self) -> str:
        """The verdict; a first call is not compared with repeated ones, unless it takes long."""
        if self.subject.is_first_call != self.other.is_first_call:
            first_call = self.other
            if self.subject.is_first_call:
                first_call = self.subject
            if first_call.minimum < LONG_CALL:
                return UNCLEAR
        return self.difference.speed()


def compared(timings: Sequence[BenchTiming]) -> list[Comparison]:
    """Return all comparisons of a bench."""
    pairs = pairs_of(timings)
    comparisons = []
    # The more there are, the more likely one of them differs by chance.
    for subject, other in pairs:
        found = difference(subject.minima, other.minima, len(pairs))
        comparisons.append(Comparison(subject, other, found))
    return comparisons


def pairs_of(timings: Sequence[BenchTiming]) -> list[tuple[BenchTiming, BenchTiming]]:
    """Return the pairs of a bench.

    A variant is compared with its part; the project's own day with another commit of it, part by
    part and variant by variant; and its first calls, all together, with those of a solver plugin.
    """
    own_timings = {}
    for timing in timings:
        if timing.contender.name == OWN:
            key = (timing.case, timing.contender.variant, timing.what)
            own_timings[key] = timing
    pairs = []
    for timing in timings:
        what = timing.what
        if timing.contender.name == OWN:
            part = own_timings.get((timing.case, None, what))
            if part and part is not timing:
                pairs.append((timing, part))
        else:
            own = own_timings.get((timing.case, timing.contender.variant, what))
            # The project may lack a variant that another commit has.
            if own:
                pairs.append((own, timing))
    return pairs


def processes_for(comparisons: int) -> int:
    """Return how many processes the test needs at least, so that it can find a difference at all.

    The least p-value is that of two samples that do not overlap. It has to be small enough for so
    many comparisons together.
    """
    processes = 1
    while comparisons * 2 / comb(2 * processes, processes) >= CHANCE:
        processes += 1
    return processes
