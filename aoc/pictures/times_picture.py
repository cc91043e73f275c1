"""The picture of a year's times: for each day a bar, as long as its total on a log scale.

The lengths of parts cannot be added on a log scale. So a bar ends at the total of its day, and its
colors divide its length as `parse`, part 1 and part 2 divide the total.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from aoc.pictures.captions import basis_text, day_words, slowest_words
from aoc.pictures.svg_elements import (
    clipped_text,
    document,
    number,
    rect,
    shortened,
    text,
    text_width,
)
from aoc.pictures.themes import Palette
from aoc.pictures.year_facts import DayFacts, YearFacts, json_of
from aoc.render.format import seconds_text

WIDTH = 760
MARGIN = 22
TOP = 118
"""Where the first day begins."""
ROW = 25
BAR = 13
"""The height of a bar."""
TITLE = MARGIN + 30
LEFT, RIGHT = 286, 650
"""Where bars begin, and where the longest may end."""
FULL = WIDTH - MARGIN
ROOM = LEFT - TITLE - 12
"""The pixels of a title, and of what is said after it."""
SIZE, NOTE_SIZE = 14, 12
LEAST = 1e-7
"""The shortest time in seconds that a bar has a length for."""
LABEL = 58
"""Pixels from one label of the scale to the next, at least."""
NOTE = (
    "Log scale: from one line to the next, a time is ten times as long. A bar ends at the total of",
    "its day; its colors show how much of that total each part takes.",
)
NAMES = ("parse", "part 1", "part 2")


class Scale(NamedTuple):
    """A log scale from one power of ten in seconds to another."""

    first: int
    last: int

    def place(self, seconds: float) -> float:
        """Return where a time is, in pixels from the left."""
        power = math.log10(max(seconds, 10.0**self.first))
        share = (power - self.first) / (self.last - self.first)
        return LEFT + share * (RIGHT - LEFT)


def times_picture(facts: YearFacts, palette: Palette) -> str:
    """Return the times of a year as SVG; the same for the same facts."""
    below = TOP + ROW * len(facts.days)
    return document(
        WIDTH,
        below + 68,
        palette,
        title=f"Advent of Code {facts.year}: the time of each day",
        description=" ".join(day_words(facts._replace(stars=None), day.day) for day in facts.days),
        metadata=json_of(facts),
        body=[
            *heading(facts, palette),
            *grid(scale_of(facts), palette, below),
            *(
                element
                for row, day in enumerate(facts.days)
                for element in bar(day, TOP + ROW * row, scale_of(facts), palette)
            ),
            *(
                text(MARGIN, below + 32 + 18 * row, line, 13, "dim")
                for row, line in enumerate(NOTE)
            ),
        ],
    )


def times_alt(facts: YearFacts) -> str:
    """Return the text in place of the picture, for who cannot see it."""
    return f"Times of Advent of Code {facts.year} on a log scale: {slowest_words(facts)}"


def scale_of(facts: YearFacts) -> Scale:
    """Return the scale on which the shortest bar has a length, and the longest fits."""
    totals = [max(day.total, LEAST) for day in facts.days if day.total is not None] or [1e-3]
    first = math.floor(math.log10(min(totals)) - 0.15)
    return Scale(first, max(first + 2, math.ceil(math.log10(max(totals)) - 1e-9)))


def heading(facts: YearFacts, palette: Palette) -> Iterator[str]:
    """Yield the lines above the bars, with what the colors mean."""
    yield text(MARGIN, 42, f"Advent of Code {facts.year}: times", 20, "bold")
    yield text(MARGIN, 66, basis_text(facts), 14, "dim")
    x = float(FULL)
    for name, color in reversed([*zip(NAMES, palette[-3:], strict=True)]):
        yield text(x, 42, name, SIZE, end=True)
        x -= text_width(name, SIZE) + 18
        yield rect(x, 31, 12, 12, color, radius=2)
        x -= 16


def grid(scale: Scale, palette: Palette, below: float) -> Iterator[str]:
    """Yield a line for each power of ten, and labels, as far as there is room for them."""
    powers = range(scale.first, scale.last + 1)
    step = math.ceil(LABEL / ((RIGHT - LEFT) / (len(powers) - 1)))
    for power in powers:
        x = scale.place(10.0**power)
        yield (
            f'<path d="M{number(x)} {TOP - 4}V{number(below + 2)}" stroke="{palette.border}" '
            'stroke-width="1"/>'
        )
        if (power - scale.first) % step == 0:
            yield text(x, TOP - 12, power_text(power), 12, "dim middle")


def power_text(power: int) -> str:
    """Return a power of ten in seconds: `10 µs`, `1 ms`, `100 s`."""
    if power >= 0:
        return f"{10**power} s"
    unit = -(power // 3)
    return f"{10 ** (power + 3 * unit)} {('s', 'ms', 'µs', 'ns')[unit]}"


def bar(day: DayFacts, y: float, scale: Scale, palette: Palette) -> Iterator[str]:
    """Yield a day: its number, its title, its bar and its total."""
    line = y + ROW / 2 + 5
    end = scale.place(day.total) if day.total is not None else LEFT
    total = seconds_text(day.total) if day.total is not None else ""
    note = note_of(day)
    note_width = text_width(note, NOTE_SIZE)
    # Beside the bar if it is short enough, else beside the title.
    is_beside = end + 10 + note_width < FULL - text_width(total, SIZE) - 10
    room = ROOM if is_beside else ROOM - note_width - 8
    title = shortened(day.title, SIZE, room)
    yield text(MARGIN + 20, line, str(day.day), SIZE, "dim", end=True)
    if title:
        yield clipped_text(TITLE, line, title, SIZE, room)
    if note and is_beside:
        yield rect(end + 6, y + 4, note_width + 8, ROW - 8, palette.page)
        yield text(end + 10, line - 0.5, note, NOTE_SIZE, "dim")
    elif note:
        yield text(LEFT - 12, line - 0.5, note, NOTE_SIZE, "dim", end=True)
    if day.total is None:
        return
    x = float(LEFT)
    length = max(1.0, end - LEFT)
    times = (day.parse, day.part1, day.part2)
    for time, color in zip(times, palette[-3:], strict=True):
        if isinstance(time, float) and time > 0:
            width = length * time / day.total
            yield rect(x, y + (ROW - BAR) / 2, width, BAR, color)
            x += width
    yield text(FULL, line, total, SIZE, end=True)


def note_of(day: DayFacts) -> str:
    """Return what is wrong with a day that is not solved, if anything is."""
    words = {
        name: part
        for name, part in (("part 1", day.part1), ("part 2", day.part2))
        if isinstance(part, str)
    }
    if len(words) == sum(part is not None for part in (day.part1, day.part2)):
        return next(iter(words.values()), "")
    return next((f"{name} {word}" for name, word in words.items()), "")
