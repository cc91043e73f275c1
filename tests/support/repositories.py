"""Little repositories of solutions in the styles that people have, made up for these tests.

The puzzle of every day is the same: part 1 is the sum of the numbers in the input, and part 2 the
largest of them.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from typing import NamedTuple

from tests.support.aoc import Aoc

INPUT = "3\n8\n5\n"
ANSWERS = {"a": "16", "b": "8"}

COUNT = "numbers = [int(line) for line in text.split()]\n"
BARE = COUNT + "print(sum(numbers))\nprint(max(numbers))\n"
LABELLED = COUNT + 'print("Part 1:", sum(numbers))\nprint("Part 2:", max(numbers))\n'
FUNCTIONS = """\
def part1(numbers):
    return sum(numbers)


def part2(numbers):
    return max(numbers)


"""
MAIN = """\
if __name__ == "__main__":
    with open("input.txt") as file:
        numbers = [int(line) for line in file]
    print("Part 1:", part1(numbers))
    print("Part 2:", part2(numbers))
"""
OPEN = 'text = open("input.txt").read()'
OF_TEXT = """\
def part_1(text: str) -> int:
    return sum(map(int, text.split()))


def part_2(text: str) -> int:
    return max(map(int, text.split()))
"""


class Repository(NamedTuple):
    """The files of a repository, the patterns that `aoc init` finds, and its days that are right.

    `wrong` has the days that cannot run right, with a piece of the sentence about each.
    """

    files: dict[str, str]
    layouts: tuple[str, ...]
    days: tuple[str, ...] = ("2021/01", "2021/02")
    wrong: Mapping[str, str] = {}
    folder: str = "solutions"


def adopt(aoc: Aoc, repository: Repository) -> None:
    """Put a repository in the place of a project, and let `aoc init` find what it is like.

    Inputs and answers of its days are cached.
    """
    project = aoc.project
    for name in ("days", "tests"):
        shutil.rmtree(project.root / name)
    project.root /= repository.folder
    for name, text in repository.files.items():
        path = project.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    own = project.account_files("github.alice.1")
    for day in (*repository.days, *repository.wrong):
        name = day.replace("/", "_")
        (own / f"{name}_input.txt").write_text(INPUT)
        for part, answer in ANSWERS.items():
            (own / f"{name}{part}_answer.txt").write_text(answer)
    if repository.layouts:
        done = aoc("init", "--yes")
        assert done.code == 0, done.err


def reading(how: str, rest: str = BARE) -> str:
    """Return a script that reads its text in a way."""
    return f"{how}\n{rest}"


def both(path: str, source: str) -> dict[str, str]:
    """Return the files of two days; `{day}` stands in the path and in the source."""
    return {path.format(day=day): source.replace("{day}", str(day)) for day in (1, 2)}


WAYS = (
    FUNCTIONS + MAIN,
    reading(
        "import os\nhere = os.path.dirname(os.path.abspath(__file__))\n"
        'path = os.path.join(here, "..", "data", "2021", "day{day}.txt")\n'
        "assert os.path.exists(path)\nwith open(path) as file:\n    text = file.read()"
    ),
    reading('from pathlib import Path\ntext = Path(__file__).with_suffix(".txt").read_text()'),
    "from common import lines\nnumbers = [int(line) for line in lines(2021, {day})]\n"
    'print("p1", sum(numbers))\nprint("p2", max(numbers))\n',
    "from aocd import data, submit\ntext = data\n"
    + COUNT
    + 'submit(sum(numbers), part="a")\nsubmit(max(numbers), part="b")\n',
    "from aocd.models import Puzzle\npuzzle = Puzzle(year=2021, day={day})\n"
    "text = puzzle.input_data\n"
    + COUNT
    + "puzzle.answer_a = sum(numbers)\npuzzle.answer_b = max(numbers)\n",
    reading("import sys\ntext = sys.stdin.read()"),
    reading("text = open(0).read()", LABELLED),
    reading(
        "import sys\nif len(sys.argv) != 2:\n    print('usage: FILE')\n    sys.exit(1)\n"
        "text = open(sys.argv[1]).read()",
        LABELLED,
    ),
    reading(
        "import argparse\nparser = argparse.ArgumentParser()\n"
        'parser.add_argument("file")\nparser.add_argument("--verbose")\n'
        "text = open(parser.parse_args().file).read()"
    ),
    reading('import fileinput\ntext = "".join(fileinput.input())'),
    reading(
        "text = ''\ntry:\n    while True:\n        text += input() + ' '\n"
        "except EOFError:\n    pass"
    ),
    reading(
        'import logging\nlogging.basicConfig(level=logging.INFO, format="%(message)s")\n'
        'text = open("input.txt").read()',
        COUNT + 'logging.info("Part 1: %s", sum(numbers))\n'
        'logging.info("Part 2: %s", max(numbers))\n',
    ),
    "import click\n\n\n@click.command()\n@click.option('--file', default='input.txt')\n"
    "def main(file):\n    numbers = [*map(int, open(file))]\n"
    "    click.echo(f'Silver {sum(numbers)}')\n    click.echo(f'Gold {max(numbers)}')\n\nmain()\n",
    FUNCTIONS + "def read(name):\n    return [int(line) for line in open(name)]\n\n\n"
    'print("Part 1 example:", part1(read("example.txt")))\n'
    'print("Part 1:", part1(read("input.txt")))\n'
    'print("Part 2 example:", part2(read("example.txt")))\n'
    'print("Part 2:", part2(read("input.txt")))\n',
    'numbers = [int(line) for line in open("input{day}").read().split("\\n")]\n'
    "print(sum(numbers), max(numbers))\n",
    'import sys\n\n\ndef main():\n    text = open("input.txt").read()\n    '
    + BARE.replace("\n", "\n    ").rstrip(" ")
    + '\n\nif __name__ == "__main__":\n    sys.exit(main())\n',
    "from concurrent.futures import ProcessPoolExecutor\n\n\n"
    "def double(n):\n    return 2 * n\n\n\n"
    'if __name__ == "__main__":\n    numbers = [int(line) for line in open("input.txt")]\n'
    "    with ProcessPoolExecutor(2) as pool:\n"
    "        numbers = [n // 2 for n in pool.map(double, numbers)]\n"
    "    print(sum(numbers))\n    print(max(numbers))\n",
    OF_TEXT,
)
"""Sources of days that read their input, and say their answers, in as many ways."""

REPOSITORIES = {
    "all ways to read and to answer": Repository(
        {f"2021/day{day:02}.py": way.replace("{day}", str(day)) for day, way in enumerate(WAYS, 1)}
        | {
            "2021/q01.py": "",
            "2021/example.txt": "1\n2\n",
            "2021/input16": "5\n6",
            "common.py": "from pathlib import Path\n\ndef lines(year, day):\n"
            "    path = Path(__file__).parent / 'inputs' / str(year) / f'{day}.txt'\n"
            "    return path.read_text().splitlines()\n",
        },
        ("{year}/day{day:02}.py",),
        tuple(f"2021/{day:02}" for day in range(1, len(WAYS) + 1)),
    ),
    "flat": Repository(
        both("day{day}.py", reading('text = open("day{day}.txt").read()')),
        ("day{day}.py",),
        folder="aoc2021",
    ),
    "folder of a day": Repository(
        both("2021/day{day}/main.py", reading('text = open("input").read()', LABELLED)),
        ("{year}/day{day}/main.py",),
    ),
    "a file for each part": Repository(
        both("2021/{day:02}/part1.py", reading(OPEN, COUNT + "print(sum(numbers))\n"))
        | both("2021/{day:02}/part2.py", reading(OPEN, COUNT + "print(max(numbers))\n")),
        ("{year}/{day:02}/part{part}.py",),
    ),
    "relative imports": Repository(
        both(
            "aoc2021/day{day}/solution.py",
            "from ..tools import read\n" + reading("text = read({day})", LABELLED),
        )
        | {
            "aoc2021/__init__.py": "",
            "aoc2021/day1/__init__.py": "",
            "aoc2021/day2/__init__.py": "",
            "aoc2021/tools.py": "def read(day):\n    return open(f'inputs/{day}.txt').read()\n",
        },
        ("aoc{year}/day{day}/solution.py",),
    ),
    "named functions": Repository(
        both("src/me/aoc2021/day{day:02}.py", OF_TEXT), ("src/me/aoc{year}/day{day:02}.py",)
    ),
    "names of other modules": Repository(
        both(
            "2021/day{day}.py",
            "import queue\nfrom aoc import name\nfrom string import read\n"
            + reading("text = read(name)"),
        )
        | {
            "2021/aoc.py": "name = 'input.txt'\n",
            "2021/queue.py": "value = 1\n",
            "2021/string.py": "def read(name):\n    return open(name).read()\n",
        },
        ("{year}/day{day}.py",),
    ),
    "helpers of the same name": Repository(
        both("2021/day{day}/main.py", "import helper\ntext = helper.read({day})\n" + BARE)
        | both(
            "2021/day{day}/helper.py",
            "def read(day):\n    assert day == {day}\n    return open('input.txt').read()\n",
        ),
        ("{year}/day{day}/main.py",),
    ),
    "two styles": Repository(
        both("2021/day{day:02}.py", reading(OPEN))
        | both("2022/day{day:02}.py", OF_TEXT)
        | both("2020/day{day:02}/solution.py", reading(OPEN)),
        ("{year}/day{day:02}.py", "{year}/day{day:02}/solution.py"),
        ("2020/01", "2020/02", "2021/01", "2021/02", "2022/01", "2022/02"),
    ),
    "days that look like years": Repository(
        {f"2021/day_{day}.py": reading(OPEN) for day in (1, 12, 21)},
        ("{year}/day_{day}.py",),
        ("2021/01", "2021/12", "2021/21"),
    ),
    "what cannot be right": Repository(
        {
            "2021/day01.py": reading(
                'part = input("Which part? ")\ntext = open("input.txt").read()'
            ),
            "2021/day02.py": "import not_there_at_all\nprint(1)\nprint(2)\n",
            "2021/day03.py": reading(OPEN, COUNT + "print(sum(numbers) + 1)\n"),
            "2021/day04.py": reading(OPEN, COUNT + "assert sum(numbers) == 3\n"),
            "2021/day05.py": "import urllib.request\n"
            'print(urllib.request.urlopen("https://adventofcode.com/2021/day/5/input").read())\n',
            "2021/day06.py": "class Day:\n    def solve(self):\n        return 1\n",
            "2021/day07.php": "",
            "2021/day01_help.py": "def double(n):\n    return 2 * n\n",
        },
        ("{year}/day{day:02}.py",),
        (),
        {
            "2021/01": "asks 'Which part?'",
            "2021/02": "not_there_at_all",
            "2021/03": "without saying for which part",
            "2021/04": "assert sum(numbers) == 3",
            "2021/05": "no network",
        },
    ),
}
