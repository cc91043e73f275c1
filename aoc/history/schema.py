"""The tables of the history, and the steps that lead to them from older forms of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from aoc.history.folder import JSON_LINES
from aoc.history.json_lines import take_over

if TYPE_CHECKING:
    from sqlite3 import Connection

__all__ = ["TABLES", "VERSION", "create_tables"]

# A database keeps these comments, so people with other tools see what the columns mean.
FIRST = (
    """
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY,
        at TEXT NOT NULL,  -- UTC, as 2021-12-21T05:00:00Z
        "commit" TEXT,     -- of the project; NULL if there is none, or it is not known
        changed INTEGER,   -- 1 if the files differed from the commit, else 0
        python TEXT,       -- the version of the days' Python
        machine TEXT       -- processor, system and Python: times of one machine can be compared
    )
    """,
    """
    CREATE TABLE results (
        id INTEGER PRIMARY KEY,
        run INTEGER NOT NULL REFERENCES runs,
        year INTEGER NOT NULL,
        day INTEGER NOT NULL,
        part INTEGER NOT NULL,
        solver TEXT NOT NULL,
        variant TEXT,         -- NULL for the part itself
        input TEXT,           -- an account, `sample 3`, `file name` or `stdin`
        kind TEXT NOT NULL,   -- account, sample, file or stdin
        digest TEXT,          -- SHA-256 of the text of the input
        verdict TEXT NOT NULL,
        answer TEXT,          -- SHA-256 of the answer
        seconds REAL,
        parse_seconds REAL,
        memory INTEGER        -- bytes
    )
    """,
    "CREATE INDEX results_by_puzzle ON results (year, day, part)",
    """
    CREATE TABLE benches (
        id INTEGER PRIMARY KEY,
        run INTEGER NOT NULL REFERENCES runs,
        year INTEGER NOT NULL,
        day INTEGER NOT NULL,
        part INTEGER,         -- NULL for parse
        solver TEXT NOT NULL,
        variant TEXT,         -- NULL for the part itself
        input TEXT,
        kind TEXT NOT NULL,
        digest TEXT,
        seconds REAL NOT NULL,  -- the minimum over all processes
        median REAL NOT NULL    -- the median of the minima of the processes
    )
    """,
    "CREATE INDEX benches_by_puzzle ON benches (year, day, part)",
    """
    CREATE TABLE minima (
        bench INTEGER NOT NULL REFERENCES benches,
        process INTEGER NOT NULL,  -- from 0
        seconds REAL NOT NULL,     -- per call
        PRIMARY KEY (bench, process)
    ) WITHOUT ROWID
    """,
    """
    CREATE VIEW times AS  -- every time that was taken, of runs and of benches, parse by itself
    SELECT runs.id AS run, at, "commit", changed, python, machine, 'run' AS source,
        year, day, part, solver, variant, input, kind, digest, verdict, seconds
    FROM results JOIN runs ON runs.id = run WHERE seconds IS NOT NULL
    UNION ALL
    SELECT runs.id, at, "commit", changed, python, machine, 'run',
        year, day, NULL, solver, NULL, input, kind, digest, NULL, min(parse_seconds)
    FROM results JOIN runs ON runs.id = run WHERE parse_seconds IS NOT NULL
    GROUP BY run, year, day, solver, input
    UNION ALL
    SELECT runs.id, at, "commit", changed, python, machine, 'bench',
        year, day, part, solver, variant, input, kind, digest, NULL, seconds
    FROM benches JOIN runs ON runs.id = run
    """,
)
TABLES = ("runs", "results", "benches", "minima")
"""The tables, each after those that it refers to."""


def first_tables(connection: Connection, folder: str) -> None:
    """Make the tables, and take over the JSON lines that the first versions of aoc wrote."""
    for statement in FIRST:
        connection.execute(statement)
    take_over(connection, os.path.join(folder, JSON_LINES))


def add_versions(connection: Connection, folder: str) -> None:
    """Let results have the version of the solver that they are of."""
    column = "version TEXT /* of a plugin; NULL for the project's own solver */"
    connection.execute(f"ALTER TABLE results ADD COLUMN {column}")


STEPS: tuple[Callable[[Connection, str], None], ...] = (first_tables, add_versions)
"""What leads from each version of the tables, beginning with none, to the next."""
VERSION = len(STEPS)


def create_tables(connection: Connection, folder: str, version: int) -> None:
    """Bring the tables from a version, 0 for none, to the newest one, in a transaction."""
    for step in STEPS[version:]:
        step(connection, folder)
    connection.execute(f"PRAGMA user_version = {VERSION}")
