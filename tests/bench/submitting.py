"""How long a submission takes, against the slowest of what it has to run, side by side in one run.

    python -m tests.bench.submitting [RUNS [SECONDS]]

Part 2 of a day takes 3 s, or SECONDS, on each input: it sleeps, or it computes. What a submission
of it has to run are its example, the input, and part 2 alone. Prints the whole-process wall times
of `aoc submit`, `aoc run --submit` and of a Python that calls part 2 once, and the median of the
ratios of each pair of runs (to stay within 1.3, where as many processors as jobs are free).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bench.startup import AOC, in_turn, ratio
from tests.emulator import Clock, Site
from tests.support.day21 import DICE, EXAMPLE_1, EXAMPLE_2, MINE, RIGHT, RIGHT_2, TESTS
from tests.support.program import Project

DAY = f"""\
import time

ANSWERS = {{{{
    {DICE.rstrip()!r}: ({EXAMPLE_1}, {EXAMPLE_2}),
    {MINE.input.rstrip()!r}: ({RIGHT}, {RIGHT_2}),
}}}}

def part1(text):
    return ANSWERS[text][0]

def part2(text):
    {{work}}
    return ANSWERS[text][1]
"""
WORKS = {
    "sleeps": "time.sleep({seconds})",
    "computes": "end = time.thread_time() + {seconds}\n    while time.thread_time() < end: pass",
}
ONCE = f"""\
from runpy import run_path

run_path("days/year2021/day21.py")["part2"]({MINE.input.rstrip()!r})
"""
COMMANDS = {
    "aoc submit": (AOC, "submit", "21"),
    "aoc run --submit": (AOC, "run", "21", "--submit"),
    "part 2 once": (sys.executable, "-c", ONCE),
}


def main() -> None:
    """Measure and print."""
    runs = int(sys.argv[1]) if sys.argv[1:] else 3
    seconds = float(sys.argv[2]) if sys.argv[2:] else 3.0
    for name, work in WORKS.items():
        with tempfile.TemporaryDirectory() as folder, Site(Clock()) as site:
            project = Project(Path(folder))
            project.variables |= site.variables(project.cache)
            project.day(21, DAY.format(work=work.format(seconds=seconds)), TESTS)
            ways = [partial(measure, project, site, command) for command in COMMANDS.values()]
            found = in_turn(runs, *ways)
        for command, times in zip(COMMANDS, found, strict=True):
            share = ratio(times, found[-1])
            print(f"part 2 {name}, {command}: {median(times):.2f} s, {share:.2f} of the slowest")


def measure(project: Project, site: Site, command: Sequence[str]) -> float:
    """Run a command for an account that has solved part 1, and return the seconds it took."""
    account = site.account(f"user{sum(1 for _ in site.accounts)}")
    account.give(2021, 21, MINE)
    account.solve(2021, 21, 1)
    assert account.token
    project.remember(MINE.input, user=account.id, a=RIGHT)
    (project.cache / "token2id.json").write_text(json.dumps({account.token: account.id}))
    environment = project.environment({"AOC_SESSION": account.token})
    start = perf_counter()
    done = subprocess.run(
        command, cwd=project.root, env=environment, capture_output=True, text=True, check=False
    )
    took = perf_counter() - start
    assert done.returncode == 0, done.stdout + done.stderr
    assert account.solved(2021, 21) == (2 if command[0] == AOC else 1)
    return took


if __name__ == "__main__":
    main()
