"""What pytest shows of a day that raises: the frames of the day, and no others."""

from __future__ import annotations

import re

import pytest

from tests.plugins.pytest_session import run_pytest
from tests.program import Project

pytestmark = pytest.mark.slow

DAY = """\
def parse(text):
    return text.split()

def first(words):
    return words[9]

def part1(words):
    BODY
"""
TESTS = "from aoc import Example\nEXAMPLES = [\n    Example('a', part1=1),\n]\n"
BODIES = {
    "plain": "return first(words)",
    "chain": "try: first(words)\n    except IndexError as error: raise KeyError('b') from error",
    "group": (
        "try: first(words)\n"
        "    except IndexError as error: raise ExceptionGroup('many', [error, KeyError('b')])"
    ),
    "import": "import importlib\n    importlib.import_module('days.util.broken')",
    "calls itself": "return part1(words)",
    "calls another": "return deeper(words)\n\ndef deeper(words):\n    return part1([*words])",
}
NOT_THEIRS = re.compile(r"_pytest|pluggy|<frozen|importlib[/\\]|aoc[/\\]|xdist")
STYLES = ("auto", "long", "short", "line", "native")


def write(project: Project) -> None:
    """Write a day for each way to fail, in order from day 1 on."""
    (project.root / "days" / "util").mkdir()
    (project.root / "days" / "util" / "broken.py").write_text("import nowhere\n", encoding="utf-8")
    for day, body in enumerate(BODIES.values(), 1):
        project.day(day, DAY.replace("BODY", body), TESTS)


def foreign_lines(shown: str) -> list[str]:
    """Return the lines of a report that come from a file of pytest's or ours."""
    return [line for line in shown.splitlines() if NOT_THEIRS.search(line)]


@pytest.fixture(scope="module", params=STYLES)
def reports(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """What pytest shows of each way to fail, in a style."""
    project = Project(tmp_path_factory.mktemp("failing"))
    write(project)
    session = run_pytest(project.root, f"--tb={request.param}")
    assert session.counts == {"failed": len(BODIES)}
    failures = session.out.partition("= FAILURES =")[2].partition("= short test summary")[0]
    if request.param == "line":  # without headlines
        return dict.fromkeys(BODIES, failures)
    _, *blocks = re.split(r"^_{9,} example-1\[part1\] _{9,}$", failures, flags=re.MULTILINE)
    return dict(zip(BODIES, blocks, strict=True))


@pytest.mark.parametrize("kind", BODIES)
def test_what_a_part_raises_has_the_frames_of_the_day_alone(
    reports: dict[str, str], kind: str
) -> None:
    shown = reports[kind]
    assert foreign_lines(shown) == []
    assert re.search(rf"(day{[*BODIES].index(kind) + 1:02d}|broken)\.py", shown)


@pytest.mark.parametrize("kind", [kind for kind in BODIES if kind.startswith("calls")])
def test_a_recursion_without_end_is_short(reports: dict[str, str], kind: str) -> None:
    shown = reports[kind]
    assert "RecursionError" in shown
    assert re.search(r"\[9\d\d of 9\d\d calls are left out\]", shown)
    assert len(shown.splitlines()) < 200
