"""The trend of one way to an answer over commits, with marks where a bench says that it moved."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from aoc.benches import FASTER, SLOWER, difference, ratio_of
from aoc.history.past_runs import BENCH_MOVED, Row, in_order, steps_of

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


def marks_of(benches: Iterable[Row], order: Mapping[str, int]) -> dict[str, Mark]:
    """Return the commits with a mark: their bench differs from that of the commit before.

    Of each commit the newest bench counts, and none of files that differed from their commit:
    nobody could look up what was measured. The p-values are corrected for the commits of a trend.
    """
    ordered = in_order(benches, order)
    newest = {bench.commit: bench for bench in ordered if bench.commit and bench.changed is False}
    pairs = [*pairwise([*newest.values()][-MOST:])]
    marks = {}
    for before, bench in pairs:
        # The exact test takes a few milliseconds, and is not needed where all are alike.
        if 1 / BENCH_MOVED < ratio_of(bench.seconds, before.seconds) < BENCH_MOVED:
            continue
        speed = difference(bench.minima, before.minima, len(pairs)).speed(BENCH_MOVED)
        if speed in (FASTER, SLOWER):
            about = before.commit or "", before.seconds, bench.seconds, speed
            marks[bench.commit or ""] = Mark(*about)
    return marks
