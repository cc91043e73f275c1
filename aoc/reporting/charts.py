"""The geometry of what the page draws: a logarithmic scale, stacked bars, and lines of trends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, log10
from typing import NamedTuple

LEAST = 1e-7
"""Seconds: a shorter time is drawn as this one."""
LINE_WIDTH, LINE_HEIGHT = 120, 30
"""Of the picture of a trend, in its own units."""
MARGIN = 6
"""What a line keeps off the edges of its picture, so that marks have room."""
SPAN = 2.0
"""The least factor between the bottom and the top of such a picture: chance is not to look big."""


class LogScale(NamedTuple):
    """A scale of times, from one power of ten of a second to another."""

    low: int
    high: int

    def place(self, seconds: float) -> float:
        """Return where a time is on the scale, from 0 to 100."""
        place = (log10(max(seconds, LEAST)) - self.low) / (self.high - self.low)
        return 100 * min(1.0, max(0.0, place))

    @property
    def ticks(self) -> list[float]:
        """The powers of ten on the scale, in seconds, without its start."""
        return [10.0**power for power in range(self.low + 1, self.high + 1)]


class Share(NamedTuple):
    """A share of a bar: where it starts and how wide it is, both from 0 to 100."""

    start: float
    width: float


def scale_of(times: Iterable[float]) -> LogScale:
    """Return the scale on which all times are drawn, and none as nothing."""
    known = [max(seconds, LEAST) for seconds in times] or [1e-3]
    low = floor(log10(min(known)))
    # A bar of the least time would have no length at the very start of the scale.
    if log10(min(known)) - low < 0.15:
        low -= 1
    return LogScale(low, max(low + 1, ceil(log10(max(known)))))


def shares(times: Sequence[float | None], scale: LogScale) -> list[Share]:
    """Return the shares of the parts of a bar that ends where their sum is on the scale.

    On such a scale, lengths cannot be added. So only the end is read on the scale, and the bar is
    split in proportion to the times. There is one share for each time, of width 0 for none.
    """
    total = sum(time or 0.0 for time in times)
    end = scale.place(total)
    found = []
    start = 0.0
    for time in times:
        width = end * (time or 0.0) / total if total else 0.0
        found.append(Share(round(start, 2), round(width, 2)))
        start += width
    return found


def line_points(times: Sequence[float]) -> list[tuple[float, float]]:
    """Return the points of a line of times, with equal steps; its height is logarithmic."""
    heights = [log10(max(seconds, LEAST)) for seconds in times]
    low, high = min(heights), max(heights)
    room = max(0.0, log10(SPAN) - (high - low)) / 2
    low, high = low - room, high + room
    step = (LINE_WIDTH - 2 * MARGIN) / max(1, len(times) - 1)
    start = MARGIN if len(times) > 1 else LINE_WIDTH - MARGIN
    return [
        (
            round(start + number * step, 1),
            round(MARGIN + (LINE_HEIGHT - 2 * MARGIN) * (high - height) / (high - low), 1),
        )
        for number, height in enumerate(heights)
    ]
