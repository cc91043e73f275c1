"""The layouts in the settings: patterns of the paths of days, and how the days run.

A pattern is a path such as `{year}/day{day:02}.py`. Besides `{year}`, `{yy}` (`21`), `{day}`,
`{day:02}` and `{part}`, it may have `*`, which stands for any text in a name, as a title. No such
file is `day21_show.py`, which has the shows of a day, or a test. `aoc init` finds out the layouts
of a repository in `aoc.scaffold.layout_survey`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from glob import escape, glob
from typing import Any, NamedTuple

from aoc.errors import UsageError
from aoc.model.jobs import DayLayout
from aoc.model.puzzles import FIRST_YEAR, Puzzle, days_in

PLACEHOLDER = re.compile(r"(\{(?:year|yy|day|day:02|part)\}|\*)")
PLACEHOLDER_TEXTS = {
    "{year}": r"(?P<year_>20[0-9][0-9])",
    "{yy}": r"(?P<yy_>[0-9][0-9])",
    "{day}": r"(?P<day_>0?[1-9]|[1-9][0-9])",
    "{day:02}": r"(?P<day_>[0-9][0-9])",
    "{part}": r"(?P<part_>0?[12]|[aAbB]|(?i:one|two|first|second|silver|gold))",
    "*": r"[^/]*?",
}
"""The expressions for the texts that placeholders stand for; a number follows each `_`."""
NUMBERS = ("{year}", "{yy}", "{day}", "{day:02}")
WHOLE_NUMBER = "(?![0-9])"
"""The end of an expression for a number: no digit follows."""
PARTS = {"1": 1, "01": 1, "a": 1, "one": 1, "first": 1, "silver": 1}
PARTS |= {"2": 2, "02": 2, "b": 2, "two": 2, "second": 2, "gold": 2}
"""The words for a part in a path, in small letters."""
NO_DAY_NAME = re.compile(
    r"tests?(?:[^a-z].*)?|.*[^a-z]tests?|.*_show|conftest|setup|.*(?:template|(?:ex|s)ample|util).*"
)
"""The names of files that are no days, without the ending and in small letters."""


class DayFile(NamedTuple):
    """A file of a day: its puzzle, the only part that it is for or 0, and its path with slashes."""

    puzzle: Puzzle
    part: int
    path: str


class LayoutPattern(NamedTuple):
    """A layout in the settings: a pattern of the files of days, and how these run.

    They `run` as a `script`, perhaps with `args`, or by the command line of a program, which may
    read its input from a file of the project with the path `input`; or `solver` is the function
    that solves them, as `module:function`; or they are modules with functions called `part1` and
    `part2`. Where the pattern has no year, it is `year`. Modules are first looked for in the
    folders of `path`.
    """

    days: str
    run: str = ""
    args: str = ""
    input: str = ""
    solver: str = ""
    part1: str = "part1"
    part2: str = "part2"
    path: Sequence[str] = ()
    year: int = 0

    def layouts_in(self, root: str) -> dict[Puzzle, list[DayLayout]]:
        """Return how the days below `root` run that lie in this layout: the file of each part."""
        days: dict[Puzzle, list[DayLayout]] = {}
        for file in self.files_in(root):
            year, day = file.puzzle
            layout = DayLayout(
                file.path,
                part=file.part,
                run=self.run,
                args=self.args,
                input=self.input.format(year=year, yy=f"{year % 100:02}", day=day),
                solver=self.solver,
                part1=self.part1,
                part2=self.part2,
                path=self.path,
            )
            days.setdefault(file.puzzle, []).extend(by_parts(layout, file.puzzle))
        if "*" not in os.path.basename(self.days):
            return days
        chosen = {}
        for puzzle, layouts in days.items():
            files = solutions_among(root, layouts)
            # The only script in the folder of a day may have any name. Of several, nobody knows
            # which one is the day.
            if len(files) == 1 or not has_any_name(self.days):
                chosen[puzzle] = [layout for layout in layouts if layout.file in files]
        return chosen

    def files_in(self, root: str) -> Iterator[DayFile]:
        """Yield the files below `root` that have this pattern, in the order of their paths."""
        # `glob` finds more than the pattern has, so each path is matched again.
        texts = PLACEHOLDER.split(self.days)[::2]
        names = glob("*".join(map(escape, texts)), root_dir=root)
        for name in sorted(names):
            file = self.match(name.replace(os.sep, "/"))
            if file is not None:
                yield file

    def match(self, path: str) -> DayFile | None:
        """Return the file of a day with a path, which has slashes.

        `None` if it has not the pattern, if two values of a placeholder differ, or if there is no
        such puzzle.
        """
        match = expression(self.days).fullmatch(path)
        if match is None:
            return None
        # A test beside a day may have a name that a title could have.
        has_title = "*" in os.path.basename(self.days)
        if has_title and is_no_day(os.path.basename(path)):
            return None
        numbers: dict[str, int] = {}
        for group, text in match.groupdict().items():
            name, _ = group.split("_")
            if name == "part":
                number = PARTS[text.lower()]
            elif name == "yy":
                name = "year"
                number = 2000 + int(text)
            else:
                number = int(text)
            # A placeholder may stand in a path twice, as in `2021/aoc21_05.py`.
            if numbers.setdefault(name, number) != number:
                return None
        year = numbers.get("year", self.year)
        day = numbers.get("day", 0)
        if year < FIRST_YEAR or not 1 <= day <= days_in(year):
            return None
        return DayFile(Puzzle(year, day), numbers.get("part", 0), path)

    def path_like(self, path: str, puzzle: Puzzle) -> str:
        """Return the path of another puzzle beside one of this layout: `*` and its part stay.

        Raises `UsageError` if the puzzle would not be found there.
        """
        match = expression(self.days).fullmatch(path)
        groups = match.groupdict() if match else {}
        parts = [text for group, text in groups.items() if group.startswith("part")]
        values = {
            "{year}": str(puzzle.year),
            "{yy}": f"{puzzle.year % 100:02}",
            "{day}": str(puzzle.day),
            "{day:02}": f"{puzzle.day:02}",
            "{part}": "".join(parts[:1]),
            "*": "*",
        }
        new_path = PLACEHOLDER.sub(lambda match: values[match[0]], self.days)
        new_file = self.match(new_path)
        if new_file is None or new_file.puzzle != puzzle:
            raise UsageError(f"the layout {self.days!r} has no place for {puzzle}: add one for it")
        return new_path


def has_any_name(pattern: str) -> bool:
    """Return whether a file has a pattern by its folder alone, as in `{year}/{day}/*.py`."""
    name = os.path.basename(pattern)
    return "*" in name and "{day" not in name and "{part" not in name


def solutions_among(root: str, layouts: Sequence[DayLayout]) -> set[str]:
    """Return the files of a day that are solutions, not helpers, nor variants of another one."""
    by_part: dict[int, list[str]] = {}
    for layout in layouts:
        by_part.setdefault(layout.part, []).append(layout.file)
    solutions: set[str] = set()
    for files in by_part.values():
        if len(files) > 1:
            files = [file for file in files if runs_alone(root, file)] or files
        shortest = min(files, key=len)
        stem = os.path.splitext(shortest)[0]
        # As `01_sonar.py` beside `01_sonar_viz.py`.
        if all(file.startswith(stem) for file in files):
            files = [shortest]
        solutions.update(files)
    return solutions


def runs_alone(root: str, path: str) -> bool:
    """Return whether a file is a solution, and not a module that another one imports."""
    # Imported only now: most days have one file in their folder.
    from aoc.project.functions import why_no_script

    return not why_no_script(root, path)


def is_no_day(name: str) -> bool:
    """Return whether a file is none of a day by its name, such as a test or an example."""
    stem = os.path.splitext(name)[0]
    return NO_DAY_NAME.fullmatch(stem.lower()) is not None


@cache
def expression(pattern: str) -> re.Pattern[str]:
    """Return the expression for the paths that a pattern stands for."""
    pieces = PLACEHOLDER.split(pattern)
    expressions = []
    # Every second piece is a placeholder.
    for number, piece in enumerate(pieces):
        if number % 2 == 0:
            expressions.append(re.escape(piece))
            continue
        # Each group needs a name of its own, also of a placeholder that stands there twice.
        expressions.append(PLACEHOLDER_TEXTS[piece].replace("_>", f"_{number}>"))
        following = "".join(pieces[number + 1 :])
        # As in `aoc202105`, `2105`, or `20211205` with the month.
        is_year = piece in ("{year}", "{yy}")
        is_glued = is_year and re.match(r"(?:12)?\{day", following)
        if piece in NUMBERS and not is_glued:
            expressions.append(WHOLE_NUMBER)
    return re.compile("".join(expressions))


def by_parts(layout: DayLayout, puzzle: Puzzle) -> list[DayLayout]:
    """Return a layout, or one for each part if its command or its arguments name the part."""
    if layout.part or "{part}" not in layout.run + layout.args:
        return [layout]
    # The last day of an event has one part.
    parts = (1,) if puzzle.is_last else (1, 2)
    return [layout._replace(part=part) for part in parts]


def find_days(root: str, settings: Iterable[dict[str, Any]]) -> dict[Puzzle, list[DayLayout]]:
    """Return how the days of a repository run: each in the first layout that has it.

    A part that it lacks there comes from a later layout.
    """
    days: dict[Puzzle, list[DayLayout]] = {}
    for fields in settings:
        for puzzle, layouts in LayoutPattern(**fields).layouts_in(root).items():
            days[puzzle] = with_other_part(days.get(puzzle, []), layouts)
    return days


def with_other_part(layouts: list[DayLayout], further: list[DayLayout]) -> list[DayLayout]:
    """Return the files of a day, with `further` ones if these are of the part that it lacks."""
    if not layouts:
        return further
    parts = {layout.part for layout in layouts}
    if not completes(parts, {layout.part for layout in further}):
        return layouts
    # Beside a file of part 2, the one without a part in its name is part 1.
    return [layout._replace(part=layout.part or 1) for layout in [*layouts, *further]]


def completes(parts: set[int], further: set[int]) -> bool:
    """Return whether files of `further` parts and those of a day have both parts together.

    A file that is for no part alone has the part 0, and becomes part 1 beside one of part 2.
    """
    return parts | further in ({0, 2}, {1, 2}) and parts.isdisjoint(further)
