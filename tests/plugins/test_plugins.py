"""The days in other people's runners: advent-of-code-data's, and pytest."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from aoc.plugins.aocd import solve
from tests.program import ROOT, Project

TOKEN = "ab" * 64
DICE = "Player 1 starting position: 4\nPlayer 2 starting position: 8\n"


def test_aocds_own_runner_ticks_both_parts_of_a_cached_day(project: Project) -> None:
    project.remember(DICE, a="739785", b="444356092776315")
    user = "github.alice.1"
    (project.cache / "tokens.json").write_text(json.dumps({user: TOKEN}))
    (project.cache / "token").write_text(TOKEN)
    (project.cache / "token2id.json").write_text(json.dumps({TOKEN: user}))
    page = "<article><h2>--- Day 21: Dirac Dice ---</h2></article>"
    (project.cache / user / "2021_21_prose.2.html").write_text(page)
    main = "from aocd.runner import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", main, "-y", "2021", "-d", "21", "-p", "days", "-s"],
        cwd=ROOT,
        # aocd writes its marks to any pipe, which on Windows would be one of another encoding.
        env=project.environment({"PYTHONIOENCODING": "utf-8"}),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("✔") == 2


def test_a_day_that_there_is_not_has_no_answers() -> None:
    assert solve(2021, 26, "x") == (None, None)
    assert solve(1999, 1, "x") == (None, None)


def test_the_days_solve_as_a_plugin() -> None:
    assert solve(2021, 21, DICE.replace("\n", "\r\n")) == ("739785", "444356092776315")


DAY = """\
def parse(text):
    return text.split()

def part1(words, *, least=0):
    return sum(len(word) > least for word in words)

def part1_long(words):
    return len(words)

def part2(words):
    return words[0]
"""
TESTS = """\
from aoc import Example
from days.year2021 import day21

EXAMPLES = [
    Example("one two\\n", part1=2, part2="two"),
    Example("one three\\n", part1=1, name="named", params={"least": 3}),
]


def test_of_its_own():
    assert day21.parse("a b") == ["a", "b"]
"""


def run_pytest(project: Project, *args: str) -> tuple[int, str]:
    """Run pytest as a user would; return its exit code and output."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", *args],
        cwd=project.root,
        env=project.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def test_examples_are_test_items_with_readable_names(project: Project) -> None:
    project.day(21, DAY, TESTS)
    project.remember("x y z\n", a="3")
    code, out = run_pytest(project, "tests/year2021/test_day21.py")
    outcomes = dict(re.findall(r"::(\S+) (PASSED|FAILED)", out))
    assert outcomes == {
        "example-1[part1]": "PASSED",
        "example-1[part1_long]": "PASSED",
        "example-1[part2]": "FAILED",
        "named[part1]": "PASSED",
        "named[part1_long]": "FAILED",
        "github.alice.1[part1]": "PASSED",
        "github.alice.1[part1_long]": "PASSED",
        "test_of_its_own": "PASSED",
    }
    assert "example-1[part2]: got one, expected two" in out
    assert code == 1


def test_a_part_that_is_not_solved_yet_is_skipped(project: Project) -> None:
    project.day(21, DAY.replace("return words[0]", "return None"), TESTS)
    code, out = run_pytest(project, "tests/year2021/test_day21.py", "-k", "part2")
    assert code == 0
    assert "example-1[part2] SKIPPED" in out


def test_an_example_can_be_picked(project: Project) -> None:
    project.day(21, DAY, TESTS)
    code, out = run_pytest(project, "tests/year2021/test_day21.py::named[part1]")
    assert code == 0
    assert "1 passed" in out


def test_another_solver_has_the_same_verdicts_and_its_input_in_a_file(project: Project) -> None:
    project.day(21, DAY)
    project.remember("x y z\n", a="5")
    (project.root / "other_solver.py").write_text(
        "def solve(year, day, data):\n    return len(open('input.txt').read()), ''\n"
    )
    info = project.root / "other_solver-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: other-solver\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[adventofcode.user]\nother = other_solver:solve\n")
    env = {"PYTHONPATH": str(project.root)}
    done = project.run("run", "21", "--solver", "other", "--solver", "days", "--json", env=env)
    assert [(r["solver"], r["part"], r["answer"], r["verdict"]) for r in done.results] == [
        ("other", 1, "5", "pass"),
        ("other", 2, None, "skipped"),
        ("days", 1, "3", "fail"),
        ("days", 2, "x", "unknown"),
    ]
    assert "other\tother_solver:solve" in project.run("solvers", env=env).out


@pytest.mark.parametrize(
    "command", [["-m", "aoc"], ["-c", "from aoc.__main__ import main; main()"]]
)
def test_the_program_has_a_version(command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, *command, "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == "aoc, version 0.1.0\n"
