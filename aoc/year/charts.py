"""The geometry of all charts: a logarithmic scale, stacked bars, lines; and the templates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import ceil, floor, log10
from typing import TYPE_CHECKING, NamedTuple

from aoc.history.trends import commit_text, moved_text
from aoc.model.results import Time
from aoc.render.format import make_environment, seconds_text
from aoc.year.overview import TimeOrWord, time_or_word_text

if TYPE_CHECKING:
    from jinja2 import Template

LEAST = 1e-7
"""Seconds: a shorter time is drawn as this one."""
MOST_LABELS = 6
"""The most powers of ten on a scale that are labelled."""
LINE_WIDTH = 120
LINE_HEIGHT = 30
"""The size of the chart of a trend, in its own units."""
MARGIN = 6
"""The distance of a line from the edges of its chart, so that marks have room."""
LEAST_SPAN = 2.0
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
        step = ceil((self.high - self.low + 1) / MOST_LABELS)
        ticks = []
        for power in range(self.low, self.high + 1):
            label = ""
            # Counted from the top, so that the longest times have a label.
            if (self.high - power) % step == 0:
                label = re.sub(r"\.0+", "", seconds_text(10.0**power))
            ticks.append((self.place(10.0**power), label))
        return ticks


def scale_of(times: Iterable[Time | None]) -> LogScale:
    """Return the scale on which all times are drawn; `None` is no time."""
    drawn = [max(time.seconds, LEAST) for time in times if time is not None]
    if not drawn:
        drawn = [1e-3]  # any scale, since nothing is drawn on it
    # A bar of the least time would have no length at the very start of the scale.
    low = floor(log10(min(drawn)) - 0.15)
    high = ceil(log10(max(drawn)))
    return LogScale(low, max(low + 1, high))


def shares(times: Sequence[TimeOrWord], scale: LogScale) -> list[tuple[float, float]]:
    """Return the start and the width, from 0 to 100, of the pieces of a bar.

    Lengths cannot be added on a log scale. So the bar ends where the sum of the times is on the
    scale, and is split in proportion to them. A word in place of a time has no width.
    """
    seconds = [time.seconds if isinstance(time, Time) else 0.0 for time in times]
    total = sum(seconds)
    pieces = []
    start = 0.0
    for part in seconds:
        width = scale.place(total) * part / total if total else 0.0
        pieces.append((start, width))
        start += width
    return pieces


def line_points(times: Sequence[float]) -> list[tuple[float, float]]:
    """Return the points of a line of times, with equal steps; its height is logarithmic."""
    heights = [log10(max(seconds, LEAST)) for seconds in times]
    low = min(heights)
    high = max(heights)
    # A line of times that hardly differ stays in the middle.
    room = max(0.0, log10(LEAST_SPAN) - (high - low)) / 2
    low -= room
    high += room
    step = (LINE_WIDTH - 2 * MARGIN) / max(1, len(times) - 1)
    # A single time is the newest one, which is at the right end of other lines.
    start = MARGIN if len(times) > 1 else LINE_WIDTH - MARGIN
    scale = (LINE_HEIGHT - 2 * MARGIN) / (high - low)
    points = []
    for number, height in enumerate(heights):
        points.append((start + number * step, MARGIN + scale * (high - height)))
    return points


def template_of(name: str) -> Template:
    """Return a template of this folder."""
    environment = make_environment("aoc.year", "templates")
    environment.filters.update(
        time=time_or_word_text, commit=commit_text, moved=moved_text
    )
    environment.globals.update(
        scale_of=scale_of, shares=shares, line_points=line_points
    )
    return environment.get_template(name)
