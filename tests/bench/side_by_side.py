"""Comparing side by side: in each round, all in turn, so that all meet the same machine."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TypeVar

from tests.accounts import remember_accounts
from tests.program import Project

AOC = str(Path(sys.executable).with_name("aoc-days"))
AOCD = (sys.executable, "-c", "from aocd.runner import main; main()")
"""The runner of advent-of-code-data."""

Value = TypeVar("Value")


def in_turn(runs: int, *measures: Callable[[], Value]) -> list[list[Value]]:
    """Return what each of the measures returns in so many rounds, after one that does not count."""
    rounds = [[measure() for measure in measures] for _ in range(runs + 1)]
    return [list(values) for values in zip(*rounds[1:], strict=True)]


def ratio(values: Sequence[float], others: Sequence[float]) -> float:
    """Return the median of the ratios of each round."""
    return median(one / other for one, other in zip(values, others, strict=True))


def compare(
    commands: Mapping[str, Sequence[str]],
    runs: int,
    folder: Path,
    environment: Mapping[str, str],
) -> None:
    """Print the wall times of two commands, by name, and the ratio."""

    def timed(command: Sequence[str]) -> float:
        start = perf_counter()
        subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
        return perf_counter() - start

    times = in_turn(runs, *(partial(timed, command) for command in commands.values()))
    words = (f"{name} {median(ms) * 1e3:.0f} ms" for name, ms in zip(commands, times, strict=True))
    print(f"{', '.join(words)}: {ratio(*times):.3f}")


def remember_solved(project: Project, user: str, day: int, text: str, *answers: object) -> None:
    """Put a solved puzzle of an account into aocd's cache."""
    given = {part: str(answer) for part, answer in zip("ab", answers, strict=True) if answer}
    project.remember(text, day, user, **given)


def remember_page(project: Project, user: str, day: int) -> None:
    """Put the page of a puzzle there, where aocd's runner looks up its title."""
    page = f"<article><h2>--- Day {day}: Solved ---</h2></article>"
    (project.cache / user / f"2021_{day:02d}_prose.2.html").write_text(page)


def log_in(project: Project, users: Iterable[str]) -> None:
    """Let accounts be all that there are, and the first of them the default."""
    remember_accounts(project, dict.fromkeys(users, ""))
    tokens = json.loads((project.cache / "tokens.json").read_text())
    (project.cache / "token").write_text(next(iter(tokens.values())))
