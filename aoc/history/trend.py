"""How the time of a part has changed from commit to commit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from aoc.history.past_runs import Row
from aoc.model import Verdict

__all__ = ["Step", "series_of", "steps_of"]

MOVED = 1.25
"""How many times slower or faster a commit has to be for its time to have moved: two runs of the
same code can differ by a fifth."""
LEAST = 1e-6
"""Seconds by which it has to differ: runs do not show less than that."""


class Step(NamedTuple):
    """The times of one commit in a row: the first and the fastest, and how many there are.

    `before` is the fastest time of the step before; `None` for the first step.
    """

    commit: str | None
    changed: bool
    at: str
    seconds: float
    times: int
    before: float | None = None

    @property
    def ratio(self) -> float | None:
        """The time over that of the step before, if it has moved; `None` if it may be chance."""
        if not self.before or abs(self.seconds - self.before) < LEAST:
            return None
        ratio = self.seconds / self.before
        return None if 1 / MOVED < ratio < MOVED else ratio


def steps_of(rows: Iterable[Row]) -> list[Step]:
    """Return the steps of times, oldest first: one for each commit, changed or not, in a row.

    Times of which no commit is known are a step each: nothing says that the code is the same.
    """
    found: list[Step] = []
    for _, group in groupby(enumerate(rows), key=state_of):
        same = [row for _, row in group]
        fastest = min(row.seconds for row in same)
        first = same[0]
        before = found[-1].seconds if found else None
        step = Step(first.commit, bool(first.changed), first.at, fastest, len(same), before)
        found.append(step)
    return found


def state_of(numbered: tuple[int, Row]) -> object:
    """Return what says whether two times are of the same code."""
    number, row = numbered
    return (row.commit, bool(row.changed)) if row.commit else number


def series_of(rows: Iterable[Row]) -> list[list[Row]]:
    """Return the series that the newest times of each part belong to, in the order of the puzzles.

    A series is the times of one part, solver and variant that can be compared, on one input and
    machine, oldest first, as `rows` are. Answers that were wrong have no times worth keeping.
    """
    series: defaultdict[tuple[object, ...], list[Row]] = defaultdict(list)
    newest: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        if row.verdict != Verdict.FAIL:
            part = row.year, row.day, row.part, row.solver, row.variant
            newest[part] = series[*part, row.digest or row.input, row.machine]
            newest[part].append(row)
    return sorted(newest.values(), key=place_of)


def place_of(series: Sequence[Row]) -> tuple[object, ...]:
    """Return what series are sorted by."""
    row = series[0]
    return row.year, row.day, row.solver, row.part or 0, row.variant or ""
