"""A history made in a test's own process, and what is in it."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from typing import Any

from aoc.history.log import RunLog
from aoc.history.log_reader import Record, read_log
from aoc.history.trends import times_of, with_changes
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result, Verdict
from aoc.project.project import Project
from tests.support.results import made_result

RESULT = made_result(
    *(2021, 1, "Title", "days", None, "alice", 1),
    answer="5",
    verdict=Verdict.PASS,
    seconds=0.5,
    peak_memory_bytes=1000,
    digest="ab" * 32,
    input_kind="personal",
)


def keep(root: Path, *results: Result) -> None:
    """Add a run with results to the history."""
    project = Project(str(root), {})
    RunLog(project, "3.12.1", time.time()).add_results(results)


def records(root: Path) -> list[Record]:
    """Return the results of all runs in the history, oldest first."""
    found = []
    for run in read_log(str(root)).runs:
        found += [record for record in run.records if record.source == "run"]
    return found


def times(root: Path, puzzles: Collection[Puzzle]) -> list[Record]:
    """Return all times of some puzzles in the history, oldest first."""
    return times_of(str(root), read_log(str(root)).runs, puzzles)


def query(root: Path, statement: str) -> list[tuple[Any, ...]]:
    """Return the rows that a statement of SQL finds in `results`, the rows of the history."""
    rows = with_changes(str(root), read_log(str(root)).runs)
    with closing(sqlite3.connect(":memory:")) as connection:
        columns = ", ".join(f'"{name}"' for name in Record._fields)
        connection.execute(f"CREATE TABLE results ({columns})")
        values = ", ".join(f":{name}" for name in Record._fields)
        texts = [{**row._asdict(), "minima": json.dumps(row.minima)} for row in rows]
        connection.executemany(f"INSERT INTO results VALUES ({values})", texts)
        return connection.execute(statement).fetchall()
