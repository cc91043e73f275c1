"""The project: its folder, and its settings from `[tool.aoc]` in `pyproject.toml`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from aoc.clock import current_year
from aoc.errors import UsageError
from aoc.puzzle import FIRST_YEAR, days_in

__all__ = ["NoProjectError", "Project", "find_project", "project_or_folder"]

SETTINGS: dict[str, type | tuple[type, ...]] = {
    "year": int,
    "timeout": (int, float),
    "memory": str,
    "jobs": int,
    "submit": bool,
    "contact": str,
    "template": str,
    "python": str,
    "inputs": str,
    "tips": bool,
}
EXPECTED = {
    int: "a whole number",
    (int, float): "a number",
    str: "a text in quotes",
    bool: "true or false",
}
"""How the types of settings are called in messages."""


class NoProjectError(UsageError):
    """The folder is not inside a project."""


class Project(NamedTuple):
    """A folder that holds `days/` and `tests/`, and its settings."""

    root: str
    settings: Mapping[str, Any]

    def years(self) -> list[int]:
        """Return the years that have a day in `days/`, oldest first."""
        names = names_in(os.path.join(self.root, "days"))
        years = sorted(int(name[4:]) for name in names if re.fullmatch(r"year\d{4}", name))
        return [year for year in years if self.days(year)]

    def days(self, year: int) -> list[int]:
        """Return the numbers of the days of a year that have a module in `days/`, in order."""
        names = names_in(os.path.join(self.root, "days", f"year{year}"))
        days = (int(match[1]) for name in names if (match := re.fullmatch(r"day(\d\d)\.py", name)))
        return sorted(day for day in days if 1 <= day <= days_in(year))

    def year(self, option: int | None = None) -> int:
        """Return the year to work on.

        It is the first that exists of: the option, `AOC_YEAR`, the settings, the newest folder
        in `days/`, the newest event. Raises `UsageError` if `AOC_YEAR` is not a year.
        """
        if option is not None:
            return option
        named = os.environ.get("AOC_YEAR")
        if named:
            if not re.fullmatch(r"\d{4}", named) or int(named) < FIRST_YEAR:
                raise UsageError(
                    f"AOC_YEAR is {named!r}, not a year from {FIRST_YEAR} on: fix it or unset it"
                )
            return int(named)
        if "year" in self.settings:
            return int(self.settings["year"])
        return (self.years() or [current_year()])[-1]


def find_project(start: str | None = None) -> Project:
    """Find the project in `AOC_PROJECT`, or the one that a folder is in.

    That is the nearest folder with `[tool.aoc]` or `days/`. The search starts at the folder
    `start`, by default the current one. Raises `NoProjectError` if there is no project, and
    `UsageError` if its settings are wrong, or if `AOC_PROJECT` is not a project.
    """
    folder = os.path.abspath(start or os.getcwd())
    named = os.environ.get("AOC_PROJECT")
    if named:
        folder = os.path.join(folder, os.path.expanduser(named))
        project = project_at(folder)
        if project is None:
            raise UsageError(
                f"AOC_PROJECT is {folder}, which has neither days/ nor a pyproject.toml with "
                "[tool.aoc]: set it to the folder of a project, or unset it"
            )
        return project
    here = folder
    while True:  # up to `/`, `C:\` or `\\server\share`: each is its own parent
        project = project_at(folder)
        if project is not None:
            return project
        parent = os.path.dirname(folder)
        if parent == folder:
            raise NoProjectError(
                f"no project in {here} or above it: go to a folder with days/ in it, "
                "or create a project with `aoc init DIR`"
            )
        folder = parent


def project_at(folder: str) -> Project | None:
    """Return the project in a folder, `None` if there is none. Raises `UsageError`."""
    settings = read_settings(os.path.join(folder, "pyproject.toml"))
    if settings is None and not os.path.isdir(os.path.join(folder, "days")):
        return None
    return Project(os.path.normpath(folder), settings or {})


def project_or_folder() -> Project:
    """Find the project; outside of one, return the current folder as a project without settings.

    It is for commands that need no project but use its settings where there is one.
    """
    try:
        return find_project()
    except NoProjectError:
        return Project(os.getcwd(), {})


def read_settings(path: str) -> dict[str, Any] | None:
    """Read `[tool.aoc]`; `None` if the file or the table is missing. Raises `UsageError`."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except OSError:
        return None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not UTF-8 text: save it as UTF-8, then try again") from None
    if "tool.aoc" not in text:
        return None
    import tomllib

    try:
        settings: dict[str, Any] | None = tomllib.loads(text).get("tool", {}).get("aoc")
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is not valid TOML ({error}): fix it, then try again") from None
    for name, value in (settings or {}).items():
        if name not in SETTINGS:
            known = ", ".join(SETTINGS)
            raise UsageError(f"{path}: [tool.aoc] has no setting {name!r}: choose from {known}")
        is_flag = SETTINGS[name] is bool
        if not isinstance(value, SETTINGS[name]) or isinstance(value, bool) is not is_flag:
            wanted = EXPECTED[SETTINGS[name]]
            raise UsageError(f"{path}: [tool.aoc] {name} is {value!r}: write {wanted}")
    return settings


def names_in(folder: str) -> list[str]:
    """Return the names of what is in a folder; none if it cannot be read."""
    try:
        return os.listdir(folder)
    except OSError:
        return []
