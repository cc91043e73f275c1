"""The stars of a year as a calendar: a row for each week; each day has its stars and a time."""

from __future__ import annotations

import calendar
from collections.abc import Sequence
from typing import NamedTuple

from aoc.render.units import seconds_text

__all__ = ["DayStatus", "YearStatus", "calendars_text"]

WIDTH = 10
"""Characters for one day."""
NARROW = 8
"""Characters for one day on a narrow terminal."""
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
STARS = ("☆☆", "★☆", "★★")


class DayStatus(NamedTuple):
    """One day of a calendar: its stars, whether it is unlocked, and its last times in seconds.

    `made_up` means that the times are not from the account's own input.
    """

    day: int
    title: str | None
    stars: int
    unlocked: bool
    parse: float | None = None
    part1: float | None = None
    part2: float | None = None
    made_up: bool = False

    @property
    def seconds(self) -> float | None:
        """The sum of the times that there are."""
        times = [time for time in (self.parse, self.part1, self.part2) if time is not None]
        return sum(times) if times else None


class YearStatus(NamedTuple):
    """One year, with all its days."""

    year: int
    days: Sequence[DayStatus]

    @property
    def stars(self) -> int:
        """The number of stars."""
        return sum(day.stars for day in self.days)


def calendars_text(
    years: Sequence[YearStatus],
    name: str | None,
    *,
    columns: int | None = None,
    color: bool = False,
) -> str:
    """Return the calendars of years for an account; below several, the sum of their stars.

    `columns` is how many characters a line may have, if that is limited.
    """
    width = NARROW if columns is not None and columns < 7 * WIDTH else WIDTH
    texts = [calendar_text(year, days, name, width=width, color=color) for year, days in years]
    if len(years) > 1:
        possible = sum(2 * len(year.days) for year in years)
        stars = sum(year.stars for year in years)
        texts.append(f"All {len(years)} years: {stars} of {possible} stars\n")
    return "\n".join(texts)


def calendar_text(
    year: int, days: Sequence[DayStatus], name: str | None, *, width: int, color: bool
) -> str:
    """Return the calendar of a year for an account, with a heading and the sum of the times.

    `width` is the number of characters for one day.
    """
    stars = f"{sum(day.stars for day in days)} of {2 * len(days)} stars"
    whose = f", {name}" if name else ""
    heading = paint(f"Advent of Code {year}", "1", color=color)
    lines = [f"{heading}: {stars}{whose}", "", "".join(f"{name:>{width}}" for name in WEEKDAYS)]
    cells: list[DayStatus | None] = [None] * calendar.weekday(year, 12, 1)
    cells += days
    for start in range(0, len(cells), 7):
        week = cells[start : start + 7]
        lines.append("".join(stars_text(day, width, color=color) for day in week).rstrip())
        below = "".join(f"{time_text(day, width):>{width}}" for day in week).rstrip()
        lines.append(paint(below, "2", color=color) if below else "")
    timed = [day.seconds for day in days if day.seconds is not None]
    if timed:
        count = f"{len(timed)} day{'' if len(timed) == 1 else 's'}"
        lines += ["", f"{count} in {seconds_text(sum(timed))}"]
        if any(day.made_up for day in days):
            lines[-1] += " (~ = on a made-up input)"
    return "\n".join(lines) + "\n"


def stars_text(day: DayStatus | None, width: int, *, color: bool) -> str:
    """Return the upper line of a day: its number and its stars."""
    if day is None:
        return " " * width
    if not day.unlocked:
        return paint(f"{day.day:>{width - 3}}   ", "2", color=color)
    shown = STARS[day.stars]
    code = "33" if day.stars else "2"
    return f"{day.day:>{width - 3}} {paint(shown, code, color=color)}"


def time_text(day: DayStatus | None, width: int) -> str:
    """Return the time of a day, or an empty text if it has none."""
    if day is None or day.seconds is None:
        return ""
    text = ("~" if day.made_up else "") + seconds_text(day.seconds)
    return text if len(text) < width else text.replace(" ", "")


def paint(text: str, code: str, *, color: bool) -> str:
    """Return a text in a color, if `color` is set."""
    return f"\x1b[{code}m{text}\x1b[0m" if color else text
