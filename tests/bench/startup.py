"""How long the program takes to start, against others, side by side in one run.

    python tests/bench/startup.py [RUNS]

Prints the whole-process wall times and their ratio for

- `aoc run 21` and `aoc run --all` from the cache, against advent-of-code-data's own runner on the
  same account and the same solver (to stay within 0.25);
- `aoc --help`, against `python -c "import click"` (to stay within 2.5).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from aoc.plugins.aocd import solve

ROOT = Path(__file__).parents[2]
USER, TOKEN = "github.alice.1", "ab" * 64
AOC = str(Path(sys.executable).with_name("aoc-days"))
AOCD = (sys.executable, "-c", "from aocd.runner import main; main()")


def main() -> None:
    """Measure and print."""
    runs = int(sys.argv[1]) if sys.argv[1:] else 10
    with tempfile.TemporaryDirectory() as folder:
        fill_cache(Path(folder))
        environment = {**os.environ, "AOCD_DIR": folder, "AOC_YEAR": "2021"}
        environment.pop("AOC_SESSION", None)
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        theirs = (*AOCD, "-y", "2021", "-p", "days", "-s")
        day = (*theirs, "-d", "21")
        compare("aoc run 21", (AOC, "run", "21"), "aocd's runner", day, runs, environment)
        compare("aoc run --all", (AOC, "run", "--all"), "aocd's runner", theirs, runs, environment)
        click = (sys.executable, "-c", "import click")
        compare("aoc --help", (AOC, "--help"), "import click", click, runs, environment)


def fill_cache(folder: Path) -> None:
    """Put a made-up account that has solved the whole year into aocd's folder."""
    user = folder / USER
    user.mkdir()
    (folder / "tokens.json").write_text(json.dumps({USER: TOKEN}))
    (folder / "token").write_text(TOKEN)
    (folder / "token2id.json").write_text(json.dumps({TOKEN: USER}))
    sys.path.insert(0, str(ROOT))
    for day in range(1, 26):
        text = import_module(f"tests.year2021.test_day{day:02d}").sample(Random(0))
        start = f"2021_{day:02d}"
        (user / f"{start}_input.txt").write_text(text)
        for part, answer in zip("ab", solve(2021, day, text), strict=True):
            if answer:
                (user / f"{start}{part}_answer.txt").write_text(answer)
        page = f"<article><h2>--- Day {day}: Solved ---</h2></article>"
        (user / f"{start}_prose.2.html").write_text(page)


def compare(
    name: str,
    command: tuple[str, ...],
    other_name: str,
    other: tuple[str, ...],
    runs: int,
    environment: dict[str, str],
) -> None:
    """Time two commands in turn, after one run of each that does not count."""
    times: tuple[list[float], list[float]] = ([], [])
    for run in range(runs + 1):
        for taken, each in zip(times, (command, other), strict=True):
            start = perf_counter()
            subprocess.run(
                each,
                cwd=ROOT,
                env=environment,
                check=True,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
            if run:
                taken.append(perf_counter() - start)
    ours, theirs = map(median, times)
    print(f"{name} {ours * 1e3:.0f} ms, {other_name} {theirs * 1e3:.0f} ms: {ours / theirs:.2f}")


if __name__ == "__main__":
    main()
