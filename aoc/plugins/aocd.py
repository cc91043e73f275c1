"""The days as a solver for the runner of advent-of-code-data and for its `Puzzle.solve()`.

The entry point is in the group `adventofcode.user`; see `aocd.runner`.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
from collections.abc import Callable
from functools import partial

from aoc.answers import read_answer
from aoc.input_check import plain
from aoc.worker.day_module import Day, day_of, is_shareable, load_day

__all__ = ["solve", "solver_at"]


def solve(year: int, day: int, data: str) -> tuple[str | None, str | None]:
    """Solve both parts of a puzzle for an input, with the `days` that can be imported.

    An answer is `None` if the part or the day does not exist. Raises what the day raises.
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
    """Return an entry point for the days of the project at `root`, and of no other project."""
    return partial(solve_in, os.path.abspath(root))


def solve_in(root: str, year: int, day: int, data: str) -> tuple[str | None, str | None]:
    """Solve both parts of a puzzle for an input, with the days of the project at `root`.

    An answer is `None` if the part or the day does not exist. Raises what the day raises.
    """
    if not os.path.exists(os.path.join(root, "days", f"year{year}", f"day{day:02d}.py")):
        return None, None
    return answers(load_day(root, year, day), plain(data))


def answers(day: Day, text: str) -> tuple[str | None, str | None]:
    """Return the answers of both parts of a day."""
    parsed = day.parse(text)
    first = part_answer(day, 1, parsed)
    second = part_answer(day, 2, parsed if is_shareable(parsed) else day.parse(text))
    return first, second


def part_answer(day: Day, part: int, parsed: object) -> str | None:
    """Return the answer of one part as it would be submitted."""
    function = day.parts[part].get(None)
    return read_answer(function(parsed), f"part{part}")[0] if function else None
