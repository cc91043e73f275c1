"""A history made in a test's own process, and what is in it."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from aoc.history.database import database_path
from aoc.history.recorder import Recorder
from aoc.results import Result, Verdict

__all__ = ["PARSED", "RESULT", "keep", "query"]

RESULT = Result(
    *(2021, 1, "Title", "days", None, "alice", 1),
    answer="5",
    verdict=Verdict.PASS,
    seconds=0.5,
    peak_memory_bytes=1000,
    digest="ab" * 32,
    input_kind="personal",
)
PARSED = RESULT._replace(part=None, answer=None, verdict=Verdict.UNKNOWN, seconds=0.25)
"""That of parsing the input, which comes first."""


def keep(root: Path, *results: Result, python: str = "3.12.1") -> list[str]:
    """Add a run with results to the history, and return the sentences about repairs."""
    sentences: list[str] = []
    found = [one for each in results for one in (parsed_before(each), each)]
    Recorder(str(root), python, {}).append(found, sentences.append)
    return sentences


def parsed_before(result: Result) -> Result:
    """Return the result of parsing the input of a result."""
    about = {name: getattr(result, name) for name in ("year", "day", "solver", "input")}
    return PARSED._replace(**about, input_kind=result.input_kind, ran_on=result.ran_on)


def query(root: Path, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
    """Return the rows that a statement finds, as any SQLite tool does."""
    with closing(sqlite3.connect(database_path(str(root)))) as connection:
        return connection.execute(statement, values).fetchall()
