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
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from errno import EFBIG
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from aoc.files import read_bytes
from aoc.git import git_output
from aoc.model.puzzles import FIRST_YEAR, Puzzle, current_year, days_in
from aoc.project.environments import may_have_code
from aoc.project.functions import uncalled_solvers
from aoc.project.layouts import (
    PARTS,
    PLACEHOLDER,
    DayFile,
    LayoutPattern,
    completes,
    expression,
    has_any_name,
    is_no_day,
)
from aoc.text import is_printable

SKIPPED = ("venv", "env", "build", "dist", "tests", "test")
"""Folders without days, besides those that begin with a dot."""
DEEPEST = 12
"""Folders in each other in which days are looked for: more than any repository of them has."""
SOURCES = (".py", ".ipynb")
OTHER_SOURCES = (
    ".c",
    ".cpp",
    ".cs",
    ".go",
    ".hs",
    ".java",
    ".jl",
    ".js",
    ".kt",
    ".rb",
    ".rs",
    ".ts",
)
"""The endings of files with solutions in other languages."""
LARGEST_SOURCE = 1 << 20
"""Bytes of the largest file that may be a day."""
YEAR_IN_NAME = re.compile(r"(.*?)(?<!\d)(201[5-9]|20[2-9]\d)(?=\D|$|(?:12)?\d\d(?!\d))")
"""The year in a name; the day may follow it at once, as in `aoc202101` or `20211201`."""
SHORT_YEAR_IN_NAME = re.compile(
    r"(?i)(.*?(?<![a-z])(?:aoc|advent|year|y|event)[^a-z\d]*)(\d\d)(?!\d)"
)
"""The year in the name of a folder, as in `aoc21`."""
DAY_IN_NAME = re.compile(
    r"(?i)((?:\D*?(?<![a-z])(?:day|d|dec|december|puzzle|problem|challenge|task|exercise|ex|p|aoc"
    r"|aocday|advent|code|adventofcode|solution|sol|solve))?[^a-z\d]*)(0?[1-9]|1\d|2[0-5])(?!\d)"
)
"""The number of a day in a name, after a word for it or at the start."""
DAY_IN_DATE = re.compile(r"(?i)([^a-z\d]*12[^a-z\d]?)(0[1-9]|1\d|2[0-5])(?!\d)")
"""The number of a day after the month, as in `12-01`."""
DAY_AFTER_WORD = re.compile(r"(?i)(\D*[a-z]\D*)(0?[1-9]|1\d|2[0-5])(?!\d)")
"""The number of a day after any word, as in `tag1`."""
NO_DAY_WORD = re.compile(
    r"(?i)(?:.*[^a-z])?(?:part|pt|half|star|level|v|version|year|y|data|input|output|python|alt"
    r"|attempt|try|copy|new|quest)[^a-z]*"
)
"""The words before other numbers than that of a day."""
PART_IN_NAME = re.compile(
    r"(?i)([^a-z\d]*(?:part|pt|p|star|puzzle|problem|task|solution|sol|half|main|code|script)?"
    r"[^a-z\d]*)(^0[12]$|[12](?!\d)|(?:[ab]|one|two|first|second)$|(?<=\d)[ab](?![a-z\d]))"
)
"""The part in the name of a file of one day, or after the number of the day."""
BOTH_PARTS = re.compile(
    r"(?i)[^a-z\d]*(?:parts?|pt|p)?[^a-z\d]*1[^a-z\d]*(?:and|part|pt|p)?[^a-z\d]*2(?!\d)"
)
"""The name of a file of both parts, such as `part1&2`."""
PART_AFTER_TITLE = re.compile(
    r"(?i)([^a-z\d]*).*[a-z].*?([^a-z\d]+(?:part|pt|p)[^a-z\d]*)([12ab]|one|two)$"
)
TITLE_IN_NAME = re.compile(r"([^a-zA-Z\d]*).*[a-zA-Z].*")
LIKELY_DAY = re.compile(r"(?i)(?:.*[^a-z])?day(?!s)|.*(?<!\d)20[12]\d(?!\d)")
"""The start of a path that may be a day, though no number says which one."""
MAIN = re.compile(
    r".*/(?:main|solutions?|solver?|sol|__init__|__main__|code|app|run|day|index|puzzle|answer|aoc"
    r"|script|program)\.py"
)
"""The usual paths of a day in a folder of its own."""
LAST_CHOICE = re.compile(
    r"(?i)(?:.*[^a-z])?(?:orig|original|old|older|raw|backup|bak|archive|draft|wip|copy|legacy"
    r"|deprecated|unused)(?:[^a-z].*)?|.*\.ipynb"
)
"""The patterns of older attempts, and of notebooks, which may stand beside a better file."""
ADVENT_FOLDER = re.compile(
    r"(?i)(?<![^/])(?!(?:day)?[^a-z\d/]*\d\d?(?!\d))[^/]*(?:aoc|advent(?!ur))[^/]*(?=/)"
)
"""A folder in a path that says Advent of Code, and is not of one day; not `adventure`."""
NO_CONTEST = re.compile(r"(?i)(?:[^a-z/]|year|y|event|day|d)*/|[^/]*$")
"""The start of a path in a folder that has the name of a year or a day, or in none."""
YEAR_IN_TEXT = re.compile(
    r"(?i)(?:adventofcode\.com/|year\D{1,3}|aoc\D?|advent.?of.?code\D{0,3})(20[1-9]\d)"
)
ABOUT_REPOSITORY = ("README.md", "pyproject.toml", ".git/config")
"""Files that may name the year of a repository; git's has the address that it came from."""
RUNS = re.compile(
    r"^(?:if (?!TYPE_CHECKING|typing|sys\.)|for |while |with |assert |async |[\w.]+\(|\w+\.\w+ *=)",
    re.MULTILINE,
)
"""A line that does something when a file is run."""
Numbers = dict[str, int]
"""The numbers in a path: its day, and its year and part where it has them."""


class Source(NamedTuple):
    """A file whose path can be that of a day.

    `readings` are the patterns that its path can have, with the numbers in it. It is a day unless
    there is a `reason` why not; `is_uncalled` says that this is that it does nothing when it is
    run.
    """

    readings: dict[str, Numbers]
    reason: str = ""
    is_uncalled: bool = False


class UncalledError(ValueError):
    """A file does nothing when it is run."""


class Group(NamedTuple):
    """Files of days that have one layout."""

    layout: LayoutPattern
    files: tuple[DayFile, ...]


class Survey(NamedTuple):
    """The files of a repository of solutions.

    `groups` are those with a layout, in the order in which layouts are tried; `others` are further
    files of the same days. Of days without any of these, `idle` has the files that have one of
    these layouts and do nothing when they are run, and `unclear` those that are not understood,
    each with the reason why. `uncalled` are most of the latter, if these could have one layout.
    `left_out` are files that are of no event of Advent of Code so far, with the reason.
    """

    groups: tuple[Group, ...]
    others: tuple[Group, ...]
    idle: dict[str, str]
    unclear: dict[str, str]
    uncalled: Group | None
    left_out: dict[str, str]


def survey(root: str) -> Survey:
    """Return the layouts of the days in a repository."""
    sources = sources_in(root)
    left_out = not_of_any_event(sources)
    for path in left_out:
        del sources[path]
    days = {path: source for path, source in sources.items() if not source.reason}
    groups = []
    script_counts = Counter(map(os.path.dirname, days))
    for pattern, files in best_patterns(patterns_of(days)):
        if is_one_of_several(pattern, files, script_counts):
            for path in files:
                reason = "it is one of several scripts of its day"
                sources[path] = sources[path]._replace(reason=reason)
        else:
            groups.append(group_in(root, pattern, files))
    groups.sort(key=order_of)
    chosen = []
    others = []
    known: dict[Puzzle, set[int]] = {}
    for group in groups:
        added = files_to_add(group.files, known)
        rest = tuple(file for file in group.files if file not in added)
        if added:
            chosen.append(Group(group.layout, added))
        if rest:
            others.append(Group(group.layout, rest))
    idle = {}
    unclear = {}
    uncalled = {}
    for path, source in sources.items():
        if not source.reason or is_beside(source, known):
            continue
        if not source.is_uncalled:
            unclear[path] = source.reason
        elif any(group.layout.match(path) for group in chosen):
            idle[path] = source.reason
        else:
            unclear[path] = source.reason
            uncalled[path] = source
    most_uncalled = None
    for pattern, files in best_patterns(patterns_of(uncalled)):
        most_uncalled = group_in(root, pattern, files)
        break
    return Survey(tuple(chosen), tuple(others), idle, unclear, most_uncalled, left_out)


def sources_in(root: str) -> dict[str, Source]:
    """Return the files below `root` whose paths can be those of days, and notebooks."""
    paths = list(source_files(root))
    words = day_words(paths)
    sources = {}
    for path in paths:
        readings = readings_of(path, words)
        if readings:
            sources[path] = read_day(root, path, readings)
        elif path.endswith(".ipynb"):
            sources[path] = Source({}, reason="a notebook of more than one day")
    if not sources:
        # Their days may be in words, as in `2019/day_one.py`.
        for path in filter(LIKELY_DAY.match, paths):
            sources[path] = Source({}, reason="no number of a day is in its name")
    return sources


def not_of_any_event(sources: Mapping[str, Source]) -> dict[str, str]:
    """Return the files of an event that has not begun, or of another contest, with the reason.

    Another contest is in a folder beside one with days that says Advent of Code in its name.
    """
    advent: dict[str, str] = {}
    for path, source in sources.items():
        if source.readings and path.endswith(SOURCES):
            for folder in ADVENT_FOLDER.finditer(path):
                advent[path[: folder.start()]] = folder[0]
    newest = current_year()
    reasons = {}
    for path, source in sources.items():
        numbers = next(iter(source.readings.values()), {})
        if numbers.get("year", 0) > newest:
            reasons[path] = f"the event of {numbers['year']} has not begun"
        for parent, name in advent.items():
            rest = path.removeprefix(parent)
            is_of_advent = ADVENT_FOLDER.search(rest) or NO_CONTEST.match(rest)
            if path.startswith(parent) and not is_of_advent:
                beside = rest.partition("/")[0]
                reasons[path] = f"{beside} does not say Advent of Code, as {name} does"
    return reasons


def read_day(root: str, path: str, readings: dict[str, Numbers]) -> Source:
    """Return a file whose path has these readings, with its functions, or why it is no day."""
    numbers = next(iter(readings.values()))
    try:
        style_of(root, path, numbers.get("part", 0))
    except ValueError as error:
        is_uncalled = isinstance(error, UncalledError)
        return Source(readings, reason=str(error), is_uncalled=is_uncalled)
    # No other text can stand in the settings.
    if not any(map(is_printable, readings)):
        return Source(readings, reason="its name is not printable text in UTF-8")
    return Source(readings)


def is_beside(source: Source, known: Collection[Puzzle]) -> bool:
    """Return whether a file is of a day that other files have, which are `known`."""
    numbers = next(iter(source.readings.values()), {})
    years = [puzzle.year for puzzle in known if puzzle.day == numbers.get("day")]
    # Without a year in its path, a file may be of any of them.
    return bool(years) and numbers.get("year", years[0]) in years


def patterns_of(sources: Mapping[str, Source]) -> dict[str, dict[str, Numbers]]:
    """Return the patterns that files may have, with these files and the numbers in their paths."""
    patterns: dict[str, dict[str, Numbers]] = {}
    counts = Counter(map(os.path.dirname, sources))
    for path, source in sources.items():
        is_alone = counts[os.path.dirname(path)] == 1
        for pattern, numbers in source.readings.items():
            # Of several files in the folder of a day, the title does not say which one it is.
            if is_printable(pattern) and (is_alone or not has_any_name(pattern)):
                patterns.setdefault(pattern, {})[path] = numbers
    return patterns


def best_patterns(
    patterns: Mapping[str, dict[str, Numbers]],
) -> Iterator[tuple[str, dict[str, Numbers]]]:
    """Yield the patterns that explain most files, with these; each file comes once.

    `patterns` are all that the files may have, with the numbers in their paths.
    """
    candidates = [
        (rank(pattern, files), pattern) for pattern, files in patterns.items()
    ]
    heapify(candidates)
    explained: set[str] = set()
    while candidates:
        old_rank, pattern = heappop(candidates)
        files = {
            path: numbers
            for path, numbers in patterns[pattern].items()
            if path not in explained
        }
        if not files:
            continue
        # It has fewer files than before if a better pattern has taken some of them.
        new_rank = rank(pattern, files)
        if new_rank == old_rank:
            yield pattern, files
            explained.update(files)
        else:
            heappush(candidates, (new_rank, pattern))


def is_one_of_several(
    pattern: str, files: Mapping[str, Numbers], script_counts: Mapping[str, int]
) -> bool:
    """Return whether a pattern is the name of one script, beside others, as in `01/sonar.py`."""
    if len(files) > 1 or "{" in os.path.basename(pattern) or MAIN.fullmatch(pattern):
        return False
    [path] = files
    return script_counts[os.path.dirname(path)] > 1


def order_of(group: Group) -> tuple[object, ...]:
    """Return what groups are sorted by, in the order in which their layouts are tried."""
    days = group.layout.days
    # A layout of one year goes before one with files of the same names in every year.
    return bool(LAST_CHOICE.fullmatch(days)), "{y" in days, -len(group.files)


def files_to_add(
    files: Sequence[DayFile], known: dict[Puzzle, set[int]]
) -> tuple[DayFile, ...]:
    """Return the files of days that have no file, or lack a part; add their parts to `known`.

    Others of the same days are older attempts, or helpers.
    """
    parts: dict[Puzzle, set[int]] = {}
    for file in files:
        parts.setdefault(file.puzzle, set()).add(file.part)
    added = []
    for puzzle, parts_here in parts.items():
        if puzzle not in known:
            known[puzzle] = parts_here
            added.append(puzzle)
        elif completes(known[puzzle], parts_here):
            known[puzzle] = {1, 2}
            added.append(puzzle)
    return tuple(file for file in files if file.puzzle in added)


def source_files(root: str) -> Iterator[str]:
    """Yield the path of each file below `root` that may be a day, in any language."""
    top = os.path.join(root, "")
    for folder, folders, names in os.walk(top):
        if folder.removeprefix(top).count(os.sep) >= DEEPEST:
            folders.clear()
        # Sorted, since the system lists them in any order.
        folders[:] = sorted(
            name
            for name in folders
            if name not in SKIPPED and may_have_code(folder, name)
        )
        for name in sorted(names):
            if name.endswith(SOURCES + OTHER_SOURCES) and not is_no_day(name):
                path = os.path.relpath(os.path.join(folder, name), root)
                yield path.replace(os.sep, "/")


def day_words(paths: Sequence[str]) -> set[str]:
    """Return the words, in small letters, that stand before several numbers from 1 to 25.

    Names in the same folder have them, as in `tag1.py` and `tag2.py`.
    """
    # Beside folders of years, others with numbers are no days.
    of_years = [path for path in paths if YEAR_IN_NAME.match(path)]
    days: dict[tuple[str, str], set[int]] = {}
    for path in of_years or paths:
        folder = ""
        for name in path.split("/"):
            _, rest = split_year(name)
            day = DAY_AFTER_WORD.match(rest)
            if day and not NO_DAY_WORD.fullmatch(day[1]):
                days.setdefault((folder, day[1].lower()), set()).add(int(day[2]))
            folder = f"{folder}/{name}"
    return {word for (_, word), numbers in days.items() if len(numbers) > 1}


def readings_of(path: str, words: Collection[str]) -> dict[str, Numbers]:
    """Return the patterns that a path can have, with the numbers in it; none if it is no day.

    `words` are those that may stand before the number of a day.
    """
    *folders, file = path.split("/")
    stem, ending = os.path.splitext(file)
    readings: dict[str, Numbers] = {"": {}}
    for name in folders:
        readings = longer_readings(readings, name, words)
    readings = longer_readings(readings, stem, words, is_file=True)
    possible = {}
    for pattern, numbers in readings.items():
        year = numbers.get("year", FIRST_YEAR)
        if 1 <= numbers.get("day", 0) <= days_in(year):
            possible[f"{pattern[1:]}{ending}"] = numbers
    return possible


def longer_readings(
    readings: Mapping[str, Numbers],
    name: str,
    words: Collection[str],
    *,
    is_file: bool = False,
) -> dict[str, Numbers]:
    """Return the readings of a path with `name` at its end; `readings` are of the path before."""
    longer = {}
    for start, numbers in readings.items():
        has_day = "day" in numbers
        named = list(read_name(name, words, has_day, is_file, has_short=not is_file))
        # In the name of a file, two digits are a day, or the year of its folder again.
        if is_file and "year" in numbers and SHORT_YEAR_IN_NAME.match(name):
            named += read_name(name, words, has_day, is_file, has_short=True)
        for pattern, added in named:
            # Year 2021 in the name of a folder and 2020 in that of a file are no year.
            both = numbers.keys() & added.keys()
            if all(numbers[number] == added[number] for number in both):
                longer[f"{start}/{pattern}"] = numbers | added
    return longer


def read_name(
    name: str, words: Collection[str], has_day: bool, is_file: bool, *, has_short: bool
) -> Iterator[tuple[str, Numbers]]:
    """Yield the patterns that a component of a path can have, with the numbers in it.

    `has_day` says whether a folder before it has the day; `has_short` allows `aoc21` for a year.
    """
    head = ""
    numbers: Numbers = {}
    year, rest = split_year(name, has_short=has_short)
    if year:
        numbers["year"] = full_year(year[2])
        head = year[1] + ("{year}" if len(year[2]) == 4 else "{yy}")
    day = DAY_IN_NAME.match(rest)
    if day is None:
        day = DAY_AFTER_WORD.match(rest)
        if day and day[1].lower() not in words:
            day = None
    for match in (day, DAY_IN_DATE.match(rest)):
        if match:
            day_head = f"{head}{match[1]}{{day}}"
            day_numbers = numbers | {"day": int(match[2])}
            yield from endings(day_head, rest, match.end(), day_numbers, has_title=True)
    if has_day:
        yield from endings(head, rest, 0, numbers, has_title=is_file)
    elif not (day and is_file):
        yield head + rest, numbers


def split_year(
    name: str, *, has_short: bool = False
) -> tuple[re.Match[str] | None, str]:
    """Return the year in a name, and the rest of the name after it; `has_short` allows `aoc21`."""
    year = YEAR_IN_NAME.match(name)
    if year is None and has_short:
        year = SHORT_YEAR_IN_NAME.match(name)
    return year, name[year.end() :] if year else name


def endings(
    head: str, name: str, start: int, numbers: Numbers, *, has_title: bool
) -> Iterator[tuple[str, Numbers]]:
    """Yield the patterns of the end of a name: with the part, or as it is, and with any title.

    `head` and `numbers` are the pattern before it, and the numbers there. The end begins at
    `start`.
    """
    has_both = BOTH_PARTS.search(name, start) is not None
    part = PART_IN_NAME.match(name, start)
    if part and not has_both:
        pattern = f"{head}{part[1]}{{part}}{name[part.end() :]}"
        yield pattern, numbers | {"part": PARTS[part[2].lower()]}
        return
    yield head + name[start:], numbers
    part = PART_AFTER_TITLE.match(name, start)
    if has_title and part and not has_both:
        pattern = f"{head}{part[1]}*{part[2]}{{part}}"
        yield pattern, numbers | {"part": PARTS[part[3].lower()]}
    title = TITLE_IN_NAME.match(name, start)
    if has_title and title:
        yield f"{head}{title[1]}*", numbers


def full_year(digits: str) -> int:
    """Return the year of two or four digits."""
    return 2000 + int(digits) % 100


def rank(pattern: str, files: Mapping[str, Numbers]) -> tuple[object, ...]:
    """Return how badly a pattern explains its files, to compare it with others.

    The more days and parts, the better.
    """
    count = len({tuple(sorted(numbers.items())) for numbers in files.values()})
    without_month = re.sub(r"12(?=[^a-z\d]?\{day)", "", pattern)
    has_digits = any(map(str.isdigit, without_month))
    has_title = "*" in pattern
    return (
        LAST_CHOICE.fullmatch(pattern) is not None,
        -count,
        # Any digit that is left would be one of a year, a day or a part.
        has_digits,
        "{part}" in pattern,
        MAIN.fullmatch(pattern) is None,
        # `*` may be any text, so it is right only for the title of a single file.
        has_title != (count == 1),
    )


def group_in(root: str, pattern: str, files: Mapping[str, Numbers]) -> Group:
    """Return the group of the files with a pattern, which run as scripts."""
    pattern = with_padded_days(pattern, list(files))
    year = 0
    if "{y" not in pattern:
        year = year_of(root, files)
    layout = LayoutPattern(pattern, run="script", year=year)
    matches = [layout.match(path) for path in files]
    return Group(layout, tuple(filter(None, matches)))


def with_padded_days(pattern: str, paths: Sequence[str]) -> str:
    """Return a pattern with `{day:02}` where the days from 1 to 9 have a zero, if there are any.

    Both would find the files, but `aoc new` has to write a day with its zero.
    """
    pieces = PLACEHOLDER.split(pattern)
    for number, piece in enumerate(pieces):
        if piece != "{day}":
            continue
        matches = [expression(pattern).fullmatch(path) for path in paths]
        texts = [match[f"day_{number}"] for match in matches if match]
        paddable = [text for text in texts if int(text) < 10]
        if paddable and all(text.startswith("0") for text in paddable):
            pieces[number] = "{day:02}"
    return "".join(pieces)


def year_of(root: str, paths: Iterable[str]) -> int:
    """Return the year of files whose paths have none.

    It is the year in the name of the repository, or most often in their texts and in those about
    it; else the event before the first of them was committed, or the newest one.
    """
    name = os.path.basename(os.path.abspath(root))
    named = YEAR_IN_NAME.match(name) or SHORT_YEAR_IN_NAME.fullmatch(name)
    if named:
        return full_year(named[2])
    years = Counter[str]()
    for path in [*paths, *ABOUT_REPOSITORY]:
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


def style_of(root: str, path: str, part: int = 0) -> None:
    """Check that a file is a script.

    `part` is the one that the file is for, or 0. Raises `UncalledError` or another `ValueError`
    with the reason why it is no day.
    """
    if path.endswith(OTHER_SOURCES):
        raise ValueError("in another language")
    try:
        text = read_source(os.path.join(root, path))
    except OSError as error:
        raise ValueError(f"cannot be read: {error.strerror}") from None
    if path.endswith(".ipynb"):
        if '"cells"' not in text:
            raise ValueError("is no notebook with cells")
        return
    # A docstring may have lines that look like code.
    code = re.sub(r'(?s)("""|\'\'\').*?\1', "", text)
    if RUNS.search(code):
        return
    with warnings.catch_warnings(action="ignore"):
        try:
            tree = ast.parse(text)
            has_solvers = bool(uncalled_solvers(tree, part))
        except (RecursionError, MemoryError):
            raise ValueError("is nested too deep for Python") from None
        except SyntaxError as error:
            raise ValueError(f"is no Python 3: {error.msg}") from None
    # A script that prints nothing has its functions called.
    if has_solvers:
        return
    kinds = {type(node) for node in tree.body}
    if ast.ClassDef in kinds:
        raise UncalledError("has a class that another file uses")
    if ast.FunctionDef in kinds:
        raise UncalledError("has functions that another file calls")
    raise UncalledError("does nothing")
