"""The files of a whole project to begin with."""

from __future__ import annotations

import os
import re
from string import Template
from typing import NamedTuple

from aoc.errors import UsageError
from aoc.scaffold.day_files import write_new

__all__ = ["Names", "make_project", "names_for"]

OURS = os.path.join(os.path.dirname(__file__), "templates", "project")
TAKEN = ("aoc-days", "aoc-ocr")
"""Names of packages that such a project needs or must not stand in for."""
NO_YEAR = "# year = 2025          # otherwise the newest of days/"


class Names(NamedTuple):
    """What a project is called: as a distribution and solver, and its module."""

    name: str
    module: str


def names_for(folder: str) -> Names:
    """Find names for the project in a folder, which nothing else goes by."""
    words = re.findall(r"[a-z0-9]+", os.path.basename(folder).lower())
    if words[:1] == ["aoc"]:
        words = words[1:]
    name = "-".join(["aoc", *(words or ["mine"])])
    if name in TAKEN:
        name = f"{name}-mine"
    return Names(name, name.replace("-", "_"))


def make_project(folder: str, year: int | None = None) -> list[str]:
    """Make a project in a folder that is new or empty but for `.git`; gives the files' names.

    Raises `UsageError` if it is neither, and nothing is written.
    """
    folder = os.path.abspath(folder)
    try:
        there = os.listdir(folder)
    except FileNotFoundError:
        there = []
    except OSError as error:
        raise UsageError(f"{folder} cannot be made a project: {error.strerror}") from None
    if set(there) - {".git"}:
        raise UsageError(f"{folder} is not empty: name a folder that is, or a new one")
    names = names_for(folder)
    values = names._asdict() | {"year": f"year = {year}" if year else NO_YEAR}
    files = {
        "pyproject.toml": filled("pyproject.toml", values),
        f"{names.module}.py": filled("solver.py", values),
        os.path.join("days", ".gitkeep"): "",
        os.path.join("tests", "test_days.py"): filled("test_days.py", values),
        "README.md": filled("README.md", values),
        ".gitignore": filled("gitignore", values),
        os.path.join(".github", "workflows", "ci.yml"): filled("ci.yml", values),
    }
    for name, text in files.items():
        write_new(os.path.join(folder, name), text)
    return list(files)


def filled(name: str, values: dict[str, str]) -> str:
    """Fill in one of our templates."""
    with open(os.path.join(OURS, f"{name}.txt"), encoding="utf-8") as file:
        return Template(file.read()).safe_substitute(values)
