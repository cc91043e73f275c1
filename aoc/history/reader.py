"""Reading the history: the records of all runs, and every time that was taken."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from aoc.history.database import reading
from aoc.history.folder import has_history
from aoc.history.records import Record
from aoc.puzzles import Puzzle

__all__ = ["Row", "read_records", "read_times", "truth"]

RECORDS = """
SELECT year, day, solver, variant, input, part, verdict, seconds, parse_seconds, at
FROM results JOIN runs ON runs.id = run
ORDER BY results.id
"""


class Row(NamedTuple):
    """A row of the view `times`: a time in seconds, and what it is the time of.

    `at` is in UTC (ISO 8601). `source` is `run` or `bench`, `part` is `None` for parse. What is not
    known is `None`.
    """

    run: int
    at: str
    commit: str | None
    changed: bool | None
    python: str | None
    machine: str | None
    source: str
    year: int
    day: int
    part: int | None
    solver: str
    variant: str | None
    input: str | None
    kind: str
    digest: str | None
    verdict: str | None
    seconds: float


def read_records(root: str) -> list[Record]:
    """Read the history of the project at `root`, oldest record first.

    Raises `HistoryError` if it cannot be read.
    """
    if not has_history(root):
        return []
    with reading(root) as connection:
        return [Record(*row) for row in connection.execute(RECORDS)]


def read_times(root: str, puzzles: Collection[Puzzle]) -> list[Row]:
    """Read all times of some puzzles, oldest first. Raises `HistoryError`."""
    if not has_history(root):
        return []
    wanted = {*puzzles}
    with reading(root) as connection:
        rows = (Row(*row) for row in connection.execute("SELECT * FROM times ORDER BY run"))
        return [
            row._replace(changed=truth(row.changed))
            for row in rows
            if Puzzle(row.year, row.day) in wanted
        ]


def truth(number: int | None) -> bool | None:
    """Return a truth value, for which SQLite has a number."""
    return None if number is None else bool(number)
