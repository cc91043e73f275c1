"""The project: its folder, its days, their files, its inputs and its years."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import pairwise
from typing import Any

from aoc.errors import UsageError
from aoc.files import names_in, read_bytes, shown_path
from aoc.model.answers import is_drawing, is_usual, lacking
from aoc.model.input_text import lock_of
from aoc.model.jobs import DayLayout
from aoc.model.puzzles import Puzzle, current_year, days_in, running_event
from aoc.model.values import Value
from aoc.project.settings import (
    YEARS,
    BoardName,
    is_elsewhere,
    read_board,
    read_settings,
)
from aoc.text import decode_text

DAY_FILE = r"(?:days|tests)/year([0-9]{4})/(?:test_)?day([0-9]{2})(?![0-9]).*\.py"


TITLE = re.compile(
    r'(?:\s*#.*\n)*\s*r?"""\s*(?:-* ?(Day \d+): )?(.+?)(?: -*|\.)?(?:"""|\s*\n)'
)
"""The start of a module whose docstring begins with its title."""


class NoProjectError(UsageError):
    """The folder is not inside a project."""


class Project(Value):
    """A folder that holds `days/yearYYYY` or settings, and these settings."""

    root: str
    settings: Mapping[str, Any]

    @cached_property
    def own_layouts(self) -> Mapping[Puzzle, list[DayLayout]]:
        """The days that lie in layouts of the settings, with the file of each part or of both."""
        if not self.settings.get("layouts"):
            return {}
        from aoc.project.layouts import find_days

        found = find_days(self.root, self.settings["layouts"])
        if found:
            return found
        for layout in self.settings["layouts"]:
            folder = layout["days"].partition("{")[0]
            if is_elsewhere(folder):
                raise UsageError(
                    f"[tool.aoc] layouts name {folder}, which is not on this computer: write the "
                    "path as seen from the project"
                )
        return found

    def day_files(self, puzzle: Puzzle) -> list[str]:
        """Return the paths of the files of a day, also where they cannot be read."""
        own = [
            os.path.join(self.root, one.file)
            for one in self.own_layouts.get(puzzle, ())
        ]
        return own or [*filter(os.path.lexists, [day_path(self.root, puzzle)])]

    def day_path(self, puzzle: Puzzle) -> str:
        """Return the path of the module of a puzzle, or of the one that it would have."""
        return [*self.day_files(puzzle), day_path(self.root, puzzle)][0]

    def has_day(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle has a module."""
        return bool(self.day_files(puzzle))

    def puzzle_of(self, path: str) -> Puzzle | None:
        """Return the puzzle of a module, of its shows or its tests, if the path is that of one."""
        folder, path = (
            os.path.join(os.path.realpath(self.root), ""),
            os.path.realpath(path),
        )
        if not path.startswith(folder):
            return None
        name = path.removeprefix(folder).replace(os.sep, "/").replace("_show.py", ".py")
        for puzzle, sources in self.own_layouts.items():
            if name in [source.file for source in sources]:
                return puzzle
        match = re.fullmatch(DAY_FILE, name)
        return Puzzle(int(match[1]), int(match[2])) if match else None

    def title_of(self, puzzle: Puzzle) -> str | None:
        """Return the title of a puzzle in the docstring of its module, which is not run.

        `None` if there is no title, as in the docstring `Day 1.`. Other modules than those in
        `days/` have to name the day before it.
        """
        try:
            start = read_bytes(self.day_path(puzzle)).decode(
                "utf-8-sig", errors="replace"
            )
        except OSError:
            return None
        start = start[:1000].replace("\r\n", "\n")
        found = TITLE.match(start)
        is_title = found and (found[1] or puzzle not in self.own_layouts)
        return (
            found[2]
            if found and is_title and not re.fullmatch(r"Day \d+", found[2])
            else None
        )

    def layouts_of(
        self, puzzle: Puzzle, parts: Sequence[int]
    ) -> list[DayLayout | None]:
        """Return how `parts` of a day run, `None` by the contract; each part may have a file."""
        found = sorted(self.own_layouts.get(puzzle, ()), key=lambda source: source.part)
        for one, other in pairwise(found):
            if one.part == other.part:
                raise UsageError(
                    f"{one.file} and {other.file} are both {puzzle}: rename one of them, or change "
                    "[tool.aoc] layouts"
                )
        return [one for one in found if one.part in (0, *parts)] if found else [None]

    def is_script(self, puzzle: Puzzle) -> bool:
        """Return whether a day is a script, which may have its input in a file of its own."""
        return any(source.run for source in self.own_layouts.get(puzzle, ()))

    def years(self) -> list[int]:
        """Return the years that have a day, oldest first."""
        years = {*years_in(self.root), *(puzzle.year for puzzle in self.own_layouts)}
        return [year for year in sorted(years) if self.puzzles(year)]

    def puzzles(self, year: int) -> list[Puzzle]:
        """Return the puzzles of a year that have a module, in order."""
        names = names_in(os.path.join(self.root, "days", f"year{year}"))
        found = (re.fullmatch(r"day([0-9]{2})\.py", name) for name in names)
        days = {int(match[1]) for match in found if match} & {
            *range(1, days_in(year) + 1)
        }
        own = {puzzle.day for puzzle in self.own_layouts if puzzle.year == year}
        return [Puzzle(year, day) for day in sorted(days | own)]

    @property
    def inputs(self) -> str:
        """The folder of the inputs, which git should ignore: as it is set, or `inputs`."""
        return str(self.settings.get("inputs") or "inputs")

    def full_path(self, name: str) -> str:
        """Return the path of a file or a folder whose name is relative to the project, or `~`."""
        return os.path.join(self.root, os.path.expanduser(name))

    def own_files(self, puzzle: Puzzle, *endings: str) -> list[str]:
        """Return the paths of files of a puzzle in its folder of inputs: `01.txt` and `1.txt`.

        They are relative to the project.
        """
        folder = os.path.join(self.inputs, str(puzzle.year))
        days = (f"{puzzle.day:02d}", str(puzzle.day))
        names: list[str] = []
        with suppress(
            OSError
        ):  # of a folder that cannot be read, whoever reads the file says so
            names = os.listdir(self.full_path(folder))
        found: list[str] = []
        for name in sorted(names):
            day, _, ending = name.lower().partition(".")
            if day in days and f".{ending}" in endings:
                found.append(os.path.join(folder, name))
        return found

    def own_path(self, puzzle: Puzzle, ending: str) -> str:
        """Return the path of a file of a puzzle, relative to the project, or where it would be.

        Raises `UsageError` if there are two.
        """
        found = self.own_files(puzzle, ending)
        if len(found) > 1:
            raise UsageError(
                f"{' and '.join(found)} are both for {puzzle}: delete one of them"
            )
        usual = os.path.join(self.inputs, str(puzzle.year), f"{puzzle.day:02d}{ending}")
        return found[0] if found else usual

    def input_name(self, puzzle: Puzzle) -> str:
        """Return the path of the input of a puzzle relative to the project, to show to people.

        Raises `UsageError` if there are two.
        """
        return self.own_path(puzzle, ".txt")

    def input_path(self, puzzle: Puzzle) -> str:
        """Return the path of the input of a puzzle, whether or not it exists."""
        return self.full_path(self.input_name(puzzle))

    def answers_path(self, puzzle: Puzzle) -> str:
        """Return the path of the accepted answers beside the input of a puzzle, a line for each.

        Raises `UsageError` if there are two.
        """
        return self.full_path(self.own_path(puzzle, ".answers"))

    def answers(self, puzzle: Puzzle) -> tuple[str | None, str | None]:
        """Return the answers in that file, `None` for each unknown one. Raises `UsageError`."""
        path = self.answers_path(puzzle)
        try:
            data = read_bytes(path)
            text = "" if lock_of(data) else decode_text(data)
        except FileNotFoundError:
            if not os.path.islink(path):
                return None, None
            raise unreadable(path, "a link to a file that is not there") from None
        except OSError as error:
            raise unreadable(path, str(error.strerror)) from None
        except UnicodeDecodeError:
            raise unreadable(path, "it is not text") from None
        lines = [line.strip() for line in text.splitlines()]
        first = lines[0] if lines else ""
        second = "\n".join(lines[1:]).strip()
        for number, answer in enumerate((first, second), 1):
            is_answer = is_usual(answer) and not lacking(answer)
            if answer and not is_answer and not is_drawing(answer):
                raise unreadable(path, f"what it has for part {number} is no answer")
        return first or None, second or None

    def year(self, option: int | None = None) -> int:
        """Return the year to work on.

        It is the first that exists of: the chosen year, the event that is running, the newest year
        in `days/`, the newest event. Raises `UsageError` if `AOC_YEAR` is not a year.
        """
        return (
            self.chosen_year(option)
            or running_event()
            or [current_year(), *self.years()][-1]
        )

    def chosen_year(self, option: int | None = None) -> int | None:
        """Return the year that was chosen: by the option, else in `AOC_YEAR`, else in the settings.

        Raises `UsageError` if `AOC_YEAR` is not a year.
        """
        if option is not None:
            return option
        named = os.environ.get("AOC_YEAR")
        if named:
            if not re.fullmatch(r"[0-9]{4}", named) or not YEARS.takes(int(named)):
                raise UsageError(
                    f"AOC_YEAR is {named!r}, not a year {YEARS}: fix it or unset it"
                )
            return int(named)
        year: int | None = self.settings.get("year")
        return year

    @property
    def board(self) -> BoardName | None:
        """The private leaderboard that the settings name, if they do. It counts for each year."""
        return read_board(str(self.settings.get("board")))


def find_project(start: str | None = None) -> Project:
    """Find the project that a folder is in: `AOC_PROJECT`, `start`, or else the current folder.

    That is the nearest folder with `[tool.aoc]` or `days/yearYYYY`. Raises `NoProjectError` if
    there is no project, and `UsageError` if its settings are wrong.
    """
    named = os.path.expanduser(os.environ.get("AOC_PROJECT", ""))
    here = folder = os.path.abspath(os.path.join(start or "", named))
    while True:  # up to `/`, `C:\` or `\\server\share`: each is its own parent
        settings = read_settings(os.path.join(folder, "pyproject.toml"))
        if settings is not None or years_in(folder):
            return Project(folder, settings or {})
        folder, below = os.path.dirname(folder), folder
        if folder == below:
            raise NoProjectError(
                f"no project in {here} or above it: go to a folder with days/yearYYYY in it, "
                "or create a project with `aoc init DIR`"
            )


def project_or_folder() -> Project:
    """Find the project; outside of one, return the current folder as a project without settings.

    It is for commands that need no project but use its settings where there is one.
    """
    try:
        return find_project()
    except NoProjectError:
        return Project(os.getcwd(), {})


def years_in(folder: str) -> list[int]:
    """Return the years for which a folder has `days/yearYYYY`, in order."""
    names = names_in(os.path.join(folder, "days"))
    years = (int(name[4:]) for name in names if re.fullmatch(r"year[0-9]{4}", name))
    return sorted(filter(YEARS.takes, years))


def unreadable(path: str, why: str) -> UsageError:
    """Return the error about a file of answers."""
    remedy = "write a line for each answer"
    return UsageError(f"{shown_path(path)} cannot be read ({why}): {remedy}")


def day_path(root: str, puzzle: Puzzle) -> str:
    """Return the path of the module of a puzzle, in the project at `root`."""
    return os.path.join(root, "days", f"year{puzzle.year}", f"day{puzzle.day:02d}.py")
