"""The survey of a repository of solutions: which layouts its days have, and how they run.

Paths and texts are read, and nothing is run. Each file has the patterns that its path can be read
as: `day12.py` is day 12, and not day 1, part 2; `1/2.py` is day 2, or part 2 of day 1. Those that
explain most files are chosen.
"""

from __future__ import annotations

import ast
import os
import re
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from aoc.files import git_output
from aoc.model import FIRST_YEAR, Puzzle, Value, current_year
from aoc.scripts.layouts import PARTS, Layout

SKIPPED = ("venv", "env", "node_modules", "site-packages", "build", "dist", "tests", "test")
"""Folders without days, besides those that begin with a dot."""
NOT_DAYS = re.compile(r"test_.*|.*_test|tests?|conftest|setup|.*(?:template|example|sample|util).*")
"""The names of files that are no days, in small letters."""
DAY_WORDS = re.compile(
    r"(?:day|d|dec|december|puzzle|problem|challenge|task|exercise|ex|p|aoc|aocday|advent|code"
    r"|adventofcode|solution|sol|solve)?"
)
"""The words before the number of a day."""
PART_WORDS = re.compile(r"part|pt|p|star|puzzle|problem|task|solution|sol|half")
MAIN_WORDS = re.compile(
    r"main|solutions?|solver?|sol|__init__|__main__|code|app|run|day|index|puzzle|answer|aoc|script"
    r"|program"
)
"""The names of a day's file in a folder of its own."""
NAMES = re.findall(
    r"(\w+) (\w+)",
    "part1 part2, part_1 part_2, part_one part_two, partOne partTwo, part_a part_b, parta partb, "
    "p1 p2, solve1 solve2, solve_1 solve_2, solve_part1 solve_part2, solve_part_1 solve_part_2, "
    "solve_part_one solve_part_two, solvePart1 solvePart2, one two, first second, silver gold, "
    "star1 star2, task1 task2, puzzle1 puzzle2, problem1 problem2, solution1 solution2, a b",
)
"""The names of functions that solve the parts of a day."""
RUNS = re.compile(
    r"^(?:if __name__|for |while |with |assert |async |[\w.]+\(|\w+\.\w+ *=)", re.MULTILINE
)
"""A line that does something when a file is run."""
YEAR = re.compile(r"\{(?:year|yy)\}")
TEXT_METHODS = ("split", "splitlines", "strip", "rstrip", "lstrip", "replace", "removesuffix")


class Group(Value):
    """Files that have one layout, and their puzzles."""

    layout: Layout
    files: tuple[str, ...]
    puzzles: tuple[Puzzle, ...]


class Survey(Value):
    """The groups of files of a repository, the largest first, and its notebooks.

    `others` are the files that are not understood, with the reason.
    """

    groups: tuple[Group, ...]
    others: dict[str, str]
    notebooks: tuple[str, ...]


def survey(root: str) -> Survey:
    """Return the layouts of the days in a repository."""
    files = sorted(python_files(root))
    notebooks = tuple(path for path in files if path.endswith(".ipynb") and patterns(path))
    sources = [path for path in files if path.endswith(".py")]
    alone = Counter(map(os.path.dirname, sources))
    readings = {path: patterns(path) for path in sources}
    for path, read_as in readings.items():
        # A file of any name is the day if no other one lies in the folder of the day.
        if alone[os.path.dirname(path)] > 1:
            read_as[:] = [pattern for pattern in read_as if not pattern.endswith("/*.py")]
    groups: list[Group] = []
    others: dict[str, str] = {}
    for pattern, paths in choose({path: found for path, found in readings.items() if found}):
        year = 0 if YEAR.search(pattern) else year_of(root, paths)
        styles = {path: style_of(root, path) for path in paths}
        others |= {path: text for path, (_, text) in styles.items() if text}
        left = {path: names for path, (names, text) in styles.items() if not text}
        for layout in layouts_of(pattern, year, dict(left)):
            same = tuple(path for path in paths if path in left and layout.match(path))
            left = {path: names for path, names in left.items() if path not in same}
            puzzles = sorted({found[0] for p in same if (found := layout.match(p))})
            groups.append(Group(layout, same, tuple(puzzles)))
    # A layout of one year goes before one with files of the same names in every year.
    groups.sort(key=lambda group: (bool(YEAR.search(group.layout.days)), -len(group.files)))
    known: set[Puzzle] = set()
    kept = []
    for group in groups:
        if not known.issuperset(group.puzzles):
            kept.append(group)
            known.update(group.puzzles)
    return Survey(tuple(kept), others, notebooks)


def python_files(root: str) -> Iterator[str]:
    """Yield the paths of all Python files and notebooks that may be days, below `root`."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith((".", "__"))
            and name.lower() not in SKIPPED
            and not os.path.exists(os.path.join(folder, name, "pyvenv.cfg"))
        )
        for name in names:
            stem, end = os.path.splitext(name)
            if end in (".py", ".ipynb") and not NOT_DAYS.fullmatch(stem.lower()):
                path = os.path.relpath(os.path.join(folder, name), root)
                yield path.replace(os.sep, "/")


def patterns(path: str) -> list[str]:
    """Return the patterns that a path can have, the likeliest first; none if it is no day."""
    *folders, name = path.split("/")
    stem = name.rpartition(".")[0]
    choices = [list(read_name(folder, {}, is_file=False)) for folder in folders]
    found = []
    for heads in product(*choices):
        known: set[str] = set().union(*(kinds for _, kinds in heads))
        if sum("day" in kinds for _, kinds in heads) > 1:
            continue
        for tail, kinds in read_name(stem, known, is_file=True):
            if "day" in known | kinds:
                found.append("/".join([*(text for text, _ in heads), f"{tail}.py"]))
    return list(dict.fromkeys(found))


def read_name(name: str, known: Iterable[str], *, is_file: bool) -> Iterator[tuple[str, set[str]]]:
    """Yield the patterns of a component of a path, and the placeholders in it.

    `known` are the placeholders in the folders before it.
    """
    has_day = "day" in known
    tokens = re.findall(r"\d+|[A-Za-z]+|[^A-Za-z\d]+", name)
    options: list[list[tuple[str, str]]] = []
    word = ""
    seen_day = seen_part = False
    for number, token in enumerate(tokens):
        lower = token.lower()
        here: list[tuple[str, str]] = []
        if token.isdigit():
            value = int(token)
            if len(token) == 4 and FIRST_YEAR <= value < 2100:
                here = [("{year}", "year")]
            elif (
                not is_file and len(token) == 2 and word in ("aoc", "advent", "year", "y", "event")
            ):
                here = [("{yy}", "year")]
            elif token in PARTS and (
                word in ("part", "pt", "star", "half") or (has_day and PART_WORDS.fullmatch(word))
            ):
                here, seen_part = [("{part}", "part")], True
            elif (
                len(token) <= 2 and 1 <= value <= 25 and DAY_WORDS.fullmatch(word) and not seen_day
            ):
                here, seen_day = [(one, "day") for one in day_forms(token)], True
                if has_day and token in PARTS:
                    here.append(("{part}", "part"))
            elif (has_day or seen_day) and token in PARTS and not seen_part:
                here, seen_part = [("{part}", "part")], True
        elif token.isalpha():
            is_part = (has_day or seen_day) and lower in PARTS and not seen_part
            if is_part and number == len(tokens) - 1:
                here, seen_part = [("{part}", "part")], True
            word = lower
        elif token.strip(" _-."):
            word = "?"
        options.append(here or [(token, "")])
        if seen_day and not here and token.isalpha() and not PART_WORDS.fullmatch(lower):
            # A title follows the number of its day.
            options[-1] = [("*", "")]
            break
    for found in product(*options):
        kinds = {kind for _, kind in found if kind}
        if is_file and has_day and not kinds and not MAIN_WORDS.fullmatch(name.lower()):
            yield "*", kinds
            return
        if is_file and not has_day and "day" not in kinds:
            continue
        text = "".join(piece for piece, _ in found)
        yield re.sub(r"\*.*", "*", text), kinds


def day_forms(digits: str) -> list[str]:
    """Return the placeholders that a number of a day can be written by."""
    if digits.startswith("0"):
        return ["{day:02}"]
    return ["{day:02}", "{day}"] if len(digits) == 2 else ["{day}"]


def choose(readings: dict[str, list[str]]) -> Iterator[tuple[str, list[str]]]:
    """Yield the patterns that explain most files, each with the files that no other one has."""
    known = {
        pattern: Layout(pattern, year=FIRST_YEAR)
        for found in readings.values()
        for pattern in found
    }
    left = {
        path: {pattern: place for pattern in found if (place := known[pattern].match(path))}
        for path, found in readings.items()
    }
    while left:
        places: defaultdict[str, set[object]] = defaultdict(set)
        for found in left.values():
            for pattern, place in found.items():
                places[pattern].add(place)
        if not places:
            return
        best = max(places, key=lambda pattern: (len(places[pattern]), -pattern.count("{part}")))
        yield best, [path for path, found in left.items() if best in found]
        left = {path: found for path, found in left.items() if best not in found}


Names = tuple[str, str] | None
"""The names of the functions of the parts; `None` for a script."""


def layouts_of(pattern: str, year: int, styles: dict[str, Names]) -> Iterator[Layout]:
    """Yield the layouts of files with one pattern: a year that differs has one of its own."""
    by_year: defaultdict[int, Counter[Names]] = defaultdict(Counter)
    for path, names in styles.items():
        if found := Layout(pattern, year=year or FIRST_YEAR).match(path):
            by_year[found[0].year][names] += 1
    usual = sum(by_year.values(), Counter()).most_common(1)
    if not usual:
        return
    for one, counts in sorted(by_year.items()):
        [(names, _)] = counts.most_common(1)
        if names != usual[0][0]:
            own = pattern.replace("{year}", str(one)).replace("{yy}", f"{one % 100:02}")
            yield layout_with(own, one, names)
    yield layout_with(pattern, year, usual[0][0])


def layout_with(pattern: str, year: int, names: Names) -> Layout:
    """Return the layout of scripts, or of modules with functions of these names."""
    if names is None:
        return Layout(pattern, run="script", year=year)
    return Layout(pattern, part1=names[0], part2=names[1], year=year)


def year_of(root: str, paths: Sequence[str]) -> int:
    """Return the year of files whose paths have none.

    It is that in the name of the repository or in their texts, else that of the event before the
    first of them was committed, or the newest one.
    """
    named = re.search(r"(?<!\d)(20[1-9]\d)(?!\d)", os.path.basename(os.path.abspath(root)))
    if named:
        return int(named[1])
    short = re.search(
        r"(?:aoc|advent\D*|y)-?(1[5-9]|[2-9]\d)$", os.path.basename(os.path.abspath(root))
    )
    texts = (read(root, path) for path in [*paths, "README.md"])
    named_in = re.compile(
        r"(?:adventofcode\.com/|year\D{1,3}|aoc\D?|advent of code\D{1,3})(20[1-9]\d)", re.IGNORECASE
    )
    years = Counter(year for text in texts for year in named_in.findall(text))
    if years:
        return int(years.most_common(1)[0][0])
    if short:
        return 2000 + int(short[1])
    added = git_output(root, "log", "--diff-filter=A", "--format=%as", "--", paths[0])
    date = re.match(r"(\d{4})-(\d\d)", added.split("\n")[-1] if added else "")
    return int(date[1]) - (date[2] != "12") if date else current_year()


def read(root: str, path: str) -> str:
    """Return the text of a file; it is empty if there is none that can be read."""
    try:
        with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def style_of(root: str, path: str) -> tuple[Names, str]:
    """Return the names of the functions of a file, `None` for a script; or why it is no day."""
    text = read(root, path)
    if RUNS.search(re.sub(r'(?s)("""|\'\'\').*?\1', "", text)):
        return None, ""
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        return None, f"is not valid Python: {error}"
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    for names in NAMES:
        found = [functions[name] for name in names if name in functions]
        if found and ("parse" in functions or all(map(takes_text, found))):
            return (names[0], names[1]), ""
    if any(isinstance(node, ast.ClassDef) for node in tree.body):
        return None, "has a class that another file uses"
    return None, "has functions that another file calls" if functions else "does nothing"


def takes_text(function: ast.FunctionDef) -> bool:
    """Return whether a function takes the text of the input, beyond doubt.

    Its only parameter without a default is annotated as `str`, or a method of texts is called on
    it before anything else is done with it.
    """
    arguments = function.args
    needed = arguments.args[: len(arguments.args) - len(arguments.defaults)]
    if len(needed) != 1 or arguments.vararg:
        return False
    [parameter] = needed
    if parameter.annotation is not None:
        return ast.unparse(parameter.annotation).strip("'\"") == "str"
    uses = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and node.id == parameter.arg
    ]
    first = min(uses, key=lambda node: (node.lineno, node.col_offset), default=None)
    methods = (node for node in ast.walk(function) if isinstance(node, ast.Attribute))
    return any(node.value is first and node.attr in TEXT_METHODS for node in methods)
