"""The files of a day to begin with: its module and its tests, from templates.

A template is Python in which these placeholders are filled in: `$year`, `$day` (`5`), `$dd`
(`05`), `$title` (`Dirac Dice`, empty where it is not known), `$heading` (`Day 5: Dirac Dice.`),
`$url` and `$examples` (a list of `Example`). Any other `$` stays as it is.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from string import Template
from typing import NamedTuple

from aoc.errors import UsageError
from aoc.examples import Example, examples_path
from aoc.project import Project
from aoc.puzzle import Puzzle, days_in
from aoc.registry import day_path
from aoc.scaffold.python_source import docstring_source, examples_source

__all__ = ["Templates", "day_files", "fill", "find_templates", "write_new"]

OURS = os.path.join(os.path.dirname(__file__), "templates")
DAY, LAST_DAY, TESTS = "day.py", "last_day.py", "test_day.py"


class Templates(NamedTuple):
    """The text of the templates for one puzzle: of its module, and of its tests."""

    day: str
    tests: str


def day_files(root: str, puzzle: Puzzle) -> tuple[str, str]:
    """Say where the module of a puzzle and its tests belong."""
    return day_path(root, puzzle), examples_path(root, *puzzle)


def find_templates(project: Project, puzzle: Puzzle) -> Templates:
    """Find the templates: `day.py` and `test_day.py` of the folder in the settings, or ours.

    The last day of an event, which has no part 2, takes `last_day.py` if there is one. Raises
    `UsageError` where there is no such folder, or a template cannot be read.
    """
    given = project.settings.get("template")
    folder = os.path.join(project.root, os.path.expanduser(given)) if given else None
    if folder is not None and not os.path.isdir(folder):
        raise UsageError(f"[tool.aoc] template: there is no folder {folder}; make it or mend that")
    module = [DAY]
    if puzzle.day == days_in(puzzle.year):
        module.insert(0, LAST_DAY)
    return Templates(pick(folder, module), pick(folder, [TESTS]))


def pick(folder: str | None, names: Sequence[str]) -> str:
    """Read the first template that there is, in somebody's folder or else in ours."""
    own = [os.path.join(folder, name) for name in names] if folder is not None else []
    paths = [*filter(os.path.exists, own), os.path.join(OURS, f"{names[0]}.txt")]
    try:
        with open(paths[0], encoding="utf-8", newline="") as file:
            return file.read()
    except OSError as error:
        raise UsageError(f"the template {paths[0]} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"the template {paths[0]} is not UTF-8 text") from None


def fill(template: str, puzzle: Puzzle, title: str | None, examples: Sequence[Example]) -> str:
    """Fill a template in."""
    name = docstring_source(title or "")
    heading = f"Day {puzzle.day}: {name}" if name else f"Day {puzzle.day}"
    return Template(template).safe_substitute(
        year=puzzle.year,
        day=puzzle.day,
        dd=f"{puzzle.day:02d}",
        title=name,
        heading=heading if heading.endswith((".", "!", "?")) else f"{heading}.",
        url=puzzle.url,
        examples=examples_source(examples),
    )


def write_new(path: str, text: str) -> bool:
    """Write a file that does not exist yet; false if it does, and it is left alone.

    Raises `UsageError` if it cannot be written.
    """
    made = False
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "x", encoding="utf-8", newline="") as file:
            made = True
            file.write(text)
    except FileExistsError:
        if os.path.lexists(path):
            return False
        raise UsageError(f"{os.path.dirname(path)} is no folder: move that away first") from None
    except OSError as error:
        if made:
            os.unlink(path)
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None
    return True
