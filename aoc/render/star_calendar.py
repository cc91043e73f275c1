"""The stars of a year as a calendar: a row for each week; each day has its stars and a time."""

from __future__ import annotations

import calendar
from collections.abc import Sequence
from typing import NamedTuple

from aoc.render.units import seconds_text

__all__ = ["DayStatus", "calendar_text"]

WIDTH = 10
"""Characters for one day."""
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


def calendar_text(
    year: int, name: str | None, days: Sequence[DayStatus], *, color: bool = False
) -> str:
    """Return the calendar of a year for an account, with a heading and the sum of the times."""
    stars = f"{sum(day.stars for day in days)} of {2 * len(days)} stars"
    whose = f", {name}" if name else ""
    heading = paint(f"Advent of Code {year}", "1", color=color)
    lines = [f"{heading}: {stars}{whose}", "", "".join(f"{name:>{WIDTH}}" for name in WEEKDAYS)]
    cells: list[DayStatus | None] = [None] * calendar.weekday(year, 12, 1)
    cells += days
    for start in range(0, len(cells), 7):
        week = cells[start : start + 7]
        lines.append("".join(stars_text(day, color=color) for day in week).rstrip())
        below = "".join(f"{time_text(day):>{WIDTH}}" for day in week).rstrip()
        lines.append(paint(below, "2", color=color) if below else "")
    timed = [day.seconds for day in days if day.seconds is not None]
    if timed:
        count = f"{len(timed)} day{'' if len(timed) == 1 else 's'}"
        lines += ["", f"{count} in {seconds_text(sum(timed))}"]
        if any(day.made_up for day in days):
            lines[-1] += " (~: not on this account's own input)"
    return "\n".join(lines) + "\n"


def stars_text(day: DayStatus | None, *, color: bool) -> str:
    """Return the upper line of a day: its number and its stars."""
    if day is None:
        return " " * WIDTH
    if not day.unlocked:
        return paint(f"{day.day:>{WIDTH - 3}}   ", "2", color=color)
    shown = STARS[day.stars]
    code = "33" if day.stars else "2"
    return f"{day.day:>{WIDTH - 3}} {paint(shown, code, color=color)}"


def time_text(day: DayStatus | None) -> str:
    """Return the time of a day, or an empty text if it has none."""
    if day is None or day.seconds is None:
        return ""
    return ("~" if day.made_up else "") + seconds_text(day.seconds)


def paint(text: str, code: str, *, color: bool) -> str:
    """Return a text in a color, if `color` is set."""
    return f"\x1b[{code}m{text}\x1b[0m" if color else text
