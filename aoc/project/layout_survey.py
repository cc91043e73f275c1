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
from contextlib import suppress
from errno import EFBIG
from typing import NamedTuple

from aoc.files import read_bytes
from aoc.git import git_output
from aoc.model.puzzles import FIRST_YEAR, Puzzle, current_year, days_in
from aoc.project.environments import may_have_code
from aoc.project.functions import PartNames, part_names
from aoc.project.layouts import PARTS, LayoutPattern
from aoc.text import is_printable

SKIPPED = ("venv", "env", "build", "dist", "tests", "test")
"""Folders without days, besides those that begin with a dot."""
DEEPEST = 12
"""Folders in each other in which days are looked for: more than any repository of them has."""
LARGEST_SOURCE = 1 << 20
"""Bytes of the largest file that may be a day."""
NOT_DAYS = re.compile(
    r"tests?(_.*)?|.*_(test|show)|conftest|setup|.*(template|(ex|s)ample|util).*"
)
"""The names of files that are no days, in small letters."""
YEAR_IN_NAME = re.compile(r"(.*?)(?<!\d)(201[5-9]|20[2-9]\d)(?!\d)")
SHORT_YEAR_IN_NAME = re.compile(
    r"(?i)(.*?(?<![a-z])(?:aoc|advent|year|y|event)[^a-z\d]*)(\d\d)(?!\d)"
)
"""The year in the name of a folder, as in `aoc21`."""
DAY_IN_NAME = re.compile(
    r"(?i)((?:\D*?(?<![a-z])(?:day|d|dec|december|puzzle|problem|challenge|task|exercise|ex|p|aoc"
    r"|aocday|advent|code|adventofcode|solution|sol|solve))?[^a-z\d]*)(0?[1-9]|1\d|2[0-5])(?!\d)"
)
"""The number of a day in a name, after a word for it or at the start."""
PART_IN_NAME = re.compile(
    r"(?i)([^a-z\d]*(?:part|pt|p|star|puzzle|problem|task|solution|sol|half|main|code|script)?"
    r"[^a-z\d]*)([12](?!\d)|(?:[ab]|one|two)$)"
)
"""The part in the name of a file of one day, or after the number of the day."""
TITLE_IN_NAME = re.compile(r"([^a-zA-Z\d]*).*[a-zA-Z].*")
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


class Group(NamedTuple):
    """Files that have one layout, and their puzzles."""

    layout: LayoutPattern
    files: tuple[str, ...]
    puzzles: tuple[Puzzle, ...]


class Survey(NamedTuple):
    """The groups of files of a repository: layouts of one year first, then the largest.

    `unclear` has the reasons why files are not understood, of days that have no other file.
    """

    groups: tuple[Group, ...]
    unclear: dict[str, str]


def survey(root: str) -> Survey:
    """Return the layouts of the days in a repository."""
    patterns: dict[str, dict[str, Numbers]] = {}
    styles: dict[str, PartNames | None] = {}
    unclear: dict[str, tuple[Numbers, str]] = {}
    for path, is_alone in python_files(root):
        readings = readings_of(path, is_alone=is_alone)
        if not readings:
            continue
        numbers = next(iter(readings.values()))
        try:
            styles[path] = style_of(root, path)
        except (SyntaxError, ValueError) as error:
            unclear[path] = (numbers, str(error))
            continue
        # No other text can stand in the settings.
        printable = [pattern for pattern in readings if is_printable(pattern)]
        if not printable:
            unclear[path] = (numbers, "its name is not printable text in UTF-8")
        for pattern in printable:
            patterns.setdefault(pattern, {})[path] = readings[pattern]
    groups = []
    for pattern, files in best_patterns(patterns):
        groups.append(group_in(root, pattern, files, styles))
    # A layout of one year goes before one with files of the same names in every year.
    groups.sort(key=lambda group: ("{y" in group.layout.days, -len(group.files)))
    useful_groups = []
    explained: set[Puzzle] = set()
    for group in groups:
        # Other files of the same days are older attempts, or helpers.
        if not explained.issuperset(group.puzzles):
            useful_groups.append(group)
            explained.update(group.puzzles)
    reasons = {}
    for path, (numbers, reason) in unclear.items():
        years = [puzzle.year for puzzle in explained if puzzle.day == numbers["day"]]
        # Without a year in its path, a file may be of any of them.
        if not years or numbers.get("year", years[0]) not in years:
            reasons[path] = reason
    return Survey(tuple(useful_groups), reasons)


def best_patterns(
    patterns: dict[str, dict[str, Numbers]],
) -> Iterator[tuple[str, dict[str, Numbers]]]:
    """Yield the patterns that explain most files, with these; each file comes once.

    `patterns` are all that the files may have, with the numbers in their paths.
    """
    while patterns:
        ranks = {pattern: rank(pattern, files) for pattern, files in patterns.items()}
        best = max(ranks, key=lambda pattern: ranks[pattern])
        chosen = patterns[best]
        yield best, chosen
        unexplained: dict[str, dict[str, Numbers]] = {}
        for pattern, files in patterns.items():
            for path, numbers in files.items():
                if path not in chosen:
                    unexplained.setdefault(pattern, {})[path] = numbers
        patterns = unexplained


def python_files(root: str) -> Iterator[tuple[str, bool]]:
    """Yield the path of each file below `root` that may be a day, or a notebook.

    With it goes whether it is the only one in its folder.
    """
    top = os.path.join(root, "")
    for folder, folders, names in os.walk(top):
        if folder.removeprefix(top).count(os.sep) >= DEEPEST:
            folders.clear()
        # Sorted, since the system lists them in any order.
        folders[:] = sorted(
            name
            for name in folders
            if name.lower() not in SKIPPED and may_have_code(folder, name)
        )
        names = sorted(filter(may_be_day, names))
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), root)
            yield path.replace(os.sep, "/"), len(names) == 1


def may_be_day(name: str) -> bool:
    """Return whether a file may be a day by its name."""
    stem, _, ending = name.rpartition(".")
    return ending in ("py", "ipynb") and not NOT_DAYS.fullmatch(stem.lower())


def readings_of(path: str, *, is_alone: bool) -> dict[str, Numbers]:
    """Return the patterns that a path can have, with the numbers in it; none if it is no day."""
    *folders, file = path.split("/")
    stem, ending = os.path.splitext(file)
    readings: dict[str, Numbers] = {"": {}}
    for name in folders:
        readings = longer_readings(readings, name)
    readings = longer_readings(readings, stem, is_file=True, is_alone=is_alone)
    possible = {}
    for pattern, numbers in readings.items():
        year = numbers.get("year", FIRST_YEAR)
        if 1 <= numbers.get("day", 0) <= days_in(year):
            possible[f"{pattern[1:]}{ending}"] = numbers
    return possible


def longer_readings(
    readings: Mapping[str, Numbers],
    name: str,
    *,
    is_file: bool = False,
    is_alone: bool = False,
) -> dict[str, Numbers]:
    """Return the readings of a path with `name` at its end; `readings` are of the path before."""
    longer = {}
    for start, numbers in readings.items():
        has_day = "day" in numbers
        for pattern, added in read_name(name, has_day, is_file, is_alone):
            # Year 2021 in the name of a folder and 2020 in that of a file are no year.
            both = numbers.keys() & added.keys()
            if all(numbers[number] == added[number] for number in both):
                longer[f"{start}/{pattern}"] = numbers | added
    return longer


def read_name(
    name: str, has_day: bool, is_file: bool, is_alone: bool
) -> Iterator[tuple[str, Numbers]]:
    """Yield the patterns that a component of a path can have, with the numbers in it.

    `has_day` says whether a folder before it has the day.
    """
    head = ""
    numbers: Numbers = {}
    year = YEAR_IN_NAME.match(name)
    # In the name of a file, two digits are a day.
    if year is None and not is_file:
        year = SHORT_YEAR_IN_NAME.match(name)
    if year:
        numbers["year"] = full_year(year[2])
        head = year[1] + ("{year}" if len(year[2]) == 4 else "{yy}")
        name = name[year.end() :]
    day = DAY_IN_NAME.match(name)
    if day:
        day_head = f"{head}{day[1]}{{day}}"
        day_numbers = numbers | {"day": int(day[2])}
        yield from endings(day_head, name[day.end() :], day_numbers, may_be_title=True)
    if has_day:
        # Of several files in the folder of a day, the title would not say which one it is.
        yield from endings(head, name, numbers, may_be_title=is_file and is_alone)
    elif not (day and is_file):
        yield head + name, numbers


def endings(
    head: str, name: str, numbers: Numbers, *, may_be_title: bool
) -> Iterator[tuple[str, Numbers]]:
    """Yield the patterns of the end of a name: with the part, or as it is, and with any title.

    `head` and `numbers` are the pattern before it, and the numbers there.
    """
    part = PART_IN_NAME.match(name)
    if part:
        pattern = f"{head}{part[1]}{{part}}{name[part.end() :]}"
        yield pattern, numbers | {"part": PARTS[part[2].lower()]}
        return
    yield head + name, numbers
    title = TITLE_IN_NAME.match(name)
    if may_be_title and title:
        yield f"{head}{title[1]}*", numbers


def full_year(digits: str) -> int:
    """Return the year of two or four digits."""
    return 2000 + int(digits) % 100


def rank(pattern: str, files: Mapping[str, Numbers]) -> tuple[object, ...]:
    """Return how well a pattern explains its files, to compare it with others.

    The more days and parts, the better.
    """
    count = len({tuple(sorted(numbers.items())) for numbers in files.values()})
    has_digits = any(map(str.isdigit, pattern))
    has_title = "*" in pattern
    return (
        count,
        # Any digit that is left would be one of a year, a day or a part.
        not has_digits,
        "{part}" not in pattern,
        MAIN.fullmatch(pattern) is not None,
        # `*` may be any text, so it is right only for the title of a single file.
        has_title == (count == 1),
    )


def group_in(
    root: str,
    pattern: str,
    files: Mapping[str, Numbers],
    styles: Mapping[str, PartNames | None],
) -> Group:
    """Return the group of the files with a pattern: scripts, unless all have the same functions."""
    # Both would find the files, but `aoc new --like` has to write a day with its zero.
    if has_padded_days(files):
        pattern = pattern.replace("{day}", "{day:02}")
    year = 0
    if "{y" not in pattern:
        year = year_of(root, files)
    layout = LayoutPattern(pattern, run="script", year=year)
    names = {styles[path] for path in files}
    if len(names) == 1:
        part_names = names.pop()
        if part_names is not None:
            layout = LayoutPattern(pattern, **part_names._asdict(), year=year)
    puzzles = {
        Puzzle(numbers.get("year", year), numbers["day"]) for numbers in files.values()
    }
    return Group(layout, tuple(files), tuple(sorted(puzzles)))


def has_padded_days(files: Mapping[str, Numbers]) -> bool:
    """Return whether the days from 1 to 9 are written with a zero, if there are any."""
    days = [(path, numbers["day"]) for path, numbers in files.items()]
    paddable = [(path, day) for path, day in days if day < 10]
    padded = [path for path, day in paddable if re.search(rf"0{day}(?!\d)", path)]
    return len(padded) == len(paddable) > 0


def year_of(root: str, paths: Iterable[str]) -> int:
    """Return the year of files whose paths have none.

    It is the year in the name of the repository, or most often in their texts; else the event
    before the first of them was committed, or the newest one.
    """
    name = os.path.basename(os.path.abspath(root))
    named = YEAR_IN_NAME.match(name) or SHORT_YEAR_IN_NAME.fullmatch(name)
    if named:
        return full_year(named[2])
    years = Counter[str]()
    for path in [*paths, "README.md"]:
        # Most repositories have a README.md, and other files have been read before.
        with suppress(OSError):
            text = read_source(os.path.join(root, path))
            years.update(YEAR_IN_TEXT.findall(text))
    if years:
        return int(years.most_common(1)[0][0])
    dates = git_output(root, "log", "--reverse", "--format=%as", "--", *paths)
    first = re.match(r"(\d{4})-(\d\d)", dates or "")
    if first is None:
        return current_year()
    # Before December, people solve the event of the year before.
    year, month = map(int, first.groups())
    return year if month == 12 else year - 1


def read_source(path: str) -> str:
    """Return the text of a file. Raises `OSError` if it cannot be read, or is too large."""
    if os.path.getsize(path) > LARGEST_SOURCE:
        raise OSError(EFBIG, f"it is larger than {LARGEST_SOURCE >> 20} MB")
    return read_bytes(path).decode("utf-8-sig", errors="replace")


def style_of(root: str, path: str) -> PartNames | None:
    """Return the names of the functions of a file, `None` for a script.

    Raises `SyntaxError`, or `ValueError` with the reason why it is no day.
    """
    # `aoc init` names it, so that nobody wonders where the day is.
    if path.endswith(".ipynb"):
        raise ValueError("a notebook is not run")
    try:
        text = read_source(os.path.join(root, path))
    except OSError as error:
        raise ValueError(f"cannot be read: {error.strerror}") from None
    # A docstring may have lines that look like code.
    code = re.sub(r'(?s)("""|\'\'\').*?\1', "", text)
    if RUNS.search(code):
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
    if ast.FunctionDef in kinds:
        raise ValueError("has functions that another file calls")
    raise ValueError("does nothing")
