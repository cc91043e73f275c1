"""What the history says: the parts that ran, every time that was taken, and the benches."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from aoc.history.index import ask
from aoc.model import Puzzle, Verdict

__all__ = [
    "KeptBench",
    "Record",
    "Row",
    "latest_records",
    "read_benches",
    "read_records",
    "read_times",
]

RECORDS = """
SELECT year, day, part, solver, variant, input, kind, digest, verdict, answer, seconds,
    parse_seconds, version, code, at, python
FROM results JOIN runs ON runs.id = results.run
WHERE year = ifnull(?, year) AND day = ifnull(?, day) ORDER BY results.id
"""
BENCHES = """
SELECT benches.id, at, "commit", changed, machine, year, day, part, solver, variant, digest,
    minima.seconds
FROM benches JOIN runs ON runs.id = benches.run JOIN minima ON bench = benches.id
ORDER BY benches.id, process
"""


class Record(NamedTuple):
    """One part that ran: fields of its `aoc.model.Result`, and of its run.

    `answer`, `digest` and `code` are digests: of the answer, of the text of the input, and of the
    files of the day, which are none for a plugin; it has a `version`. `at` is the time in UTC (ISO
    8601), and `python` the version of the Python.
    """

    year: int
    day: int
    part: int
    solver: str
    variant: str | None
    input: str | None
    kind: str
    digest: str | None
    verdict: str
    answer: str | None
    seconds: float | None
    parse_seconds: float | None
    version: str | None
    code: str | None
    at: str
    python: str


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


class KeptBench(NamedTuple):
    """A bench of the history with what it is the bench of: the minima are in seconds.

    `at` is in UTC (ISO 8601). `part` is `None` for parse. `changed` says that the files differed
    from the commit. What is not known is `None`.
    """

    at: str
    commit: str | None
    changed: bool | None
    machine: str | None
    year: int
    day: int
    part: int | None
    solver: str
    variant: str | None
    digest: str | None
    minima: Sequence[float] = ()


def read_records(root: str, puzzle: Puzzle | None = None) -> list[Record]:
    """Return all parts that ran in the project at `root`, of one puzzle or all, oldest first.

    Raises `HistoryError`.
    """
    return [Record(*row) for row in ask(root, RECORDS, puzzle or (None, None))]


def read_times(root: str, puzzles: Collection[Puzzle]) -> list[Row]:
    """Return all times of some puzzles, oldest first. Raises `HistoryError`."""
    wanted = {*puzzles}
    rows = (Row(*row) for row in ask(root, "SELECT * FROM times ORDER BY run"))
    return [
        row._replace(changed=truth(row.changed))
        for row in rows
        if Puzzle(row.year, row.day) in wanted
    ]


def read_benches(root: str, years: Collection[int]) -> list[KeptBench]:
    """Return all benches of some years, oldest first. Raises `HistoryError`."""
    found = []
    for _, processes in groupby(ask(root, BENCHES), key=lambda row: row[0]):
        rows = [*processes]
        bench = KeptBench(*rows[0][1:-1])
        if bench.year in years:
            minima = [row[-1] for row in rows]
            found.append(bench._replace(changed=truth(bench.changed), minima=minima))
    return found


def latest_records(
    records: Iterable[Record], solver: str, user: str | None = None
) -> Mapping[tuple[Puzzle, int], Record]:
    """Return the last good record of each part of a solver, by puzzle and part.

    A record is good if its verdict is `pass` or `unknown`. Variants are left out. A record on the
    input of the account `user` is preferred to a later one on another input.
    """
    latest: dict[tuple[Puzzle, int], Record] = {}
    for record in records:
        if record.solver != solver or record.variant is not None:
            continue
        if record.seconds is None or record.verdict not in (Verdict.PASS, Verdict.UNKNOWN):
            continue
        key = Puzzle(record.year, record.day), record.part
        before = latest.get(key)
        if before and user is not None and before.input == user != record.input:
            continue
        latest[key] = record
    return latest


def truth(number: int | None) -> bool | None:
    """Return a truth value, for which SQLite has a number."""
    return None if number is None else bool(number)
