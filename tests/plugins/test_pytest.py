"""Examples as tests of pytest: what they are called, how they end, what is shown."""

from __future__ import annotations

import re

import pytest

from tests.plugins.pytest_session import run_pytest
from tests.program import Project

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
import pytest
from aoc import Example
from days.year2021 import day21

EXAMPLES = [
    Example("one two\\n", part1=2, part2="two"),
    Example("one three\\n", part1=1, name="named", params={"least": 3}),
]


def test_of_its_own():
    assert day21.parse("a b") == ["a", "b"]
"""
OUTCOMES = {
    "example-1[part1]": "PASSED",
    "example-1[part1_long]": "PASSED",
    "example-1[part2]": "FAILED",
    "named[part1]": "PASSED",
    "named[part1_long]": "FAILED",
    "test_of_its_own": "PASSED",
}


@pytest.fixture
def day(project: Project) -> Project:
    """A project with a day of which two examples fail."""
    project.day(21, DAY, TESTS)
    return project


def test_examples_are_tests_with_readable_names(day: Project) -> None:
    day.remember("x y z\n", a="3")
    session = run_pytest(day.root, "tests/year2021/test_day21.py")
    assert session.outcomes == OUTCOMES | {
        "my-input[part1]": "PASSED",
        "my-input[part1_long]": "PASSED",
    }
    assert session.code == 1


def test_a_wrong_answer_stands_on_the_line_of_its_example(day: Project) -> None:
    shown = run_pytest(day.root, "--tb=line").out
    assert re.search(r"test_day21\.py:6: got one, expected two\n", shown)
    assert re.search(r"test_day21\.py:7: got 2, expected 1\n", shown)


def test_a_part_that_is_not_solved_yet_is_skipped(project: Project) -> None:
    project.day(21, DAY.replace("return words[0]", "return None"), TESTS)
    session = run_pytest(project.root, "-k", "part2", "-rs")
    assert (session.code, session.counts) == (0, {"skipped": 1, "deselected": 5})
    assert re.search(r"test_day21\.py:6: part2 returned None \(not solved yet\?\)", session.out)


@pytest.mark.slow
def test_examples_of_one_name_are_told_apart_and_change_nothing_in_the_module(
    project: Project,
) -> None:
    names = ("sample", "sample", " A  b ", "]")
    examples = ", ".join(f"Example('a', part1=1, name={name!r})" for name in names)
    source = f"from aoc import Example\nEXAMPLES = [{examples}]\ndef sample(rng): return 'x'\n"
    project.day(21, DAY, f"{source}def test_sample(): assert sample(None) == 'x'\n")
    session = run_pytest(project.root, "-k", "not long")
    labels = ("sample", "sample-2", "A-b", "example")
    assert session.outcomes == {
        **{f"{label}[part1]": "PASSED" for label in labels},
        "test_sample": "PASSED",
    }


SKIPPED = dict.fromkeys(OUTCOMES, "SKIPPED")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mark", "outcomes"),
    [
        ("skip(reason='too slow')", SKIPPED),
        ("xfail(run=False)", dict.fromkeys(OUTCOMES, "XFAIL")),
    ],
)
def test_marks_of_the_module_are_those_of_its_examples(
    project: Project, mark: str, outcomes: dict[str, str]
) -> None:
    project.day(21, DAY, f"{TESTS}\npytestmark = pytest.mark.{mark}\n")
    session = run_pytest(project.root, "-rs")
    assert session.outcomes == outcomes
    if outcomes == SKIPPED:
        assert re.search(r"SKIPPED \[\d\] \S+test_day21\.py(:6)?: too slow", session.out)


@pytest.mark.slow
def test_drawings_that_differ_stand_below_one_another(project: Project) -> None:
    tests = "from aoc import Example\nEXAMPLES = [Example('a', part2='##\\n.#')]\n"
    project.day(21, DAY.replace("words[0]", "'##\\n##'"), tests)
    shown = run_pytest(project.root).out
    assert "\ngot another drawing than expected\n\ngot:\n##\n##\n\nexpected:\n##\n.#\n" in shown
