"""Comparisons: which times of a bench are compared, and how many processes that needs."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

from aoc.bench.rounds import BenchTiming
from aoc.history.differences import CHANCE, UNCLEAR, Difference, difference
from aoc.project.project import OWN

LONG_CALL = 1.0
"""Seconds from which on a first call takes hardly longer than another one."""


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
