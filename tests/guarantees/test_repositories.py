"""Repositories of each ordinary kind run with nothing edited, or say what there is to do.

The puzzle of every day is the same: part 1 is the sum of the numbers in the input, and part 2 the
largest of them.
"""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from tests.cli.test_adopted import texts
from tests.support.aoc import Aoc
from tests.support.marks import with_slow
from tests.support.program import Finished, Project
from tests.support.repositories import Repository, adopt

pytestmark = pytest.mark.windows

DAY1 = ("2021/01",)
DAYS = ("2021/01", "2021/02")
READING = 'numbers = [int(line) for line in open("input.txt")]\n'
PART1 = 'print("Part 1:", sum(numbers))\n'
PART2 = 'print("Part 2:", max(numbers))\n'
SCRIPT = READING + PART1 + PART2

PATHS = """\
import pathlib, sys

for name in sys.argv[1:]:
    numbers = [int(line) for line in pathlib.Path(name).read_text().split()]
    print("Part 1:", sum(numbers))
    print("Part 2:", max(numbers))
"""
BARE_PATHS = """\
import sys

for path in sys.argv[1:]:
    numbers = [int(line) for line in open(path)]
    print(sum(numbers))
    print(max(numbers))
"""
CLICK = """\
import click

@click.command()
@click.argument("file")
def main(file):
    numbers = [int(line) for line in open(file)]
    print("Part 1:", sum(numbers))
    print("Part 2:", max(numbers))

main()
"""
UNPACKED = """\
import sys

_, file = sys.argv
numbers = [int(line) for line in open(file)]
print("Part 1:", sum(numbers))
print("Part 2:", max(numbers))
"""
SLICED = """\
import sys

args = sys.argv[1:]
numbers = [int(line) for line in open(args[0])]
print("Part 1:", sum(numbers))
print("Part 2:", max(numbers))
"""
NAMED = """\
numbers = [int(line) for line in open("input.txt")]
total = sum(numbers)
best = max(numbers)
print(f"{total=}")
print(f"{best=}")
"""
CALLS_NAMED = """\
def part1(numbers):
    return sum(numbers)

def part2(numbers):
    return max(numbers)

if __name__ == "__main__":
    numbers = [int(line) for line in open("input.txt")]
    print(f"{part1(numbers)=}")
    print(f"{part2(numbers)=}")
"""
OF_TEXT = """\
def run(inputs):
    numbers = [*map(int, inputs.split("\\n"))]
    return {}(numbers)
"""
OF_SIGNATURE = """\
from collections.abc import Iterable
from pathlib import Path

Lines = list[str]

def part1({0}):
    return sum(map(int, {1}))

def part2({0}):
    return max(map(int, {1}))
"""
SIGNATURES = {
    "text: str": "text.split()",
    "data": "data.strip().split()",
    "input_text": "iter(input_text.split())",
    "data, debug=False": "data.splitlines()",
    "lines": "lines",
    "values: Iterable[str]": "values",
    "values: Lines": "values",
    "data: 'Lines'": "data",
    "inputs": "(line for line in inputs)",
    "place: Path": "place.read_text().split()",
    "path": "open(path)",
    "file: str": "file.split()",
    "file_name: str": "open(file_name)",
}
"""The parameters of functions that nothing calls, and the numbers in what these get."""
PARTS = OF_SIGNATURE.format("numbers", "numbers")
READERS = (
    "part1 = lambda data: sum(map(int, data.split()))\n"
    "part2 = lambda data: max(map(int, data.split()))\n",
    f"def parse(lines):\n    return [int(line) for line in lines]\n\n{PARTS}",
    f"def get_data(lines: list[str]):\n    return [int(line) for line in lines]\n\n{PARTS}",
    "def read_file(path):\n    return open(path).read()\n\n"
    f"def parse_input(text):\n    return map(int, text.split())\n\n{PARTS}",
    "def parse(lines):\n    return [int(line) for line in lines]\n\n"
    + OF_SIGNATURE.format("inputs", "parse(inputs)"),
    "def parse(text):\n    return text.split()\n\n"
    "def numbers(text):\n    return map(int, parse(text))\n\n"
    + OF_SIGNATURE.format("text", "numbers(text)"),
    "def numbers(data):\n    return map(int, data.split())\n\n"
    + OF_SIGNATURE.format("data", "numbers(data)"),
    f"{PARTS}\ndef solve(text):\n    numbers = [*map(int, text.split())]\n"
    "    return part1(numbers), part2(numbers)\n",
)
"""Days in which one function calls another, or has a parser before it."""
FUNCTIONS = [OF_SIGNATURE.format(*signature) for signature in SIGNATURES.items()]
FUNCTIONS += READERS


def scripts(*paths: str, script: str = SCRIPT) -> dict[str, str]:
    """Return files with the same script."""
    return dict.fromkeys(paths, script)


ALL_RIGHT = {
    "paths as arguments": Repository(
        {
            "2021/01_a/s.py": PATHS,
            "2021/02_b/s.py": CLICK,
            "2021/03_c/s.py": UNPACKED,
            "2021/04_d/s.py": SLICED,
            "2021/05_e/s.py": BARE_PATHS,
        },
        (),
        ("2021/01", "2021/02", "2021/03", "2021/04", "2021/05"),
    ),
    "a function of the text for each part": Repository(
        {"2021/01/a.py": OF_TEXT.format("sum"), "2021/01/b.py": OF_TEXT.format("max")}, (), DAY1
    ),
    "functions, by what they take": Repository(
        {f"2021/day{day:02}.py": text for day, text in enumerate(FUNCTIONS, 1)},
        (),
        tuple(f"2021/{day:02}" for day, _ in enumerate(FUNCTIONS, 1)),
    ),
    "values with their names": Repository(
        {"2021/day01.py": NAMED, "2021/day02.py": CALLS_NAMED}, (), DAYS
    ),
}
"""Repositories of which every part is right. (The days are those with an input.)"""

NAMES = (
    ("2021-12-01.py", "2021-12-02.py"),
    ("2021/aoc202101.py", "2021/aoc202102.py"),
    ("20211201.py", "20211202.py"),
    ("2021/q01.py", "2021/q02.py", "2021/q13.py"),
    ("2021/tag1.py", "2021/tag2.py"),
)
"""The paths of days 1 and 2, and of others, as people call them."""

MAIN = """\
import argparse
from importlib import import_module

parser = argparse.ArgumentParser()
parser.add_argument("-y", "--year", type=int)
parser.add_argument("-d", "--day", type=int)
arguments = parser.parse_args()
day = import_module(f"src.y{arguments.year}.day{arguments.day:02}")
lines = open(f"inputs/{arguments.year}/{arguments.day:02}.txt").read().splitlines()
solution = day.Solution(lines)
print("Part 1:", solution.part1())
print("Part 2:", solution.part2())
"""
SOLUTION = """\
class Solution:
    def __init__(self, lines):
        self.numbers = [*map(int, lines)]

    def part1(self):
        return sum(self.numbers)

    def part2(self):
        return max(self.numbers)
"""
PART_MAIN = """\
from argparse import ArgumentParser
from importlib import import_module

p = ArgumentParser()
p.add_argument("day", type=int)
p.add_argument("-p", "--part", type=int, default=1, choices=[1, 2])
args = p.parse_args()
day = import_module(f"src.y2021.day{args.day:02}")
solution = day.Solution(open(f"inputs/day{args.day}.txt").read().splitlines())
print("It is", getattr(solution, f"part{args.part}")())
"""
SOLUTIONS = {"src/y2021/day01.py": SOLUTION, "src/y2021/day02.py": SOLUTION}
OWN_PROGRAMS = {
    "python main.py --year {year} --day {day}": {"main.py": MAIN},
    "python main.py {day} --part {part}": {"main.py": PART_MAIN},
}
"""Commands that run days, and the files of their programs."""


def bring(aoc: Aoc, files: dict[str, str], days: tuple[str, ...] = DAY1) -> Finished:
    """Put a repository in the place of a project, and let `aoc init` find what it is like."""
    adopt(aoc, Repository(files, (), days))
    return aoc("init", "--yes")


def layouts_of(project: Project) -> list[dict[str, Any]]:
    """Return the layouts that `aoc init` has written."""
    text = (project.root / "pyproject.toml").read_text(encoding="utf-8")
    layouts: list[dict[str, Any]] = tomllib.loads(text)["tool"]["aoc"]["layouts"]
    return layouts


def check_all_right(aoc: Aoc, days: tuple[str, ...]) -> None:
    """Check that both parts of some days are right, and that nothing was written."""
    before = texts(aoc.project)
    done = aoc("run", ",".join(days), "--json")
    right = {day: [(1, "pass"), (2, "pass")] for day in days}
    found: dict[str, list[tuple[int, str]]] = {day: [] for day in days}
    for row in done.results:
        found[f"{row['year']}/{row['day']:02}"].append((row["part"], row["verdict"]))
    found = {day: sorted(rows) for day, rows in found.items()}
    assert (done.code, found) == (0, right), done.out + done.err
    assert texts(aoc.project) == before


@pytest.mark.parametrize("name", with_slow(ALL_RIGHT, "functions, by what they take"))
def test_each_part_is_right_with_nothing_edited(aoc: Aoc, name: str) -> None:
    repository = ALL_RIGHT[name]
    done = bring(aoc, repository.files, repository.days)
    assert done.code == 0, done.err
    check_all_right(aoc, repository.days)


@pytest.mark.parametrize("paths", NAMES, ids=lambda paths: paths[0])
def test_days_have_any_usual_name(aoc: Aoc, paths: tuple[str, ...]) -> None:
    done = bring(aoc, scripts(*paths), DAYS)
    assert f"2021: {len(paths)} scripts, " in done.out
    check_all_right(aoc, DAYS)


@pytest.mark.parametrize("command", OWN_PROGRAMS)
def test_the_program_of_a_repository_is_proposed_and_runs_its_days(aoc: Aoc, command: str) -> None:
    bring(aoc, {**SOLUTIONS, **OWN_PROGRAMS[command]}, DAYS)
    [layout] = layouts_of(aoc.project)
    assert layout == {"days": "src/y{year}/day{day:02}.py", "run": command}
    check_all_right(aoc, DAYS)
