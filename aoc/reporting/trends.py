"""The trend of one way to an answer over commits, with marks where a bench says that it moved."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from aoc.benches import SAME, Comparison, Contest, Side, Timing, compared
from aoc.history.past_runs import Row, steps_of
from aoc.model import Input, Puzzle

APART = 0.05
"""By what share benches have to differ that did not run in turn: `aoc bench` asks for the same."""


MOST = 100
"""How many benched commits of a trend are compared, the newest ones."""


class Mark(NamedTuple):
    """What a bench says of a commit: `seconds` now, and `before` at the commit `since`."""

    since: str
    before: float
    seconds: float
    speed: str

    @property
    def factor(self) -> float:
        """How many times faster or slower it is, at least 1."""
        ratio = self.seconds / self.before if self.before else 1.0
        return max(ratio, 1 / ratio) if ratio else 1.0


class Point(NamedTuple):
    """The fastest of some times in seconds at one commit, which is `None` where it is not known.

    `changed` says that the files differed from the commit. `at` is when the first time was taken.
    `gap` says that points before it are left out.
    """

    commit: str | None
    changed: bool
    at: str
    seconds: float
    times: int
    mark: Mark | None = None
    gap: bool = False


class Trend(NamedTuple):
    """The points of a trend, by commit; `left_out` older ones are not here, if there are many."""

    points: Sequence[Point]
    left_out: int = 0

    @property
    def marks(self) -> int:
        """How many points have a mark."""
        return sum(point.mark is not None for point in self.points)


def trend_of(rows: Collection[Row], order: Mapping[str, int]) -> Trend:
    """Return the trend of times that can be compared, with marks by the benches among them.

    They are oldest first. `order` has the places of the commits that git knows, the older the
    lower: an old commit may be measured again at any time.
    """
    marks = marks_of([row for row in rows if row.minima], order)
    points = []
    for step in steps_of(in_order(rows, order)):
        mark = None if step.changed else marks.get(step.commit or "")
        points.append(Point(*step[:5], mark))
    return Trend(points)


def in_order(measured: Iterable[Row], order: Mapping[str, int]) -> list[Row]:
    """Return what was measured in the order of the commits, and of one commit in that of time.

    What is at a commit that git does not know, or at none, comes after what was measured before.
    """
    keys: list[tuple[int, int, int]] = []
    found = [*measured]
    unknown: dict[tuple[str, bool], tuple[int, int, int]] = {}
    place = -1
    for number, one in enumerate(found):
        changed = bool(one.changed)
        key = (place, 2, number)
        if one.commit in order:
            place = order[one.commit or ""]
            key = (place, changed, 0)
        elif one.commit:
            key = unknown.setdefault((one.commit, changed), key)
        keys.append(key)
    return [found[number] for number in sorted(range(len(found)), key=keys.__getitem__)]


def marks_of(benches: Iterable[Row], order: Mapping[str, int]) -> dict[str, Mark]:
    """Return the commits with a mark: their bench differs from that of the commit before.

    Of each commit the newest bench counts, and none of files that differed from their commit:
    nobody could look up what was measured. The p-values are corrected for the commits of a trend.
    """
    newest = {bench.commit: bench for bench in in_order(benches, order) if is_of_commit(bench)}
    timings = [timing_of(bench) for bench in newest.values()][-MOST:]
    neighbours = zip(timings[1:], timings, strict=False)
    pairs = [Comparison(later, earlier, APART, "history") for later, earlier in neighbours]
    # The exact test takes a few milliseconds for each pair, and is not needed where all are alike.
    if all(pair._replace(p=0.0).speed == SAME for pair in pairs):
        return {}
    return {
        comparison.subject.side.name: mark_of(comparison)
        for comparison in compared(pairs)
        if comparison.speed != SAME
    }


def is_of_commit(bench: Row) -> bool:
    """Return whether a bench measured exactly the files of a commit."""
    return bench.commit is not None and bench.changed is False


def timing_of(bench: Row) -> Timing:
    """Return a bench of the history as what benches are compared by; its side has the commit."""
    contest = Contest(Puzzle(bench.year, bench.day), None, Input("file"), ())
    return Timing(contest, Side("", name=bench.commit or ""), "", bench.part, bench.minima)


def mark_of(comparison: Comparison) -> Mark:
    """Return the mark of a comparison."""
    subject, other, *_ = comparison
    return Mark(other.side.name, other.minimum, subject.minimum, comparison.speed)
