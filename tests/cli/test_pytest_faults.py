"""A day, or tests of a day, that pytest cannot use: an error of collection, told once."""

from __future__ import annotations

import re

import pytest

from tests.support.program import Project
from tests.support.pytest_session import Session, run_pytest

DAY = "def parse(text):\n    return text\n\ndef part1(text):\n    return 1\n"
TESTS = "from aoc import Example\nEXAMPLES = [Example('a', part1=1)]\n"
# The source of a day, and the end of the first line about it.
DAYS = {
    1: (
        "parse = part1 = 1\n",
        "has neither part1 nor part2: write `def part1(data)`, or name the functions that it "
        "has as part1 and part2 in [tool.aoc] layouts",
    ),
    2: ("def parse(\n", "SyntaxError: '(' was never closed (day02.py, line 1)"),
    3: (
        "import numpyy\n",
        "ModuleNotFoundError: No module named 'numpyy': put it beside the day, "
        "or install its package: `",
    ),
    4: ("import sys\nsys.exit(4)\n", "called sys.exit(4)"),
    5: ("{}['lost']\n", "KeyError: 'lost'"),
    6: (
        "import math\nmath.no_such_thing\n",
        "AttributeError: module 'math' has no attribute 'no_such_thing'",
    ),
}
NO_EXAMPLES = {
    14: f"{TESTS}EXAMPLES += [('b', 2)]\n",
    15: "from aoc import Example\nEXAMPLES = Example('a', 1)\n",
}


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """A session with a day for each fault."""
    project = Project(tmp_path_factory.mktemp("broken"))
    project.configure("")
    for day, (source, _) in DAYS.items():
        project.day(day, source, TESTS)
    for day, tests in NO_EXAMPLES.items():
        project.day(day, DAY, tests)
    project.day(7, DAY, TESTS)
    (project.root / "days" / "year2021" / "day07.py").unlink()
    project.day(16, DAY, "import nowhere\n" + TESTS)
    project.day(20, DAY, TESTS)
    return run_pytest(project.root, "--continue-on-collection-errors")


def error_of(broken: Session, day: int) -> str:
    """Return what is shown of the tests of a day that cannot be collected."""
    return broken.failure(f"ERROR collecting tests/year2021/test_day{day:02d}.py")


@pytest.mark.slow
def test_a_day_that_cannot_be_used_is_an_error_of_its_tests(broken: Session) -> None:
    for day, (_, summary) in DAYS.items():
        first, *traceback = error_of(broken, day).splitlines()
        assert first.startswith(f"the day, 2021/{day:02d}: {summary}")
        files = re.findall(r'^ *File "(.*?)"', "\n".join(traceback), re.MULTILINE)
        assert {file[-8:-3] for file in files} <= {f"day{day:02d}"}
    said = "the day, 2021/07: ModuleNotFoundError: No module named "
    assert error_of(broken, 7).startswith(said)
    assert "During handling" not in broken.out


def test_examples_that_cannot_be_used_are_an_error_and_the_others_run(broken: Session) -> None:
    for day in NO_EXAMPLES:
        assert re.match("EXAMPLES is of|example 2: ", error_of(broken, day))
    assert "No module named 'nowhere'" in error_of(broken, 16)
    assert broken.outcomes["test_day20"] == {"example-1[part1]": "PASSED"}
    assert broken.counts == {"passed": 1, "errors": len(DAYS) + len(NO_EXAMPLES) + 2}
