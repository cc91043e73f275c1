"""The days as a solver for advent-of-code-data's own runner and its `Puzzle.solve()`.

The entry point stands in the group `adventofcode.user`; see `aocd.runner`.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
from collections.abc import Callable
from functools import partial

from aoc.text import plain
from aoc.worker.day import Day, as_answer, day_of, load_day, shareable

__all__ = ["solve", "solver_at"]


def solve(year: int, day: int, data: str) -> tuple[str | None, str | None]:
    """Solve both parts of a puzzle for an input, with the `days` that can be imported.

    An answer is `None` where there is no such part or no such day. Raises what the day raises.
    """
    name = f"days.year{year}.day{day:02d}"
    try:
        found = importlib.util.find_spec(name)
    except ModuleNotFoundError:
        found = None
    if found is None:
        return None, None
    return answers(day_of(importlib.import_module(name)), plain(data))


def solver_at(root: str | os.PathLike[str]) -> Callable[..., tuple[str | None, str | None]]:
    """Make an entry point for the days of one project: those in the folder `root`, no others."""
    return partial(solve_in, os.path.abspath(root))


def solve_in(root: str, year: int, day: int, data: str) -> tuple[str | None, str | None]:
    """Solve both parts of a puzzle for an input, with the days of the project at `root`.

    An answer is `None` where there is no such part or no such day. Raises what the day raises.
    """
    if not os.path.exists(os.path.join(root, "days", f"year{year}", f"day{day:02d}.py")):
        return None, None
    return answers(load_day(root, year, day), plain(data))


def answers(day: Day, text: str) -> tuple[str | None, str | None]:
    """Give the answers of a day's two parts."""
    parsed = day.parse(text)
    first = part_answer(day, 1, parsed)
    second = part_answer(day, 2, parsed if shareable(parsed) else day.parse(text))
    return first, second


def part_answer(day: Day, part: int, parsed: object) -> str | None:
    """Give one part's answer as it would be submitted."""
    function = day.parts[part].get(None)
    return as_answer(function(parsed), f"part{part}")[0] if function else None
