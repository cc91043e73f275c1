"""The project: its folder, and its settings from `[tool.aoc]` in `pyproject.toml`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from aoc.clock import current_year, running_event
from aoc.errors import UsageError
from aoc.files import read_bytes
from aoc.model import days_in
from aoc.settings import YEARS, check_settings, read_board

__all__ = [
    "NO_FOLDER",
    "NoProjectError",
    "Project",
    "find_project",
    "has_year",
    "names_in",
    "project_or_folder",
    "read_settings",
    "shown_path",
]

NO_FOLDER = "the current folder does not exist any more: go to another folder with `cd`"


class NoProjectError(UsageError):
    """The folder is not inside a project."""


class UnreadableSettingsError(UsageError):
    """What is in `pyproject.toml` cannot be read, so it may be that of a project or not."""


class Project(NamedTuple):
    """A folder that holds `days/yearYYYY` or settings, and these settings."""

    root: str
    settings: Mapping[str, Any]

    def years(self) -> list[int]:
        """Return the years that have a day in `days/`, oldest first."""
        names = names_in(os.path.join(self.root, "days"))
        found = sorted(int(name[4:]) for name in names if re.fullmatch(r"year[0-9]{4}", name))
        return [year for year in found if YEARS.takes(year) and self.days(year)]

    def days(self, year: int) -> list[int]:
        """Return the numbers of the days of a year that have a module in `days/`, in order."""
        names = names_in(os.path.join(self.root, "days", f"year{year}"), files=True)
        found = (re.fullmatch(r"day([0-9]{2})\.py", name) for name in names)
        days = (int(match[1]) for match in found if match)
        return sorted(day for day in days if 1 <= day <= days_in(year))

    def year(self, option: int | None = None) -> int:
        """Return the year to work on.

        It is the first that exists of: the chosen year, the event that is running, the newest year
        in `days/`, the newest event. Raises `UsageError` if `AOC_YEAR` is not a year.
        """
        year = self.chosen_year(option) or running_event()
        return year or (self.years() or [current_year()])[-1]

    def chosen_year(self, option: int | None = None) -> int | None:
        """Return the year that was chosen: by the option, else in `AOC_YEAR`, else in the settings.

        Raises `UsageError` if `AOC_YEAR` is not a year.
        """
        if option is not None:
            return option
        named = os.environ.get("AOC_YEAR")
        if named:
            if not re.fullmatch(r"[0-9]{4}", named) or not YEARS.takes(int(named)):
                raise UsageError(f"AOC_YEAR is {named!r}, not a year {YEARS}: fix it or unset it")
            return int(named)
        year: int | None = self.settings.get("year")
        return year

    @property
    def board(self) -> int | None:
        """The number of the private leaderboard that the settings name, if they do."""
        board = self.settings.get("board")
        return None if board is None else read_board(str(board))


def find_project(start: str | None = None) -> Project:
    """Find the project in `AOC_PROJECT`, or the one that a folder is in.

    That is the nearest folder with `[tool.aoc]` or `days/yearYYYY`. The search starts at the
    folder `start`, by default the current one. Raises `NoProjectError` if there is no project, and
    `UsageError` if its settings are wrong, or if `AOC_PROJECT` is not a project.
    """
    named = os.path.expanduser(os.environ.get("AOC_PROJECT", ""))
    if named:
        folder = absolute(os.path.join(start or "", named))
        project = project_at(folder)
        if project is None:
            raise UsageError(
                f"AOC_PROJECT is {folder}, which has neither days/yearYYYY nor a pyproject.toml "
                "with [tool.aoc]: set it to the folder of a project, or unset it"
            )
        return project
    here = folder = absolute(start or "")
    while True:  # up to `/`, `C:\` or `\\server\share`: each is its own parent
        try:
            project = project_at(folder)
        except UnreadableSettingsError:
            if folder == here:
                raise
            project = None
        if project is not None:
            return project
        parent = os.path.dirname(folder)
        if parent == folder:
            raise NoProjectError(
                f"no project in {here} or above it: go to a folder with days/yearYYYY in it, "
                "or create a project with `aoc init DIR`"
            )
        folder = parent


def absolute(path: str) -> str:
    """Return an absolute path. Raises `NoProjectError` where the current folder was deleted."""
    try:
        return os.path.abspath(path)
    except OSError:
        raise NoProjectError(NO_FOLDER) from None


def project_at(folder: str) -> Project | None:
    """Return the project in a folder, `None` if there is none.

    Raises `UnreadableSettingsError` where that cannot be known, and `UsageError` for wrong
    settings.
    """
    try:
        settings = read_settings(os.path.join(folder, "pyproject.toml"))
    except UnreadableSettingsError as error:
        raise (UsageError(str(error)) if has_year(folder) else error) from None
    if settings is None and not has_year(folder):
        return None
    return Project(os.path.normpath(folder), settings or {})


def has_year(folder: str) -> bool:
    """Return whether a folder has `days/yearYYYY`; any other `days/` makes no project."""
    try:
        names = os.listdir(os.path.join(folder, "days"))
    except OSError:
        return False
    return any(re.fullmatch(r"year[0-9]{4}", name) for name in names)


def shown_path(path: str) -> str:
    """Return a path as people see it from the current folder."""
    try:
        return os.path.relpath(path)
    except (ValueError, OSError):  # on another drive of Windows, or in a deleted folder
        return path


def project_or_folder() -> Project:
    """Find the project; outside of one, return the current folder as a project without settings.

    It is for commands that need no project but use its settings where there is one.
    """
    try:
        return find_project()
    except NoProjectError:
        folder = os.curdir  # If it was deleted, nothing is in it.
        with suppress(NoProjectError):
            folder = absolute(folder)
        return Project(folder, {})


def read_settings(path: str) -> dict[str, Any] | None:
    """Read `[tool.aoc]`; `None` if the file or the table is missing.

    Raises `UsageError` for a file that is not TOML, and for settings that are wrong, and
    `UnreadableSettingsError` for a file that cannot be read, or is not text.
    """
    text = text_of(path)
    if text is None or not may_have_settings(text):
        return None
    import tomllib

    try:
        tool = tomllib.loads(text).get("tool")
    except tomllib.TOMLDecodeError as error:
        why = str(error)
    except ValueError:
        why = "a number has too many digits"
    except RecursionError:
        why = "nested too deep"
    else:
        settings = tool.get("aoc") if isinstance(tool, dict) else None
        if settings is not None:
            check_settings(path, settings)
        return settings
    raise UsageError(f"{path} is not valid TOML ({why}): fix it, then try again")


def may_have_settings(text: str) -> bool:
    """Return whether a text may have `[tool.aoc]`, in any form: to parse it takes some ms."""
    for ignored in " \t\"'":
        text = text.replace(ignored, "")
    return any(form in text for form in ("tool.aoc", "[tool]", "tool="))


def text_of(path: str) -> str | None:
    """Return the text of a file, `None` if there is none. Raises `UnreadableSettingsError`."""
    try:
        data = read_bytes(path)
    except OSError as error:
        if not os.path.lexists(path):
            return None
        raise UnreadableSettingsError(
            f"{path} cannot be read ({error.strerror}): fix this, then try again"
        ) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise UnreadableSettingsError(f"{path} is not UTF-8 text: save it as UTF-8, then try again")
    return text


def names_in(folder: str, *, files: bool = False) -> list[str]:
    """Return the names of what is in a folder, or of its `files` alone; none if there is no folder.

    Raises `UsageError` if it cannot be read.
    """
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries if not files or entry.is_file()]
    except OSError as error:
        if not os.path.isdir(folder):
            return []
        raise UsageError(
            f"{folder} cannot be read ({error.strerror}): fix this, then try again"
        ) from None
