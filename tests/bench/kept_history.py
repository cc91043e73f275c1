"""What keeping the history adds to a run: whole processes, with and without it, in turn.

    python -m tests.bench.kept_history [RUNS]

Prints the median of the wall times of `aoc run 21 --sample` and `aoc run --all --sample`, and of
the differences between neighbours, in a git repository with a history of some thousand runs (to
stay within 5 ms).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.program import ROOT
from tests.repository import Repository

RUNS = 40
EARLIER = 50
"""Runs of the whole year that are in the history before."""
PROGRAM = "from aoc.__main__ import main; main()"
WITHOUT = (
    "import aoc.commands.live_run as room; room.RunHistory.end = lambda self: None; "
) + PROGRAM
COMMANDS = (("run", "21", "--sample"), ("run", "--all", "--sample"))


def main() -> None:
    """Measure and print."""
    runs = int(sys.argv[1]) if sys.argv[1:] else RUNS
    with TemporaryDirectory() as name:
        project = Path(name)
        for folder in ("days", "tests/year2021"):
            shutil.copytree(ROOT / folder, project / folder)
        shutil.copy(ROOT / "pyproject.toml", project)
        Repository(project).commit("Begin")
        environment = {**os.environ, "AOCD_DIR": name, "AOC_PROJECT": name}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for _ in range(EARLIER):
            seconds_of(PROGRAM, COMMANDS[1], environment)
        for command in COMMANDS:
            compare(command, runs, environment)


def compare(command: tuple[str, ...], runs: int, environment: dict[str, str]) -> None:
    """Time a command with the history and without, in turn."""
    times = [
        (seconds_of(PROGRAM, command, environment), seconds_of(WITHOUT, command, environment))
        for _ in range(runs)
    ]
    kept, without = (median(side) * 1e3 for side in zip(*times, strict=True))
    added = median(one - other for one, other in times) * 1e3
    print(
        f"aoc {' '.join(command):<20} {kept:6.1f} ms with the history, {without:6.1f} ms "
        f"without, {added:+.1f} ms from one to the other"
    )


def seconds_of(program: str, command: tuple[str, ...], environment: dict[str, str]) -> float:
    """Return the seconds that a run of the program takes."""
    start = perf_counter()
    subprocess.run(
        [sys.executable, "-c", program, *command],
        cwd=ROOT,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return perf_counter() - start


if __name__ == "__main__":
    main()
