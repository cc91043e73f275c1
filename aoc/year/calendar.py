"""The calendar of a year in a terminal, and the table of when its stars came."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aoc.render.format import after_text, seconds_text
from aoc.render.terminal import painted
from aoc.site.stars import time_between
from aoc.year.overview import MADE_UP, MINE, OTHER, Day, Year

WIDTH, NARROW = 10, 8
"""Characters for one day, and those on a narrow terminal."""
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
NO_ACCOUNT = "no session token and no cached answers, so no star is known: log in with `aoc login`"
STARS = ("☆☆", "★☆", "★★")
TIMES = (3, 11, 11, 11)
COUNTS = (9, 8)
"""The widths of the columns of times, and of two numbers for both parts."""


def calendars(
    years: Sequence[Year], name: str | None, *, columns: int | None = None, times: bool = False
) -> Iterator[str]:
    """Yield the calendars of years for an account; below several, the sum of their stars.

    `columns` is how many characters a line may have, if that is limited. With `times`, the table of
    when the stars came is below each calendar.
    """
    width = NARROW if columns is not None and columns < 7 * WIDTH else WIDTH
    for number, year in enumerate(years):
        yield "\n" if number else ""
        yield from calendar_of(year, name, width)
        yield from star_times(year) if times else ()
    if len(years) > 1:
        possible = sum(2 * len(year.days) for year in years)
        stars = sum(year.stars for year in years)
        yield f"\nAll {len(years)} years: {stars} of {possible} stars\n"


def calendar_of(year: Year, name: str | None, width: int) -> Iterator[str]:
    """Yield the calendar of a year for an account, with a heading and the sum of the times.

    `width` is the number of characters for one day.
    """
    yield painted(f"Advent of Code {year.year}", "1")
    yield f": {year.stars} of {2 * len(year.days)} stars{f', {name}' if name else ''}\n\n"
    yield "".join(f"{name:>{width}}" for name in WEEKDAYS) + "\n"
    for week in year.weeks:
        days = week[: 1 + max(place for place, day in enumerate(week) if day)]
        for day in days:
            yield from stars_of(day, width, is_last=day is days[-1])
        yield "\n"
        times = "".join(f"{time_text(day, width):>{width}}" for day in days)
        yield painted(times.rstrip(), "2")
        yield "\n"
    if year.timed:
        inputs = {day.input for day in year.timed}
        other = " or ".join(kind for kind in (MADE_UP, OTHER) if kind in inputs)
        yield f"\n{year.times_text}{f' (~ = on {other} input)' if other else ''}\n"


def stars_of(day: Day | None, width: int, *, is_last: bool) -> tuple[str, ...]:
    """Return the upper line of a day: its number and its stars; no line ends with blanks."""
    if day is None:
        return (" " * width,)
    number = f"{day.number:>{width - 3}}"
    if not day.is_open:
        return (painted(number if is_last else f"{number}   ", "2"),)
    return f"{number} ", painted(STARS[day.stars], "33" if day.stars else "2")


def time_text(day: Day | None, width: int) -> str:
    """Return the time of a day, or an empty text if it has none."""
    if day is None or day.seconds is None:
        return ""
    text = ("" if day.input == MINE else "~") + seconds_text(day.seconds)
    return text if len(text) < width else text.replace(" ", "")


def star_times(year: Year) -> Iterator[str]:
    """Yield a table with a line for each day that has a star or an attempt.

    Attempts have columns if there is a record of any, and places if there are any.
    """
    days = [day for day in year.days if day.stars or any(day.attempts)]
    if not days:
        yield "\nno star yet, so there is no time to show\n"
        return
    counts: dict[str, Sequence[tuple[int | None, int | None]]] = {
        "attempts": [day.attempts for day in days],
        "places": [day.places for day in days],
    }
    shown = {name: pairs for name, pairs in counts.items() if any(map(any, pairs))}
    above = "".join(f"{name:>{sum(COUNTS)}}" for name in shown)
    yield "\n"
    yield painted(f"{'after the unlock':>{sum(TIMES)}}{above}\n", "2")
    headings = ("day", "part 1", "part 2", "between", *("part 1", "part 2") * len(shown))
    yield painted(row(*headings), "2")
    for day, *pairs in zip(days, *shown.values(), strict=True):
        between = time_between(*day.after)
        numbers = (str(count or "") for pair in pairs for count in pair)
        times = (star_text(day, 1), star_text(day, 2), after_text(between))
        yield row(str(day.number), *times, *numbers)


def row(*cells: str) -> str:
    """Return a line of the table; it does not end with blanks."""
    texts = (f"{cell:>{width}}" for cell, width in zip(cells, TIMES + COUNTS * 2, strict=False))
    return "".join(texts).rstrip() + "\n"


def star_text(day: Day, part: int) -> str:
    """Return when a star came, as far as that is known."""
    if day.late[part - 1]:
        return ">24h"
    return after_text(day.after[part - 1]) or ("unknown" if day.stars >= part else "-")
