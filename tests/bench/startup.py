"""How long the program takes to start, against others, side by side in one run.

    python -m tests.bench.startup [RUNS]

Prints the whole-process wall times, and the median of the ratios of each pair of runs, for

- `aoc run 21` and `aoc run --all` from the cache, against advent-of-code-data's own runner on the
  same account and the same solver (to stay within 0.15 and 0.12);
- `aoc --help`, against `python -c "import click"` (to stay within 1.05);

then how many modules of aoc all processes of `aoc run 21` import, each counted once (45 at most).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import TypeVar

from aoc.plugins.aocd import solve
from tests.support.accounts import remember_accounts
from tests.support.environment import clean_environment
from tests.support.program import ROOT, Project

USER = "github.alice.1"
AOC = str(Path(sys.executable).with_name("aoc-days"))
AOCD = (sys.executable, "-c", "from aocd.runner import main; main()")
"""The runner of advent-of-code-data."""

TRACE = """\
import os, sys

end = os._exit

def report(code):
    names = [name for name in sys.modules if name.partition(".")[0] == "aoc"]
    with open(os.environ["TRACE"], "a") as file:
        file.write(" ".join(names) + "\\n")
    end(code)

os._exit = report
"""
"""What a Python runs first, to tell in the end which modules of aoc it has imported."""

Value = TypeVar("Value")


def main() -> None:
    """Measure and print."""
    clean_environment()
    runs = int(sys.argv[1]) if sys.argv[1:] else 10
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder))
        fill_cache(project)
        environment = {**os.environ, "AOCD_DIR": str(project.cache), "AOC_YEAR": "2021"}
        theirs = (*AOCD, "-y", "2021", "-p", "days", "-s")
        for commands in (
            {"aoc run 21": (AOC, "run", "21"), "aocd's runner": (*theirs, "-d", "21")},
            {"aoc run --all": (AOC, "run", "--all"), "aocd's runner": theirs},
            {"aoc --help": (AOC, "--help"), "import click": (sys.executable, "-c", "import click")},
        ):
            compare(commands, runs, environment)
        trace = Path(folder) / "trace"
        traced = {**environment, **project.customize(TRACE), "TRACE": str(trace)}
        subprocess.run((AOC, "run", "21"), cwd=ROOT, env=traced, check=True, capture_output=True)
        print(f"{len(set(trace.read_text().split()))} modules")


def fill_cache(project: Project) -> None:
    """Put a made-up account that has solved the whole year into aocd's folder."""
    sys.path.insert(0, str(ROOT))
    for day in range(1, 26):
        text = import_module(f"tests.year2021.test_day{day:02d}").sample(Random(0))
        remember_solved(project, USER, day, text, *solve(2021, day, text))
        # Where aocd's runner looks up its title.
        page = f"<article><h2>--- Day {day}: Solved ---</h2></article>"
        (project.cache / USER / f"2021_{day:02d}_prose.2.html").write_text(page)
    log_in(project, [USER])


def in_turn(runs: int, *measures: Callable[[], Value]) -> list[list[Value]]:
    """Return what each of the measures returns in so many rounds, after one that does not count."""
    rounds = [[measure() for measure in measures] for _ in range(runs + 1)]
    return [list(values) for values in zip(*rounds[1:], strict=True)]


def ratio(values: Sequence[float], others: Sequence[float]) -> float:
    """Return the median of the ratios of each round."""
    return median(one / other for one, other in zip(values, others, strict=True))


def compare(
    commands: Mapping[str, Sequence[str]], runs: int, environment: Mapping[str, str]
) -> None:
    """Print the wall times of two commands, by name, and the ratio."""

    def timed(command: Sequence[str]) -> float:
        start = perf_counter()
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
        return perf_counter() - start

    times = in_turn(runs, *(partial(timed, command) for command in commands.values()))
    words = (f"{name} {median(ms) * 1e3:.0f} ms" for name, ms in zip(commands, times, strict=True))
    print(f"{', '.join(words)}: {ratio(*times):.3f}")


def remember_solved(project: Project, user: str, day: int, text: str, *answers: object) -> None:
    """Put a solved puzzle of an account into aocd's cache."""
    given = {part: str(answer) for part, answer in zip("ab", answers, strict=True) if answer}
    project.remember(text, day, user, **given)


def log_in(project: Project, users: Iterable[str]) -> None:
    """Let accounts be all that there are, and the first of them the default."""
    remember_accounts(project, dict.fromkeys(users, ""))
    tokens = json.loads((project.cache / "tokens.json").read_text())
    (project.cache / "token").write_text(next(iter(tokens.values())))


if __name__ == "__main__":
    main()
