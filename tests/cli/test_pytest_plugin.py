"""Examples and own inputs as tests of pytest: what they are called, how they end, what is shown."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.program import Project
from tests.support.pytest_session import Session, run_pytest

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
INPUT = {"my-input[part1]": "PASSED", "my-input[part1_long]": "PASSED"}


def with_tests(tests: str) -> str:
    """Return the tests of a day without an example."""
    return f"import pytest\nfrom aoc import Example\n{tests}\n"


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """A session with days whose examples are of all kinds."""
    project = Project(tmp_path_factory.mktemp("examples"))
    project.day(21, DAY, TESTS)
    project.remember("x y z\n", a="3")
    project.day(1, DAY.replace("return words[0]", "return None"), TESTS)
    project.day(2, DAY, f"{TESTS}\npytestmark = pytest.mark.skip(reason='too slow')\n")
    project.day(3, DAY, f"{TESTS}\npytestmark = pytest.mark.xfail(run=False)\n")
    drawing = "EXAMPLES = [Example('a', part2='##\\n.#', name='drawn')]"
    project.day(4, DAY.replace("words[0]", "'##\\n##'"), with_tests(drawing))
    unread = "EXAMPLES = [Example('a', part2='HE', name='letters')]"
    project.day(6, DAY.replace("words[0]", "'##\\n##'"), with_tests(unread))
    names = ("sample", "sample", " A  b ")
    listed = ", ".join(f"Example('a', part2='a', name={name!r})" for name in names)
    own = "def sample(rng): return 'x'\ndef test_sample(): assert sample(None) == 'x'"
    project.day(5, DAY, with_tests(f"EXAMPLES = [{listed}]\n{own}"))
    project.day(7, DAY, TESTS.replace('"least"', '"most"'))
    project.day(20, "print('their own script')\n", "import nowhere\n")
    return run_pytest(project.root, "-rsfE", "--continue-on-collection-errors")


@pytest.mark.slow
def test_examples_and_own_inputs_are_tests_with_readable_names(examples: Session) -> None:
    assert examples.outcomes["test_day21"] == OUTCOMES | INPUT
    assert examples.code == 1


def test_examples_of_one_name_are_told_apart_and_change_nothing_in_the_module(
    examples: Session,
) -> None:
    labels = ("sample", "sample-2", "A-b")
    assert examples.outcomes["test_day05"] == {
        **{f"{label}[part2]": "PASSED" for label in labels},
        "test_sample": "PASSED",
    }


def test_what_is_not_solved_yet_or_marked_so_is_skipped(examples: Session) -> None:
    assert examples.outcomes["test_day01"]["example-1[part2]"] == "SKIPPED"
    assert re.search(r"test_day01\.py:1: part2 is not solved\n", examples.out)
    assert re.search(r"test_day06\.py:\d: the letters of part2 cannot be read", examples.out)
    assert examples.outcomes["test_day02"] == dict.fromkeys(OUTCOMES, "SKIPPED")
    assert examples.outcomes["test_day03"] == dict.fromkeys(OUTCOMES, "XFAIL")
    assert re.search(r"SKIPPED \[\d\] \S+test_day02\.py(:1)?: too slow", examples.out)


def test_drawings_that_differ_stand_below_one_another(examples: Session) -> None:
    said = "got:\n##\n##\n\nexpected:\n##\n.#"
    assert said in examples.failure("drawn[part2]")


def test_a_wrong_answer_is_one_line_and_tests_of_a_script_fail_as_ever(examples: Session) -> None:
    out = examples.out
    assert re.search(r"day21.py::example-1\[part2\] - .*got one, expected two\n", out)
    assert re.search(r"day21.py::named\[part1_long\] - .*got 2, expected 1\n", out)
    # A parameter that no part takes is named beside it.
    note = "(no part of the day takes 'most': choose from least)"
    assert f"got 2, expected 1 {note}" in out
    assert examples.counts["error"] == 1
    assert "::day20" not in out


@pytest.mark.slow
def test_the_tests_that_failed_last_can_be_run_alone(project: Project) -> None:
    project.day(21, DAY, TESTS)
    for passed in (4, None):
        session = run_pytest(project.root, "-p", "cacheprovider", "--lf")
        counts = (session.counts["failed"], session.counts.get("passed"))
        assert counts == (2, passed), session.out


LENGTH = "def parse(text):\n    return text\n\ndef part1(text):\n    return len(text)\n"
EXAMPLE = with_tests("EXAMPLES = [Example('a', part1=1)]")


def test_own_inputs_with_accepted_answers_are_tests(project: Project) -> None:
    project.configure("")
    without = tuple(map(with_tests, ("", "def test_it(): pass\n", "EXAMPLES = []\n")))
    for day, tests in enumerate(without, 1):
        project.day(day, LENGTH, tests)
        project.remember("abc\n", day=day, a="3")
    project.day(5, LENGTH, EXAMPLE)
    project.remember("abc\n", day=5, a="4")
    project.day(6, "import nowhere\n", with_tests("def test_it(): pass\n"))
    project.remember("abc\n", day=6, a="3")
    project.day(7, LENGTH, EXAMPLE)
    project.remember("abc\n", day=7)
    project.day(8, LENGTH, EXAMPLE)
    for number, user in enumerate(("github.alice.1", "google.bob.23", "reddit.bob.42")):
        project.remember(f"abc{'d' * number}\n", day=8, user=user, a=str(3 + number))
    others_run = "--continue-on-collection-errors"
    session = run_pytest(project.root, others_run, env={"AOC_SESSION": "ab" * 64})
    assert "the day, 2021/06: ModuleNotFoundError" in session.out
    passed, example = ({"my-input-alice[part1]": "PASSED"}, {"example-1[part1]": "PASSED"})
    several = ("my-input-alice[part1]", "my-input-bob[part1]", "my-input-bob-4[part1]")
    assert session.outcomes == {
        **{f"test_day0{day}": passed for day in (1, 3)},
        "test_day02": {**passed, "test_it": "PASSED"},
        "test_day05": {"my-input-alice[part1]": "FAILED", **example},
        "test_day07": example,
        "test_day08": {**dict.fromkeys(several, "PASSED"), **example},
    }
    assert "::my-input-alice[part1] - Failed: got 3, expected 4\n" in session.out
    assert not [word for word in ("github", "google", "23", "42") if f"{word}." in session.out]


def test_neither_own_inputs_are_looked_at_by_choice_nor_examples_that_are_not_ours(
    project: Project,
) -> None:
    for day, theirs in ((19, "[('a', 1), ('b', 2)]"), (20, "iter('ab')")):
        own = f"EXAMPLES = {theirs}\ndef test_theirs(): assert len([*EXAMPLES]) == 2\n"
        project.day(day, LENGTH, own)
    project.day(21, LENGTH, EXAMPLE)
    project.remember("abc\n", a="3")
    for name in ("tests/test_day21.py", "tests/year2021/test_day21_more.py", "test_day21.py"):
        (project.root / name).write_text(f"{EXAMPLE}def test_theirs(): pass\n")
    session = run_pytest(project.root, "--import-mode=importlib", "-o", "aoc_inputs=false")
    assert session.counts == {"passed": 6}


def test_a_package_called_aoc_is_tested_without_the_plugin(tmp_path: Path) -> None:
    (tmp_path / "aoc.py").write_text("def double(number): return 2 * number\n")
    (tmp_path / "test_aoc.py").write_text(
        "from aoc import double\ndef test_double(): assert double(1) == 2\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--rootdir=.", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 passed" in done.stdout, done.stdout + done.stderr


def test_outside_of_a_project_next_to_nothing_is_imported_and_no_test_made(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.other]\nnote = 'not tool.aoc'\n")
    (tmp_path / "days.py").write_text("WHOSE = 'theirs'\n")
    tests = tmp_path / "tests" / "year2021"
    tests.mkdir(parents=True)
    (tests / "test_day21.py").write_text(
        "import days, sys\n"
        "ours = {name for name in sys.modules if name.partition('.')[0] == 'aoc'}\n"
        f"{EXAMPLE}\n"
        "def test_theirs():\n"
        "    assert days.WHOSE == 'theirs'\n"
        "    assert ours == {'aoc.plugins', 'aoc.plugins.pytest'}\n"
        "    assert 'aocd' not in sys.modules\n"
    )
    session = run_pytest(tmp_path, "-o", "pythonpath=.")
    assert session.outcomes == {"test_day21": {"test_theirs": "PASSED"}}, session.out
