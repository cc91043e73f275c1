"""How long the program takes to start, against others, side by side in one run.

    python -m tests.bench.startup [RUNS]

Prints the whole-process wall times, and the median of the ratios of each pair of runs, for

- `aoc run 21` and `aoc run --all` from the cache, against advent-of-code-data's own runner on the
  same account and the same solver (to stay within 0.15 and 0.12);
- `aoc --help`, against `python -c "import click"` (to stay within 1.05).
"""

from __future__ import annotations

import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from random import Random

from aoc.plugins.aocd import solve
from tests.bench.side_by_side import AOC, AOCD, compare, log_in, remember_page, remember_solved
from tests.program import ROOT, Project

USER = "github.alice.1"


def main() -> None:
    """Measure and print."""
    runs = int(sys.argv[1]) if sys.argv[1:] else 10
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder))
        fill_cache(project)
        environment = {**os.environ, "AOCD_DIR": str(project.cache), "AOC_YEAR": "2021"}
        environment.pop("AOC_SESSION", None)
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        theirs = (*AOCD, "-y", "2021", "-p", "days", "-s")
        for commands in (
            {"aoc run 21": (AOC, "run", "21"), "aocd's runner": (*theirs, "-d", "21")},
            {"aoc run --all": (AOC, "run", "--all"), "aocd's runner": theirs},
            {
                "aoc --help": (AOC, "--help"),
                "import click": (sys.executable, "-c", "import click"),
            },
        ):
            compare(commands, runs, ROOT, environment)


def fill_cache(project: Project) -> None:
    """Put a made-up account that has solved the whole year into aocd's folder."""
    sys.path.insert(0, str(ROOT))
    for day in range(1, 26):
        text = import_module(f"tests.year2021.test_day{day:02d}").sample(Random(0))
        remember_solved(project, USER, day, text, *solve(2021, day, text))
        remember_page(project, USER, day)
    log_in(project, [USER])


if __name__ == "__main__":
    main()
