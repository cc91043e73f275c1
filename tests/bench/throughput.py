"""How fast many small jobs go, against aocd's own runner on the same accounts and solver.

    python tests/bench/throughput.py [RUNS]

8 accounts with 25 days each make 200 jobs of a solver that does next to nothing. Prints the wall
times of both programs, measured in turn, and the ratio of their throughputs (to stay above 25).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

ACCOUNTS = 8
DAYS = range(1, 26)
AOC = str(Path(sys.executable).with_name("aoc-days"))
AOCD = (sys.executable, "-c", "from aocd.runner import main; main()")
DAY = '''"""Day {day}: Trivial."""


def parse(text):
    return text


def part1(text):
    return len(text)


def part2(text):
    return len(text) + 1
'''
PLUGIN = "def solve(year, day, data):\n    return len(data), len(data) + 1\n"
TEXT = "x" * 99


def main() -> None:
    """Measure and print."""
    runs = int(sys.argv[1]) if sys.argv[1:] else 5
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill_cache(folder / "aocd")
        make_solvers(folder)
        environment = {**os.environ, "AOCD_DIR": str(folder / "aocd"), "PYTHONPATH": name}
        environment.pop("AOC_SESSION", None)
        ours = (AOC, "run", "--all", "--all-users", "-q")
        theirs = (*AOCD, "-y", "2021", "-p", "trivial", "-s")
        times: dict[tuple[str, ...], list[float]] = {ours: [], theirs: []}
        for run in range(runs + 1):
            for command, taken in times.items():
                start = perf_counter()
                done = subprocess.run(
                    command, cwd=folder, env=environment, capture_output=True, text=True, check=True
                )
                if run:
                    taken.append(perf_counter() - start)
                right = "400 right" if command is ours else "✔"
                assert right in done.stdout, done.stdout + done.stderr
        our_time, their_time = (median(taken) for taken in times.values())
    jobs = ACCOUNTS * len(DAYS)
    print(
        f"{jobs} jobs: aoc {our_time:.2f} s ({our_time / jobs * 1e3:.1f} ms a job), "
        f"aocd's runner {their_time:.1f} s: {their_time / our_time:.0f} times the throughput"
    )


def fill_cache(folder: Path) -> None:
    """Put made-up accounts that have solved the whole year into aocd's folder."""
    tokens = {f"github.user{n}.{n}": f"{n:0128x}" for n in range(1, ACCOUNTS + 1)}
    for user in tokens:
        (folder / user).mkdir(parents=True)
        for day in DAYS:
            start = f"2021_{day:02d}"
            (folder / user / f"{start}_input.txt").write_text(TEXT)
            (folder / user / f"{start}a_answer.txt").write_text(str(len(TEXT)))
            (folder / user / f"{start}b_answer.txt").write_text(str(len(TEXT) + 1))
            page = f"<article><h2>--- Day {day}: Trivial ---</h2></article>"
            (folder / user / f"{start}_prose.2.html").write_text(page)
    (folder / "tokens.json").write_text(json.dumps(tokens))
    (folder / "token").write_text(next(iter(tokens.values())))
    (folder / "token2id.json").write_text(json.dumps({t: user for user, t in tokens.items()}))


def make_solvers(folder: Path) -> None:
    """Write the same solver as the days of a project, and as a plugin."""
    (folder / "days" / "year2021").mkdir(parents=True)
    for day in DAYS:
        (folder / "days" / "year2021" / f"day{day:02d}.py").write_text(DAY.format(day=day))
    (folder / "trivial_solver.py").write_text(PLUGIN)
    info = folder / "trivial_solver-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: trivial-solver\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[adventofcode.user]\ntrivial = trivial_solver:solve\n")


if __name__ == "__main__":
    main()
