"""A history made in a test's own process, and what is in it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from aoc.history.log import RunLog
from aoc.history.past_runs import ask
from aoc.model import Result, Verdict
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
    RunLog(str(root), "3.12.1", time.time()).add_results(results)


def query(root: Path, statement: str) -> list[tuple[Any, ...]]:
    """Return the rows that a statement finds."""
    return ask(str(root), statement)
