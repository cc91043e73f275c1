"""Which times of a bench are compared with which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aoc.bench.comparison import Pair
from aoc.bench.side import Contest
from aoc.bench.timing import Timing

__all__ = ["pairs_of"]


def pairs_of(timings: Sequence[Timing]) -> Iterator[Pair]:
    """Yield the pairs of a bench.

    A variant is compared with its part; the project's own day with another commit of it, part by
    part and variant by variant; and its first calls, all together, with those of a solver plugin.
    """
    own: dict[tuple[Contest, str | None, str], Timing] = {}
    first_calls: dict[Contest, Timing] = {}
    for timing in timings:
        side = timing.side
        if side.is_own:
            own[timing.contest, side.variant, timing.what] = timing
        elif side.is_first_call:
            first_calls[timing.contest] = timing
    for timing in timings:
        contest, side = timing.contest, timing.side
        if side.is_own and side.variant:
            part = own.get((contest, None, timing.what))
            if part:
                yield Pair(timing, part)
        elif side.commit:
            now = own.get((contest, side.variant, timing.what))
            if now:
                yield Pair(now, timing)
        elif side.solver.entry and contest in first_calls:
            yield Pair(first_calls[contest], timing)
