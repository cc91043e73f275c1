"""Where the pytest plugin acts: on examples in the tests of a project's days, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plugins.pytest_session import run_pytest
from tests.program import Project

pytestmark = pytest.mark.slow

DAY = "def parse(text):\n    return text\n\ndef part1(text):\n    return 1\n"
EXAMPLES = "from aoc import Example\nEXAMPLES = [Example('a', part1=1)]\n"
THEIRS = "EXAMPLES = {}\ndef test_theirs(): assert len([*EXAMPLES]) == {}\n"


@pytest.mark.parametrize(("examples", "count"), [("[('a', 1)]", 1), ("iter('ab')", 2)])
def test_examples_of_another_kind_are_left_alone(
    project: Project, examples: str, count: int
) -> None:
    project.day(21, DAY, THEIRS.format(examples, count))
    session = run_pytest(project.root)
    assert session.outcomes == {"test_theirs": "PASSED"}


@pytest.mark.parametrize("settings", ["", "[tool.other]\nnote = 'not tool.aoc'\n"])
def test_tests_outside_of_a_project_are_left_alone(tmp_path: Path, settings: str) -> None:
    (tmp_path / "pyproject.toml").write_text(settings)
    (tmp_path / "days.py").write_text("WHOSE = 'theirs'\n")
    tests = tmp_path / "tests" / "year2021"
    tests.mkdir(parents=True)
    source = "import days\ndef test_theirs(): assert days.WHOSE == 'theirs'\n"
    (tests / "test_day21.py").write_text(EXAMPLES + source)
    session = run_pytest(tmp_path, "-o", "pythonpath=.")
    assert session.outcomes == {"test_theirs": "PASSED"}


def test_only_the_tests_of_a_day_are_looked_at(project: Project) -> None:
    project.day(21, DAY, EXAMPLES)
    for name in ("tests/test_day21.py", "tests/year2021/test_day21_more.py", "test_day21.py"):
        (project.root / name).write_text(f"{EXAMPLES}def test_theirs(): pass\n")
    session = run_pytest(project.root, "--import-mode=importlib")
    assert session.counts == {"passed": 4}


def test_outside_of_a_project_next_to_nothing_is_imported(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import sys\n"
        "def test_it():\n"
        "    ours = {name for name in sys.modules if name.partition('.')[0] == 'aoc'}\n"
        "    assert ours == {'aoc', 'aoc.plugins', 'aoc.plugins.pytest'}\n"
        "    assert 'aocd' not in sys.modules\n"
    )
    assert run_pytest(tmp_path).counts == {"passed": 1}
