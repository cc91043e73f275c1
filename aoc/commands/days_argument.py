"""DAYS: what may be written for days, and the puzzles that a command means by it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import click

from aoc.errors import UsageError
from aoc.model import (
    FIRST_YEAR,
    Puzzle,
    Value,
    days_in,
    now,
    running_event,
    todays_puzzle,
    unlock_time,
)
from aoc.project import (
    YEARS,
    Project,
    Range,
    day_path,
    has_module,
    misnamed_module,
    puzzle_of,
    shown_path,
)

T = TypeVar("T")
DAY = re.compile(r"(?:(\d{4})/)?(?:(\d{1,2})(?:-(\d{1,2}))?|(all))", re.ASCII)
SPAN = re.compile(r"(\d{4})(?:-(\d{4}))?", re.ASCII)
ADDRESS = re.compile(
    r"(?:https?://)?(?:www\.)?adventofcode\.com/(\d{4})/day/(\d{1,2})(?:[/?#].*)?", re.ASCII
)
"""A puzzle's page, or its input."""
FORMS = "21, 1-5, 1,3,7-9, 2021/21, 2021 (all its days), all, or the file or the address of a day"
ONE_AT_A_TIME = {
    "new": "creates",
    "open": "opens",
    "read": "shows",
    "show": "plays",
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


class DayRange(Value):
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


def select_runnable_puzzles(
    project: Project, words: Iterable[str], year: int | None = None
) -> list[Puzzle]:
    """Return the puzzles that DAYS means to a command that runs them.

    `words` are DAYS, and `year` is the option `--year`. A single day must have a module in
    `days/`; of more, the days without a module are left out. Raises `UsageError`.
    """
    return select(runnable_puzzles_in, project, words, year)


def select_any_puzzles(
    project: Project, words: Iterable[str], year: int | None = None
) -> list[Puzzle]:
    """Return the puzzles that DAYS means to a command that runs nothing, such as `aoc fetch`.

    They need no module in `days/`; otherwise `words` mean the same as to
    `select_runnable_puzzles`. Raises `UsageError`.
    """
    return select(puzzles_in, project, words, year)


def select_plugin_puzzles(
    project: Project, words: Iterable[str], year: int | None = None
) -> list[Puzzle]:
    """Return the puzzles that DAYS means to a command that runs solver plugins.

    They need no module in `days/`; of a range, the days that are still locked are left out. No
    word can mean the last puzzle of a year of which `days/` has none. Raises `UsageError`.
    """
    return select(unlocked_puzzles_in, project, words, year)


def select_one_puzzle(project: Project, day: str | None, year: int | None, command: str) -> Puzzle:
    """Return the puzzle that DAY means to a command that takes one; it needs no module.

    Raises `UsageError`, with a sentence of the command where DAY is more than one day.
    """
    if day is None:
        [puzzle] = select_any_puzzles(project, (), year)
        return puzzle
    items = split_days(named_days(project, [day]), year)
    default = project.year(year)
    if len(items) == 2 and SPAN.fullmatch(items[0]) and re.fullmatch(r"[0-9]{1,2}", items[1]):
        example = "/".join(items)
    else:
        ranges = [
            days for item in items for days in parse_item(project, item, default, "21 or 2021/21")
        ]
        if len(ranges) == 1 and ranges[0].is_one:
            return ranges[0].puzzles[0]
        year, first, _ = ranges[0] if ranges else DayRange(default, 1, 1)
        example = str(first) if year == default and "/" not in day else f"{year}/{first}"
    raise UsageError(
        f"`aoc {command}` {ONE_AT_A_TIME[command]} one day at a time: write, for example, "
        f"`aoc {command} {example}`"
    )


def select(
    find: Callable[[Project, str, int], list[Puzzle]],
    project: Project,
    words: Iterable[str],
    option: int | None,
) -> list[Puzzle]:
    """Return the puzzles that `find` returns for the items of DAYS, in order, each once.

    No word means today's puzzle while puzzles unlock, else the newest day in `days/`. Where
    `days/` has none of the year, it is the last day of the event that is running.
    """
    year = project.year(option)
    items = split_days(named_days(project, words), option)
    if not items:
        today, newest = todays_puzzle(), project.puzzles(year)[-1:]
        if today and today.year == year:
            newest = [today]
        elif not newest and (year == running_event() or find is unlocked_puzzles_in):
            newest = [Puzzle(year, days_in(year))]
        elif not newest:
            raise UsageError(
                f"no puzzle unlocks today, and no day of {year} is in days/: name a day, such as "
                f"1 or {year}/1, or create one with `aoc new DAY`"
            )
        items = [str(newest[0])]
    return list(dict.fromkeys(puzzle for item in items for puzzle in find(project, item, year)))


def named_days(project: Project, words: Iterable[str]) -> list[str]:
    """Return DAYS with the day in place of each file and each address. Raises `UsageError`."""
    found = []
    for word in words:
        address = ADDRESS.fullmatch(word)
        if address:
            word = f"{address[1]}/{address[2]}"
        elif word.endswith(".py"):
            puzzle = puzzle_of(project.root, word)
            if puzzle is None:
                raise UsageError(
                    f"{word} is not a day of this project: name days/yearYYYY/dayDD.py or its tests"
                )
            word = str(puzzle)
        found.append(word)
    return found


def words_for_all_years(project: Project) -> list[str]:
    """Return what DAYS would be for all years in `days/`. Raises `UsageError` if there is none."""
    years = project.years()
    if not years:
        raise UsageError(
            "--all-years means the years in days/, and there is none: name years, such as 2015-2024"
        )
    return [str(year) for year in years]


def day_argument(function: Callable[..., T]) -> Callable[..., T]:
    """Add the argument DAY to a command that takes one day; it is passed on as a text."""
    return click.argument("day", nargs=-1, metavar="[DAY]", callback=join_words)(function)


def join_words(context: click.Context, param: click.Parameter, words: Sequence[str]) -> str | None:
    """Return the words of DAY as one item: `select_one_puzzle` raises an error for several days."""
    return ",".join(words) or None


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


def puzzles_in(project: Project, word: str, default: int) -> list[Puzzle]:
    """Return the puzzles of one item of DAYS. Raises `UsageError`."""
    return [puzzle for days in parse_item(project, word, default) for puzzle in days.puzzles]


def unlocked_puzzles_in(project: Project, word: str, default: int) -> list[Puzzle]:
    """Return the puzzles of one item of DAYS: a single day, or what is unlocked of a range.

    Raises `UsageError` if that is none.
    """
    puzzles = puzzles_in(project, word, default)
    found = [puzzle for puzzle in puzzles if unlock_time(puzzle) <= now()]
    if len(puzzles) == 1 or found:
        return found or puzzles
    raise UsageError(f"no day of {word!r} in {puzzles[0].year} is unlocked yet: try again later")


def runnable_puzzles_in(project: Project, word: str, default: int) -> list[Puzzle]:
    """Return the puzzles of one item of DAYS that have a module. Raises `UsageError` if none."""
    ranges = parse_item(project, word, default)
    if len(ranges) == 1 and ranges[0].is_one:
        return [require_module(project, ranges[0].puzzles[0])]
    found = [
        puzzle
        for year, first, last in ranges
        for puzzle in project.puzzles(year)
        if first <= puzzle.day <= last
    ]
    if not found:
        check_names(project, (puzzle for days in ranges for puzzle in days.puzzles))
        year, first, _ = ranges[0]
        of_year = "" if str(year) in word else f" of {year}"
        years = ", ".join(map(str, project.years()))
        others = f", or write a year that is in days/: {years}" if years else ""
        raise UsageError(
            f"no day of {word!r}{of_year} is in days/ yet: create one with "
            f"`aoc new {year}/{first}`{others}"
        )
    return found


def parse_item(project: Project, word: str, default: int, forms: str = FORMS) -> list[DayRange]:
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
            text = f"{year} has no day {day} (days 1 to {days_in(year)})"
            others = [
                str(other)
                for other in project.years()
                if Puzzle(other, day) in project.puzzles(other)
            ]
            if others:
                text += f", but days/ has day {day} of {', '.join(others)}: write {others[-1]}/"
                text += word.removeprefix(f"{year}/")
            raise UsageError(text)
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


def require_module(project: Project, puzzle: Puzzle) -> Puzzle:
    """Return the puzzle if it has a module in `days/`, else raise `UsageError`."""
    if not has_module(project.root, puzzle):
        check_names(project, [puzzle])
        shown = shown_path(day_path(project.root, puzzle))
        raise UsageError(
            f"no solver for {puzzle}, because {shown} does not exist: create it with "
            f"`aoc new {puzzle}`"
        )
    return puzzle


def check_names(project: Project, puzzles: Iterable[Puzzle]) -> None:
    """Raise `UsageError` if the module of one of these puzzles has another name than it should."""
    for puzzle in puzzles:
        other = misnamed_module(project.root, puzzle)
        if other:
            right = os.path.basename(day_path(project.root, puzzle))
            raise UsageError(
                f"{shown_path(other)} is not found as the solver for {puzzle}: rename it to "
                f"{right}, and its tests to test_{right}"
            )
