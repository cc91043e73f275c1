"""Repositories of solutions in many styles are found by `aoc init`, and run as they are."""

from __future__ import annotations

import os
import tomllib

import pytest

from tests.emulator import Account, Site
from tests.emulator.pages import first_article, frame
from tests.emulator.puzzles import Puzzle
from tests.support.aoc import Aoc
from tests.support.marks import slow, with_slow
from tests.support.program import Project
from tests.support.repositories import FUNCTIONS, LABELLED, OF_TEXT, REPOSITORIES, Repository, adopt

FOUND = ("{year}/day{day}.py",)
KEPT = {"__pycache__", ".aoc"}


def texts(project: Project) -> dict[str, str]:
    """Return the texts of all files, but for what Python and aoc themselves keep."""
    texts = {}
    for path in project.root.rglob("*"):
        name = path.relative_to(project.root)
        if path.is_file() and not KEPT & {*name.parts}:
            texts[name.as_posix()] = path.read_text(encoding="utf-8")
    return texts


@pytest.mark.parametrize("name", with_slow(REPOSITORIES, "all ways to read and to answer"))
def test_a_repository_is_found_and_runs_as_it_is(aoc: Aoc, project: Project, name: str) -> None:
    repository = REPOSITORIES[name]
    adopt(aoc, repository)
    settings = tomllib.loads((project.root / "pyproject.toml").read_text(encoding="utf-8"))
    layouts = [layout["days"] for layout in settings["tool"]["aoc"]["layouts"]]
    assert tuple(layouts) == repository.layouts
    days = [*repository.days, *repository.wrong]
    ran = aoc("run", "--json", ",".join(days))
    verdicts: dict[str, list[tuple[int, str]]] = {day: [] for day in days}
    for row in ran.results:
        verdicts[f"{row['year']}/{row['day']:02}"].append((row["part"], row["answer"]))
    assert {day: sorted(verdicts[day]) for day in repository.days} == {
        day: [(1, "16"), (2, "8")] for day in repository.days
    }, ran.out + ran.err
    for day, words in repository.wrong.items():
        rows = [row for row in ran.results if f"{row['year']}/{row['day']:02}" == day]
        sentences = [row["error"]["message"] if row["error"] else row["reason"] for row in rows]
        assert any(words in str(sentence) for sentence in sentences), sentences
    assert ran.code == bool(repository.wrong)
    assert {**texts(project), "pyproject.toml": ""} == {**repository.files, "pyproject.toml": ""}


def test_all_is_every_year_unless_one_is_chosen(aoc: Aoc) -> None:
    adopt(aoc, REPOSITORIES["two styles"])
    for chosen, years in (("", {2020, 2021, 2022}), ("2021", {2021})):
        results = aoc("run", "all", "--json", env={"AOC_YEAR": chosen}).results
        assert {row["year"] for row in results} == years


def test_init_lists_what_it_found_and_asks_first(aoc: Aoc, project: Project) -> None:
    adopt(aoc, REPOSITORIES["what cannot be right"]._replace(layouts=()))
    listed = aoc("init", "--dry-run")
    assert listed.out.splitlines() == [
        "2021: 5 scripts, {year}/day{day:02}.py",
        "1 file not understood: 2021/day06.py (only defines functions or classes)",
        "1 file not understood: 2021/day07.php (in another language: a layout says how it runs, "
        'as in run = "node {file}")',
    ]
    asked = aoc("init")
    assert (asked.code, asked.out) == (2, listed.out)
    assert "aoc init --yes" in asked.err
    assert not (project.root / "pyproject.toml").exists()


def test_settings_stay_and_a_row_says_that_its_answer_was_printed(aoc: Aoc) -> None:
    flat = REPOSITORIES["flat"]
    before = '[project]\nname = "mine"\n'
    adopt(aoc, flat._replace(files={**flat.files, "pyproject.toml": before}))
    metadata = (aoc.project.root / "pyproject.toml").read_text(encoding="utf-8")
    assert metadata.startswith(f"{before}\n[tool.aoc]\nlayouts = [\n")
    rows = [line.split() for line in aoc("run", "1").out.splitlines() if "(printed)" in line]
    assert [row[-2:] for row in rows] == [["16", "(printed)"], ["8", "(printed)"]]


PARSED = f"def parse(text):\n    return [*map(int, text.split())]\n\n\n{FUNCTIONS}"
SHOW = """\
from sizes import SIZE
from {} import part1

def show1(numbers):
    yield str(part1(numbers)) * SIZE
"""


@pytest.mark.windows
@pytest.mark.parametrize(
    ("day", "beside"),
    [
        ("2021/day01_sums.py", "2021/day01_sums_show.py"),
        ("2021/01/sums.py", "2021/01/sums_show.py"),
        ("2021/day01/__init__.py", "2021/day01_show.py"),
    ],
)
def test_shows_stand_beside_a_day_in_any_layout_and_are_no_day(
    aoc: Aoc, project: Project, day: str, beside: str
) -> None:
    adopt(aoc, Repository({day: PARSED, "sizes.py": "SIZE = 2\n"}, FOUND, ("2021/01",)))
    path = project.root / "pyproject.toml"
    found = path.read_text(encoding="utf-8")
    # As modules, the days have their `parse`.
    path.write_text(found.replace(', run = "script"', ""), encoding="utf-8")
    missing = aoc("show", "2021/01").err
    assert f"2021/01 has no show1: write `def show1(parsed)` in {beside}, " in missing
    module = beside.removesuffix("_show.py").rpartition("/")[2]
    (project.root / beside).write_text(SHOW.format(module))
    done = aoc("show", "2021/01")
    assert (done.code, done.out, done.err) == (0, "part 1: \n1616\n\n", "")
    rows = aoc("run", "all", "--json").results
    assert [(row["part"], row["verdict"]) for row in rows] == [(1, "pass"), (2, "pass")]
    path.unlink()
    assert aoc("init", "--yes").code == 0
    assert path.read_text(encoding="utf-8") == found


ADAPTED = {
    "base.py": "class Base:\n    def __init__(self, name):\n"
    "        self.numbers = [int(line) for line in open(name)]\n",
    "days/day1.py": "from base import Base\n\n\nclass Day1(Base):\n"
    "    def solve(self):\n        return sum(self.numbers), max(self.numbers)\n",
    "adapter.py": "from importlib import import_module\n\n\ndef solve(year, day, text):\n"
    '    module = import_module(f"days.day{day}")\n'
    '    return getattr(module, f"Day{day}")("input.txt").solve()\n',
}


def test_an_adapter_solves_what_is_no_script(aoc: Aoc, project: Project) -> None:
    adopt(aoc, Repository(ADAPTED, (), ("2021/01",)))
    layout = '{ days = "days/day{day}.py", solver = "adapter:solve", year = 2021 }'
    project.configure(f"layouts = [{layout}]")
    ran = aoc("run", "1", "--json")
    assert [(row["answer"], row["verdict"]) for row in ran.results] == [
        ("16", "pass"),
        ("8", "pass"),
    ], ran.out


def test_the_only_answer_is_that_of_the_part_that_is_known_to_have_it(
    aoc: Aoc, project: Project
) -> None:
    script = 'print(sum(map(int, open("input.txt"))) + {})\n'
    days = ("2021/21", "2021/22", "2021/23")
    files = {f"{day}.py": script.format(more) for day, more in zip(days, (0, -8, 1), strict=True)}
    adopt(aoc, Repository(files, ("{year}/{day}.py",), days))
    results = aoc("run", "all", "--json").results
    unsolved = (None, "skipped", None)
    unknown = (None, "skipped", "printed 17, without saying for which part")
    assert [(row["answer"], row["verdict"], row["reason"]) for row in results] == [
        ("16", "pass", "printed"),
        unsolved,
        unsolved,
        ("8", "pass", "printed"),
        unknown,
        unknown,
    ]


@pytest.mark.slow
def test_a_bench_runs_the_files_of_the_parts_and_compares_none_with_another(aoc: Aoc) -> None:
    adopt(aoc, REPOSITORIES["a file for each part"])
    for words, parts in (((), ["part 1", "part 2"]), (("--part", "2"), ["part 2"])):
        rows = aoc("bench", "1", *words).out.splitlines()[2:]
        assert [row.split("  ")[1] for row in rows] == parts


DICE = """\
positions = [int(line.split()[-1]) for line in open("input.txt")]
scores, rolls = [0, 0], 0
while max(scores) < 1000:
    player = rolls // 3 % 2
    positions[player] = (positions[player] + 3 * rolls + 5) % 10 + 1
    scores[player] += positions[player]
    rolls += 3
print("Part 1:", min(scores) * rolls)
"""
PAGE, SUBMIT = "GET /2021/day/21", ("run", "21", "--submit", "--part", "1")
SCRIPTS = "{ days = '{year}/day{day:02}.py', run = 'script' }"


def adopt_script(aoc: Aoc, script: str, layout: str = SCRIPTS, days: tuple[str, ...] = ()) -> None:
    """Put a repository with a script of day 21 in the place of a project."""
    adopt(aoc, Repository({"2021/day21.py": script}, (), days))
    aoc.project.configure(f"layouts = [{layout}]")


@pytest.mark.slow
def test_a_printed_answer_is_sent_only_if_it_is_right_on_the_example(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    wrong_on_the_example = DICE.replace("* rolls)", "* (rolls + (min(scores) == 745)))")
    adopt_script(aoc, wrong_on_the_example)
    assert "739785" in aoc(*SUBMIT).err
    assert site.asked() == [PAGE]
    (project.root / "2021" / "day21.py").write_text(DICE)
    right = account.sheets[2021, 21].answer1
    assert f"part 1: {right} is right!" in aoc(*SUBMIT).err
    assert [one for one in site.asked() if one.startswith("POST")] == [
        f"POST /2021/day/21/answer level=1 answer={right}"
    ]


NEW_DAYS = {
    "{ days = '{year}/{day:02}_*/part_{part}.py', run = 'script' }": (
        "2020/01_sums/part_one.py 2020/01_sums/part_two.py",
        ["2021/21_dirac_dice/part_one.py", "2021/21_dirac_dice/part_two.py"],
    ),
    "{ days = '{year}/day{day}.py', run = 'script' }, "
    "{ days = '{year}/day{day}_part{part}.py', run = 'script' }": (
        "2020/day1.py 2020/day1_part2.py",
        ["2021/day21.py", "2021/day21_part2.py"],
    ),
    "{ days = 'src/aoc{yy}/d{day}.py', part1 = 'first', part2 = 'second' }": (
        "src/aoc20/d1.py",
        ["src/aoc21/d21.py"],
    ),
    "{ days = '{year}/{day:02}.py', run = 'python {file} {part}' }": ("2020/01.py", ["2021/21.py"]),
}
"""The files of the newest day in each layout, and those of a new one."""


@pytest.mark.windows
@pytest.mark.parametrize("layout", NEW_DAYS)
def test_a_new_day_lies_and_runs_like_the_newest_one(
    aoc: Aoc, site: Site, account: Account, layout: str
) -> None:
    newest, made = NEW_DAYS[layout]
    adopt(aoc, Repository(dict.fromkeys(newest.split(), "print(1)\n"), (), ()))
    aoc.project.configure(f"layouts = [{layout}]")
    done = aoc("new", "2021/21")
    out = done.out.replace(os.sep, "/")
    assert [line.split(": ")[0] for line in out.splitlines()][: len(made)] == made
    ran = aoc("run", "2021/21")
    assert (ran.code, "error" in ran.err, site.asked()) == (0, False, [PAGE]), ran.out
    said = aoc("new", "2021/21").err.replace(os.sep, "/")
    assert f"{made[-1]} exists already: left as it is" in said


NOTEBOOK = '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}\n'


@pytest.mark.parametrize(
    ("ending", "run", "content"), [("ipynb", "script", NOTEBOOK), ("rs", "cat {file}", "")]
)
def test_a_new_day_that_is_no_python_has_nothing_in_it(
    aoc: Aoc, site: Site, account: Account, project: Project, ending: str, run: str, content: str
) -> None:
    site.expect("*")
    adopt(aoc, Repository({f"2020/1.{ending}": "{}"}, (), ()))
    project.configure(f"layouts = [{{ days = '{{year}}/{{day}}.{ending}', run = '{run}' }}]")
    assert aoc("new", "2021/21").code == 0
    assert (project.root / "2021" / f"21.{ending}").read_text() == content


def test_a_layout_of_one_year_has_no_place_for_another(aoc: Aoc) -> None:
    layout = "{ days = '2021/day{day}.py', run = 'script', year = 2021 }"
    adopt_script(aoc, DICE, layout)
    made = aoc("new", "2020/1").out.replace(os.sep, "/")
    assert made.startswith("days/year2020/day01.py")


EXAMPLE_FILES = ("example", "{}-exemple", "beispiele/{}", "samples/day{}")


def test_a_file_or_its_folder_may_say_that_it_is_an_example_and_may_be_missing(
    aoc: Aoc, project: Project
) -> None:
    files = {}
    for day, name in enumerate(EXAMPLE_FILES, 21):
        path = f"{name.format(day)}.txt"
        files[f"2021/{path}"] = "1\n2\n"
        files[f"2021/day{day}.py"] = (
            "def read(name):\n    return [int(line) for line in open(name)]\n\n\n"
            f'assert sum(read("{path}")) == 3\n'
            f'print(sum(read("{day}.txt")))\nprint(max(read("{day}.txt")))\n'
        )
    # Instead of the first file, there is the page of the puzzle.
    del files["2021/example.txt"]
    adopt(aoc, Repository(files, FOUND, tuple(f"2021/{day}" for day in range(21, 25))))
    article = first_article(Puzzle(2021, 21, "Sums", "1\n2\n", "3", None))
    page = project.cache / "prose" / "2021_21_prose.0.html"
    page.parent.mkdir()
    page.write_text(frame("Day 21 - Advent of Code 2021", None, 2021, article))
    ran = aoc("run", "all", "--json")
    assert [row["answer"] for row in ran.results] == ["16", "8"] * 4, ran.out


def test_a_package_called_aoc_is_found_where_its_layout_says_and_may_use_aocd(
    aoc: Aoc, project: Project
) -> None:
    script = "from aoc import get, put\n" + LABELLED.replace("text", "get()")
    script += "put('a', sum(numbers))\nput('b', max(numbers))\n"
    library = (
        "def get():\n    from aocd import data\n    return data\n\n\n"
        "def put(part, answer):\n    from aocd import submit\n    submit(answer, part)\n"
    )
    files = {"2021/day21.py": script, "lib/aoc/__init__.py": library}
    adopt(aoc, Repository(files, FOUND, ("2021/21",)))
    [row] = aoc("run", "21", "--json").results
    assert row["error"]["message"].endswith(
        "(`aoc` is this framework: a package of your own has to be beside pyproject.toml, or "
        'path = ["FOLDER"] in its layout in [tool.aoc])'
    )
    layout = '{ days = "{year}/day{day}.py", run = "script", path = ["lib"] }'
    project.configure(f"layouts = [{layout}]")
    rows = aoc("run", "21", "--json").results
    assert [row["verdict"] for row in rows] == ["pass", "pass"], rows


def rows_of_script(
    aoc: Aoc, script: str, *words: str
) -> dict[int | None, tuple[str | None, str | None, str | None]]:
    """Run a script of day 21; return the answer, the kind of error and its message by parts."""
    adopt_script(aoc, script, days=("2021/21",))
    rows = {}
    for row in aoc("run", "21", "--json", *words).results:
        error = row["error"] or {"kind": None, "message": row["reason"]}
        rows[row["part"]] = (row["answer"], error["kind"], error["message"])
    return rows


def test_a_script_that_prints_nothing_is_an_error_with_the_next_step(aoc: Aoc) -> None:
    script = 'numbers = open("input.txt").read()\nif __name__ == "__main__":\n    pass\n'
    rows = rows_of_script(aoc, script)
    answer, kind, message = rows[None]
    assert (answer, kind, aoc("run", "21").code) == (None, "answer", 1)
    assert message
    assert message.startswith("printed nothing: ")
    assert 'args = "{part}"' in message


PRINTING = "def part{0}(text: str):\n    print({1}(map(int, text.split())))\n\n\n"
BY_PART = (
    "import argparse\nparser = argparse.ArgumentParser()\n{}arguments = parser.parse_args()\n"
    "numbers = [int(line) for line in open({})]\n"
    "print(sum(numbers) if str(arguments.part) == '1' else max(numbers))\n"
)
STYLES = (
    # Functions that nothing calls.
    "def first(lines):\n    return sum(map(int, lines))\n\n\n"
    "def second(lines, least=0):\n    return max(least, *map(int, lines))\n",
    "def read_input(path):\n    return [int(line) for line in open(path)]\n\n\n"
    "def solve_a(numbers):\n    return sum(numbers)\n\n\n"
    "def solve_b(numbers):\n    return max(numbers)\n",
    f"{FUNCTIONS}def solve(text):\n    numbers = [int(x) for x in text.split()]\n"
    "    return [part1(numbers), max(numbers)]\n",
    f"{OF_TEXT}\n\ndef day12(text: str):\n    return 1 / 0\n",
    PRINTING.format(1, "sum") + PRINTING.format(2, "max"),
    # Scripts that are told which part to print.
    BY_PART.format(
        "parser.add_argument('--part', choices=['1', '2'], required=True)\n", "'input.txt'"
    ),
    BY_PART.format(
        "parser.add_argument('file')\nparser.add_argument('--part', type=int, default=1)\n",
        "arguments.file",
    ),
)


@pytest.mark.windows
def test_functions_are_called_and_a_script_gets_the_arguments_that_it_needs(aoc: Aoc) -> None:
    days = range(1, len(STYLES) + 1)
    paths = [f"2021/day{day:02}.py" for day in days]
    files = dict(zip(paths, STYLES, strict=True))
    adopt(aoc, Repository(files, (), tuple(f"2021/{day:02}" for day in days)))
    aoc.project.configure(f"layouts = [{SCRIPTS}]")
    rows = aoc("run", "all", "--json").results
    answers = {(row["day"], row["part"], row["answer"]) for row in rows}
    assert answers == {
        (day, part, answer) for day in days for part, answer in ((1, "16"), (2, "8"))
    }


def test_part_1_of_a_function_stays_where_that_of_part_2_fails(aoc: Aoc) -> None:
    script = "def part1(lines):\n    return sum(map(int, lines))\n\n\n"
    script += "def part2(lines):\n    raise ValueError\n"
    rows = rows_of_script(aoc, script)
    assert rows[1] == ("16", None, None)
    assert rows[2][:2] == (None, "exception")


KEPT_PART = "print('Part 1:', sum(map(int, open('input.txt'))))\n"


@pytest.mark.windows
@pytest.mark.parametrize(
    ("end", "kind"),
    [
        ("import sys\nsys.exit(1)\n", "exit"),
        ("import os\nos._exit(3)\n", "exit"),
        slow("while True:\n    pass\n", "timeout"),
    ],
)
def test_part_1_keeps_its_answer_where_part_2_fails(aoc: Aoc, end: str, kind: str) -> None:
    rows = rows_of_script(aoc, KEPT_PART + end, "--timeout", "2")
    assert rows[1] == ("16", None, "printed")
    assert (rows[2][:2], len(rows)) == ((None, kind), 2)


def test_a_submitted_answer_is_kept_where_part_2_fails(aoc: Aoc) -> None:
    script = "from aocd import data, submit\nsubmit(16, part='a')\nassert 'x' in data\n"
    rows = rows_of_script(aoc, script)
    assert rows[1] == ("16", None, None)
    assert rows[2][:2] == (None, "exception")


def test_an_error_of_part_2_is_none_of_part_1_alone(aoc: Aoc) -> None:
    rows = rows_of_script(aoc, f"{KEPT_PART}assert False\n", "--part", "1")
    assert rows == {1: ("16", None, "printed")}


def test_a_number_without_a_label_before_an_error_is_no_answer(aoc: Aoc) -> None:
    rows = rows_of_script(aoc, "print(3)\nopen('input.txt')\nassert False\n")
    assert list(rows) == [None]
