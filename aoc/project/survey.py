"""The survey of a repository of solutions: which layouts its days have, and how they run.

Paths and texts are read, and nothing is run. Each file has the patterns that its path can be read
as: `1/2.py` is day 2, or part 2 of day 1. Those that explain most files are chosen.
"""

from __future__ import annotations

import ast
import os
import re
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from errno import EFBIG

from aoc.files import read_bytes
from aoc.git import git_output
from aoc.model.puzzles import FIRST_YEAR, Puzzle, current_year, days_in
from aoc.model.values import Value
from aoc.project.environments import may_have_code
from aoc.project.functions import PartNames, part_names
from aoc.project.layouts import PARTS, LayoutPattern
from aoc.text import is_printable

SKIPPED = ("venv", "env", "build", "dist", "tests", "test")
"""Folders without days, besides those that begin with a dot."""
DEEPEST = 12
"""Folders in each other in which days are looked for: more than any repository of them has."""
LARGEST = 1 << 20
"""Bytes of the largest file that may be a day."""
NOT_DAYS = re.compile(
    r"tests?(_.*)?|.*_(test|show)|conftest|setup|.*(template|(ex|s)ample|util).*"
)
"""The names of files that are no days, in small letters."""
YEAR = re.compile(r"(.*?)(?<!\d)(201[5-9]|20[2-9]\d)(?!\d)")
YY = re.compile(r"(?i)(.*?(?<![a-z])(?:aoc|advent|year|y|event)[^a-z\d]*)(\d\d)(?!\d)")
"""The year in the name of a folder, as in `aoc21`."""
DAY = re.compile(
    r"(?i)((?:\D*?(?<![a-z])(?:day|d|dec|december|puzzle|problem|challenge|task|exercise|ex|p|aoc"
    r"|aocday|advent|code|adventofcode|solution|sol|solve))?[^a-z\d]*)(0?[1-9]|1\d|2[0-5])(?!\d)"
)
"""The number of a day in a name, after a word for it or at the start."""
PART = re.compile(
    r"(?i)([^a-z\d]*(?:part|pt|p|star|puzzle|problem|task|solution|sol|half|main|code|script)?"
    r"[^a-z\d]*)([12](?!\d)|(?:[ab]|one|two)$)"
)
"""The part in the name of a file of one day, or after the number of the day."""
TITLE = re.compile(r"([^a-zA-Z\d]*).*[a-zA-Z].*")
MAIN = re.compile(
    r".*/(?:main|solutions?|solver?|sol|__init__|__main__|code|app|run|day|index|puzzle|answer|aoc"
    r"|script|program)\.py"
)
"""The usual paths of a day in a folder of its own."""
YEAR_IN_TEXT = re.compile(
    r"(?i)(?:adventofcode\.com/|year\D{1,3}|aoc\D?|advent of code\D{1,3})(20[1-9]\d)"
)
RUNS = re.compile(
    r"^(?:if __name__|for |while |with |assert |async |[\w.]+\(|\w+\.\w+ *=)",
    re.MULTILINE,
)
"""A line that does something when a file is run."""
Numbers = dict[str, int]
"""The numbers in a path: its day, and its year and part where it has them."""


class Group(Value):
    """Files that have one layout, and their puzzles."""

    layout: LayoutPattern
    files: tuple[str, ...]
    puzzles: tuple[Puzzle, ...]


class Survey(Value):
    """The groups of files of a repository: those of one year first, then the largest.

    `others` are the files that are not understood, with the reason, of days that have no other one.
    """

    groups: tuple[Group, ...]
    others: dict[str, str]


def survey(root: str) -> Survey:
    """Return the layouts of the days in a repository."""
    patterns: dict[str, dict[str, Numbers]] = {}
    styles: dict[str, PartNames | None] = {}
    others: dict[str, tuple[tuple[int, int], str]] = {}
    for path, is_alone in python_files(root):
        if not (read_as := readings(path, is_alone=is_alone)):
            continue
        try:
            styles[path] = style_of(root, path)
            # Only such a text can stand in the settings.
            texts = {
                pattern: read_as[pattern]
                for pattern in read_as
                if is_printable(pattern)
            }
            if not texts:
                raise ValueError("its name is not printable text in UTF-8")
        except (SyntaxError, ValueError) as error:
            numbers = next(iter(read_as.values()))
            others[path] = (numbers.get("year", 0), numbers["day"]), str(error)
            continue
        for pattern, numbers in texts.items():
            patterns.setdefault(pattern, {})[path] = numbers
    groups: list[Group] = []
    while patterns:
        best = max(patterns, key=lambda pattern: rank(pattern, patterns[pattern]))
        chosen = patterns.pop(best)
        groups.append(group_in(root, best, chosen, styles))
        left = {
            pattern: {path: found[path] for path in found.keys() - chosen.keys()}
            for pattern, found in patterns.items()
        }
        patterns = {pattern: found for pattern, found in left.items() if found}
    # A layout of one year goes before one with files of the same names in every year.
    groups.sort(key=lambda group: ("{y" in group.layout.days, -len(group.files)))
    first = {puzzle: group for group in reversed(groups) for puzzle in group.puzzles}
    known = {*first, *((0, puzzle.day) for puzzle in first)}
    lacking = {
        path: why for path, (puzzle, why) in others.items() if puzzle not in known
    }
    return Survey(tuple(group for group in groups if group in first.values()), lacking)


def python_files(root: str) -> Iterator[tuple[str, bool]]:
    """Yield the path of each file below `root` that may be a day, or a notebook.

    With it goes whether no other one lies in its folder.
    """
    top = os.path.join(root, "")
    for folder, folders, names in os.walk(top):
        if folder.removeprefix(top).count(os.sep) >= DEEPEST:
            folders.clear()
        folders[:] = sorted(
            name
            for name in folders
            if name.lower() not in SKIPPED and may_have_code(folder, name)
        )
        found = [name for name in sorted(names) if name.endswith((".py", ".ipynb"))]
        found = [
            name
            for name in found
            if not NOT_DAYS.fullmatch(name.rpartition(".")[0].lower())
        ]
        for name in found:
            path = os.path.relpath(os.path.join(folder, name), root)
            yield path.replace(os.sep, "/"), len(found) == 1


def readings(path: str, *, is_alone: bool) -> dict[str, Numbers]:
    """Return the patterns that a path can have, with the numbers in it; none if it is no day."""
    *folders, name = path.split("/")
    stem, end = os.path.splitext(name)
    found: dict[str, Numbers] = {"": {}}
    for depth, name in enumerate([*folders, stem]):
        is_file = depth == len(folders)
        found = {
            f"{before}/{pattern}": numbers | more
            for before, numbers in found.items()
            for pattern, more in read_name(name, "day" in numbers, is_file, is_alone)
            if all(numbers.get(kind, number) == number for kind, number in more.items())
        }
    return {
        f"{pattern[1:]}{end}": numbers
        for pattern, numbers in found.items()
        if 1 <= numbers.get("day", 0) <= days_in(numbers.get("year", FIRST_YEAR))
    }


def read_name(
    name: str, has_day: bool, is_file: bool, is_alone: bool
) -> Iterator[tuple[str, Numbers]]:
    """Yield the patterns that a component of a path can have, with the numbers in it.

    `has_day` says whether a folder before it has the day.
    """
    head, numbers = "", {}
    if year := YEAR.match(name) or (None if is_file else YY.match(name)):
        numbers["year"] = 2000 + int(year[2]) % 100
        head = year[1] + ("{year}" if len(year[2]) == 4 else "{yy}")
        name = name[year.end() :]
    day = DAY.match(name)
    if day:
        of_day = numbers | {"day": int(day[2])}
        yield from endings(f"{head}{day[1]}{{day}}", name[day.end() :], of_day, True)
    if has_day:
        yield from endings(head, name, numbers, is_file and is_alone)
    elif not (day and is_file):
        yield head + name, numbers


def endings(
    head: str, rest: str, numbers: Numbers, titled: bool
) -> Iterator[tuple[str, Numbers]]:
    """Yield the patterns of the end of a name: with the part, or as it is, and with any title."""
    if part := PART.match(rest):
        of_part = numbers | {"part": PARTS[part[2].lower()]}
        yield f"{head}{part[1]}{{part}}{rest[part.end() :]}", of_part
        return
    yield head + rest, numbers
    if titled and (title := TITLE.match(rest)):
        yield f"{head}{title[1]}*", numbers


def rank(pattern: str, found: Mapping[str, Numbers]) -> tuple[object, ...]:
    """Return how well a pattern explains its files: the more of the days and parts the better.

    Of those that explain as many, the best has no number, no part and a usual name, and a title
    only where it is that of one file.
    """
    count = len({tuple(sorted(numbers.items())) for numbers in found.values()})
    has_digits = any(map(str.isdigit, pattern))
    is_main = bool(MAIN.fullmatch(pattern))
    return (
        count,
        not has_digits,
        "{part}" not in pattern,
        is_main,
        ("*" in pattern) == (count == 1),
    )


def group_in(
    root: str,
    pattern: str,
    found: Mapping[str, Numbers],
    styles: Mapping[str, PartNames | None],
) -> Group:
    """Return the group of the files with a pattern: scripts, unless all have the same functions."""
    days = {
        (numbers["day"], path) for path, numbers in found.items() if numbers["day"] < 10
    }
    if days and all(re.search(rf"0{day}(?!\d)", path) for day, path in days):
        pattern = pattern.replace("{day}", "{day:02}")
    year = 0 if "{y" in pattern else year_of(root, [*found])
    names, *others = {styles[path] for path in found}
    layout = LayoutPattern(pattern, run="script", year=year)
    if names and not others:
        layout = LayoutPattern(pattern, part1=names[0], part2=names[1], year=year)
    puzzles = {
        Puzzle(numbers.get("year", year), numbers["day"]) for numbers in found.values()
    }
    return Group(layout, tuple(found), tuple(sorted(puzzles)))


def year_of(root: str, paths: Iterable[str]) -> int:
    """Return the year of files whose paths have none.

    It is that in the name of the repository or in their texts, else that of the event before the
    first of them was committed, or the newest one.
    """
    name = os.path.basename(os.path.abspath(root))
    if named := YEAR.match(name) or YY.fullmatch(name):
        return 2000 + int(named[2]) % 100
    texts = (read(root, path) for path in [*paths, "README.md"])
    if years := Counter(year for text in texts for year in YEAR_IN_TEXT.findall(text)):
        return int(years.most_common(1)[0][0])
    added = git_output(root, "log", "--reverse", "--format=%as", "--", *paths)
    date = re.match(r"(\d{4})-(\d\d)", added or "")
    return int(date[1]) - (date[2] != "12") if date else current_year()


def read(root: str, path: str) -> str:
    """Return the text of a file; it is empty if there is none that can be read."""
    try:
        return read_source(os.path.join(root, path))
    except OSError:
        return ""


def read_source(path: str) -> str:
    """Return the text of a file. Raises `OSError` if it cannot be read, or is too large."""
    if os.path.getsize(path) > LARGEST:
        raise OSError(EFBIG, f"it is larger than {LARGEST >> 20} MB")
    return read_bytes(path).decode("utf-8-sig", errors="replace")


def style_of(root: str, path: str) -> PartNames | None:
    """Return the names of the functions of a file, `None` for a script.

    Raises `SyntaxError`, or `ValueError` with the reason why it is no day.
    """
    if path.endswith(".ipynb"):
        raise ValueError("a notebook is not run")
    try:
        text = read_source(os.path.join(root, path))
    except OSError as error:
        raise ValueError(f"cannot be read: {error.strerror}") from None
    if RUNS.search(re.sub(r'(?s)("""|\'\'\').*?\1', "", text)):
        return None
    with warnings.catch_warnings(action="ignore"):
        try:
            tree = ast.parse(text)
            names = part_names(tree)
        except (RecursionError, MemoryError):
            raise ValueError("is nested too deep for Python") from None
    if names:
        return names
    kinds = {type(node) for node in tree.body}
    if ast.ClassDef in kinds:
        raise ValueError("has a class that another file uses")
    calls = ast.FunctionDef in kinds
    raise ValueError(
        "has functions that another file calls" if calls else "does nothing"
    )
