"""What DAYS means on the command line: `21`, `1-5`, `1,3,7-9`, `2021/21`, `all`, or nothing."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from aoc.clock import now, todays_puzzle, unlock_time
from aoc.errors import UsageError
from aoc.project import Project
from aoc.puzzle import FIRST_YEAR, Puzzle, days_in
from aoc.registry import day_path, has_module, runnable_puzzles

__all__ = [
    "parse_days",
    "select_any_puzzles",
    "select_plugin_puzzles",
    "select_runnable_puzzles",
]


def select_runnable_puzzles(
    project: Project, words: Iterable[str], year: int | None = None
) -> list[Puzzle]:
    """Return the puzzles that DAYS means to a command that runs them.

    `words` are DAYS: `21`, `1-5`, `1,3,7-9`, `2021/21` or `all`. A single day must have a module
    in `days/`; of a range, the days without a module are left out. No word means today's puzzle
    during the event, else the newest day in `days/`. Raises `UsageError`.
    """
    default_year = project.year(year)
    items = split_days(words)
    if items:
        found = (runnable_puzzles_in(project, item, default_year) for item in items)
        return list(dict.fromkeys(puzzle for puzzles in found for puzzle in puzzles))
    today = todays_puzzle()
    if today and today.year == default_year:
        return [require_module(project, today)]
    newest = runnable_puzzles(project, default_year)[-1:]
    if not newest:
        raise UsageError(f"no day in days/year{default_year}/ yet: begin one with `aoc new DAY`")
    return newest


def select_any_puzzles(
    project: Project, words: Iterable[str], year: int | None = None
) -> list[Puzzle]:
    """Return the puzzles that DAYS means to a command that runs nothing, such as `aoc fetch`.

    They need no module in `days/`; otherwise `words` mean the same as to
    `select_runnable_puzzles`. Raises `UsageError`.
    """
    default_year = project.year(year)
    items = split_days(words)
    if items:
        found = (puzzles_in(item, default_year) for item in items)
        return list(dict.fromkeys(puzzle for puzzles in found for puzzle in puzzles))
    today = todays_puzzle()
    if today and today.year == default_year:
        return [today]
    return select_runnable_puzzles(project, (), year)


def select_plugin_puzzles(
    project: Project, words: Iterable[str], year: int | None = None
) -> list[Puzzle]:
    """Return the puzzles that DAYS means to a command that runs solver plugins.

    They need no module in `days/`; of a range, the days that are still locked are left out. No
    word means the same as to `select_runnable_puzzles` or, where `days/` has no day of the year,
    the newest puzzle. Raises `UsageError`.
    """
    default_year = project.year(year)
    items = split_days(words)
    if items:
        found = (unlocked_puzzles_in(item, default_year) for item in items)
        return list(dict.fromkeys(puzzle for puzzles in found for puzzle in puzzles))
    today = todays_puzzle()
    if today and today.year == default_year:
        return [today]
    newest = runnable_puzzles(project, default_year)[-1:]
    return newest or unlocked_puzzles_in("all", default_year)[-1:]


def split_days(words: Iterable[str]) -> list[str]:
    """Split DAYS at the commas."""
    return [item for word in words for item in word.split(",") if item]


def parse_days(word: str, default: int) -> tuple[int, int, int]:
    """Parse one item of DAYS, such as `1-5`: return the year, the first day and the last day.

    `default` is the year of an item that names none. Raises `UsageError`.
    """
    match = re.fullmatch(r"(?:(\d{4})/)?(?:(\d{1,2})(?:-(\d{1,2}))?|(all))", word)
    if not match:
        raise UsageError(f"{word!r} is no day: write 21, 1-5, 1,3,7-9, 2021/21 or all")
    year = int(match[1] or default)
    last_day = days_in(year)
    first, last = (1, last_day) if match[4] else (int(match[2]), int(match[3] or match[2]))
    if year < FIRST_YEAR:
        raise UsageError(f"there was no event in {year}; the first was in {FIRST_YEAR}")
    if not 1 <= first <= last <= last_day:
        raise UsageError(f"{word!r} is no day of {year}, which has days 1 to {last_day}")
    return year, first, last


def puzzles_in(word: str, default: int) -> list[Puzzle]:
    """Return the puzzles of one item of DAYS. Raises `UsageError`."""
    year, first, last = parse_days(word, default)
    return [Puzzle(year, day) for day in range(first, last + 1)]


def unlocked_puzzles_in(word: str, default: int) -> list[Puzzle]:
    """Return the puzzles of one item of DAYS: a single day, or what is unlocked of a range.

    Raises `UsageError` if that is none.
    """
    puzzles = puzzles_in(word, default)
    found = [puzzle for puzzle in puzzles if unlock_time(puzzle) <= now()]
    if len(puzzles) == 1 or found:
        return found or puzzles
    raise UsageError(f"no day of {word!r} in {puzzles[0].year} is unlocked yet")


def runnable_puzzles_in(project: Project, word: str, default: int) -> list[Puzzle]:
    """Return the puzzles of one item of DAYS that have a module. Raises `UsageError` if none."""
    year, first, last = parse_days(word, default)
    if first == last:
        return [require_module(project, Puzzle(year, first))]
    found = [puzzle for puzzle in runnable_puzzles(project, year) if first <= puzzle.day <= last]
    if not found:
        raise UsageError(
            f"no day of {word!r} is in days/year{year}/ yet: begin one with `aoc new DAY`"
        )
    return found


def require_module(project: Project, puzzle: Puzzle) -> Puzzle:
    """Return the puzzle if it has a module in `days/`, else raise `UsageError`."""
    if not has_module(project.root, puzzle):
        shown = os.path.relpath(day_path(project.root, puzzle), project.root)
        raise UsageError(
            f"no solver for {puzzle}: {shown} does not exist; `aoc new {puzzle}` makes it"
        )
    return puzzle
