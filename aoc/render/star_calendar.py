"""The stars of a year as a calendar: a row for each week; each day has its stars and a time."""

from __future__ import annotations

import calendar
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from aoc.render.format import counted, seconds_text
from aoc.render.terminal import Piece, painted

WIDTH = 10
"""Characters for one day."""
NARROW = 8
"""Characters for one day on a narrow terminal."""
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
NO_ACCOUNT = "no session token and no cached answers, so no star is known: log in with `aoc login`"
STARS = ("☆☆", "★☆", "★★")


class DayStatus(NamedTuple):
    """One day of a calendar: its stars, whether it is unlocked, and its last times in seconds.

    `made_up` means that the times are not from the account's own input. For each part, `after` is
    when its star came, in seconds from the unlock; `late`, whether it is only known that this was
    more than 24 hours; `attempts`, how many answers were sent, 0 if there is no record; and
    `places`, which place that was on a private board.
    """

    day: int
    title: str | None
    stars: int
    unlocked: bool
    parse: float | None = None
    part1: float | None = None
    part2: float | None = None
    made_up: bool = False
    after: tuple[float | None, float | None] = (None, None)
    late: tuple[bool, bool] = (False, False)
    attempts: tuple[int, int] = (0, 0)
    places: tuple[int | None, int | None] = (None, None)

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


def calendars(
    years: Sequence[YearStatus],
    name: str | None,
    *,
    columns: int | None = None,
    below: Callable[[YearStatus], Iterable[Piece]] | None = None,
) -> Iterator[Piece]:
    """Yield the calendars of years for an account; below several, the sum of their stars.

    `columns` is how many characters a line may have, if that is limited. `below` returns what
    stands below the calendar of a year.
    """
    width = NARROW if columns is not None and columns < 7 * WIDTH else WIDTH
    for number, year in enumerate(years):
        yield "\n" if number else ""
        yield from calendar_of(year.year, year.days, name, width)
        yield from below(year) if below else ()
    if len(years) > 1:
        possible = sum(2 * len(year.days) for year in years)
        stars = sum(year.stars for year in years)
        yield f"\nAll {len(years)} years: {stars} of {possible} stars\n"


def calendar_of(
    year: int, days: Sequence[DayStatus], name: str | None, width: int
) -> Iterator[Piece]:
    """Yield the calendar of a year for an account, with a heading and the sum of the times.

    `width` is the number of characters for one day.
    """
    stars = f"{sum(day.stars for day in days)} of {2 * len(days)} stars"
    yield from painted(f"Advent of Code {year}", "1")
    yield f": {stars}{f', {name}' if name else ''}\n\n"
    yield "".join(f"{name:>{width}}" for name in WEEKDAYS) + "\n"
    first = calendar.weekday(year, 12, 1)
    cells = [None] * first + [*days]
    for start in range(0, len(cells), 7):
        week = cells[start : start + 7]
        for day in week:
            yield from stars_of(day, width, is_last=day is week[-1])
        yield "\n"
        yield from painted(
            "".join(f"{time_text(day, width):>{width}}" for day in week).rstrip(), "2"
        )
        yield "\n"
    timed = [day.seconds for day in days if day.seconds is not None]
    if timed:
        count = counted(len(timed), "day")
        made_up = any(day.made_up for day in days)
        note = " (~ = on a made-up input)" if made_up else ""
        yield f"\n{count} in {seconds_text(sum(timed))}{note}\n"


def stars_of(day: DayStatus | None, width: int, *, is_last: bool) -> tuple[Piece, ...]:
    """Return the upper line of a day: its number and its stars; no line ends with blanks."""
    if day is None:
        return (" " * width,)
    number = f"{day.day:>{width - 3}}"
    if not day.unlocked:
        return painted(number if is_last else f"{number}   ", "2")
    return f"{number} ", *painted(STARS[day.stars], "33" if day.stars else "2")


def time_text(day: DayStatus | None, width: int) -> str:
    """Return the time of a day, or an empty text if it has none."""
    if day is None or day.seconds is None:
        return ""
    text = ("~" if day.made_up else "") + seconds_text(day.seconds)
    return text if len(text) < width else text.replace(" ", "")
