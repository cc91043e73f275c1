"""What pytest shows of a day that raises: the frames of the day, and no others."""

from __future__ import annotations

import re

import pytest

from tests.support.program import Project
from tests.support.pytest_session import run_pytest

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
    "no answer": "return 1.5",
    "calls itself": "return part1(words)",
    "calls another": "return deeper(words)\n\ndef deeper(words):\n    return part1([*words])",
}
NOT_THEIRS = re.compile(r"_pytest|pluggy|<frozen|importlib[/\\]|aoc[/\\]|xdist")


@pytest.mark.slow
def test_what_a_part_raises_has_the_frames_of_the_day_alone(project: Project) -> None:
    (project.root / "days" / "util").mkdir()
    (project.root / "days" / "util" / "broken.py").write_text("import nowhere\n", encoding="utf-8")
    for day, body in enumerate(BODIES.values(), 1):
        project.day(day, DAY.replace("BODY", body), TESTS)
    session = run_pytest(project.root)
    assert session.counts == {"failed": len(BODIES)}
    failures = session.out.partition("= FAILURES =")[2].partition("= short test summary")[0]
    assert not [line for line in failures.splitlines() if NOT_THEIRS.search(line)]
    _, *blocks = re.split(r"^_{9,} example-1\[part1\] _{9,}$", failures, flags=re.MULTILINE)
    for day, (kind, shown) in enumerate(zip(BODIES, blocks, strict=True), 1):
        if kind == "no answer":
            # Once, and there is nothing to see in a frame.
            assert "part1 returned 1.5 (float): return" in shown
            assert "\n" not in shown.strip()
            continue
        assert re.search(rf"(day{day:02d}|broken)\.py", shown)
        if kind.startswith("calls"):
            assert "RecursionError" in shown
