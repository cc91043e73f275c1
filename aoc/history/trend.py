"""How the time of a part has changed from commit to commit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from aoc.history.past_runs import Row
from aoc.results import Verdict

__all__ = ["Series", "Step", "Time", "series_of", "steps_of"]

MOVED = 1.25
"""How many times slower or faster a commit has to be for its time to have moved: two runs of the
same code can differ by a fifth."""
LEAST = 1e-6
"""Seconds by which it has to differ: runs do not show less than that."""


class Time(NamedTuple):
    """One time that was taken: when, at which commit of the project, and how many seconds."""

    at: str
    commit: str | None
    changed: bool
    seconds: float


class Series(NamedTuple):
    """The times of a part that can be compared, oldest first.

    They are of one solver or variant, on one input and one machine. `part` is `None` for parse.
    """

    year: int
    day: int
    part: int | None
    solver: str
    variant: str | None
    input: str | None
    machine: str | None
    times: Sequence[Time]


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


def steps_of(times: Iterable[Time]) -> list[Step]:
    """Return the steps of times, oldest first: one for each commit, changed or not, in a row.

    Times of which no commit is known are a step each: nothing says that the code is the same.
    """
    found: list[Step] = []
    numbered = enumerate(times)
    for _, group in groupby(numbered, key=state_of):
        same = [time for _, time in group]
        fastest = min(time.seconds for time in same)
        first = same[0]
        before = found[-1].seconds if found else None
        found.append(Step(first.commit, first.changed, first.at, fastest, len(same), before))
    return found


def state_of(numbered: tuple[int, Time]) -> object:
    """Return what says whether two times are of the same code."""
    number, time = numbered
    return (time.commit, time.changed) if time.commit else number


def series_of(rows: Iterable[Row]) -> list[Series]:
    """Return the series that the newest times of each part belong to, in the order of the puzzles.

    `rows` are oldest first. Answers that were wrong have no times worth keeping.
    """
    times: defaultdict[tuple[Any, ...], list[Time]] = defaultdict(list)
    newest: dict[tuple[Any, ...], Series] = {}
    for row in rows:
        if row.verdict == Verdict.FAIL:
            continue
        part = row.year, row.day, row.part, row.solver, row.variant
        same = times[*part, row.digest or row.input, row.machine]
        same.append(Time(row.at, row.commit, bool(row.changed), row.seconds))
        newest[part] = Series(*part, row.input, row.machine, same)
    return sorted(
        newest.values(), key=lambda one: (*one[:2], one.solver, one.part or 0, one.variant or "")
    )
