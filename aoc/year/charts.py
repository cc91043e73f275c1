"""The geometry of charts: a logarithmic scale and stacked bars; and the templates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import ceil, floor, log10
from typing import TYPE_CHECKING, NamedTuple

from aoc.model.results import Time
from aoc.render.format import make_environment, seconds_text
from aoc.year.overview import TimeOrWord, time_or_word_text

if TYPE_CHECKING:
    from jinja2 import Template

LEAST = 1e-7
"""Seconds: a shorter time is drawn as this one."""
MOST_LABELS = 6
"""The most powers of ten on a scale that are labelled."""


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


def template_of(name: str) -> Template:
    """Return a template of this folder."""
    environment = make_environment("aoc.year", "templates")
    environment.filters["time"] = time_or_word_text
    environment.globals.update(scale_of=scale_of, shares=shares)
    return environment.get_template(name)
