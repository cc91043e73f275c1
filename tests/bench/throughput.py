"""What the program needs for a great many small jobs.

    python -m tests.bench.throughput [RUNS]

A job is a solver that does next to nothing, on the input of one of many made-up accounts, each with
25 days. Prints the time a job takes and the peak memory of the parent process, with 500, 5,000 and
50,000 jobs, measured in turn (to stay within 10 % and 20 % of those with 500).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bench.startup import AOC, in_turn, log_in, ratio, remember_solved
from tests.support.program import Project

DAYS = range(1, 26)
ACCOUNTS = (20, 200, 2000)
RUN = (AOC, "run", "--all", "--user", "all")
DAY = '''"""Day {day}: Trivial."""


def parse(text):
    return text


def part1(text):
    return len(text)


def part2(text):
    return len(text) + 1
'''
TEXT = "x" * 99
LOOK = 0.005
"""Seconds between two looks at the memory of a process."""


def main() -> None:
    """Measure runs of each size in turn, and print them beside those of the smallest."""
    runs = int(sys.argv[1]) if sys.argv[1:] else 5
    with matrix(max(ACCOUNTS)) as project:
        found = in_turn(runs, *(partial(needs, project, accounts) for accounts in ACCOUNTS))
    values = [[*zip(*sizes, strict=True)] for sizes in found]
    for accounts, (seconds, memory) in zip(ACCOUNTS, values, strict=True):
        print(
            f"{accounts * len(DAYS):6} jobs: {median(seconds) * 1e3:.2f} ms a job "
            f"({ratio(seconds, values[0][0]):.3f} of the smallest), "
            f"{median(memory) / 1e6:.1f} MB ({ratio(memory, values[0][1]):.3f})"
        )


def needs(project: Project, accounts: int) -> tuple[float, float]:
    """Run the days of so many accounts; return the seconds a job, and the bytes of memory."""
    log_in(project, users(accounts))
    with (project.root / "out").open("w+") as out:
        start = perf_counter()
        running = subprocess.Popen(
            RUN, cwd=project.root, env=environment_of(project), stdout=out, stderr=out
        )
        memory = 0
        while running.poll() is None:
            memory = max(memory, peak_memory(running.pid))
            with suppress(subprocess.TimeoutExpired):
                running.wait(LOOK)
        seconds = perf_counter() - start
        out.seek(0)
        assert f"{accounts * 50} right" in out.read()
    return seconds / accounts / len(DAYS), memory


def peak_memory(pid: int) -> int:
    """Return the bytes that a process has had in memory at most, so far; 0 if that is not known."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM")), 0)


def users(accounts: int) -> list[str]:
    """Return the ids of so many accounts."""
    return [f"github.user{number}.{number}" for number in range(1, accounts + 1)]


def environment_of(project: Project) -> dict[str, str]:
    """Return the environment in which the program finds the project."""
    return project.environment({"PYTHONPATH": str(project.root)})


@contextmanager
def matrix(accounts: int) -> Iterator[Project]:
    """Make a project with the same solver for all days, and solved accounts."""
    with tempfile.TemporaryDirectory() as name:
        project = Project(Path(name))
        for day in DAYS:
            project.day(day, DAY.format(day=day))
            for user in users(accounts):
                remember_solved(project, user, day, TEXT, len(TEXT), len(TEXT) + 1)
        log_in(project, users(accounts))
        yield project


if __name__ == "__main__":
    main()
