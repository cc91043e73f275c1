"""Which puzzles have a module in `days/`, and which solvers exist."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import NamedTuple

from aoc.errors import UsageError
from aoc.files import read_bytes
from aoc.model import Puzzle
from aoc.project import Project, names_in

__all__ = [
    "OWN",
    "Solver",
    "day_path",
    "find_solvers",
    "has_module",
    "installed_plugins",
    "misnamed_module",
    "puzzle_of",
    "runnable_puzzles",
    "title_of",
]

DAY_FILE = r"(?:days|tests)/year([0-9]{4})/(?:test_)?day([0-9]{2})(?![0-9]).*\.py"
OTHER_NAME = r"(?:day|d)?[-_ ]?0*([0-9]{1,2})\.py"
"""A name under which people look for a day, and `aoc` does not: `day1.py`, `day_01.py`, `1.py`."""
OWN = "days"
"""The name of the project's own solver."""


class Solver(NamedTuple):
    """A solver by its name.

    For a plugin, `entry` is its entry point, `module:function`, and `version` is that of its
    distribution. `days` has none.
    """

    name: str
    entry: str = ""
    version: str | None = None


def day_path(root: str, puzzle: Puzzle) -> str:
    """Return the path of the module of a puzzle, in the project at `root`."""
    return os.path.join(root, "days", f"year{puzzle.year}", f"day{puzzle.day:02d}.py")


def puzzle_of(root: str, path: str) -> Puzzle | None:
    """Return the puzzle of a module or a test module of the project at `root`, if it is one."""
    folder = os.path.join(os.path.realpath(root), "")
    path = os.path.realpath(path)
    if not path.startswith(folder):
        return None
    match = re.fullmatch(DAY_FILE, path.removeprefix(folder).replace(os.sep, "/"))
    return Puzzle(int(match[1]), int(match[2])) if match else None


def has_module(root: str, puzzle: Puzzle) -> bool:
    """Return whether a puzzle has a module, in the project at `root`."""
    return os.path.isfile(day_path(root, puzzle))


def misnamed_module(root: str, puzzle: Puzzle) -> str | None:
    """Return the path of a file that has another name than the module of a puzzle should have.

    It is one such as `days/year2021/day1.py`; `None` if there is none.
    """
    folder = os.path.dirname(day_path(root, puzzle))
    for name in sorted(names_in(folder)):
        match = re.fullmatch(OTHER_NAME, name, re.IGNORECASE)
        if match and int(match[1]) == puzzle.day:
            return os.path.join(folder, name)
    return None


def runnable_puzzles(project: Project, year: int) -> list[Puzzle]:
    """Return the puzzles of a year that have a module in `days/`, in order."""
    return [Puzzle(year, day) for day in project.days(year)]


def title_of(root: str, puzzle: Puzzle) -> str | None:
    """Return the title of a puzzle in the docstring of its module, which is not run.

    `None` if there is no title, as in the docstring `Day 1.`.
    """
    try:
        start = read_bytes(day_path(root, puzzle)).decode(errors="replace")
    except OSError:
        return None
    start = start[:1000].replace("\r\n", "\n")
    match = re.match(r'(?:\s*#.*\n)*\s*r?"""\s*(?:Day \d+: )?(.+?)\.?(?:"""|\s*\n)', start)
    return match[1] if match and not re.fullmatch(r"Day \d+", match[1]) else None


def find_solvers(names: Sequence[str] = ()) -> list[Solver]:
    """Find solvers by name: `days` of the project, and installed plugins.

    `all` means every solver, and no name the one of the project. Raises `UsageError` for an unknown
    name.
    """
    if not set(names) - {OWN}:
        return [Solver(OWN)]
    # The days of a project are a plugin too (for aocd), but here they run part by part.
    found = [plugin for plugin in installed_plugins() if plugin.name != OWN]
    known = {OWN: Solver(OWN)} | {plugin.name: plugin for plugin in found}
    if "all" in names:
        return list(known.values())
    for name in names:
        if name not in known:
            raise UsageError(f"there is no solver {name!r}: choose from {', '.join(known)}")
    return [known[name] for name in dict.fromkeys(names)]


def installed_plugins() -> list[Solver]:
    """Return the `adventofcode.user` plugins that are installed in this Python."""
    from importlib.metadata import entry_points

    return [
        Solver(point.name, point.value, point.dist.version if point.dist else None)
        for point in entry_points(group="adventofcode.user")
    ]
