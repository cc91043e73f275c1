"""The puzzles that DAYS stands for, which depends on the command."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import click

from aoc.clock import now, todays_puzzle, unlock_time
from aoc.commands.day_words import YEAR, parse_day, parse_item, split_days
from aoc.errors import UsageError
from aoc.project import Project
from aoc.puzzles import Puzzle
from aoc.registry import day_path, has_module, misnamed_module, puzzle_of, runnable_puzzles

__all__ = [
    "YEAR",
    "day_argument",
    "parse_day",
    "require_module",
    "select_any_puzzles",
    "select_one_puzzle",
    "select_plugin_puzzles",
    "select_runnable_puzzles",
    "words_for_all_years",
]

T = TypeVar("T")


def select_runnable_puzzles(
    project: Project, words: Iterable[str], year: int | None = None
) -> list[Puzzle]:
    """Return the puzzles that DAYS means to a command that runs them.

    `words` are DAYS: `21`, `1-5`, `1,3,7-9`, `2021/21`, `2021` or `all`. A single day must have a
    module in `days/`; of more, the days without a module are left out. No word means today's
    puzzle during the event, else the newest day in `days/`. Raises `UsageError`.
    """
    default_year = project.year(year)
    items = split_days(named_days(project, words), year)
    if items:
        return unique(runnable_puzzles_in(project, item, default_year) for item in items)
    today = todays_puzzle()
    if today and today.year == default_year:
        return [require_module(project, today)]
    newest = runnable_puzzles(project, default_year)[-1:]
    if not newest:
        raise UsageError(f"no day in days/year{default_year}/ yet: create one with `aoc new DAY`")
    return newest


def select_any_puzzles(
    project: Project, words: Iterable[str], year: int | None = None
) -> list[Puzzle]:
    """Return the puzzles that DAYS means to a command that runs nothing, such as `aoc fetch`.

    They need no module in `days/`; otherwise `words` mean the same as to
    `select_runnable_puzzles`. Raises `UsageError`.
    """
    default_year = project.year(year)
    items = split_days(named_days(project, words), year)
    if items:
        return unique(puzzles_in(item, default_year) for item in items)
    today = todays_puzzle()
    if today and today.year == default_year:
        return [today]
    newest = runnable_puzzles(project, default_year)[-1:]
    if not newest:
        raise UsageError(
            f"no puzzle unlocks today, and no day of {default_year} is in days/: name a day, "
            f"such as 1 or {default_year}/1"
        )
    return newest


def select_plugin_puzzles(
    project: Project, words: Iterable[str], year: int | None = None
) -> list[Puzzle]:
    """Return the puzzles that DAYS means to a command that runs solver plugins.

    They need no module in `days/`; of a range, the days that are still locked are left out. No
    word means the same as to `select_runnable_puzzles` or, where `days/` has no day of the year,
    the newest puzzle. Raises `UsageError`.
    """
    default_year = project.year(year)
    items = split_days(named_days(project, words), year)
    if items:
        return unique(unlocked_puzzles_in(item, default_year) for item in items)
    today = todays_puzzle()
    if today and today.year == default_year:
        return [today]
    newest = runnable_puzzles(project, default_year)[-1:]
    return newest or unlocked_puzzles_in("all", default_year)[-1:]


def select_one_puzzle(project: Project, day: str | None, year: int | None, command: str) -> Puzzle:
    """Return the puzzle that DAY means to a command that takes one and runs nothing.

    Without DAY, it is that of `select_any_puzzles`. Raises `UsageError`, with a sentence of the
    command where DAY is more than one day.
    """
    if day is None:
        [puzzle] = select_any_puzzles(project, (), year)
        return puzzle
    day = ",".join(named_days(project, [day]))
    split_days([day], year)
    return parse_day(day, project.year(year), command)


def named_days(project: Project, words: Iterable[str]) -> list[str]:
    """Return DAYS with the day in place of each file of a day. Raises `UsageError`."""
    return [day_of_file(project, word) if word.endswith(".py") else word for word in words]


def day_of_file(project: Project, path: str) -> str:
    """Return the day of a module or of its tests. Raises `UsageError` for any other file."""
    puzzle = puzzle_of(project.root, path)
    if puzzle is None:
        raise UsageError(
            f"{path} is not a day of this project: name days/yearYYYY/dayDD.py or its tests"
        )
    return str(puzzle)


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
    """Return the words of DAY as one item: `parse_day` raises an error for several days."""
    return ",".join(words) or None


def unique(found: Iterable[Iterable[Puzzle]]) -> list[Puzzle]:
    """Return all puzzles in order, each once."""
    return list(dict.fromkeys(puzzle for puzzles in found for puzzle in puzzles))


def puzzles_in(word: str, default: int) -> list[Puzzle]:
    """Return the puzzles of one item of DAYS. Raises `UsageError`."""
    return [puzzle for days in parse_item(word, default) for puzzle in days.puzzles]


def unlocked_puzzles_in(word: str, default: int) -> list[Puzzle]:
    """Return the puzzles of one item of DAYS: a single day, or what is unlocked of a range.

    Raises `UsageError` if that is none.
    """
    puzzles = puzzles_in(word, default)
    found = [puzzle for puzzle in puzzles if unlock_time(puzzle) <= now()]
    if len(puzzles) == 1 or found:
        return found or puzzles
    raise UsageError(f"no day of {word!r} in {puzzles[0].year} is unlocked yet: try again later")


def runnable_puzzles_in(project: Project, word: str, default: int) -> list[Puzzle]:
    """Return the puzzles of one item of DAYS that have a module. Raises `UsageError` if none."""
    ranges = parse_item(word, default)
    if len(ranges) == 1 and ranges[0].is_one:
        return [require_module(project, ranges[0].puzzles[0])]
    found = [
        puzzle
        for year, first, last in ranges
        for puzzle in runnable_puzzles(project, year)
        if first <= puzzle.day <= last
    ]
    if not found:
        check_names(project, (puzzle for days in ranges for puzzle in days.puzzles))
        year, first, _ = ranges[0]
        of_year = "" if str(year) in word else f" of {year}"
        raise UsageError(
            f"no day of {word!r}{of_year} is in days/ yet: create one with `aoc new {year}/{first}`"
        )
    return found


def require_module(project: Project, puzzle: Puzzle) -> Puzzle:
    """Return the puzzle if it has a module in `days/`, else raise `UsageError`."""
    if not has_module(project.root, puzzle):
        check_names(project, [puzzle])
        shown = os.path.relpath(day_path(project.root, puzzle), project.root)
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
                f"{other} is not found as the solver for {puzzle}: rename it to {right}, and its "
                f"tests to test_{right}"
            )
