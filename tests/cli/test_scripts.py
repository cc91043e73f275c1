"""A script runs as its owner runs it: paths, arguments, imports, and what is about its input."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.support.aoc import Aoc
from tests.support.program import Project
from tests.support.repositories import Repository, adopt

EXAMPLE = "1\n2\n"
FUNCTIONS = (
    "def one(numbers): return sum(numbers)\n"
    "def two(numbers): return max(numbers)\n"
    "def read(name): return [int(line) for line in open(name)]\n"
)
ANSWERS = "numbers = read(name)\nprint('Part 1:', one(numbers))\nprint('Part 2:', two(numbers))\n"
HALVES = {
    "example first": "print(one(read('example.txt')))\nprint(one(read('input.txt')))\n",
    "example named": "print('Example:', one(read('example.txt')))\n"
    "print('Input:', one(read('input.txt')))\n",
}
"""Part 1 of the example, then of the input."""
BOTH = {
    "both of each part": "for part in one, two:\n"
    "    for name in 'example.txt', 'input.txt':\n        print(part(read(name)))\n",
    "the example last": "for name in 'input.txt', 'example.txt':\n"
    "    print('Part 1:', one(read(name)))\n    print('Part 2:', two(read(name)))\n",
    "an example in the source": "example = [1, 2]\nprint(one(example))\n"
    "numbers = read('input.txt')\nprint(one(numbers))\nprint(two(example))\nprint(two(numbers))\n",
    "headings": "print('Part 1:')\nprint(one(read('example.txt')))\n"
    "print(one(read('input.txt')))\nprint('Part 2:')\nprint(two(read('input.txt')))\n",
    "examples below headings": "numbers = read('input.txt')\nprint('Part 1')\nprint(3)\n"
    "print(one(numbers))\nprint('Part 2')\nprint(2)\nprint(two(numbers))\n",
    "the example read last": "numbers = read('input.txt')\nexample = read('example.txt')\n"
    "print(one(numbers))\nprint(two(numbers))\n",
    "a word list last": "numbers = read('input.txt')\nopen('words.txt').read()\n"
    "print(one(numbers))\nprint(two(numbers))\n",
    "the example from aocd": "from aocd import data\nprint(one(read('example.txt')))\n"
    "numbers = [int(line) for line in data.split()]\n"
    "print(one(numbers))\nprint(two(numbers))\n",
}
BOTH["a label for part 2 alone"] = (
    "numbers = read('input.txt')\nprint(one(numbers))\nprint('Part 2:', two(numbers))\n"
)
ARGUMENTS = {
    "flags": "name = 'input.txt'\nfor word in sys.argv[1:]:\n"
    "    if word != '-e':\n        raise Exception(word)\n    name = 'example.txt'\n",
    "getopt": "import getopt\noptions, rest = getopt.getopt(sys.argv[1:], 'e')\n"
    "assert not rest\nname = 'example.txt' if options else 'input.txt'\n",
    "the example": "name = 'example.txt' if sys.argv[1:] else 'input.txt'\n",
    "a part": "name = 'input.txt'\nopen(name).read()\n"
    "part = int(sys.argv[1]) if sys.argv[1:] else 0\n",
    "the stem": "name = f'{sys.argv[1]}.txt'\n",
    "argparse, the example by default": "import argparse\n"
    "parser = argparse.ArgumentParser()\n"
    "parser.add_argument('name', nargs='?', default='example.txt')\n"
    "name = parser.parse_args().name\n",
}
FROM_PROJECT = ("files/day21input.txt", "data/2021/21.txt", "2021/numbers.txt")
"""Paths as they are seen from the folder of a project, and not from that of the script."""


def answers(
    aoc: Aoc, source: str, path: str = "2021/21/day21.py", **files: str
) -> list[tuple[str | None, str]]:
    """Run day 21 of a repository, and return the answer and the verdict of each part."""
    layout = path.replace("2021", "{year}").replace("21", "{day}")
    own = {"2021/21/example.txt": EXAMPLE}
    adopt(aoc, Repository({path: source, **own, **files}, (layout,), ("2021/21",)))
    done = aoc("run", "21", "--json")
    return [(row["answer"], row["verdict"]) for row in done.results]


def check_all(aoc: Aoc, sources: Mapping[str, str], start: str, end: str = "") -> None:
    """Run each kind of script as a day, between a start and an end, and check its answers."""
    files: dict[str, str] = {}
    folders: list[str] = []
    for day, source in enumerate(sources.values(), 1):
        folder = f"2021/{day:02}"
        folders.append(folder)
        files[f"{folder}/day.py"] = start + source + end
        files[f"{folder}/example.txt"] = EXAMPLE
        files[f"{folder}/words.txt"] = "a\n"
    adopt(aoc, Repository(files, ("{year}/{day:02}/day.py",), tuple(folders)))
    rows = aoc("run", "all", "--json").results
    for day, kind in enumerate(sources, 1):
        shown = [(row["answer"], row["verdict"]) for row in rows if row["day"] == day]
        assert shown == RIGHT, kind


RIGHT = [("16", "pass"), ("8", "pass")]


@pytest.mark.slow
def test_an_answer_to_an_example_is_not_that_to_the_input(aoc: Aoc) -> None:
    check_all(aoc, BOTH, FUNCTIONS)


@pytest.mark.parametrize("source", HALVES.values(), ids=HALVES)
def test_a_file_of_one_part_answers_last(aoc: Aoc, source: str) -> None:
    assert answers(aoc, FUNCTIONS + source, "2021/21/part1.py") == RIGHT[:1]


def test_a_single_answer_after_that_to_an_example_is_of_part_1(aoc: Aoc) -> None:
    source = FUNCTIONS + HALVES["example first"]
    assert answers(aoc, source) == [RIGHT[0], (None, "skipped")]


def test_a_script_has_the_arguments_with_which_it_reads_its_input(aoc: Aoc) -> None:
    check_all(aoc, ARGUMENTS, f"import sys\n{FUNCTIONS}", ANSWERS)


@pytest.mark.parametrize("name", FROM_PROJECT)
def test_a_path_may_be_seen_from_the_project(aoc: Aoc, project: Project, name: str) -> None:
    source = f"{FUNCTIONS}name = {name!r}\n{ANSWERS}"
    files = {"2021/21/day21.py": source, name: "3\n8\n5\n"}
    adopt(aoc, Repository(files, ("{year}/{day}/day{day}.py",), ()))
    rows = aoc("run", "21", "--json").results
    assert [row["answer"] for row in rows] == ["16", "8"]
    # Nor does an account change that.
    project.remember("3\n8\n5\n", day=21, a="16", b="8")
    rows = aoc("run", "21", "--json").results
    assert [row["verdict"] for row in rows] == ["pass", "pass"], name


@pytest.mark.parametrize("name", ["2021/21/bonus.csv", "data/bonus.csv", "examples/2021/21.txt"])
def test_a_file_that_is_there_and_no_input_of_the_day_is_not_replaced(aoc: Aoc, name: str) -> None:
    source = f"{FUNCTIONS}assert read({name!r}) == [7]\nname = 'input.txt'\n{ANSWERS}"
    assert answers(aoc, source, **{name: "7\n"}) == RIGHT


def test_a_package_does_not_find_the_input_in_the_place_of_its_own_files(aoc: Aoc) -> None:
    library = "import os\nHAS = os.path.exists('libraryrc') or os.path.isfile('build.txt')\n"
    source = (
        "import sys\nsys.path.insert(0, 'lib/site-packages')\nimport library\n"
        f"assert not library.HAS\n{FUNCTIONS}name = 'numbers'\n{ANSWERS}"
    )
    files = {"2021/21/lib/site-packages/library.py": library}
    assert answers(aoc, source, **files) == RIGHT


def test_relative_imports_work_as_under_python_m(aoc: Aoc) -> None:
    source = (
        f"from ...base import one, two, read\nname = 'input.txt'\n{ANSWERS}",
        "solutions/2021/21/day21.py",
    )
    assert answers(aoc, *source, **{"solutions/base.py": FUNCTIONS}) == RIGHT


def test_aocd_knows_the_accepted_answers(aoc: Aoc) -> None:
    source = (
        "from aocd.models import Puzzle\npuzzle = Puzzle(year=2021, day=21)\n"
        "assert puzzle.answered_a and puzzle.answers == ('16', '8')\n"
        f"numbers = [int(line) for line in puzzle.input_data.split()]\n{FUNCTIONS}"
        "if not puzzle.answered_b:\n    raise Exception\n"
        "print(one(numbers))\nprint(two(numbers))\n"
    )
    assert answers(aoc, source) == RIGHT


def test_labelled_answers_count_before_an_error(aoc: Aoc) -> None:
    source = f"{FUNCTIONS}name = 'input.txt'\n{ANSWERS}raise ValueError\n"
    assert answers(aoc, source) == RIGHT


def test_a_script_does_not_run_on_an_empty_input_where_none_is_known(aoc: Aoc) -> None:
    sources = (
        "import sys\nprint(len(sys.stdin.read()))\n",
        "import sys\nprint('Part 1:', len(open(sys.argv[1]).read()))\n",
        "def part1(text: str): return len(text)\n",
        "print('Part 1:', len(open('input.txt').read()))\n",
    )
    files = {f"2021/day{day}.py": source for day, source in enumerate(sources, 1)}
    adopt(aoc, Repository(files, ("{year}/day{day}.py",), ()))
    for row in aoc("run", "all", "--json").results:
        assert "no input is known: log in with" in row["error"]["message"], row


def test_a_file_that_is_empty_so_far_is_not_solved(aoc: Aoc) -> None:
    files = {"2021/day20.py": "# to do\n", "2021/day21.py": "", "2021/day01.py": "print(1)\n"}
    adopt(aoc, Repository(files, ("{year}/day{day}.py",), ("2021/20", "2021/21")))
    done = aoc("run", "20,21", "--json")
    assert [row["verdict"] for row in done.results] == ["skipped"] * 4
    assert done.code == 0


def test_a_package_to_install_is_named_as_a_path(aoc: Aoc, project: Project) -> None:
    source = f"from support import one, two, read\nname = 'input.txt'\n{ANSWERS}"
    files = {"support-src/support.py": FUNCTIONS, "support-src/setup.py": "setup()\n"}
    assert answers(aoc, source, **files) == [(None, "error")]
    assert 'path = ["support-src"] into the layout' in aoc("run", "21").out
    settings = project.root / "pyproject.toml"
    text = settings.read_text().replace('"script"', '"script", path = ["support-src"]')
    settings.write_text(text)
    assert aoc("run", "21").code == 0


def test_a_program_may_read_its_input_from_a_file_of_the_project(
    aoc: Aoc, project: Project
) -> None:
    (project.root / "2021").mkdir()
    script = "while read n; do echo $n; done < 2021/21.txt\n"
    (project.root / "2021" / "21.sh").write_text(script)
    (project.root / "2021" / "21.txt").write_text("16\n8\n")
    layout = 'days = "{year}/{day}.sh", run = "sh {file}", input = "{year}/{day:02}.txt"'
    project.configure(f"layouts = [{{ {layout} }}]")
    project.remember("16\n8\n", day=21)
    assert [row["answer"] for row in aoc("run", "21", "--json").results] == ["16", "8"]
    project.remember("17\n", day=21)
    assert "2021/21.txt, which the program reads, has not this input" in aoc("run", "21").out
