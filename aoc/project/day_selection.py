"""DAYS: the words that may be written for days, and the puzzles that a command means by them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence

from aoc.errors import UsageError
from aoc.files import shown_path
from aoc.model.puzzles import (
    FIRST_YEAR,
    Puzzle,
    days_in,
    is_open,
    running_event,
    todays_puzzle,
)
from aoc.project.project import Project
from aoc.project.settings import YEARS, Range

DAY_ITEM = re.compile(r"(?:(\d{4})/)?(?:(\d{1,2})(?:-(\d{1,2}))?|all)", re.ASCII)
YEAR_SPAN = re.compile(r"(\d{4})(?:-(\d{4}))?", re.ASCII)
ADDRESS = re.compile(
    r"(?:https?://)?(?:www\.)?adventofcode\.com/(\d{4})/day/(\d{1,2})(?:[/?#].*)?",
    re.ASCII,
)
"""A puzzle's page, or its input."""
FORMS = "21, 1-5, 1,3,7-9, 2021/21, 2021 (all its days), all, or the file or the address of a day"


class MissingDaysError(UsageError):
    """Some of the days that were asked for are not there.

    `errors` has one for each item of DAYS without a day; `others` are the days that are there.
    """

    def __init__(self, errors: Sequence[UsageError], others: list[Puzzle]) -> None:
        super().__init__(str(errors[0]))
        self.errors = errors
        self.others = others


def select_one_puzzle(
    project: Project,
    day: str | None,
    year: int | None,
    command: str,
    *,
    runs: bool = False,
) -> Puzzle:
    """Return the puzzle that DAY means to a command that takes one; it needs no module.

    `runs` is as in `select_puzzles`. Raises `UsageError`.
    """
    words = [day] if day else []
    puzzles = select_puzzles(
        project, words, year, command, with_module=False, runs=runs
    )
    if len(puzzles) > 1:
        example = f"`aoc {command} {puzzles[0]}`"
        raise UsageError(
            f"`aoc {command}` takes one day: write, for example, {example}"
        )
    return puzzles[0]


def select_puzzles(
    project: Project,
    words: Iterable[str],
    year: int | None,
    command: str,
    *,
    with_module: bool = True,
    runs: bool = True,
) -> list[Puzzle]:
    """Return the puzzles that DAYS means, in order, each once. Raises `UsageError`.

    `words` are DAYS, and `year` is the option for days without one; `command` is the name of the
    command in messages. Where puzzles are needed `with_module`, a single day must be in `days/`,
    and of several, the days that are not there are left out. Else the days that are still locked
    are left out of several. If the command `runs` days, a day without a year is refused where only
    other years have it in `days/`.

    `all` is the year, or with layouts in the settings every year, unless one is chosen. For no
    word, see `usual_puzzle`. Raises `MissingDaysError` if an item of DAYS has no day.
    """
    words = [word for word in words if word]
    has_option = year is not None
    asks_all = with_module and "all" in words
    if asks_all and project.own_layouts and project.chosen_year(year) is None:
        every_year = ",".join(map(str, project.years()))
        for number, word in enumerate(words):
            if word == "all":
                words[number] = every_year
    year = project.year(year)
    refuse_two_meanings(words)
    items = items_of(project, words) or [str(usual_puzzle(project, year))]
    selected: list[Puzzle] = []
    missing = []
    for item in items:
        puzzles = puzzles_of(project, item, year, command)
        try:
            if runs and not has_option:
                refuse_day_elsewhere(project, puzzles, item, command)
            if with_module:
                puzzles = puzzles_with_module(project, puzzles, item)
        except UsageError as error:
            missing.append(error)
            continue
        if not with_module:
            unlocked = [puzzle for puzzle in puzzles if is_open(puzzle)]
            # Where all are locked, the command says when they unlock.
            puzzles = unlocked or puzzles
        selected += puzzles
    selected = list(dict.fromkeys(selected))
    if missing:
        raise MissingDaysError(missing, selected)
    return selected


def without_days(
    project: Project, puzzles: Sequence[Puzzle], words: Iterable[str]
) -> list[Puzzle]:
    """Return puzzles without those that words of DAYS mean; a day without a year is of each year.

    Raises `UsageError` for a wrong word, and if no puzzle is left.
    """
    left = list(puzzles)
    for item in items_of(project, words):
        # A day without a year is looked for in the first one, which has all from 1 to 25.
        named = puzzles_of(project, item, FIRST_YEAR, "run")
        if re.match(r"[0-9]{4}", item):
            left = [puzzle for puzzle in left if puzzle not in named]
        else:
            left = [one for one in left if one._replace(year=FIRST_YEAR) not in named]
    if not left:
        raise UsageError(
            "--exclude leaves no day to run: exclude fewer, or name more days"
        )
    return left


def items_of(project: Project, words: Iterable[str]) -> list[str]:
    """Return the items of DAYS, each with the day in place of its file or its address."""
    items: list[str] = []
    for word in words:
        items += [item for item in named_day(project, word).split(",") if item]
    return items


def refuse_two_meanings(words: Sequence[str]) -> None:
    """Raise `UsageError` for a year and a day: they may be one day, or a whole year and a day."""
    days = [word for word in words if re.fullmatch(r"[0-9]{1,2}", word)]
    years = [word for word in words if re.fullmatch(r"[0-9]{4}", word)]
    if len(words) == 2 and days and years:
        raise UsageError(
            f"{' '.join(words)} can mean two things: write {years[0]}/{days[0]} for that day, or "
            f"{years[0]},{days[0]} for the whole year and the day"
        )


def usual_puzzle(project: Project, year: int) -> Puzzle:
    """Return the puzzle that a command takes without DAYS.

    It is today's puzzle while puzzles unlock, else the newest day in `days/`. Where `days/` has
    none of the year, it is the last day of the event that is running. Raises `UsageError`.
    """
    today = todays_puzzle()
    if today and today.year == year:
        return today
    puzzles = project.puzzles(year)
    if puzzles:
        return puzzles[-1]
    # From the day after the last puzzle until the end of December.
    if year == running_event():
        return Puzzle(year, days_in(year))
    raise UsageError(
        f"no puzzle unlocks today, and no day of {year} is in days/: name a day, such as "
        f"1 or {year}/1, or create one with `aoc new DAY`"
    )


def names_file(word: str) -> bool:
    """Return whether a word is the path of a file: in Python, or else one that is there."""
    return word.endswith((".py", ".ipynb")) or ("." in word and os.path.isfile(word))


def named_day(project: Project, word: str) -> str:
    """Return DAYS with the day in place of a file or an address. Raises `UsageError`."""
    address = ADDRESS.fullmatch(word)
    if address:
        return f"{address[1]}/{address[2]}"
    if not names_file(word):
        return word
    puzzle = project.puzzle_of(word)
    if puzzle is None:
        raise UsageError(
            f"{word} is not a day of this project: name days/yearYYYY/dayDD.py or its tests"
        )
    return str(puzzle)


def puzzles_of(project: Project, item: str, default: int, command: str) -> list[Puzzle]:
    """Return all puzzles of one item of DAYS, such as `1-5` or `2021`. Raises `UsageError`.

    `default` is the year of an item that names none; `command` is for the messages.
    """
    span = YEAR_SPAN.fullmatch(item)
    if span:
        puzzles = []
        for year in years_in_span(span):
            puzzles += [Puzzle(year, day) for day in range(1, days_in(year) + 1)]
        return puzzles
    match = DAY_ITEM.fullmatch(item)
    if not match:
        raise UsageError(f"{item!r} is not a day: write {FORMS}")
    year = check_year(int(match[1] or default))
    # `all` has no numbers.
    first_number = int(match[2] or 1)
    second_number = int(match[3] or match[2] or days_in(year))
    # People may write 5-1 as well.
    first, last = sorted((first_number, second_number))
    for day in (first, last):
        if 1 <= day <= days_in(year):
            continue
        text = f"{year} has no day {day} (days 1 to {days_in(year)})"
        elsewhere = days_elsewhere(project, [day], item.removeprefix(f"{year}/"))
        if elsewhere:
            text += f", but days/ has {', '.join(elsewhere)}: `aoc {command} {elsewhere[-1]}`"
        raise UsageError(text)
    return [Puzzle(year, day) for day in range(first, last + 1)]


def years_in_span(span: re.Match[str]) -> range:
    """Return the years of a match of `YEAR_SPAN`. Raises `UsageError` if they had no event."""
    first, last = sorted((int(span[1]), int(span[2] or span[1])))
    return range(check_year(first), last + 1)


def days_elsewhere(project: Project, days: Sequence[int], item: str) -> list[str]:
    """Return an item of DAYS with each year in `days/` that has one of its days: `2021/21`."""
    items = []
    for year in project.years():
        if any(project.has_day(Puzzle(year, day)) for day in days):
            items.append(str(year) if item == "all" else f"{year}/{item}")
    return items


def refuse_day_elsewhere(
    project: Project, puzzles: Sequence[Puzzle], item: str, command: str
) -> None:
    """Raise `UsageError` for an item without a year, if only other years have it in `days/`.

    Nobody is to run another year's day in December without noticing it.
    """
    match = DAY_ITEM.fullmatch(item)
    names_no_year = match is not None and match[1] is None
    # If one of the days is there, the year is right.
    if not names_no_year or any(map(project.has_day, puzzles)):
        return
    elsewhere = days_elsewhere(project, [puzzle.day for puzzle in puzzles], item)
    if not elsewhere:
        return
    missing = str(puzzles[0])
    if len(puzzles) > 1:
        missing = f"{item} of {puzzles[0].year}"
    raise UsageError(
        f"no solver for {missing}, but days/ has {', '.join(elsewhere)}: "
        f"`aoc {command} {elsewhere[-1]}`, or create {puzzles[0]} with `aoc new {puzzles[0]}`"
    )


def puzzles_with_module(
    project: Project, puzzles: Sequence[Puzzle], item: str
) -> list[Puzzle]:
    """Return the puzzles of an item of DAYS that have a module in `days/`.

    Raises `UsageError` if none has.
    """
    solved = [puzzle for puzzle in puzzles if project.has_day(puzzle)]
    if solved:
        return solved
    missing = item if len(puzzles) > 1 else puzzles[0]
    path = shown_path(project.day_path(puzzles[0]))
    raise UsageError(
        f"no solver for {missing}, because {path} does not exist: "
        f"create it with `aoc new {puzzles[0]}`"
    )


def select_years(
    project: Project, words: Iterable[str], option: int | None
) -> list[int]:
    """Return the years that YEARS means, oldest first; `all` are those in `days/`.

    No word means the year of days without one. Raises `UsageError`.
    """
    years: set[int] = set()
    for word in words:
        span = YEAR_SPAN.fullmatch(word)
        if word == "all":
            years.update(project.years())
        elif span:
            years.update(years_in_span(span))
        else:
            raise UsageError(f"{word!r} is not a year: write 2021, 2015-2024, or all")
    return sorted(years) or [project.year(option)]


def check_year(year: int) -> int:
    """Return a year. Raises `UsageError` if it had no event."""
    if not YEARS.takes(year):
        raise UsageError(f"there was no event in {year}: the first was in {FIRST_YEAR}")
    return year


def require_day(year: int, day: object) -> None:
    """Raise `UsageError` for a value that is not the number of a day of an event."""
    if not Range(1, days_in(year)).takes_whole(day):
        raise UsageError(
            f"{year} has no day {day!r}: choose one from 1 to {days_in(year)}"
        )


def require_module(project: Project, puzzle: Puzzle) -> Puzzle:
    """Return the puzzle if it has a module in `days/`, else raise `UsageError`."""
    return puzzles_with_module(project, [puzzle], str(puzzle))[0]
