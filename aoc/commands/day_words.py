"""Reading DAYS: the words `21`, `1-5`, `1,3,7-9`, `2021/21`, `2021`, `2015-2021` and `all`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import click

from aoc.errors import UsageError
from aoc.puzzles import FIRST_YEAR, Puzzle, days_in
from aoc.settings import YEARS, Range

__all__ = ["YEAR", "DayRange", "parse_day", "parse_item", "require_day", "split_days"]

DAY = re.compile(r"(?:(\d{4})/)?(?:(\d{1,2})(?:-(\d{1,2}))?|(all))", re.ASCII)
SPAN = re.compile(r"(\d{4})(?:-(\d{4}))?", re.ASCII)
FORMS = "21, 1-5, 1,3,7-9, 2021/21, 2021 (all its days), all, or the file of a day"
ONE_AT_A_TIME = {
    "new": "creates",
    "open": "opens",
    "read": "shows",
    "submit": "submits",
    "watch": "runs",
}
"""What the commands do that take one day."""


class Year(click.ParamType[int]):
    """The year of an event."""

    name = "year"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Read a year."""
        text = str(value)
        if not re.fullmatch(r"[0-9]{4}", text):
            self.fail(f"{text!r} is not a year: write one such as 2021", param, ctx)
        try:
            return check_year(int(text))
        except UsageError as error:
            self.fail(str(error), param, ctx)


YEAR = Year()


class DayRange(NamedTuple):
    """Days of one year, from the first to the last."""

    year: int
    first: int
    last: int

    @property
    def puzzles(self) -> list[Puzzle]:
        """All puzzles of the range."""
        return [Puzzle(self.year, day) for day in range(self.first, self.last + 1)]

    @property
    def is_one(self) -> bool:
        """Whether this is a single day."""
        return self.first == self.last


def parse_day(word: str, default: int, command: str) -> Puzzle:
    """Parse DAY of a command that takes one day: return its puzzle.

    `default` is the year where DAY names none. Raises `UsageError`, with a sentence of the
    command where DAY is several days.
    """
    items = [item for item in word.split(",") if item]
    if len(items) == 2 and SPAN.fullmatch(items[0]) and re.fullmatch(r"[0-9]{1,2}", items[1]):
        example = "/".join(items)
    else:
        ranges = [days for item in items for days in parse_item(item, default, "21 or 2021/21")]
        if len(ranges) == 1 and ranges[0].is_one:
            return ranges[0].puzzles[0]
        year, first, _ = ranges[0] if ranges else DayRange(default, 1, 1)
        example = str(first) if year == default and "/" not in word else f"{year}/{first}"
    raise UsageError(
        f"`aoc {command}` {ONE_AT_A_TIME[command]} one day at a time: write, for example, "
        f"`aoc {command} {example}`"
    )


def split_days(words: Iterable[str], year: int | None = None) -> list[str]:
    """Split DAYS at the commas.

    `year` is the option `--year`. Raises `UsageError` where it contradicts every item, and where
    a year stands beside a day as if the day were of that year.
    """
    words = [word for word in words if word]
    items = [item for word in words for item in word.split(",") if item]
    named = [match[1] for item in items if (match := re.match(r"([0-9]{4})(?![0-9])", item))]
    if items and len(named) == len(items) and year is not None and str(year) not in named:
        raise UsageError(
            f"{items[0]} and --year {year} name different years: leave out --year, or fix it"
        )
    days = [word for word in words if re.fullmatch(r"[0-9]{1,2}", word)]
    years = [word for word in words if re.fullmatch(r"[0-9]{4}", word)]
    if len(words) == 2 and days and years:
        raise UsageError(
            f"{' '.join(words)} can mean two things: write {years[0]}/{days[0]} for that day, or "
            f"{years[0]},{days[0]} for the whole year and the day"
        )
    return items


def parse_item(word: str, default: int, forms: str = FORMS) -> list[DayRange]:
    """Parse one item of DAYS, such as `1-5` or `2021`: return its days, a range for each year.

    `default` is the year of an item that names none; `forms` is what may be written instead.
    Raises `UsageError`.
    """
    years = SPAN.fullmatch(word)
    if years:
        first, last = int(years[1]), int(years[2] or years[1])
        if first > last:
            raise UsageError(f"{word} runs backwards: write {last}-{first}")
        check_year(first)
        return [DayRange(year, 1, days_in(year)) for year in range(first, last + 1)]
    match = DAY.fullmatch(word)
    if not match:
        raise UsageError(f"{word!r} is not a day: write {forms}")
    year = check_year(int(match[1] or default))
    if match[4]:
        return [DayRange(year, 1, days_in(year))]
    first, last = int(match[2]), int(match[3] or match[2])
    for day in (first, last):
        if not 1 <= day <= days_in(year):
            raise UsageError(f"{year} has no day {day} (days 1 to {days_in(year)})")
    if first > last:
        prefix = f"{match[1]}/" if match[1] else ""
        raise UsageError(f"{word} runs backwards: write {prefix}{last}-{first}")
    return [DayRange(year, first, last)]


def check_year(year: int) -> int:
    """Return a year. Raises `UsageError` if it had no event."""
    if not YEARS.takes(year):
        raise UsageError(f"there was no event in {year}: the first was in {FIRST_YEAR}")
    return year


def require_day(year: int, day: object) -> None:
    """Raise `UsageError` for what is not the number of a day of an event."""
    if not Range(1, days_in(year)).takes_whole(day):
        raise UsageError(f"{year} has no day {day!r}: choose one from 1 to {days_in(year)}")
