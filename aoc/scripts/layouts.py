"""Layouts: where the days of a repository lie, and how they run.

A layout is a pattern of paths, such as `{year}/day{day:02}.py`. Besides `{year}`, `{yy}` (`21`),
`{day}`, `{day:02}` and `{part}`, it may have `*`, which stands for any text in a name, as a title.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from aoc.model import FIRST_YEAR, Puzzle, Value, days_in

PLACEHOLDER = re.compile(r"\{(year|yy|day|day:02|part)\}|(\*)")
DIGITS = {
    "year": r"20[0-9][0-9]",
    "yy": r"[0-9][0-9]",
    "day": r"[1-9][0-9]?",
    "day:02": r"[0-9][0-9]",
    "part": r"[12aAbB]|one|two",
}
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
        steps = [compiled(name, number) for number, name in enumerate(self.days.split("/"))]
        for path, values in matches(root, "", steps, {}):
            found = self.read(values)
            if found:
                yield *found, path

    def match(self, path: str) -> tuple[Puzzle, int] | None:
        """Return the puzzle and the part of a path with slashes, if it has the pattern."""
        found = whole(self.days).fullmatch(path)
        return self.read(found.groupdict()) if found else None

    def read(self, values: Mapping[str, str]) -> tuple[Puzzle, int] | None:
        """Return the puzzle and the part that the values of the placeholders of a path mean.

        `None` if there is no such puzzle, or if two values of a placeholder differ.
        """
        found: dict[str, int] = {}
        for key, text in values.items():
            name = key.rstrip("_0123456789")
            number = PARTS[text.lower()] if name == "part" else int(text)
            name, number = ("year", 2000 + number) if name == "yy" else (name, number)
            if found.setdefault(name, number) != number:
                return None
        year, day = found.get("year", self.year), found.get("day", 0)
        is_there = year >= FIRST_YEAR and 1 <= day <= days_in(year)
        return (Puzzle(year, day), found.get("part", 0)) if is_there else None


@cache
def whole(pattern: str) -> re.Pattern[str]:
    """Return the expression for a pattern."""
    steps = (compiled(name, number).pattern for number, name in enumerate(pattern.split("/")))
    return re.compile("/".join(steps))


def compiled(name: str, number: int) -> re.Pattern[str]:
    """Return the expression for a component of a pattern, the one of this number."""
    pieces, end = [], 0
    for count, match in enumerate(PLACEHOLDER.finditer(name)):
        pieces.append(re.escape(name[end : match.start()]))
        kind = (match[1] or "").partition(":")[0]
        digits = DIGITS.get(match[1] or "", "")
        after = r"(?![0-9])" if kind != "part" else ""
        pieces.append(rf"(?P<{kind}_{number}{count}>{digits}){after}" if match[1] else "[^/]*?")
        end = match.end()
    return re.compile("".join([*pieces, re.escape(name[end:])]))


def matches(
    root: str, path: str, steps: list[re.Pattern[str]], values: Mapping[str, str]
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the path of each file that fits the steps, with the values of its placeholders."""
    step, *rest = steps
    try:
        names = sorted(os.listdir(os.path.join(root, path)))
    except OSError:
        return
    for name in names:
        match = step.fullmatch(name)
        if match is None:
            continue
        there, found = os.path.join(path, name), {**values, **match.groupdict()}
        if rest:
            yield from matches(root, there, rest, found)
        elif os.path.isfile(os.path.join(root, there)):
            yield there, found


class DayFiles(Value):
    """The files of a day, by part (0: both), and their layout.

    `conflict` says which two files of the layout are the same part of the puzzle.
    """

    layout: Layout
    files: dict[int, str]
    conflict: str = ""


def find_days(root: str, layouts: Iterable[Layout]) -> dict[Puzzle, DayFiles]:
    """Return the days of a repository: each in the first layout that has it."""
    found: dict[Puzzle, DayFiles] = {}
    for layout in layouts:
        own: dict[Puzzle, DayFiles] = {}
        for puzzle, part, path in layout.find(root):
            day = own.setdefault(puzzle, DayFiles(layout, {}))
            if part in day.files:
                why = f"{day.files[part]} and {path} are both {puzzle} by {layout.days!r}"
                own[puzzle] = day._replace(conflict=why)
            day.files[part] = path
        if layout.days.endswith("/*.py"):  # whatever the only file of a day is called
            own = {puzzle: day for puzzle, day in own.items() if not day.conflict}
        found = own | found
    return found
