"""When the stars of a year came after the unlock, their places, and the answers, as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aoc.render.star_calendar import DayStatus, YearStatus
from aoc.render.terminal import Piece, painted
from aoc.site.stars import time_between

LATE = ">24h"
UNKNOWN = "unknown"
NO_STAR = "-"
DAY = 24 * 60 * 60
MANY_DAYS = 100
"""From how many days on the hours are left out."""
TIMES = (3, 11, 11, 11)
COUNTS = (9, 8)
"""The widths of the columns of times, and of two numbers for both parts."""


def star_times_table(year: YearStatus) -> Iterator[Piece]:
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
    yield from painted(f"{'after the unlock':>{sum(TIMES)}}{above}\n", "2")
    headings = ("day", "part 1", "part 2", "between", *("part 1", "part 2") * len(shown))
    yield from painted(row(*headings), "2")
    for day, *pairs in zip(days, *shown.values(), strict=True):
        times = (star_text(day, part) for part in (1, 2))
        numbers = (str(count or "") for pair in pairs for count in pair)
        yield row(str(day.day), *times, between_text(day), *numbers)


def row(*cells: str) -> str:
    """Return a line of the table; it does not end with blanks."""
    texts = (f"{cell:>{width}}" for cell, width in zip(cells, TIMES + COUNTS * 2, strict=False))
    return "".join(texts).rstrip() + "\n"


def star_text(day: DayStatus, part: int) -> str:
    """Return when a star came, as far as that is known."""
    after = day.after[part - 1]
    if after is not None:
        return after_text(after)
    if day.late[part - 1]:
        return LATE
    return UNKNOWN if day.stars >= part else NO_STAR


def between_text(day: DayStatus) -> str:
    """Return the time between the two stars of a day; empty if it is not known."""
    between = time_between(*day.after)
    return "" if between is None else after_text(between)


def after_text(seconds: float) -> str:
    """Format a time: `00:10:00`, from a day on `2d 03:10`, from a hundred days on `812d`."""
    days, rest = divmod(int(seconds), DAY)
    hours, minutes = rest // 3600, rest // 60 % 60
    if days >= MANY_DAYS:
        return f"{days}d"
    if days:
        return f"{days}d {hours:02}:{minutes:02}"
    return f"{hours:02}:{minutes:02}:{rest % 60:02}"
