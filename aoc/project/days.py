"""DAYS: the words that may be written for days, and the puzzles that a command means by them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from aoc.errors import UsageError
from aoc.files import shown_path
from aoc.model.puzzles import (
    FIRST_YEAR,
    Puzzle,
    current_year,
    days_in,
    local_time,
    now,
    running_event,
    site_date,
    todays_puzzle,
    unlock_time,
)
from aoc.project.project import Project, project_or_folder
from aoc.project.settings import YEARS, Range

DAY = re.compile(r"(?:(\d{4})/)?(?:(\d{1,2})(?:-(\d{1,2}))?|all)", re.ASCII)
SPAN = re.compile(r"(\d{4})(?:-(\d{4}))?", re.ASCII)
ADDRESS = re.compile(
    r"(?:https?://)?(?:www\.)?adventofcode\.com/(\d{4})/day/(\d{1,2})(?:[/?#].*)?",
    re.ASCII,
)
"""A puzzle's page, or its input."""
NOVEMBER = 11
FORMS = "21, 1-5, 1,3,7-9, 2021/21, 2021 (all its days), all, or the file or the address of a day"


def select_one_puzzle(
    project: Project,
    day: str | None,
    year: int | None,
    command: str,
    *,
    runs: bool = False,
) -> Puzzle:
    """Return the puzzle that DAY means to a command that takes one; it needs no module.

    `runs` is that of `select_puzzles`. Raises `UsageError`.
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

    `words` are DAYS, and `year` is that of days without one. A single day must have a module in
    `days/`; of more, the days without a module are left out. For commands that run nothing or a
    plugin, puzzles need none `with_module`; of several, those that are still locked are left out.
    Where the command is about days that it `runs`, one without a year is refused if only other
    years have it in `days/`; `command` is its name in such a message.
    `all` is the year, or with layouts in the settings every year, unless one is chosen. No word
    means today's puzzle while puzzles unlock, else the newest day in `days/`. Where `days/` has
    none of the year, it is the last day of the event that is running.
    """
    words = [word for word in words if word]
    has_option = year is not None
    if with_module and project.own_layouts and project.chosen_year(year) is None:
        words = [
            ",".join(map(str, project.years())) if word == "all" else word
            for word in words
        ]
    year = project.year(year)
    days = [word for word in words if re.fullmatch(r"[0-9]{1,2}", word)]
    years = [word for word in words if re.fullmatch(r"[0-9]{4}", word)]
    if len(words) == 2 and days and years:
        raise UsageError(
            f"{' '.join(words)} can mean two things: write {years[0]}/{days[0]} for that day, or "
            f"{years[0]},{days[0]} for the whole year and the day"
        )
    items = [
        item for word in words for item in named_day(project, word).split(",") if item
    ]
    if not items:
        today, newest = todays_puzzle(), project.puzzles(year)[-1:]
        if today and today.year == year:
            newest = [today]
        elif not newest and year == running_event():
            newest = [Puzzle(year, days_in(year))]
        elif not newest:
            raise UsageError(
                f"no puzzle unlocks today, and no day of {year} is in days/: name a day, such as "
                f"1 or {year}/1, or create one with `aoc new DAY`"
            )
        items = [str(newest[0])]
    found: list[Puzzle] = []
    for item in items:
        puzzles = parse(project, item, year, command)
        if runs and not has_option:
            refuse_day_elsewhere(project, puzzles, item, command)
        if with_module:
            found += puzzles_with_module(project, puzzles, item)
        else:
            found += [
                puzzle for puzzle in puzzles if unlock_time(puzzle) <= now()
            ] or puzzles
    return list(dict.fromkeys(found))


def season_note(words: Sequence[str], *, creates: bool) -> str | None:
    """Return the sentence that a command takes an older year, where DAYS and settings name none.

    There is one from 1 November until the first unlock. `words` are DAYS, and `creates` says
    whether the command creates days. Raises `UsageError` for wrong settings.
    """
    coming, month, _ = site_date()
    if month != NOVEMBER or (words and all(map(names_year, words))):
        return None
    project = project_or_folder()
    if project.chosen_year() is not None:
        return None
    if "all" in words and project.own_layouts:  # which is every year
        return None
    # `aoc new` makes the first day that is missing in the newest event, whatever is in `days/`.
    year = current_year() if creates and not words else project.year()
    if year >= coming:
        return None
    begins = local_time(unlock_time(Puzzle(coming, 1)))
    return f"this is {year}: {coming} begins on {begins}, and `aoc new --wait` waits for it"


def names_year(word: str) -> bool:
    """Return whether each day in a word of DAYS has a year."""
    if word.endswith(".py") or ADDRESS.fullmatch(word):
        return True
    return all(re.match(r"[0-9]{4}", item) for item in word.split(",") if item)


def named_day(project: Project, word: str) -> str:
    """Return DAYS with the day in place of a file or an address. Raises `UsageError`."""
    address = ADDRESS.fullmatch(word)
    if address:
        return f"{address[1]}/{address[2]}"
    if not word.endswith(".py"):
        return word
    puzzle = project.puzzle_of(word)
    if puzzle is None:
        raise UsageError(
            f"{word} is not a day of this project: name days/yearYYYY/dayDD.py or its tests"
        )
    return str(puzzle)


def parse(project: Project, word: str, default: int, command: str) -> list[Puzzle]:
    """Return all puzzles of one item of DAYS, such as `1-5` or `2021`. Raises `UsageError`.

    `default` is the year of an item that names none; `command` is for the messages.
    """
    years = SPAN.fullmatch(word)
    if years:
        first, last = sorted((int(years[1]), int(years[2] or years[1])))
        every = range(check_year(first), last + 1)
        return [
            Puzzle(year, day) for year in every for day in range(1, days_in(year) + 1)
        ]
    match = DAY.fullmatch(word)
    if not match:
        raise UsageError(f"{word!r} is not a day: write {FORMS}")
    year = check_year(int(match[1] or default))
    first, last = sorted(
        (int(match[2] or 1), int(match[3] or match[2] or days_in(year)))
    )
    for day in (first, last):
        if not 1 <= day <= days_in(year):
            text = f"{year} has no day {day} (days 1 to {days_in(year)})"
            if others := days_elsewhere(project, [day], word.removeprefix(f"{year}/")):
                text += (
                    f", but days/ has {', '.join(others)}: `aoc {command} {others[-1]}`"
                )
            raise UsageError(text)
    return [Puzzle(year, day) for day in range(first, last + 1)]


def days_elsewhere(project: Project, days: Iterable[int], item: str) -> list[str]:
    """Return an item of DAYS with each year in `days/` that has one of its days: `2021/21`."""
    years = [
        year
        for year in project.years()
        if any(project.has_day(Puzzle(year, day)) for day in days)
    ]
    return [str(year) if item == "all" else f"{year}/{item}" for year in years]


def refuse_day_elsewhere(
    project: Project, puzzles: Sequence[Puzzle], item: str, command: str
) -> None:
    """Raise `UsageError` for an item without a year, if only other years have it in `days/`."""
    match = DAY.fullmatch(item)
    names_no_year = match is not None and match[1] is None
    if not names_no_year or any(map(project.has_day, puzzles)):
        return
    if others := days_elsewhere(project, [puzzle.day for puzzle in puzzles], item):
        missing = puzzles[0] if len(puzzles) == 1 else f"{item} of {puzzles[0].year}"
        raise UsageError(
            f"no solver for {missing}, but days/ has {', '.join(others)}: "
            f"`aoc {command} {others[-1]}`, or create {puzzles[0]} with `aoc new {puzzles[0]}`"
        )


def puzzles_with_module(
    project: Project, puzzles: Sequence[Puzzle], word: str
) -> list[Puzzle]:
    """Return the puzzles of an item of DAYS that have a module in `days/`.

    Raises `UsageError` if none has.
    """
    found = [puzzle for puzzle in puzzles if project.has_day(puzzle)]
    if found:
        return found
    meant = word if len(puzzles) > 1 else puzzles[0]
    shown = shown_path(project.day_path(puzzles[0]))
    create = f"create it with `aoc new {puzzles[0]}`"
    raise UsageError(f"no solver for {meant}, because {shown} does not exist: {create}")


def select_years(
    project: Project, words: Iterable[str], option: int | None
) -> list[int]:
    """Return the years that YEARS means, oldest first; `all` are those in `days/`.

    No word means the year of days without one. Raises `UsageError`.
    """
    found: list[int] = []
    for word in words:
        if word == "all":
            found += project.years()
        elif SPAN.fullmatch(word):
            found += [puzzle.year for puzzle in parse(project, word, 0, "run")]
        else:
            raise UsageError(f"{word!r} is not a year: write 2021, 2015-2024, or all")
    return sorted({*found}) or [project.year(option)]


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
