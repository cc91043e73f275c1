"""The ways to the answers of one puzzle: the parts, their variants, and other solvers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from aoc.history.past_runs import Row
from aoc.model import Puzzle, Verdict
from aoc.project import OWN
from aoc.reporting.trends import Trend, trend_of

GOOD = (Verdict.PASS, Verdict.UNKNOWN, None)
"""The verdicts of times that count; a bench has none, as it keeps no time of a wrong answer."""


class WayKey(NamedTuple):
    """What a way is: its solver, part and variant. `part` is `None` for parse.

    Another solver than the project's own answers both parts in one call.
    """

    solver: str
    part: int | None
    variant: str | None


class Way(NamedTuple):
    """The last time of a way in seconds, and its trend.

    `input` and `kind` are those of the time in the history, and `trend_input` and `trend_kind`
    those of the trend. `ratio` is the time over that of the part itself on the same input and
    machine; `None` for the part itself, and where there is no such time.
    """

    key: WayKey
    seconds: float
    input: str | None
    kind: str
    ratio: float | None
    trend: Trend
    trend_input: str | None
    trend_kind: str


Place = tuple[str | None, str | None]
"""The input, by its digest or else its name, and the machine: times at one can be compared."""


def ways_of(rows: Iterable[Row], user: str | None, order: Mapping[str, int]) -> list[Way]:
    """Return the ways that the history has times of, by the rows of one puzzle.

    Rows are oldest first. A time on the input of the account `user` is preferred to a
    later one on another input, and a run to a bench. For `order` see `trend_of`.
    """
    by_key: defaultdict[WayKey, list[Row]] = defaultdict(list)
    for row in rows:
        if row.verdict in GOOD:
            by_key[key_of(row)].append(row)
    found = []
    for key in sorted(by_key, key=rank):
        row = last_of(by_key[key], user)
        place, trend = best_trend(by_key[key], place_of(row), order)
        of_trend = next(other for other in reversed(by_key[key]) if place_of(other) == place)
        ratio = ratio_of(row, key, by_key)
        found.append(
            Way(key, row.seconds, row.input, row.kind, ratio, trend, of_trend.input, of_trend.kind)
        )
    return found


def key_of(measured: Row) -> WayKey:
    """Return the way that something is the time of."""
    part = measured.part if measured.solver == OWN else 1
    return WayKey(measured.solver, part, measured.variant)


def rank(key: WayKey) -> tuple[object, ...]:
    """Return what ways are sorted by: parse, each part with its variants, other solvers."""
    return key.solver != OWN, key.solver, key.part or 0, key.variant or ""


def place_of(row: Row) -> Place:
    """Return what has to be the same of times that are compared."""
    return row.digest or row.input, row.machine


def last_of(rows: Sequence[Row], user: str | None) -> Row:
    """Return the last time of a way, of runs on the own input if there is any, or else of runs."""
    runs = [row for row in rows if row.source == "run"]
    own = [row for row in runs if user is not None and row.input == user]
    return (own or runs or rows)[-1]


def best_trend(rows: Sequence[Row], place: Place, order: Mapping[str, int]) -> tuple[Place, Trend]:
    """Return the trend at the place of the last time and that place.

    Where nothing was benched there, but elsewhere a bench shows a move, it is the trend of that
    place.
    """
    at: defaultdict[Place, list[Row]] = defaultdict(list)
    for row in rows:
        at[place_of(row)].append(row)
    benched = dict.fromkeys(place_of(row) for row in rows if row.minima)
    if place not in benched:
        for other in reversed(benched):
            trend = trend_of(at[other], order)
            if trend.marks:
                return other, trend
    return place, trend_of(at[place], order)


def ratio_of(row: Row, key: WayKey, rows: Mapping[WayKey, Sequence[Row]]) -> float | None:
    """Return how many times the time of the part itself a way takes, at the same place.

    What another solver takes for both parts is compared with parse and both parts.
    """
    if key.solver == OWN and key.variant is None:
        return None
    parts = (key.part,) if key.solver == OWN else (None, 1, 2)
    total = 0.0
    for part in parts:
        own = rows.get(WayKey(OWN, part, None), ())
        same = [one for one in own if is_comparable(one, row)]
        if same:
            total += same[-1].seconds
        elif part != 2 or not Puzzle(row.year, row.day).is_last:
            return None
    return row.seconds / total if total else None


def is_comparable(one: Row, other: Row) -> bool:
    """Return whether two times were taken in the same way, on one input and machine."""
    return place_of(one) == place_of(other) and one.source == other.source
