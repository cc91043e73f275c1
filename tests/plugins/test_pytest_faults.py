"""A day, or tests of a day, that pytest cannot use: one failing test, and the others run."""

from __future__ import annotations

import re

import pytest

from tests.plugins.pytest_session import Session, run_pytest
from tests.program import Project

pytestmark = pytest.mark.slow

DAY = "def parse(text):\n    return text\n\ndef part1(text):\n    return 1\n"
TESTS = "from aoc import Example\nEXAMPLES = [Example('a', part1=1)]\n"
BROKEN = {
    "no function": ("parse = part1 = 1\n", "has neither part1 nor part2"),
    "syntax": ("def parse(\n", "SyntaxError: '(' was never closed (day21.py, line 1)"),
    "import": ("import nowhere\n", "ModuleNotFoundError: No module named 'nowhere'"),
    "helper": ("from days.util import broken\n", "ModuleNotFoundError: No module named 'nowhere'"),
    "exit": ("import sys\nsys.exit(4)\n", "called sys.exit(4)"),
    "error": ("def f(): return {}['lost']\nf()\n", "KeyError: 'lost'"),
}


@pytest.fixture
def other(project: Project) -> Project:
    """A project with one day that passes."""
    (project.root / "pyproject.toml").write_text("[tool.aoc]\n", encoding="utf-8")
    project.day(20, DAY, TESTS)
    (project.root / "days" / "util").mkdir()
    (project.root / "days" / "util" / "broken.py").write_text("import nowhere\n", encoding="utf-8")
    return project


def fault(project: Project, name: str, *args: str) -> tuple[str, str]:
    """Return the summary and the text of the one test that fails beside one that passes."""
    session = run_pytest(project.root, *args)
    assert (session.code, session.counts) == (1, {"failed": 1, "passed": 1}), session.out
    assert session.outcomes[name] == "FAILED"
    found = re.search(rf"^_+ {re.escape(name)} +_+\n((?:.*\n)*?)=====", session.out, re.MULTILINE)
    assert found, session.out
    summary = re.search(rf"^FAILED \S+::{re.escape(name)} - (.*)", session.out, re.MULTILINE)
    assert summary, session.out
    return summary[1], found[1].rstrip()


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """A session with a day for each fault, and one more that is imported by its tests."""
    project = Project(tmp_path_factory.mktemp("broken"))
    (project.root / "days" / "util").mkdir()
    (project.root / "days" / "util" / "broken.py").write_text("import nowhere\n", encoding="utf-8")
    for day, (source, _) in enumerate(BROKEN.values(), 1):
        project.day(day, source, TESTS)
        imports = f"from days.year2022 import day{day:02d} as day\nday.part1\nday.parse\n"
        project.day(day, source, f"{imports}{TESTS}", year=2022)
    project.day(20, DAY, TESTS)
    for folder in ("tests", "tests/year2021", "tests/year2022"):
        (project.root / folder / "__init__.py").write_text("", encoding="utf-8")
    return run_pytest(project.root)


@pytest.mark.parametrize("year", [2021, 2022], ids=["apart", "imported by its tests"])
@pytest.mark.parametrize("kind", BROKEN)
def test_a_day_that_cannot_be_used_is_one_failing_test_that_names_it(
    broken: Session, kind: str, year: int
) -> None:
    day = [*BROKEN].index(kind) + 1
    tests = f"tests/year{year}/test_day{day:02d}.py"
    summary = BROKEN[kind][1].replace("21.py", f"{day:02d}.py")
    assert f"\nFAILED {tests}::day{day:02d} - {summary}\n" in broken.out
    assert len(re.findall(rf"^FAILED {tests}", broken.out, re.MULTILINE)) == 1
    assert re.search(rf"^days/year{year}/day{day:02d}\.py (has|cannot)", broken.out, re.MULTILINE)


def test_the_days_beside_those_that_cannot_be_used_run(broken: Session) -> None:
    assert broken.counts == {"failed": 2 * len(BROKEN), "passed": 1}
    assert broken.code == 1


def test_a_day_that_does_not_exist_is_named(other: Project) -> None:
    other.day(21, DAY, TESTS)
    (other.root / "days" / "year2021" / "day21.py").unlink()
    _, text = fault(other, "day21")
    assert text == ("days/year2021/day21.py does not exist: create it with `aoc new 2021/21`")


@pytest.mark.parametrize(
    ("tests", "message"),
    [
        ("import nowhere\n", "ModuleNotFoundError: No module named 'nowhere'"),
        ("import sys\nsys.exit(4)\n", "called sys.exit(4)"),
        (
            "from aoc import Example\nEXAMPLES = [Example(part1=4)]\n",
            "TypeError: Example takes text, part1, part2, name, params",
        ),
    ],
)
def test_tests_that_cannot_be_imported_are_one_failing_test(
    other: Project, tests: str, message: str
) -> None:
    other.day(21, DAY, tests)
    summary, text = fault(other, "test_day21")
    assert summary == message
    assert text.startswith("tests/year2021/test_day21.py cannot be imported:\n")
    path = str(other.root / "tests" / "year2021" / "test_day21.py")
    assert {*re.findall(r'^ *File "(.*?)"', text, re.MULTILINE)} == {path}


@pytest.mark.parametrize("examples", ["[Example('a', 1), ('b', 2)]", "Example('a', 1)"])
def test_wrong_examples_are_one_failing_test(other: Project, examples: str) -> None:
    other.day(21, DAY, f"from aoc import Example\nEXAMPLES = {examples}\n")
    summary, text = fault(other, "test_day21")
    assert text == f"tests/year2021/test_day21.py: {summary}"


def test_a_module_that_skips_itself_is_skipped(other: Project) -> None:
    skip = "import pytest\npytest.skip('not now', allow_module_level=True)\n"
    other.day(21, BROKEN["import"][0], skip + TESTS)
    assert run_pytest(other.root).counts == {"passed": 1, "skipped": 1}


@pytest.mark.parametrize("source", ["import nowhere\n", "import sys\nsys.exit(4)\n"])
def test_tests_that_know_nothing_of_aoc_fail_as_ever(project: Project, source: str) -> None:
    project.day(21, "print('their own script')\n", source)
    session = run_pytest(project.root)
    assert "::day21" not in session.out
    assert "that is no function" not in session.out
    assert session.counts.get("error") == (1 if "nowhere" in source else None)
