"""Layouts: where the days of a repository lie, and how they run.

A layout is a pattern of paths, such as `{year}/day{day:02}.py`. Besides `{year}`, `{yy}` (`21`),
`{day}`, `{day:02}` and `{part}`, it may have `*`, which stands for any text in a name, as a title,
but not for the end of `day21_show.py`, which has the shows of a day.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from glob import escape, glob
from typing import Any

from aoc.errors import UsageError
from aoc.model.jobs import DayLayout
from aoc.model.puzzles import FIRST_YEAR, Puzzle, days_in
from aoc.model.values import Value

PLACEHOLDER = re.compile(r"(\{(?:year|yy|day|day:02|part)\}|\*)")
VALUES = {
    "{year}": r"(?P<year_>20[0-9][0-9])(?![0-9])",
    "{yy}": r"(?P<yy_>[0-9][0-9])(?![0-9])",
    "{day}": r"(?P<day_>0?[1-9]|[1-9][0-9])(?![0-9])",
    "{day:02}": r"(?P<day_>[0-9][0-9])(?![0-9])",
    "{part}": r"(?P<part_>[12aAbB]|one|two)",
    "*": r"(?![^/]*_show\.py$)[^/]*?",
}
"""The expressions for the texts that placeholders stand for."""
PARTS = {"1": 1, "a": 1, "one": 1, "2": 2, "b": 2, "two": 2}
"""The words for a part in a path, in small letters."""


class Layout(Value):
    """Where days lie, and how they run.

    `days` is the pattern of their files. They `run` as a `script`; or `solver` is the function that
    solves them, as `module:function`; or they are modules with functions called `part1` and
    `part2`. `year` is that of a pattern without one.
    """

    days: str
    run: str = ""
    solver: str = ""
    part1: str = "part1"
    part2: str = "part2"
    year: int = 0

    def find(self, root: str) -> Iterator[tuple[Puzzle, int, str]]:
        """Yield each file of a day below `root`: its puzzle, its part (0: both), and its path."""
        for name in sorted(
            glob("*".join(map(escape, pieces(self.days)[::2])), root_dir=root)
        ):
            if found := self.match(path := name.replace(os.sep, "/")):
                yield *found, path

    def match(self, path: str) -> tuple[Puzzle, int] | None:
        """Return the puzzle and the part (0: both) of a path with slashes.

        `None` if it has not the pattern, if two values of a placeholder differ, or if there is no
        such puzzle.
        """
        match = expression(self.days).fullmatch(path)
        found: dict[str, int] = {}
        for key, text in match.groupdict().items() if match else ():
            name, _ = key.split("_")
            number = PARTS[text.lower()] if name == "part" else int(text)
            name, number = ("year", 2000 + number) if name == "yy" else (name, number)
            if found.setdefault(name, number) != number:
                return None
        year, day = found.get("year", self.year), found.get("day", 0)
        is_there = year >= FIRST_YEAR and 1 <= day <= days_in(year)
        return (Puzzle(year, day), found.get("part", 0)) if is_there else None

    def path_like(self, path: str, puzzle: Puzzle) -> str:
        """Return the path of another puzzle beside one of this layout: `*` and its part stay.

        Raises `UsageError` if the puzzle would not be found there.
        """
        match = expression(self.days).fullmatch(path)
        words = (
            {key[:4]: text for key, text in match.groupdict().items()} if match else {}
        )
        values = {
            "{year}": str(puzzle.year),
            "{yy}": f"{puzzle.year % 100:02}",
            "{day}": str(puzzle.day),
            "{day:02}": f"{puzzle.day:02}",
            "{part}": words.get("part", ""),
        }
        new = PLACEHOLDER.sub(lambda found: values.get(found[0], "*"), self.days)
        if (self.match(new) or [None])[0] != puzzle:
            raise UsageError(
                f"the layout {self.days!r} has no place for {puzzle}: add one for it"
            )
        return new


def pieces(pattern: str) -> list[str]:
    """Return the pieces of a pattern: every second one is a placeholder."""
    return PLACEHOLDER.split(pattern)


@cache
def expression(pattern: str) -> re.Pattern[str]:
    """Return the expression for the paths that a pattern stands for."""
    texts = enumerate(pieces(pattern))
    return re.compile(
        "".join(
            VALUES[text].replace("_>", f"_{n}>") if n % 2 else re.escape(text)
            for n, text in texts
        )
    )


def find_days(
    root: str, settings: Iterable[dict[str, Any]]
) -> dict[Puzzle, list[DayLayout]]:
    """Return how the days of a repository run: each in the first layout that has it."""
    found: dict[Puzzle, list[DayLayout]] = {}
    for layout in (Layout(**fields) for fields in settings):
        own: dict[Puzzle, list[DayLayout]] = {}
        for puzzle, part, path in layout.find(root):
            about = (layout.run, layout.solver, layout.part1, layout.part2)
            own.setdefault(puzzle, []).append(DayLayout(path, part, *about))
        if layout.days.endswith("/*.py"):  # whatever the only file of a day is called
            own = {
                puzzle: sources for puzzle, sources in own.items() if len(sources) == 1
            }
        found = own | found
    return found
