"""How fast many small jobs go, and what the program needs for a great many of them.

    python -m tests.bench.throughput rival [RUNS]
    python -m tests.bench.throughput growth [RUNS]

A job is a solver that does next to nothing, on the input of one of many made-up accounts, each with
25 days. `rival` prints the wall times of 200 jobs and those of aocd's own runner on the same
folder, measured in turn, and the ratio of their throughputs (to stay above 20). `growth` prints the
time a job takes and the peak memory of the parent process, with 500, 5,000 and 50,000 jobs,
measured in turn (to stay within 10 % and 20 % of those with 500).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

DAYS = range(1, 26)
RIVAL_ACCOUNTS = 8
ACCOUNTS = (20, 200, 2000)
AOC = str(Path(sys.executable).with_name("aoc-days"))
RUN = (AOC, "run", "--all", "--user", "all")
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
LOOK = 0.005
"""Seconds between two looks at the memory of a process."""


def main() -> None:
    """Measure what was asked for."""
    what, *rest = sys.argv[1:]
    runs = int(rest[0]) if rest else 5
    {"rival": measure_rival, "growth": measure_growth}[what](runs)


def measure_rival(runs: int) -> None:
    """Measure both programs in turn, and print the ratio."""
    with matrix(RIVAL_ACCOUNTS) as folder:
        ours = (*RUN, "-q")
        theirs = (*AOCD, "-y", "2021", "-p", "trivial", "-s")
        times: dict[tuple[str, ...], list[float]] = {ours: [], theirs: []}
        for run in range(runs + 1):
            for command, taken in times.items():
                seconds, _, out = measured(command, folder)
                assert (f"{RIVAL_ACCOUNTS * 50} right" if command is ours else "✔") in out, out
                if run:
                    taken.append(seconds)
        our_time, their_time = (median(taken) for taken in times.values())
    jobs = RIVAL_ACCOUNTS * len(DAYS)
    print(
        f"{jobs} jobs: aoc {our_time:.2f} s ({our_time / jobs * 1e3:.1f} ms a job), "
        f"aocd's runner {their_time:.1f} s: {their_time / our_time:.0f} times the throughput"
    )


def measure_growth(runs: int) -> None:
    """Measure runs of each size in turn, and print them beside those of the smallest."""
    taken: dict[int, list[tuple[float, int]]] = {accounts: [] for accounts in ACCOUNTS}
    with matrix(max(ACCOUNTS)) as folder:
        for _ in range(runs):
            for accounts, found in taken.items():
                choose_accounts(folder / "aocd", accounts)
                seconds, memory, out = measured(RUN, folder)
                assert f"{accounts * 50} right" in out, out
                found.append((seconds / accounts / len(DAYS), memory))
    first: tuple[float, float] | None = None
    for accounts, found in taken.items():
        seconds, memory = (median(values) for values in zip(*found, strict=True))
        first = first or (seconds, memory)
        print(
            f"{accounts * len(DAYS):6} jobs: {seconds * 1e3:.2f} ms a job ({seconds / first[0]:.3f}"
            f" of the smallest), {memory / 1e6:.1f} MB ({memory / first[1]:.3f})"
        )


def measured(command: tuple[str, ...], folder: Path) -> tuple[float, int, str]:
    """Run a command; return its seconds, the bytes that it needed at most, and its stdout."""
    environment = {**os.environ, "AOCD_DIR": str(folder / "aocd"), "PYTHONPATH": str(folder)}
    environment.pop("AOC_SESSION", None)
    (folder / "out").touch()
    with (folder / "out").open("r+") as out:
        out.truncate()
        start = perf_counter()
        running = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=out, stderr=subprocess.STDOUT
        )
        memory = 0
        while True:
            memory = max(memory, peak_memory(running.pid))
            try:
                running.wait(LOOK)
                break
            except subprocess.TimeoutExpired:
                continue
        seconds = perf_counter() - start
        out.seek(0)
        return seconds, memory, out.read()


def peak_memory(pid: int) -> int:
    """Return the bytes that a process has had in memory at most, so far; 0 if that is not known."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM")), 0)


@contextmanager
def matrix(accounts: int) -> Iterator[Path]:
    """Make a folder with a project, a plugin, and the inputs and answers of so many accounts."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill_cache(folder / "aocd", accounts)
        choose_accounts(folder / "aocd", accounts)
        make_solvers(folder)
        yield folder


def fill_cache(folder: Path, accounts: int) -> None:
    """Put made-up accounts that have solved the whole year into aocd's folder."""
    for user in tokens_of(accounts):
        (folder / user).mkdir(parents=True)
        for day in DAYS:
            start = f"2021_{day:02d}"
            (folder / user / f"{start}_input.txt").write_text(TEXT)
            (folder / user / f"{start}a_answer.txt").write_text(str(len(TEXT)))
            (folder / user / f"{start}b_answer.txt").write_text(str(len(TEXT) + 1))
            if accounts <= RIVAL_ACCOUNTS:
                page = f"<article><h2>--- Day {day}: Trivial ---</h2></article>"
                (folder / user / f"{start}_prose.2.html").write_text(page)


def tokens_of(accounts: int) -> dict[str, str]:
    """Return tokens by the ids of their accounts."""
    return {f"github.user{n}.{n}": f"{n:0128x}" for n in range(1, accounts + 1)}


def choose_accounts(folder: Path, accounts: int) -> None:
    """Let the first accounts be all that there are."""
    tokens = tokens_of(accounts)
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
