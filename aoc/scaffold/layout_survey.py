"""The survey of a repository of solutions: which layouts its days have, and how they run.

Paths and texts are read, and nothing is run. Each file has the patterns that its path can be read
as: `1/2.py` is day 2, or part 2 of day 1. Those that explain most files are chosen.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from aoc.git import git_output
from aoc.model.puzzles import FIRST_YEAR, Puzzle, current_year, days_in
from aoc.project.environments import may_have_code
from aoc.project.functions import FOREIGN, IDLE, why_no_script
from aoc.project.layouts import PARTS, DayFile, LayoutPattern, completes, has_any_name, is_no_day
from aoc.text import is_printable

SKIPPED = re.compile(
    r"(?i)venv|env|build|_build|dist|dist-newstyle|target|obj|vendor|node_modules|deps|tests?"
    r"|(?:.*[^a-z])?(?:codyssi|everybody.?codes|flip.?flop|quests?"
    r"|leet.?code|(?:project.?)?euler|hacker.?rank|code.?wars|code.?forces|at.?coder|kattis|exercism"
    r"|rosalind|i18n.?puzzles)(?:[^a-z].*)?"
)
"""Folders without days, besides those that begin with a dot, and of other contests."""
NO_SOURCE = re.compile(
    r"(?i).*\.(?:txt|text|md|rst|org|adoc|html?|css|svg|png|jpe?g|gif|webp|mp4|pdf|in|inp|input|out"
    r"|output|ans|answers?|expected|ex\d+|data?|puzzle|json[cl5]?|ya?ml|toml|ini|cfg|conf|xml|csv|tsv"
    r"|lock|sum|mod|log|tmp|bak|diff|patch|gpg|enc|zip|[gx]z|bz2|tar|db|sqlite|pickle|pkl|np[yz]|py[cio]"
    r"|o|so|dll|exe|class|jar|hi|beam|prof|cabal|gradle|sln|\w+proj|iml|gitignore|gitkeep|keep)|(?:.*/)?[^./]*"
)
"""The paths of files that are no solutions in any language."""
MOST_PIECES = 16
"""Numbers, and texts before them, in the path of a day: more than any has."""
NUMBER = re.compile(
    # The year or the month before the day, as in `20211201`, `202101` and `2101`.
    r"(?i)(20[12]\d(?=(?:12)?\d\d(?!\d))|(?<!\d)(?!20[12]\d(?!\d))[12]\d(?=(?:12)?[0-2]\d(?!\d))"
    r"|12(?=[0-2]\d(?!\d))"
    # Both parts, as in `part1&2`.
    r"|(?:(?<=p)|(?<=pt)|(?<=part)|(?<=parts))[^a-z\d/]?1[^a-z\d/]*(?:and|part|pt|p)?[^a-z\d/]*"
    r"2(?!\d)|\d+|(?<=\d)[ab](?![a-z\d])"
    r"|(?:(?<![a-z])|(?<=part)|(?<=pt)|(?<=solution)|(?<=puzzle))"
    r"(?:[ab]|one|two|first|second)(?=/|$)|(?<![a-z])(?:silver|gold)(?![a-z]))"
)
"""A number in a path, or a word for a part."""
WORD = re.compile(r"(?i)^.*?([a-z]*)[^a-z/]*$")
"""The text before a number: its last word in the same name."""
YEAR = re.compile(r"(?<!\d)(?:201[5-9]|20[2-9]\d)(?=\D|$|(?:12)?\d\d(?!\d))")
YEAR_WORD = re.compile(r"(?:.*(?:aoc|advent|code|year|event)|y)?")
"""The words before two digits of a year."""
YEAR_OF_REPOSITORY = re.compile(
    r"(?i)(?:(?<!\d)20|(?:aoc|advent|code|year|event)[^a-z\d]*)(1[5-9]|2\d)(?!\d)"
)
"""The last two digits of the year in the name of a repository."""
DAY_WORD = re.compile(
    r"(?:.*(?:day|aoc|advent|code)|d|dec|december|puzzle|problem|challenge|task|exercise|ex|p|q"
    r"|solution|sol|solve)?"
)
"""The words before the number of a day in a path without a year, where others have one."""
NO_DAY_WORD = re.compile(
    r".*(?:part|input|output|example|sample|test)|pt|half|star|level|v|version|year|y|data|py|python"
    r"|alt|attempt|try|copy|new|old|quest|chapter|week"
)
"""The words before other numbers than that of a day."""
PART_WORD = re.compile(
    r".*part|pt|p|star|puzzle|problem|task|solution|sol|solve|half|main|code|script"
)
TITLES = (
    (
        re.compile(
            r"(?i)^([^{\d]*(?:\{y+(?:ear)?\}[^{\d]*)*)(?<![^/}])[^/{}\d]*[a-z](?<!day)([^a-z/{}]*\{day)"
        ),
        r"\1*\2",
    ),
    (re.compile(r"(?i)(\{day[:02]*\}[^a-z/{}]*)[a-z][^/{}]*(?=/)"), r"\1*"),
    (
        re.compile(
            r"(?i)(?<=[/}])([^a-z/{}]*)[a-z][^/{}]*?"
            r"((?:[^a-z/{}]+(?:part|pt|p)?[^a-z/{}]*\{part\})?)$"
        ),
        r"\1*\2",
    ),
)
"""The titles in a pattern: before the day, after it in a folder, and in a file."""
LIKELY_DAY = re.compile(r"(?i)(?:.*[^a-z])?day(?!s)|.*(?<!\d)20[12]\d(?!\d)")
"""The start of a path that may be a day, though no number says which one."""
MAIN = re.compile(
    r".*/(?:main|solutions?|solver?|sol|__init__|__main__|code|app|run|day|index|puzzle|answer|aoc"
    r"|script|program)\.py"
)
"""The usual paths of a day in a folder of its own."""
LAST_CHOICE = re.compile(
    r"(?i)(?:.*[^a-z])?(?:orig|original|old|older|raw|backup|bak|archive|draft|wip|copy|legacy"
    r"|deprecated|unused|alt|alternative|bench|benchmarks?|brute|brute.?force|examples?|fast|slow|golf"
    r"|codegolf|plots?|anim\w*|vi[sz]|visuali\w*)(?:[^a-z].*)?|.*\.ipynb"
)
"""The patterns of other attempts, and of notebooks, which may stand beside a better file."""
Numbers = dict[str, int]
"""The numbers in a path: its day, and its year and part where it has them."""
Readings = dict[str, Numbers]
"""The patterns that a path can be read as, with the numbers in it."""


class Group(NamedTuple):
    """Files of days that have one layout."""

    layout: LayoutPattern
    files: tuple[DayFile, ...]


class Survey(NamedTuple):
    """The files of a repository of solutions.

    `groups` are the scripts with a layout, in the order in which layouts are tried; `others` counts
    further files of the same days, by their patterns. `unclear` has the files of other days that
    are not understood, each with the reason why. Most of them could have one layout: `uncalled`, of
    Python files that do nothing when they are run, or `foreign`, of files in another language.
    """

    groups: tuple[Group, ...]
    others: dict[str, int]
    unclear: dict[str, str]
    uncalled: Group | None
    foreign: Group | None

    @property
    def has_next_step(self) -> bool:
        """Whether a layout can run most of the files that are not understood."""
        return self.uncalled is not None or self.foreign is not None

    @property
    def lacks_most(self) -> bool:
        """Whether it is known of fewer than half of the files how they run."""
        return len(self.unclear) > sum(len(group.files) for group in self.groups)


def survey(root: str) -> Survey:
    """Return the layouts of the days in a repository."""
    readings = readings_in(root)
    reasons = reasons_in(root, readings)
    scripts = [path for path in readings if path not in reasons]
    folders = Counter(map(os.path.dirname, scripts))
    has_years = any(map(YEAR.search, scripts))
    idle = [path for path, reason in reasons.items() if reason == IDLE]
    chosen = []
    others = Counter[str]()
    known: dict[Puzzle, set[int]] = {}
    for group in groups_of(root, readings, scripts):
        reason = why_no_layout(group, folders, idle, has_years=has_years)
        if reason:
            reasons |= {file.path: reason for file in group.files}
            continue
        added = files_to_add(group, known)
        # The others are older attempts, or helpers.
        others[group.layout.days] += len(group.files) - len(added)
        if added:
            chosen.append(group._replace(files=added))
    unclear = {
        path: reason
        for path, reason in reasons.items()
        if not is_of_day(numbers_in(readings[path]), known)
    }
    uncalled = [
        path
        for path in idle
        if path in unclear and not any(group.layout.match(path) for group in chosen)
    ]
    foreign = [path for path, reason in unclear.items() if reason == FOREIGN]
    return Survey(
        tuple(chosen),
        dict(+others),
        unclear,
        next(groups_of(root, readings, uncalled), None),
        next(groups_of(root, readings, foreign), None),
    )


def reasons_in(root: str, readings: Mapping[str, Readings]) -> dict[str, str]:
    """Return the files that are no scripts of a day, each with the reason why."""
    reasons = {}
    for path, patterns in readings.items():
        reason = "no number of a day is in its name"
        if patterns:
            reason = why_no_script(root, path, numbers_in(patterns).get("part", 0))
        if reason:
            reasons[path] = reason
    return reasons


def files_to_add(group: Group, known: dict[Puzzle, set[int]]) -> tuple[DayFile, ...]:
    """Return the files of days that have no file, or lack this part; add their parts to `known`."""
    added = []
    for file in group.files:
        parts = known.setdefault(file.puzzle, set())
        if not parts or completes(parts, {file.part}):
            parts.add(file.part)
            added.append(file)
    return tuple(added)


def is_of_day(numbers: Numbers, known: Collection[Puzzle]) -> bool:
    """Return whether the numbers in a path are those of a day that is known."""
    years = [puzzle.year for puzzle in known if puzzle.day == numbers.get("day")]
    # Without a year in its path, a file may be of any of them.
    return bool(years) and numbers.get("year", years[0]) in years


def readings_in(root: str) -> dict[str, Readings]:
    """Return the files below `root` whose paths can be those of days, with their readings.

    Where there are none, the readings of those that may be days by their names are empty.
    """
    paths = sorted(path for path in source_files(root) if not NO_SOURCE.fullmatch(path))
    has_years = any(map(YEAR.search, paths))
    readings = {path: readings_of(path, has_years) for path in paths}
    if any(readings.values()):
        return {path: patterns for path, patterns in readings.items() if patterns}
    # Their days may be in words, as in `2019/day_one.py`.
    return {path: {} for path in filter(LIKELY_DAY.match, paths)}


def numbers_in(patterns: Readings) -> Numbers:
    """Return the numbers in a path, as its first pattern has them."""
    return next(iter(patterns.values()), {})


def why_no_layout(
    group: Group, folders: Mapping[str, int], idle: Collection[str], *, has_years: bool
) -> str:
    """Return why a group of scripts is none; empty if it is one.

    `folders` have the numbers of scripts in them; the files that are `idle` do nothing when run.
    `has_years` says that other scripts have a year in their paths.
    """
    layout = group.layout
    has_own_name = "{" not in os.path.basename(layout.days)
    if len(group.files) == 1 and (has_own_name or has_other_digits(layout.days)):
        # As `01/sonar.py` beside `01/trench.py`.
        is_alone = folders[os.path.dirname(group.files[0].path)] == 1
        if not (is_alone or MAIN.fullmatch(layout.days)):
            return "it is one of several scripts of its day"
    if layout.year and len(group.files) < 3 and has_years:
        return "no year is in its path"
    days = {file.puzzle for file in group.files}
    idle_days = {file.puzzle for file in map(layout.match, idle) if file}
    if len(idle_days - days) > len(days):
        return "most files with its layout do nothing when run"
    return ""


def groups_of(
    root: str, readings: Mapping[str, Readings], paths: Collection[str]
) -> Iterator[Group]:
    """Yield the groups of some files that have one layout; each file comes once.

    The layouts that explain most files come first.
    """
    patterns: dict[str, dict[str, Numbers]] = {}
    counts = Counter(map(os.path.dirname, paths))
    for path in paths:
        is_alone = counts[os.path.dirname(path)] == 1
        for pattern, numbers in readings[path].items():
            # Of several files in the folder of a day, the title does not say which one it is.
            if is_alone or not has_any_name(pattern):
                patterns.setdefault(pattern, {})[path] = numbers
    while patterns:
        best = min(patterns, key=lambda pattern: rank(pattern, patterns[pattern]))
        files = patterns.pop(best)
        year = 0
        if "{y" not in best:
            year = year_of(root, files)
            # The newest events have fewer days.
            while max(numbers["day"] for numbers in files.values()) > days_in(year):
                year -= 1
        layout = LayoutPattern(best, run="script", year=year)
        matches = tuple(filter(None, map(layout.match, files)))
        if matches:
            yield Group(layout, matches)
        for pattern, rest in list(patterns.items()):
            for path in rest.keys() & files:
                del rest[path]
            if not rest:
                del patterns[pattern]


def source_files(root: str) -> Iterator[str]:
    """Yield the path of each file below `root` whose name is not that of a test or an example."""
    for folder, folders, names in os.walk(root):
        folders[:] = [
            name for name in folders if not SKIPPED.fullmatch(name) and may_have_code(folder, name)
        ]
        for name in names:
            if not is_no_day(name):
                path = os.path.relpath(os.path.join(folder, name), root)
                yield path.replace(os.sep, "/")


def readings_of(path: str, has_years: bool) -> Readings:
    """Return the patterns that a path can have, with the numbers in it; none if it is no day.

    `has_years` says that others have a year in them.
    """
    stem, ending = os.path.splitext(path)
    # Every second piece is a number, or a word for a part.
    *pieces, rest = NUMBER.split(stem)
    if len(pieces) > MOST_PIECES:
        return {}
    readings: Readings = {"": {}}
    for text, number in zip(pieces[::2], pieces[1::2], strict=True):
        longer = {}
        for start, numbers in readings.items():
            for pattern, added in meanings(text, number, numbers, has_years):
                # Two numbers of a year, a day or a part are the same, as in `2021/aoc2021.py`.
                if numbers | added == added | numbers:
                    longer[start + text + pattern] = numbers | added
        readings = longer
    days = {}
    for start, numbers in readings.items():
        year = numbers.get("year", FIRST_YEAR)
        if 1 <= numbers.get("day", 0) <= days_in(year):
            patterns = {start + rest}
            for title, replacement in TITLES:
                patterns |= {title.sub(replacement, pattern) for pattern in patterns}
            # No other text can stand in the settings.
            for pattern in filter(is_printable, patterns):
                days[pattern + ending] = numbers
    return days


def meanings(
    text: str, number: str, before: Numbers, has_years: bool
) -> Iterator[tuple[str, Numbers]]:
    """Yield what a number can be after a text: a placeholder and the numbers in it.

    `before` are the numbers before it in the path; a word for a part is a number, too.
    """
    if YEAR.fullmatch(number):
        yield "{year}", {"year": int(number)}
        return
    word = WORD.sub(r"\1", text).lower()
    value = int(number) if number.isdecimal() else 0
    part = PARTS.get(number.lower(), 0)
    has_day = "day" in before
    # A word such as `silver` needs no other one.
    is_clear = has_day or len(number) > 2
    is_part = part and (PART_WORD.fullmatch(word) or (is_clear and not word))
    # Or after a title, as in `01_sonar_sweep_2`.
    ends_title = part and has_day and not text[-1:].isalnum()
    if is_part or ends_title:
        yield "{part}", {"part": part}
    if value > 14 and len(number) == 2 and YEAR_WORD.fullmatch(word):
        yield "{yy}", {"year": 2000 + value}
    # Beside paths with years, others with numbers are no days.
    may_be_title = not has_day and ("year" in before or not has_years)
    is_after_title = may_be_title and not NO_DAY_WORD.fullmatch(word)
    is_day = 0 < value < 26 and (is_after_title or DAY_WORD.fullmatch(word))
    if is_day:
        if number[0] != "0":
            yield "{day}", {"day": value}
        if len(number) == 2:
            yield "{day:02}", {"day": value}
    if not is_part:
        yield number, {}


def rank(pattern: str, files: Mapping[str, Numbers]) -> tuple[object, ...]:
    """Return how badly a pattern explains its files, to compare it with others.

    The more days and parts, the better.
    """
    count = len({tuple(numbers.values()) for numbers in files.values()})
    return (
        LAST_CHOICE.fullmatch(pattern) is not None,
        -count,
        has_other_digits(pattern),
        "{part}" in pattern,
        MAIN.fullmatch(pattern) is None,
        # `*` may be any text, so it is right only for the title of a single file.
        abs(pattern.count("*") - (count == 1)),
        # Only a day below 10 says whether it has a zero.
        ":02" in pattern,
        # The plainer name is that of the solution, the longer one of something about it.
        pattern.count("/"),
        "{day" not in os.path.basename(pattern),
        len(pattern),
        pattern,
    )


def has_other_digits(pattern: str) -> bool:
    """Return whether a pattern has digits: of a year, a day or a part, but for December."""
    return re.search(r"\d", re.sub(":02|12", "", pattern)) is not None


def year_of(root: str, paths: Iterable[str]) -> int:
    """Return the year of files whose paths have none.

    It is the year in the name of the repository; else the event before the first of them was
    committed, or the newest one.
    """
    named = YEAR_OF_REPOSITORY.search(os.path.basename(os.path.abspath(root)))
    if named:
        return 2000 + int(named[1])
    dates = git_output(root, "log", "--reverse", "--format=%as", "--", *paths)
    if not dates:
        return current_year()
    year, month, _ = dates.split("\n")[0].split("-")
    # Before December, people solve the event of the year before.
    return int(year) - (month < "12")
