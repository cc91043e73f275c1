"""The days of a project as a solver for aocd's runner, and for its `Puzzle.solve()`.

The entry point is in the group `adventofcode.user`; see `aocd.runner`. It answers for the project
that the program was started in, and for no other.
"""

from __future__ import annotations

import os
from multiprocessing import process

from aoc.model.answers import read_answer
from aoc.model.inputs import plain
from aoc.model.puzzles import Puzzle
from aoc.project.project import NoProjectError, day_path, find_project
from aoc.worker.day_module import Day, ProjectImports, import_day


def solve(year: int, day: int, data: str) -> tuple[str | None, str | None]:
    """Solve both parts of a puzzle for an input, with the project that the program runs in.

    That is the one in `AOC_PROJECT`, or else the nearest one at or above the folder in which the
    program was started. Nothing that was imported before is used, and nothing of the project stays
    imported. An answer is `None` without a project, or if it lacks the day or the part.
    Raises the errors of the day, and `UsageError` where the project's settings are wrong.
    """
    try:
        root = find_project(start_folder()).root
    except NoProjectError:
        return None, None
    if not os.path.exists(day_path(root, Puzzle(year, day))):
        return None, None
    text = plain(data)
    with ProjectImports(root):
        module = import_day(year, day)
        return part_answer(module, 1, text), part_answer(module, 2, text)


def start_folder() -> str | None:
    """Return the folder in which the program was started; `None` where Python does not say.

    aocd's runner calls solvers in a temporary folder, perhaps in a new process, and Python has no
    public way back. `multiprocessing` keeps the folder, and passes it on to each new process, under
    a name that is not documented.
    """
    folder: str | None = getattr(process, "ORIGINAL_DIR", None)
    return folder


def part_answer(day: Day, part: int, text: str) -> str | None:
    """Parse an input and return the answer of one part as it would be submitted."""
    function = day.parts[part].get(None)
    if function is None:
        return None
    answer, _ = read_answer(function(day.parse(text)), f"part{part}")
    return answer
