"""Parts that are not written yet are not solved, and no failure, however a day runs."""

from __future__ import annotations

import json
import re

import pytest

from tests.emulator import Account, Site
from tests.support.aoc import Aoc
from tests.support.program import Project
from tests.support.pytest_session import run_pytest

RAISES = "raise NotImplementedError"
PLACEHOLDER = 'raise NotImplementedError("part 2, tomorrow")'
FUNCTIONS = """\
def todo():
    raise NotImplementedError

def {one}(text):
    return sum(map(int, text.split()))

def {two}(text):
    {stub}
"""
DAY = FUNCTIONS.format(one="part1", two="part2", stub="{}")
NUMBERS = "numbers = [int(line) for line in open('input.txt')]\n"
LABELLED = f"{NUMBERS}print('Part 1:', sum(numbers))\n"
BY_PART = f"import sys\n{NUMBERS}if sys.argv[1] == '2':\n    print(3)\n    {RAISES}\n"
NOTEBOOK = {
    "cells": [
        {"cell_type": "code", "source": source}
        for source in (f"{NUMBERS}sum(numbers)", "def two():\n    " + RAISES, "two()")
    ]
}
# How a day runs, its source, and the file that it is in.
DAYS = {
    "a day, with words": ("", DAY.format(PLACEHOLDER)),
    "a day, None": ("", DAY.format("return None")),
    "a day, a helper": ("", DAY.format("return str(todo())")),
    "functions": (
        'part1 = "one", part2 = "two"',
        FUNCTIONS.format(one="one", two="two", stub=RAISES),
    ),
    "a script": ('run = "script"', f"{LABELLED}{RAISES}\n"),
    "a script, one number": ('run = "script"', f"{NUMBERS}print(sum(numbers))\n{RAISES}\n"),
    "a script, None": ('run = "script"', f"{LABELLED}print('Part 2:', None)\n"),
    "a script of functions": ('run = "script"', DAY.format("pass")),
    "a script for each part": ('run = "script"', f"{BY_PART}print(sum(numbers))\n"),
    "a notebook": ('run = "script"', json.dumps(NOTEBOOK)),
    "a program": ('run = "python {file} {part}"', f"{BY_PART}print(sum(numbers))\n"),
}


@pytest.mark.parametrize(("how", "source"), DAYS.values(), ids=DAYS)
def test_a_part_that_is_not_written_yet_is_not_solved(
    aoc: Aoc, project: Project, how: str, source: str
) -> None:
    name = "days/year{year}/day{day:02}.py"
    if source.startswith("{"):
        name = "{day}.ipynb"
    if how:
        project.configure(f'layouts = [{{ days = "{name}", {how}, year = 2021 }}]')
    path = project.root / name.replace("{day:02}", "01").format(year=2021, day=1)
    path.write_text(source)
    project.remember("10\n20\n31\n", day=1, a="61", b="31")
    done = aoc("run", "1", "--json")
    first, second = done.results
    assert (first["verdict"], first["part"]) == ("pass", 1)
    shown = (second["verdict"], second["part"], second["seconds"], second["error"])
    assert shown == ("skipped", 2, None, None)
    assert done.code == 0


def test_where_part_1_is_not_written_part_2_may_be(aoc: Aoc, project: Project) -> None:
    project.configure('layouts = [{ days = "{year}/{day}.py", run = "script" }]')
    (project.root / "2021").mkdir()
    (project.root / "2021" / "1.py").write_text(
        f"def part1(text):\n    {RAISES}\n\ndef part2(text):\n    return len(text)\n"
    )
    project.remember("10\n20\n31\n", day=1)
    results = aoc("run", "1", "--json").results
    answers = [(row["part"], row["answer"], row["error"]) for row in results]
    assert answers == [(1, None, None), (2, "8", None)]


def test_a_parser_that_is_not_written_leaves_its_parts_unsolved(aoc: Aoc, project: Project) -> None:
    project.day(1, f"def parse(text):\n    {RAISES}\n\n{DAY.format(RAISES)}")
    project.remember("1\n", day=1)
    done = aoc("run", "1")
    assert re.search(r"parse +raises NotImplementedError\n", done.out)
    assert (done.out.count("not solved\n"), done.code) == (2, 0)


def test_what_a_package_cannot_do_is_a_failure(aoc: Aoc, project: Project) -> None:
    folder = project.root / "site-packages"
    folder.mkdir()
    (folder / "algebra.py").write_text(f"def solve(text):\n    {RAISES}('cubic')\n")
    imports = f"import sys\nsys.path.append({str(folder)!r})\nimport algebra\n"
    project.day(1, imports + DAY.format("return algebra.solve(text)"))
    project.remember("1\n", day=1)
    done = aoc("run", "1")
    assert "exception: NotImplementedError: cubic" in done.out
    assert done.code == 1


def test_an_example_stays_wrong_where_the_part_answers_elsewhere(
    aoc: Aoc, project: Project
) -> None:
    tests = "from aoc import Example\nEXAMPLES = [Example('7', part2=3)]\n"
    project.day(1, DAY.format(f"if text == '7': {RAISES}\n    return 3"), tests)
    project.remember("1\n", day=1)
    [example, *_] = [row for row in aoc("run", "1", "--json").results if row["part"] == 2]
    assert (example["input_kind"], example["verdict"]) == ("example", "fail")


@pytest.mark.slow
def test_all_other_commands_call_it_not_solved(
    aoc: Aoc, account: Account, site: Site, project: Project
) -> None:
    tests = "from aoc import Example\nEXAMPLES = [Example('1\\n2\\n', 3, 2)]\n"
    project.day(21, DAY.format(RAISES), tests)
    project.remember("1\n2\n", user=account.id)
    readme = project.root / "README.md"
    readme.write_text("<!-- days -->\n<!-- /days -->\n")
    assert aoc("run", "21").code == 0
    assert aoc("report", "--readme", "README.md").code == 0
    assert re.search(r"^\| 21 \|.*\| not solved \|$", readme.read_text(), re.MULTILINE)
    session = run_pytest(project.root, "-rs")
    assert session.outcomes["test_day21"]["example-1[part2]"] == "SKIPPED"
    assert "test_day21.py:1: part2 is not solved" in session.out
    fuzz = aoc("fuzz", "21", "--part", "2", "--runs", "3")
    assert (fuzz.code, "no part is solved yet" in fuzz.err) == (2, True)
    project.day(21, f"def parse(text):\n    {RAISES}\n\n{DAY.format(RAISES)}")
    bench = aoc("bench", "21")
    assert bench.err.endswith("nothing was measured: no part is solved yet\n")
    site.expect("GET *")
    refused = aoc("submit", "21", "--part", "2")
    assert "part 2 was not sent: it is not solved yet" in refused.err
    assert refused.code == 1
