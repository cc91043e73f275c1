"""A day, or tests of a day, that pytest cannot use: one failing test, and the others run."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from tests.support.program import Project
from tests.support.pytest_session import Session, run_pytest

DAY = "def parse(text):\n    return text\n\ndef part1(text):\n    return 1\n"
TESTS = "from aoc import Example\nEXAMPLES = [Example('a', part1=1)]\n"
# The source of a day, and the end of the line on it.
DAYS = {
    1: ("parse = part1 = 1\n", "has neither part1 nor part2"),
    2: ("def parse(\n", "SyntaxError: '(' was never closed (day02.py, line 1)"),
    3: ("import nowhere\n", "ModuleNotFoundError: No module named 'nowhere'"),
    4: (
        "from days.util import broken\n",
        "ModuleNotFoundError: No module named 'nowhere'",
    ),
    5: ("import sys\nsys.exit(4)\n", "called sys.exit(4)"),
    6: ("def f(): return {}['lost']\nf()\n", "KeyError: 'lost'"),
}
# The tests of a day, the line on them, and whether there is a traceback.
BROKEN_TESTS = {
    11: ("import nowhere\n", "ModuleNotFoundError: No module named 'nowhere'", True),
    12: ("import sys\nsys.exit(4)\n", "called sys.exit(4)", True),
    13: (
        "from aoc import Example\nEXAMPLES = [Example(part1=4)]\n",
        "TypeError: Example.__init__() missing 1 required positional argument: 'text'",
        True,
    ),
    14: (
        "from aoc import Example\nEXAMPLES = [Example('a', 1), ('b', 2)]\n",
        "EXAMPLES ",
        False,
    ),
    15: ("from aoc import Example\nEXAMPLES = Example('a', 1)\n", "EXAMPLES ", False),
}


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """A session with a day for each fault, once more one that is imported by its tests."""
    project = Project(tmp_path_factory.mktemp("broken"))
    project.configure("")
    (project.root / "days" / "util").mkdir()
    (project.root / "days" / "util" / "broken.py").write_text(
        "import nowhere\n", encoding="utf-8"
    )
    for day, (source, _) in DAYS.items():
        project.day(day, source, TESTS)
        imports = (
            f"from days.year2022 import day{day:02d} as day\nday.part1\nday.parse\n"
        )
        project.day(day, source, f"{imports}{TESTS}", year=2022)
    for day, (tests, _, _) in BROKEN_TESTS.items():
        project.day(day, DAY, tests)
    project.day(7, DAY, TESTS)
    (project.root / "days" / "year2021" / "day07.py").unlink()
    skip = "import pytest\npytest.skip('not now', allow_module_level=True)\n"
    project.day(8, "import nowhere\n", skip + TESTS)
    project.day(20, DAY, TESTS)
    for folder in ("tests", "tests/year2021", "tests/year2022"):
        (project.root / folder / "__init__.py").write_text("", encoding="utf-8")
    return run_pytest(project.root)


def check_failure(broken: Session, tests: str, name: str, summary: str) -> str:
    """Check that a module has one failing test, with a line on it; return the rest of the line."""
    [(found, line)] = re.findall(
        rf"^FAILED {tests}::(\S+) - (.*)", broken.out, re.MULTILINE
    )
    assert (found, line[: len(summary)]) == (name, summary)
    return str(line)


def test_a_day_that_cannot_be_used_is_one_failing_test_that_names_it(
    broken: Session,
) -> None:
    for year, (day, (_, summary)) in product((2021, 2022), DAYS.items()):
        tests = f"tests/year{year}/test_day{day:02d}.py"
        check_failure(broken, tests, f"day{day:02d}", summary)
        named = rf"^days/year{year}/day{day:02d}\.py (has|cannot)"
        assert re.search(named, broken.out, re.MULTILINE)


@pytest.mark.windows
def test_tests_that_cannot_be_used_are_one_failing_test(broken: Session) -> None:
    for day, (_, summary, has_frames) in BROKEN_TESTS.items():
        tests = f"tests/year2021/test_day{day}.py"
        line = check_failure(broken, tests, f"test_day{day}", summary)
        text = broken.failure(f"test_day{day}")
        if has_frames:
            assert text.startswith(f"{tests} cannot be imported:\n")
            files = re.findall(r'^ *File "(.*?)"', text, re.MULTILINE)
            assert {Path(file).as_posix()[-len(tests) :] for file in files} == {tests}
        else:
            assert text == f"{tests}: {line}"


def test_a_day_that_does_not_exist_is_named_and_the_others_run(broken: Session) -> None:
    said = "days/year2021/day07.py does not exist: create it with `aoc new 2021/07`"
    assert broken.failure("day07") == said
    failed = 2 * len(DAYS) + len(BROKEN_TESTS) + 1
    assert broken.counts == {"failed": failed, "passed": 1, "skipped": 1}
    assert broken.outcomes["test_day20"] == {"example-1[part1]": "PASSED"}
    assert broken.code == 1
