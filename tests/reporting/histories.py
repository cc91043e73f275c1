"""Histories made up for a test: runs and benches of commits that may not exist."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aoc.bench.side import Contest, Side
from aoc.bench.timing import Timing
from aoc.history.benches import add_bench
from aoc.history.commits import Commit
from aoc.history.database import writing
from aoc.history.recorder import add_results, add_run
from aoc.job import Source
from aoc.puzzles import Puzzle
from aoc.registry import OWN, Solver
from aoc.results import Place, Result, Verdict

__all__ = ["PROCESSES", "USER", "add_times", "keep_bench", "keep_run", "minima_of"]

USER = "github.alice.1"
PLACE = Place("3.12.1", "machine")
DIGEST = "ab" * 32
PROCESSES = 10


def minima_of(seconds: float, processes: int = PROCESSES) -> list[float]:
    """Return the minima of the processes of a bench, all of which differ a little."""
    return [seconds * (1 + number / 1000) for number in range(processes)]


def keep_run(root: Path, commit: str | None, *times: tuple[int, int, float], **about: Any) -> None:
    """Add a run of days of 2021 to the history; for what it is see `add_times`."""
    with writing(str(root)) as connection:
        add_times(connection, commit, *times, **about)


def add_times(
    connection: sqlite3.Connection,
    commit: str | None,
    *times: tuple[int, int, float],
    solver: str = OWN,
    variant: str | None = None,
    user: str = USER,
    digest: str = DIGEST,
    parse: float | None = 1e-5,
    at: str = "2021-12-24T05:00:00Z",
    changed: bool = False,
    verdict: Verdict = Verdict.PASS,
) -> None:
    """Add a run of days of 2021; each time is a day, a part, and its seconds."""
    results = [
        (
            Result(
                *(2021, day, "Title", solver, variant, user, part),
                answer="31415926",
                verdict=verdict,
                seconds=seconds,
                digest=digest,
                input_kind=kind_of(user),
            ),
            parse,
        )
        for day, part, seconds in times
    ]
    known = Commit(commit, changed) if commit else None
    add_results(connection, add_run(connection, at, PLACE, known), results, {})


def keep_bench(
    root: Path,
    commit: str | None,
    seconds: float | Sequence[float],
    *,
    day: int = 1,
    part: int | None = 1,
    variant: str | None = None,
    solver: str = OWN,
    digest: str = DIGEST,
    machine: str = PLACE.machine,
    changed: bool = False,
    at: str = "2021-12-24T06:00:00Z",
) -> None:
    """Add a bench of a part of a day of 2021, by its minima or by about what they are."""
    minima = minima_of(seconds) if isinstance(seconds, float) else seconds
    contest = Contest(Puzzle(2021, day), "Title", Source("personal", USER, "x"), digest, ())
    side = Side(str(root), Solver(solver), variant=variant)
    with writing(str(root)) as connection:
        place = PLACE._replace(machine=machine)
        run = add_run(connection, at, place, Commit(commit, changed) if commit else None)
        add_bench(connection, run, Timing(contest, side, "", part, minima))


def kind_of(label: str) -> str:
    """Return the kind of an input with a label as the tests write it."""
    word = label.partition(" ")[0]
    return word if word in ("sample", "file") else "personal"
