"""The picture of a year's calendar: a cell for each day, with its stars and its time."""

from __future__ import annotations

import calendar
from collections.abc import Iterator

from aoc.model import Puzzle, days_in
from aoc.pictures.captions import basis_text, day_words, days_words, stars_words
from aoc.pictures.svg_elements import document, number, rect, star, text, text_width
from aoc.pictures.themes import Palette
from aoc.pictures.year_facts import DayFacts, YearFacts, json_of
from aoc.render.format import seconds_text

WIDTH = 760
MARGIN = 20
CELL, CELL_HEIGHT, GAP = 96, 70, 8
PADDING = 11
TIME_SIZE = 16
TOP = 106
"""Where the first week begins."""
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def calendar_picture(facts: YearFacts, palette: Palette) -> str:
    """Return the calendar of a year as SVG; the same for the same facts."""
    weeks = -(-(first_weekday(facts.year) + days_in(facts.year)) // 7)
    below = TOP + weeks * (CELL_HEIGHT + GAP) - GAP
    return document(
        WIDTH,
        below + (MARGIN if facts.stars else 46),
        palette,
        title=f"Advent of Code {facts.year}: {stars_words(facts)}",
        description=" ".join(day_words(facts, day) for day in shown_days(facts)),
        metadata=json_of(facts),
        body=[*heading(facts, palette), *cells(facts, palette), *legend(facts, palette, below)],
    )


def calendar_alt(facts: YearFacts) -> str:
    """Return the text in place of the picture, for who cannot see it."""
    return f"Calendar of Advent of Code {facts.year}: {stars_words(facts)}; {days_words(facts)}"


def first_weekday(year: int) -> int:
    """Return the weekday of 1 December; 0 is a Monday."""
    return calendar.weekday(year, 12, 1)


def shown_days(facts: YearFacts) -> list[int]:
    """Return the days that have a module or a star."""
    return sorted({*(day.day for day in facts.days), *(facts.stars or ())})


def heading(facts: YearFacts, palette: Palette) -> Iterator[str]:
    """Yield the lines above the weeks."""
    yield text(MARGIN + 2, 42, f"Advent of Code {facts.year}", 20, "bold")
    yield text(MARGIN + 2, 66, basis_text(facts), 14, "dim")
    yield text(WIDTH - MARGIN - 2, 42, stars_words(facts), 16, end=True)
    for number_, name in enumerate(WEEKDAYS):
        x = MARGIN + number_ * (CELL + GAP) + CELL / 2
        yield text(x, TOP - 10, name, 12, "dim middle")


def cells(facts: YearFacts, palette: Palette) -> Iterator[str]:
    """Yield the cells of all days."""
    known = {day.day: day for day in facts.days}
    for day in range(1, days_in(facts.year) + 1):
        week, weekday = divmod(first_weekday(facts.year) + day - 1, 7)
        x = MARGIN + weekday * (CELL + GAP)
        y = TOP + week * (CELL_HEIGHT + GAP)
        yield from cell(facts, Puzzle(facts.year, day), known.get(day), palette, x, y)


def cell(
    facts: YearFacts, puzzle: Puzzle, day: DayFacts | None, palette: Palette, x: float, y: float
) -> Iterator[str]:
    """Yield a day: its number, its stars or solved parts, and its time."""
    marks = marks_of(facts, puzzle, day)
    is_there = day is not None or any(marks)
    stroke = f'stroke="{palette.accent if marks and all(marks) else palette.border}"'
    fill = palette.done if marks and all(marks) else palette.cell if is_there else palette.page
    if marks and all(marks):
        stroke += ' stroke-opacity=".45"'
    elif not is_there:
        stroke += ' stroke-dasharray="3 4"'
    yield rect(x + 0.5, y + 0.5, CELL - 1, CELL_HEIGHT - 1, fill, radius=8, more=stroke)
    yield text(x + PADDING, y + 26, str(puzzle.day), 17, "bold" if is_there else "dim")
    for place, is_full in enumerate(reversed(marks)):
        yield mark(x + CELL - 17 - 19 * place, y + 19.5, palette, is_full, facts.stars is not None)
    if day is not None:
        yield time_text(day, x + PADDING, y + 55)


def marks_of(facts: YearFacts, puzzle: Puzzle, day: DayFacts | None) -> tuple[bool, ...]:
    """Return for each star, or without an account for each part, whether it is there."""
    if facts.stars is not None:
        count = facts.stars.get(puzzle.day, 0)
        return (count > 0, count > 1) if count or day is not None else ()
    return day.solved if day is not None else ()


def mark(x: float, y: float, palette: Palette, is_full: bool, is_star: bool) -> str:
    """Return a star, or the dot of a part; an outline if it is not there yet."""
    paint = f'fill="{palette.accent}"'
    if not is_full:
        paint = f'fill="none" stroke="{palette.dim}" stroke-width="1.2"'
    if is_star:
        return star(x, y, 8 if is_full else 7.4, paint)
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{5.5 if is_full else 4.9}" {paint}/>'


def time_text(day: DayFacts, x: float, y: float) -> str:
    """Return the time of a day, or the word in place of it."""
    if day.total is None:
        return text(x, y, next((part for part in day[3:] if isinstance(part, str)), ""), 13, "dim")
    shown = seconds_text(day.total)
    fits = text_width(shown, TIME_SIZE) <= CELL - 2 * PADDING
    return text(x, y, shown, TIME_SIZE if fits else 12)


def legend(facts: YearFacts, palette: Palette, below: float) -> Iterator[str]:
    """Yield what the dots mean; stars need no words."""
    if facts.stars is None:
        y = below + 26
        yield mark(MARGIN + 8, y - 4.5, palette, is_full=True, is_star=False)
        yield text(MARGIN + 20, y, "a solved part", 13, "dim")
        yield mark(MARGIN + 138, y - 4.5, palette, is_full=False, is_star=False)
        yield text(MARGIN + 150, y, "a part that is not solved", 13, "dim")
