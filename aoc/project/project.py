"""The project: its folder, its days, their files, its inputs, its years, and its solvers."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from aoc.errors import UsageError
from aoc.files import names_in, read_bytes, shown_path
from aoc.model.jobs import DayLayout, Solver
from aoc.model.puzzles import Puzzle, current_year, days_in, running_event
from aoc.project.settings import YEARS, BoardName, read_board, read_settings
from aoc.text import decode_text

DAY_FILE = r"(?:days|tests)/year([0-9]{4})/(?:test_)?day([0-9]{2})(?![0-9]).*\.py"
"""The path of a module of a day, of its tests, or of another file that is named for the day."""
DOCSTRING_TITLE = r'(?:\s*#.*\n)*\s*r?"""\s*(?:-* ?(Day \d+)(?:: )?)?(.*?)(?: -*|\.)?(?:"""|\s*\n)'
"""The start of a module whose docstring begins with its title."""
OWN = "days"
"""The name of the project's own solver."""
OWN_SOLVER = Solver(OWN)


class NoProjectError(UsageError):
    """The folder is not inside a project."""


class Project:
    """A folder that holds `days/yearYYYY` or settings, and these settings."""

    def __init__(self, root: str, settings: Mapping[str, Any]) -> None:
        self.root = root
        self.settings = settings

    @cached_property
    def own_layouts(self) -> Mapping[Puzzle, list[DayLayout]]:
        """The days that lie in layouts of the settings, with the file of each part or of both."""
        patterns = self.settings.get("layouts")
        if not patterns:
            return {}
        # Imported only now: most projects have no layouts.
        from aoc.project.layouts import find_days

        return find_days(self.root, patterns)

    def day_files(self, puzzle: Puzzle) -> list[str]:
        """Return the paths of the files of a day, also where they cannot be read."""
        layouts = self.own_layouts.get(puzzle)
        if layouts:
            return [os.path.join(self.root, layout.file) for layout in layouts]
        path = day_path(self.root, puzzle)
        # Not `exists`: a broken link is an error of its day.
        return [path] if os.path.lexists(path) else []

    def day_path(self, puzzle: Puzzle) -> str:
        """Return the path of the module of a puzzle, or the path that it would have."""
        files = self.day_files(puzzle)
        return files[0] if files else day_path(self.root, puzzle)

    def has_day(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle has a module."""
        return bool(self.day_files(puzzle))

    def puzzle_of(self, path: str) -> Puzzle | None:
        """Return the puzzle of a path: of a module, of its shows or its tests; else `None`."""
        root = os.path.join(os.path.realpath(self.root), "")
        path = os.path.realpath(path)
        if not path.startswith(root):
            return None
        name = path.removeprefix(root).replace(os.sep, "/")
        # The shows of `day05.py` are in `day05_show.py`.
        name = name.replace("_show.py", ".py")
        for puzzle, layouts in self.own_layouts.items():
            if name in [layout.file for layout in layouts]:
                return puzzle
        match = re.fullmatch(DAY_FILE, name)
        return Puzzle(int(match[1]), int(match[2])) if match else None

    def title_of(self, puzzle: Puzzle) -> str | None:
        """Return the title of a puzzle in the docstring of its module, which is not run.

        `None` if there is no title, as in the docstring `Day 1.`.
        """
        try:
            data = read_bytes(self.day_path(puzzle))
        except OSError:
            return None
        start = data.decode("utf-8-sig", errors="replace")[:1000]
        match = re.match(DOCSTRING_TITLE, start.replace("\r\n", "\n"))
        if match is None:
            return None
        day, title = match.groups()
        # Outside of `days/`, a docstring without its day may be about anything.
        if day is None and puzzle in self.own_layouts:
            return None
        return title or None

    def layouts_of(
        self, puzzle: Puzzle, parts: Sequence[int], solver: Solver = OWN_SOLVER
    ) -> list[DayLayout | None]:
        """Return how a solver runs `parts` of a day; each part may have a file or call of its own.

        `None` stands for a day by the contract, and for a plugin. Raises `UsageError` for two files
        of one part.
        """
        if solver.entry:
            return [None]
        if solver.command:
            # Imported only here: most runs have no such solver.
            from aoc.project.layouts import by_parts

            calls = by_parts(DayLayout("", run=solver.command), puzzle)
            return [layout for layout in calls if layout.part in (0, *parts)]
        layouts = sorted(self.own_layouts.get(puzzle, ()), key=lambda layout: layout.part)
        if not layouts:
            return [None]
        # Nobody could say which of the two answers is the day's.
        for layout, following in pairwise(layouts):
            if layout.part == following.part:
                raise UsageError(
                    f"{layout.file} and {following.file} are both {puzzle}: rename one of them, "
                    "or change [tool.aoc] layouts"
                )
        return [layout for layout in layouts if layout.part in (0, *parts)]

    def is_script(self, puzzle: Puzzle) -> bool:
        """Return whether a day is a script, which may have its input in a file of its own."""
        return any(layout.run for layout in self.own_layouts.get(puzzle, ()))

    def years(self) -> list[int]:
        """Return the years that have a day, oldest first."""
        years = {puzzle.year for puzzle in self.own_layouts}
        years.update(years_in(self.root))
        return [year for year in sorted(years) if self.puzzles(year)]

    def puzzles(self, year: int) -> list[Puzzle]:
        """Return the puzzles of a year that have a module, in order."""
        days = {puzzle.day for puzzle in self.own_layouts if puzzle.year == year}
        for name in names_in(os.path.join(self.root, "days", f"year{year}")):
            match = re.fullmatch(r"day([0-9]{2})\.py", name)
            if match and 1 <= int(match[1]) <= days_in(year):
                days.add(int(match[1]))
        return [Puzzle(year, day) for day in sorted(days)]

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
        paths = []
        for day in dict.fromkeys((f"{puzzle.day:02d}", f"{puzzle.day}")):
            for ending in endings:
                path = os.path.join(self.inputs, str(puzzle.year), f"{day}{ending}")
                # Not `exists`: a broken link is an error of its day.
                if os.path.lexists(self.full_path(path)):
                    paths.append(path)
        return paths

    def own_path(self, puzzle: Puzzle, ending: str) -> str:
        """Return the path of a file of a puzzle, relative to the project, or where it would be."""
        for path in self.own_files(puzzle, ending):
            return path
        return os.path.join(self.inputs, str(puzzle.year), f"{puzzle.day:02d}{ending}")

    def input_name(self, puzzle: Puzzle) -> str:
        """Return the path of the input of a puzzle relative to the project, to show to people."""
        return self.own_path(puzzle, ".txt")

    def input_path(self, puzzle: Puzzle) -> str:
        """Return the path of the input of a puzzle, whether or not it exists."""
        return self.full_path(self.input_name(puzzle))

    def answers_path(self, puzzle: Puzzle) -> str:
        """Return the path of the accepted answers beside the input of a puzzle, a line for each."""
        return self.full_path(self.own_path(puzzle, ".answers"))

    def answers(self, puzzle: Puzzle) -> tuple[str | None, str | None]:
        """Return the accepted answers beside an input, `None` for each unknown one.

        Raises `UsageError` if they cannot be read.
        """
        path = self.answers_path(puzzle)
        if not os.path.lexists(path):
            return None, None
        try:
            data = read_bytes(path)
            text = decode_text(data)
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(
                f"{shown_path(path)} cannot be read ({error}): write a line for each answer"
            ) from None
        lines = [line.strip() for line in text.splitlines()]
        first = "".join(lines[:1])
        # Part 2 may be a drawing, which takes several lines.
        second = "\n".join(lines[1:]).strip()
        return first or None, second or None

    def year(self, option: int | None = None) -> int:
        """Return the year to work on.

        It is the first that exists of: the chosen year, the event that is running, the newest year
        in `days/`, the newest event. Raises `UsageError` if `AOC_YEAR` is not a year.
        """
        year = self.chosen_year(option) or running_event()
        if year:
            return year
        years = self.years()
        return years[-1] if years else current_year()

    def chosen_year(self, option: int | None = None) -> int | None:
        """Return the year that was chosen: by the option, else in `AOC_YEAR`, else in the settings.

        Raises `UsageError` if `AOC_YEAR` is not a year.
        """
        if option is not None:
            return option
        text = os.environ.get("AOC_YEAR")
        if not text:
            year: int | None = self.settings.get("year")
            return year
        # `int` takes digits of other scripts, signs and blanks as well.
        if not re.fullmatch(r"[0-9]{4}", text) or not YEARS.takes(int(text)):
            raise UsageError(f"AOC_YEAR is {text!r}, not a year {YEARS}: fix it or unset it")
        return int(text)

    @property
    def board(self) -> BoardName | None:
        """The private leaderboard that the settings name, if they do. It counts for each year."""
        return read_board(str(self.settings.get("board")))


def find_project(start: str | None = None) -> Project:
    """Find the project that a folder is in: `AOC_PROJECT`, `start`, or else the current folder.

    That is the nearest folder with `[tool.aoc]` or `days/yearYYYY`. Raises `NoProjectError` if
    there is no project, and `UsageError` if its settings are wrong.
    """
    # It may be relative, to the folder that the command runs in.
    named = os.path.expanduser(os.environ.get("AOC_PROJECT", ""))
    first = os.path.abspath(os.path.join(start or "", named))
    folder = first
    while True:
        settings = read_settings(os.path.join(folder, "pyproject.toml"))
        if settings is not None or years_in(folder):
            return Project(folder, settings or {})
        parent = os.path.dirname(folder)
        # `/`, `C:\` and `\\server\share` are their own parents.
        if parent == folder:
            raise NoProjectError(
                f"no project in {first} or above it",
                "go to a folder with days/yearYYYY in it, or create a project with `aoc init DIR`",
            )
        folder = parent


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
    years = []
    for name in names_in(os.path.join(folder, "days")):
        match = re.fullmatch(r"year([0-9]{4})", name)
        if match and YEARS.takes(int(match[1])):
            years.append(int(match[1]))
    return sorted(years)


def day_path(root: str, puzzle: Puzzle) -> str:
    """Return the path of the module of a puzzle, in the project at `root`."""
    return os.path.join(root, "days", f"year{puzzle.year}", f"day{puzzle.day:02d}.py")


def find_solvers(project: Project, names: Sequence[str] = ()) -> list[Solver]:
    """Find solvers by name: `days` of the project, programs in its settings, installed plugins.

    `all` means every solver, and no name means `days`. Raises `UsageError` for an unknown name.
    """
    solvers = {OWN: OWN_SOLVER}
    # To look for plugins takes longer than most runs have time for.
    if set(names) - {OWN}:
        solvers |= other_solvers(project)
    if "all" in names:
        return list(solvers.values())
    for name in names:
        if name not in solvers:
            choice = ", ".join(solvers)
            raise UsageError(f"there is no solver {name!r}: choose from {choice}")
    # Each once, in the order in which they were named.
    return [solvers[name] for name in dict.fromkeys(names or [OWN])]


def other_solvers(project: Project) -> dict[str, Solver]:
    """Return the solvers besides the project's own one, by name.

    They are the programs in the settings of the project, and the `adventofcode.user` plugins that
    are installed in this Python.
    """
    from importlib.metadata import entry_points

    solvers = {}
    for point in entry_points(group="adventofcode.user"):
        # The days of a project are a plugin too (for aocd), but here they run part by part.
        if point.name != OWN:
            solvers[point.name] = Solver(point.name, point.value)
    # The settings stand in the project, where people see them.
    for name, command in project.settings.get("solvers", {}).items():
        solvers[name] = Solver(name, command=command)
    return solvers
