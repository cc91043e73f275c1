"""Which puzzles have a module in `days/`, and which solvers exist."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import NamedTuple

from aoc.errors import UsageError
from aoc.project import Project
from aoc.puzzle import Puzzle, days_in

__all__ = [
    "OWN",
    "Solver",
    "day_path",
    "find_solvers",
    "runnable_puzzles",
    "title_of",
]

OWN = "days"
"""The name of the project's own solver."""


class Solver(NamedTuple):
    """A solver by its name; `entry` is the `module:function` of a plugin, empty for `days`."""

    name: str
    entry: str = ""


def day_path(root: str, puzzle: Puzzle) -> str:
    """Return the path of the module of a puzzle, in the project at `root`."""
    return os.path.join(root, "days", f"year{puzzle.year}", f"day{puzzle.day:02d}.py")


def runnable_puzzles(project: Project, year: int) -> list[Puzzle]:
    """Return the puzzles of a year that have a module in `days/`, in order."""
    try:
        names = os.listdir(os.path.join(project.root, "days", f"year{year}"))
    except OSError:
        return []
    days = (int(match[1]) for name in names if (match := re.fullmatch(r"day(\d\d)\.py", name)))
    return sorted(Puzzle(year, day) for day in days if 1 <= day <= days_in(year))


def title_of(root: str, puzzle: Puzzle) -> str | None:
    """Read the title of a puzzle from the docstring of its module, without running the module."""
    try:
        with open(day_path(root, puzzle), encoding="utf-8", errors="replace") as file:
            start = file.read(1000)
    except OSError:
        return None
    match = re.match(r'(?:\s*#.*\n)*\s*r?"""\s*(?:Day \d+: )?(.+?)\.?(?:"""|\s*\n)', start)
    return match and match[1]


def find_solvers(names: Sequence[str] = ()) -> list[Solver]:
    """Find solvers by name: `days` of the project, and installed plugins.

    `all` means every solver, and no name the one of the project. Raises `UsageError` for an
    unknown name.
    """
    if not set(names) - {OWN}:
        return [Solver(OWN)]
    from importlib.metadata import entry_points

    plugins = entry_points(group="adventofcode.user")
    # The days of a project are a plugin too (for aocd), but here they run part by part.
    known = {OWN: Solver(OWN)} | {p.name: Solver(p.name, p.value) for p in plugins if p.name != OWN}
    if "all" in names:
        return list(known.values())
    for name in names:
        if name not in known:
            raise UsageError(f"no solver is called {name!r}; there are {', '.join(known)}")
    return [known[name] for name in dict.fromkeys(names)]
