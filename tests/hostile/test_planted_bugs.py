"""Bugs planted in variants of real days: `aoc fuzz` finds each, and shows it on a small input."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.program import ROOT

pytestmark = pytest.mark.slow

CHARACTERS = 40


class Bug(NamedTuple):
    """A variant with a bug, to add to a day; and the kind of disagreement that it makes."""

    name: str
    day: int
    source: str
    manner: str = "answer"


BUGS = [
    Bug(
        "off by one on a rare input",
        5,
        """
def part1_planted(lines):
    return part1(lines) + any(x1 == x2 and y1 - y2 == 5 for x1, y1, x2, y2 in lines)
""",
    ),
    Bug(
        "crash on a rare shape",
        15,
        """
def part1_planted(cave):
    return part1(cave) + (0 if len(cave) < 2 * len(cave[0]) < 7 else len(cave[len(cave)]))
""",
        "exception",
    ),
    Bug(
        "endless loop",
        10,
        """
def part1_planted(lines):
    while any("<>" in line and line.count("(") == 3 for line in lines):
        pass
    return part1(lines)
""",
        "timeout",
    ),
    Bug(
        "wrong for large numbers",
        7,
        """
def part1_planted(positions):
    return part1([position & 1023 for position in positions])
""",
    ),
    Bug(
        "wrong on ties",
        1,
        """
def part1_planted(depths):
    return sum(before <= after for before, after in zip(depths, depths[1:]))
""",
    ),
    Bug(
        "wrong at an edge",
        9,
        """
def part1_planted(floor):
    if min(len(floor), len(floor[0])) < 3:
        return part1(floor)
    corner, *near = floor[-1][-1], floor[-1][-2], floor[-2][-1]
    return part1(floor) - (int(corner) + 1 if corner < min(near) else 0)
""",
    ),
    Bug(
        "state kept between inputs",
        6,
        """
SEEN = {}


def part1_planted(school):
    return SEEN.setdefault(sum(school), part1(school))
""",
    ),
]


def smallest(bug: Bug) -> str | None:
    """Plant a bug in a copy of its day, and return the text that shows it, if it is found."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name in ("days", "tests/year2021"):
            shutil.copytree(ROOT / name, root / name)
        (root / "tests" / "__init__.py").touch()
        (root / "pyproject.toml").write_text("[tool.aoc]\n", encoding="utf-8")
        path = root / "days" / "year2021" / f"day{bug.day:02d}.py"
        path.write_text(path.read_text(encoding="utf-8") + bug.source, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "aoc", "fuzz", f"2021/{bug.day}", "--json"],
            cwd=root,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
    found: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    texts = [one["text"] for one in found if one["manner"] == bug.manner]
    return texts[0] if texts else None


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_planted_bug_is_found_on_a_small_input(bug: Bug) -> None:
    text = smallest(bug)
    assert text is not None
    assert len(text) <= CHARACTERS
