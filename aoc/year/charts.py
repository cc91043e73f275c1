"""The geometry of all charts: a logarithmic scale, stacked bars, lines; and the templates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import ceil, floor, log10
from typing import TYPE_CHECKING, NamedTuple

from aoc.history.trends import commit_text, moved_text
from aoc.render.format import make_environment, seconds_text
from aoc.year.overview import Time, time_text

if TYPE_CHECKING:
    from jinja2 import Template

LEAST = 1e-7
"""Seconds: a shorter time is drawn as this one."""
LABELS = 6
"""The most powers of ten on a scale that are labelled."""
LINE_WIDTH, LINE_HEIGHT = 120, 30
"""The size of the chart of a trend, in its own units."""
MARGIN = 6
"""The distance of a line from the edges of its chart, so that marks have room."""
SPAN = 2.0
"""The least factor between the bottom and the top of a line: chance is not to look big."""


class LogScale(NamedTuple):
    """A scale of times, from one power of ten of a second to another."""

    low: int
    high: int

    def place(self, seconds: float) -> float:
        """Return where a time is on the scale, from 0 to 100."""
        place = (log10(max(seconds, LEAST)) - self.low) / (self.high - self.low)
        return round(100 * min(1.0, max(0.0, place)), 2)

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """The place of each power of ten and its label, which is empty if there is no room."""
        powers = range(self.low, self.high + 1)
        step = ceil(len(powers) / LABELS)
        labels = (re.sub(r"\.0+", "", seconds_text(10.0**power)) for power in powers)
        return [
            (self.place(10.0**power), "" if (self.high - power) % step else label)
            for power, label in zip(powers, labels, strict=True)
        ]


def scale_of(times: Iterable[float | None]) -> LogScale:
    """Return the scale on which all times are drawn; `None` is no time."""
    known = [max(seconds, LEAST) for seconds in times if seconds is not None] or [1e-3]
    # A bar of the least time would have no length at the very start of the scale.
    low = floor(log10(min(known)) - 0.15)
    return LogScale(low, max(low + 1, ceil(log10(max(known)))))


def shares(times: Sequence[Time], scale: LogScale) -> list[tuple[float, float]]:
    """Return the start and the width, from 0 to 100, of the pieces of a bar.

    Lengths cannot be added on a log scale. So the bar ends where the sum of the times is on the
    scale, and is split in proportion to them. A word in place of a time has no width.
    """
    seconds = [time if isinstance(time, float | int) else 0.0 for time in times]
    total = sum(seconds)
    widths = [scale.place(total) * time / total if total else 0.0 for time in seconds]
    return [*zip(accumulate(widths, initial=0.0), widths, strict=False)]


def line_points(times: Sequence[float]) -> list[tuple[float, float]]:
    """Return the points of a line of times, with equal steps; its height is logarithmic."""
    heights = [log10(max(seconds, LEAST)) for seconds in times]
    low, high = min(heights), max(heights)
    room = max(0.0, log10(SPAN) - (high - low)) / 2
    low, high = low - room, high + room
    step = (LINE_WIDTH - 2 * MARGIN) / max(1, len(times) - 1)
    start = MARGIN if len(times) > 1 else LINE_WIDTH - MARGIN
    scale = (LINE_HEIGHT - 2 * MARGIN) / (high - low)
    return [
        (start + number * step, MARGIN + scale * (high - height))
        for number, height in enumerate(heights)
    ]


def template_of(name: str) -> Template:
    """Return a template of this folder."""
    environment = make_environment("aoc.year", "templates")
    environment.filters.update(time=time_text, commit=commit_text, moved=moved_text)
    environment.globals.update(
        scale_of=scale_of, shares=shares, line_points=line_points
    )
    return environment.get_template(name)
