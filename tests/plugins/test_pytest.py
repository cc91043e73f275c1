"""Examples as test functions of pytest: what they are called, how they end, what is shown."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

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
FAULT = "example-1[part2]: got one, expected two"


@pytest.fixture
def day(project: Project) -> Project:
    """A project with a day of which two examples fail."""
    project.day(21, DAY, TESTS)
    return project


def test_examples_are_tests_with_readable_names(day: Project) -> None:
    day.remember("x y z\n", a="3")
    session = run_pytest(day.root, "tests/year2021/test_day21.py")
    assert session.outcomes == OUTCOMES | {
        "github.alice.1[part1]": "PASSED",
        "github.alice.1[part1_long]": "PASSED",
    }
    assert session.code == 1


def test_a_wrong_answer_is_one_line(day: Project) -> None:
    lines = run_pytest(day.root, "-k", "part2").out.splitlines()
    [start] = [number for number, line in enumerate(lines) if "_ example-1[part2] _" in line]
    assert lines[start + 1] == FAULT
    assert lines[start + 2].startswith("=====")


def test_a_wrong_answer_stands_on_the_line_of_its_example(day: Project) -> None:
    shown = run_pytest(day.root, "--tb=line").out
    assert re.search(r"test_day21\.py:6: .*example-1\[part2\]: got one, expected two", shown)
    assert re.search(r"test_day21\.py:7: .*named\[part1_long\]: got 2, expected 1", shown)


@pytest.mark.parametrize("style", ["auto", "long", "short"])
def test_an_error_shows_the_lines_of_the_solver_alone(project: Project, style: str) -> None:
    project.day(21, DAY.replace("return words[0]", "return first(words)"), TESTS)
    with (project.root / "days" / "year2021" / "day21.py").open("a") as file:
        file.write("\ndef first(words):\n    return words[9]\n")
    shown = run_pytest(project.root, "-k", "part2", f"--tb={style}").out
    assert "IndexError: list index out of range" in shown
    day = Path("days/year2021/day21.py")
    assert set(re.findall(r"^(\S+\.py):\d+: ", shown, re.MULTILINE)) == {str(day)}


def test_what_is_no_answer_is_one_line(project: Project) -> None:
    project.day(21, DAY.replace("return words[0]", "return words"), TESTS)
    session = run_pytest(project.root, "-k", "part2")
    assert "\nexample-1[part2]: part2 returned list, not int, str or None\n==" in session.out


def test_a_part_that_is_not_solved_yet_is_skipped(project: Project) -> None:
    project.day(21, DAY.replace("return words[0]", "return None"), TESTS)
    session = run_pytest(project.root, "-k", "part2", "-rs")
    assert (session.code, session.counts) == (0, {"skipped": 1, "deselected": 5})
    assert re.search(r"test_day21\.py:6: part2 is not solved yet", session.out)


def test_an_example_can_be_picked(day: Project) -> None:
    session = run_pytest(day.root, "tests/year2021/test_day21.py::named[part1]")
    assert (session.code, session.counts) == (0, {"passed": 1})


def test_examples_of_one_name_are_told_apart_and_change_nothing_in_the_module(
    project: Project,
) -> None:
    examples = "Example('a', part1=1, name='sample'), Example('b c', part1=2, name='sample')"
    source = f"from aoc import Example\nEXAMPLES = [{examples}]\ndef sample(rng): return 'x'\n"
    project.day(21, DAY, f"{source}def test_sample(): assert sample(None) == 'x'\n")
    session = run_pytest(project.root, "-k", "not long")
    assert session.outcomes == {
        "sample[part1]": "PASSED",
        "sample-2[part1]": "PASSED",
        "test_sample": "PASSED",
    }


SKIPPED = dict.fromkeys(OUTCOMES, "SKIPPED")


@pytest.mark.parametrize(
    ("mark", "outcomes"),
    [
        ("skip(reason='too slow')", SKIPPED),
        ("skipif(True, reason='too slow')", SKIPPED),
        ("skipif('day21.parse is not None', reason='too slow')", SKIPPED),
        ("usefixtures('tmp_path')", OUTCOMES),
        ("xfail(run=False)", dict.fromkeys(OUTCOMES, "XFAIL")),
        ("xfail(reason='too slow')", {n: f"X{o[:4]}" for n, o in OUTCOMES.items()}),
    ],
)
def test_marks_of_the_module_are_those_of_its_examples(
    project: Project, mark: str, outcomes: dict[str, str]
) -> None:
    project.day(21, DAY, f"{TESTS}\npytestmark = pytest.mark.{mark}\n")
    session = run_pytest(project.root, "-rs")
    assert session.outcomes == outcomes
    if outcomes == SKIPPED:
        assert re.search(r"SKIPPED \[\d\] \S+test_day21\.py:6: too slow", session.out)


def test_a_fixture_can_run_the_examples_more_than_once(project: Project) -> None:
    fixture = "@pytest.fixture(params=['cold', 'warm'], autouse=True)\ndef start(request): pass\n"
    project.day(21, DAY, f"{TESTS}\n{fixture}")
    session = run_pytest(project.root, "-k", "example-1 and part2")
    assert session.counts == {"failed": 2, "deselected": 10}
    assert session.outcomes.keys() == {"example-1[cold-part2]", "example-1[warm-part2]"}


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ("-m parametrize", {"failed": 2, "passed": 3, "deselected": 1}),
        ("-k named", {"failed": 1, "passed": 1, "deselected": 4}),
        ("-rA --durations=5 -vv", {"failed": 2, "passed": 4}),
        ("--tb=no", {"failed": 2, "passed": 4}),
        ("--tb=native --showlocals", {"failed": 2, "passed": 4}),
        ("--setup-show", {"failed": 2, "passed": 4}),
        ("-x", {"failed": 1, "passed": 2}),
    ],
)
def test_options_of_pytest_do_what_they_always_do(
    day: Project, options: str, counts: dict[str, int]
) -> None:
    session = run_pytest(day.root, *options.split())
    assert session.counts == counts
    assert session.code == 1


def test_examples_are_listed(day: Project) -> None:
    session = run_pytest(day.root, "--collect-only", "-qq")
    listed = re.findall(r"test_day21\.py::(\S+)", session.out)
    assert sorted(listed) == sorted(OUTCOMES)


def test_a_report_for_other_programs_has_the_examples(day: Project) -> None:
    run_pytest(day.root, "--junitxml=report.xml")
    cases = ET.parse(day.root / "report.xml").getroot().iter("testcase")
    faults = {case.get("name"): case.find("failure") for case in cases}
    assert faults.keys() == OUTCOMES.keys()
    fault = faults["example-1[part2]"]
    assert fault is not None
    assert fault.text == FAULT


def test_a_debugger_finds_what_led_to_a_wrong_answer(day: Project) -> None:
    session = run_pytest(day.root, "--pdb", "-x", stdin="p parsed, value, aoc_part.text\n")
    assert "(['one', 'two'], 'one', 'one two')" in session.out


def collection_error(project: Project) -> str:
    """Return what a collection error says."""
    session = run_pytest(project.root)
    assert session.code == 2
    assert "INTERNALERROR" not in session.out
    found = re.search(r"^_+ ERROR collecting .*_\n((?:.*\n)*?)=====", session.out, re.MULTILINE)
    assert found, session.out
    return found[1].rstrip()


ONLY_EXAMPLES = "from aoc import Example\nEXAMPLES = [Example('a', part1=1)]\n"


def test_a_day_that_does_not_exist_is_named(day: Project) -> None:
    day.day(22, DAY, ONLY_EXAMPLES)
    (day.root / "days" / "year2021" / "day22.py").unlink()
    assert collection_error(day) == (
        "days/year2021/day22.py does not exist: write it, or make it with `aoc new 2021/22`"
    )


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def parse(\n", "SyntaxError: '(' was never closed"),
        ("import nowhere\n", "ModuleNotFoundError: No module named 'nowhere'"),
        ("import sys\nsys.exit(4)\n", "SystemExit: 4"),
    ],
)
def test_a_day_that_cannot_be_imported_is_named_with_its_own_lines(
    project: Project, source: str, message: str
) -> None:
    project.day(21, source, ONLY_EXAMPLES)
    first, *lines, last = collection_error(project).splitlines()
    assert (first, last) == ("days/year2021/day21.py cannot be imported:", message)
    path = str(project.root / "days" / "year2021" / "day21.py")
    assert re.findall(r'^ *File "(.*?)"', "\n".join(lines), re.MULTILINE) == [path]


def test_a_day_without_parts_is_named(project: Project) -> None:
    project.day(21, "def parse(text): pass\n", ONLY_EXAMPLES)
    assert collection_error(project) == "days/year2021/day21.py has neither part1 nor part2"


def test_what_is_no_example_among_examples_is_an_error(project: Project) -> None:
    project.day(21, DAY, f"{ONLY_EXAMPLES}EXAMPLES.append(('b', 2))\n")
    assert collection_error(project) == (
        "tests/year2021/test_day21.py: EXAMPLES holds something that is not an aoc.Example"
    )
