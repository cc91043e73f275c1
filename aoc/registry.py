"""Which solvers exist, which puzzles they solve, and which of them are meant by DAYS."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from aoc.errors import UsageError
from aoc.project import Project
from aoc.puzzle import FIRST_YEAR, Puzzle, days_in, today

__all__ = [
    "OWN",
    "Solver",
    "choose_puzzles",
    "day_path",
    "find_solvers",
    "name_puzzles",
    "puzzles_of",
    "title_of",
]

OWN = "days"
"""The name of the project's own solver."""


class Solver(NamedTuple):
    """Something that solves puzzles: `entry` is the `module:function` of a plugin, or empty."""

    name: str
    entry: str = ""


def day_path(root: str, puzzle: Puzzle) -> str:
    """Say where the module of a puzzle stands in a project."""
    return os.path.join(root, "days", f"year{puzzle.year}", f"day{puzzle.day:02d}.py")


def puzzles_of(project: Project, year: int) -> list[Puzzle]:
    """Give the puzzles of a year that have a module in `days/`, in order."""
    try:
        names = os.listdir(os.path.join(project.root, "days", f"year{year}"))
    except OSError:
        return []
    days = (int(match[1]) for name in names if (match := re.fullmatch(r"day(\d\d)\.py", name)))
    return sorted(Puzzle(year, day) for day in days if 1 <= day <= days_in(year))


def title_of(root: str, puzzle: Puzzle) -> str | None:
    """Read a puzzle's title off the first line of its module's docstring, without running it."""
    try:
        with open(day_path(root, puzzle), encoding="utf-8", errors="replace") as file:
            start = file.read(1000)
    except OSError:
        return None
    match = re.match(r'(?:\s*#.*\n)*\s*r?"""\s*(?:Day \d+: )?(.+?)\.?(?:"""|\s*\n)', start)
    return match and match[1]


def choose_puzzles(project: Project, words: Iterable[str], year: int | None = None) -> list[Puzzle]:
    """Find the puzzles that DAYS means: `21`, `1-5`, `1,3,7-9`, `2021/21`, `all`, or nothing.

    A single day must have a module; of a range, those that have one are meant. Raises
    `UsageError` for what cannot be read or does not exist.
    """
    default = project.year(year)
    asked = [item for word in words for item in word.split(",") if item]
    chosen: dict[Puzzle, None] = {}
    for item in asked:
        chosen.update(dict.fromkeys(expand(project, item, default)))
    if asked:
        return list(chosen)
    event = today()
    if event and event.year == default:
        return [existing(project, event)]
    found = puzzles_of(project, default)
    if not found:
        raise UsageError(f"no day in days/year{default}/ yet: begin one with `aoc new DAY`")
    return found[-1:]


def name_puzzles(project: Project, words: Iterable[str], year: int | None = None) -> list[Puzzle]:
    """Give the puzzles that DAYS means, whether or not they have a module in `days/`.

    Nothing means what it means to `choose_puzzles`. Raises `UsageError`.
    """
    default = project.year(year)
    asked = [item for word in words for item in word.split(",") if item]
    if not asked:
        event = today()
        return [event] if event and event.year == default else choose_puzzles(project, (), year)
    chosen: dict[Puzzle, None] = {}
    for item in asked:
        number, first, last = parse_days(item, default)
        chosen |= dict.fromkeys(Puzzle(number, day) for day in range(first, last + 1))
    return list(chosen)


def parse_days(word: str, default: int) -> tuple[int, int, int]:
    """Read one of DAYS: the year, the first day and the last. Raises `UsageError`."""
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


def expand(project: Project, word: str, default: int) -> Sequence[Puzzle]:
    """Find the puzzles that one of DAYS means."""
    year, first, last = parse_days(word, default)
    if first == last:
        return [existing(project, Puzzle(year, first))]
    found = [puzzle for puzzle in puzzles_of(project, year) if first <= puzzle.day <= last]
    if not found:
        raise UsageError(
            f"no day of {word!r} is in days/year{year}/ yet: begin one with `aoc new DAY`"
        )
    return found


def existing(project: Project, puzzle: Puzzle) -> Puzzle:
    """Insist that a puzzle has a module."""
    path = day_path(project.root, puzzle)
    if not os.path.exists(path):
        place = os.path.relpath(path, project.root)
        raise UsageError(
            f"no solver for {puzzle}: {place} does not exist; `aoc new {puzzle}` makes it"
        )
    return puzzle


def find_solvers(names: Sequence[str] = ()) -> list[Solver]:
    """Find solvers by name: the project's own, and installed plugins; `all` means every one.

    No name means the project's own. Raises `UsageError` for a name that nothing has.
    """
    if not set(names) - {OWN}:
        return [Solver(OWN)]
    from importlib.metadata import entry_points

    plugins = entry_points(group="adventofcode.user")
    # The project's own days are run as they stand, not as the plugin that they are as well.
    known = {OWN: Solver(OWN)} | {p.name: Solver(p.name, p.value) for p in plugins if p.name != OWN}
    if "all" in names:
        return list(known.values())
    for name in names:
        if name not in known:
            raise UsageError(f"no solver is called {name!r}; there are {', '.join(known)}")
    return [known[name] for name in dict.fromkeys(names)]
