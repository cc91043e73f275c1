"""How soon `aoc fuzz` finds seven bugs that are planted in variants, and how small the input gets.

    python tests/bench/planted_bugs.py         # the seven bugs
    python tests/bench/planted_bugs.py year    # then `aoc fuzz all --runs 50` without bugs

Each bug is to be found within a minute, and shown by at most 40 characters; no disagreement is to
be found in the year. Exits with 1 otherwise.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
SECONDS = 60
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


def main() -> int:
    """Try each bug, then perhaps the whole year, and return the exit code."""
    missed = 0
    for bug in BUGS:
        start = perf_counter()
        text = smallest(bug)
        seconds = perf_counter() - start
        size = "not found" if text is None else f"{len(text)} characters: {text!r}"
        print(f"{bug.name:<28} day {bug.day:<3} {seconds:5.1f} s  {size}", flush=True)
        missed += text is None or len(text) > CHARACTERS or seconds > SECONDS
    if "year" in sys.argv[1:]:
        start = perf_counter()
        done = run(ROOT, "fuzz", "2021", "--runs", "50")
        print(done.stdout, f"the year: {perf_counter() - start:.0f} s, exit code {done.returncode}")
        missed += done.returncode != 0
    return int(bool(missed))


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
        done = run(root, "fuzz", f"2021/{bug.day}", "--json")
    found: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    texts = [one["text"] for one in found if one["manner"] == bug.manner]
    return texts[0] if texts else None


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "aoc", *args],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


if __name__ == "__main__":
    sys.exit(main())
