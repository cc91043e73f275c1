"""The index of the log: an SQLite database with what the log says, for readers and other tools.

It is brought up to date when it is asked. One that is damaged, or was made by another version of
aoc, is deleted and made again; where none can be written, it is made in memory.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from typing import Any, BinaryIO

from aoc.files import discard
from aoc.history.folder import FOLDER
from aoc.history.log import HistoryError, log_path
from aoc.history.origin import digests_at

__all__ = ["ask", "index_path"]

VERSION = 1
PATIENCE = 5.0
"""Seconds to wait for another program that brings the index up to date."""
START = 64
"""Bytes at the start of a log that tell it from another one."""
# A database keeps these comments, so people with other tools see what the columns mean.
TABLES = """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,  -- UTC, as 2021-12-21T05:00:00Z
    "commit" TEXT,     -- of the project; NULL if there is none, or it is not known
    changed INTEGER,   -- 1 if the files of the days differed from the commit, else 0
    python TEXT,       -- the version of the days' Python
    machine TEXT,      -- processor, system and Python: times of one machine can be compared
    run TEXT NOT NULL, -- what the log calls the run
    UNIQUE (run, python, machine)
);
CREATE TABLE results (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs,
    year INTEGER NOT NULL,
    day INTEGER NOT NULL,
    part INTEGER NOT NULL,
    solver TEXT NOT NULL,
    variant TEXT,         -- NULL for the part itself
    input TEXT,           -- an account, `sample 3`, `file name` or `stdin`
    kind TEXT NOT NULL,   -- personal, sample, file or stdin
    digest TEXT,          -- SHA-256 of the text of the input
    verdict TEXT NOT NULL,
    answer TEXT,          -- SHA-256 of the answer
    seconds REAL,
    parse_seconds REAL,
    memory INTEGER,       -- bytes
    version TEXT,         -- of a plugin; NULL for the project's own solver
    code TEXT             -- SHA-256 of the files of the day; NULL for a plugin
);
CREATE INDEX results_by_puzzle ON results (year, day, part);
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
);
CREATE INDEX benches_by_puzzle ON benches (year, day, part);
CREATE TABLE minima (
    bench INTEGER NOT NULL REFERENCES benches,
    process INTEGER NOT NULL,  -- from 0
    seconds REAL NOT NULL,     -- per call
    PRIMARY KEY (bench, process)
) WITHOUT ROWID;
CREATE VIEW times AS  -- every time that was taken, of runs and of benches, parse by itself
SELECT runs.id AS run, at, "commit", changed, python, machine, 'run' AS source,
    year, day, part, solver, variant, input, kind, digest, verdict, seconds
FROM results JOIN runs ON runs.id = results.run WHERE seconds IS NOT NULL
UNION ALL
SELECT runs.id, at, "commit", changed, python, machine, 'run',
    year, day, NULL, solver, NULL, input, kind, digest, NULL, min(parse_seconds)
FROM results JOIN runs ON runs.id = results.run WHERE parse_seconds IS NOT NULL
GROUP BY runs.id, year, day, solver, input
UNION ALL
SELECT runs.id, at, "commit", changed, python, machine, 'bench',
    year, day, part, solver, variant, input, kind, digest, NULL, seconds
FROM benches JOIN runs ON runs.id = benches.run;
CREATE TABLE log (  -- how much of the log is here, and how that begins
    size INTEGER NOT NULL,
    start BLOB NOT NULL
);
INSERT INTO log VALUES (0, x'')
"""
RUN = ("run", "at", "commit", "changed", "python", "machine")
PART = ("year", "day", "part", "solver", "variant", "input", "kind", "digest")
RESULT = (*PART, *("verdict", "answer", "seconds", "parse_seconds", "memory", "version", "code"))
BENCH = (*PART, "seconds", "median")
TORN = (
    *(ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError),
    *(sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.ProgrammingError),
)
"""What a line of the log raises that is not all there, or that something else has written."""


def index_path(root: str) -> str:
    """Return the path of the index of the project at `root`."""
    return os.path.join(root, FOLDER, "history.sqlite3")


def ask(root: str, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
    """Return the rows that a statement of SQL finds in the history of the project at `root`.

    Raises `HistoryError` if the log cannot be read.
    """
    path, index = log_path(root), index_path(root)
    try:
        with open(path, "rb") as log:
            try:
                return answer(root, index, log, statement, values)
            except sqlite3.DatabaseError as error:
                # Else it cannot be written there, or another program does so for long.
                if not isinstance(error, sqlite3.OperationalError):
                    discard(f"{index}-journal")
                    discard(index)
                    with suppress(sqlite3.DatabaseError):
                        return answer(root, index, log, statement, values)
            return answer(root, ":memory:", log, statement, values)
    except FileNotFoundError:
        return []
    except OSError as error:
        why = error.strerror or error
        raise HistoryError(f"{path} cannot be read: {why}; fix this") from None


def answer(
    root: str, index: str, log: BinaryIO, statement: str, values: Sequence[object]
) -> list[tuple[Any, ...]]:
    """Bring an index up to date, and ask it. Raises `sqlite3.DatabaseError`."""
    connection = sqlite3.connect(index, timeout=PATIENCE, isolation_level=None)
    with closing(connection):
        connection.execute("BEGIN IMMEDIATE")
        update(connection, root, log)
        connection.execute("COMMIT")
        return connection.execute(statement, values).fetchall()


def update(connection: sqlite3.Connection, root: str, log: BinaryIO) -> None:
    """Add what has been added to the log, in a transaction."""
    [version] = connection.execute("PRAGMA user_version").fetchone()
    if version == 0:
        for statement in TABLES.split(";\n"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
    elif version != VERSION:
        raise sqlite3.DatabaseError("made by another version of aoc")
    before, start = connection.execute("SELECT size, start FROM log").fetchone()
    log.seek(0)
    if log.read(len(start)) != start or log.seek(0, os.SEEK_END) < before:
        raise sqlite3.DatabaseError("made of another log")
    size = log.seek(before)
    codes: defaultdict[int, dict[tuple[str, str], str | None]] = defaultdict(dict)
    for line in log:
        if not line.endswith(b"\n"):
            break  # not all of it is there yet
        size += len(line)
        try:
            entry = json.loads(line)
            run = add_run(connection, entry)
            if entry["commit"] and "changed" not in entry:
                for path, digest in entry["files"].items():
                    codes[run][entry["commit"], path] = digest
            for result in entry.get("results", ()):
                insert(connection, "INTO results", ("run", *RESULT), {**result, "run": run})
            for bench in entry.get("benches", ()):
                add_bench(connection, run, bench)
        except TORN:
            continue
    if size > before:
        log.seek(0)
        read = (size, log.read(min(size, START)))
        connection.execute("UPDATE log SET size = ?, start = ?", read)
        note_changes(connection, root, codes)


def add_run(connection: sqlite3.Connection, entry: dict[str, Any]) -> int:
    """Add the run of a line, if it is not there yet, and return its number."""
    insert(connection, "OR IGNORE INTO runs", RUN, entry)
    names = ("run", "python", "machine")
    statement = "SELECT id FROM runs WHERE (run, python, machine) = (?, ?, ?)"
    [number] = connection.execute(statement, [entry[name] for name in names]).fetchone()
    return int(number)


def add_bench(connection: sqlite3.Connection, run: int, bench: dict[str, Any]) -> None:
    """Add the times of one part in a bench."""
    number = insert(connection, "INTO benches", ("run", *BENCH), {**bench, "run": run})
    rows = [(number, process, seconds) for process, seconds in enumerate(bench["minima"])]
    connection.executemany("INSERT INTO minima VALUES (?, ?, ?)", rows)


def insert(
    connection: sqlite3.Connection, into: str, names: Sequence[str], fields: dict[str, Any]
) -> int | None:
    """Insert a row with the fields of these names, and return its number."""
    columns = ", ".join(f'"{name}"' for name in names)
    marks = ", ".join("?" * len(names))
    statement = f"INSERT {into} ({columns}) VALUES ({marks})"
    return connection.execute(statement, [*map(fields.get, names)]).lastrowid


def note_changes(
    connection: sqlite3.Connection,
    root: str,
    codes: Mapping[int, Mapping[tuple[str, str], str | None]],
) -> None:
    """Note of runs whether the files of their days differed from their commit, if git knows it.

    `codes` are the files of each run by commit and path.
    """
    at_commit = digests_at(root, {pair for code in codes.values() for pair in code})
    for run, code in codes.items():
        if code.keys() <= at_commit.keys():
            changed = any(not digest or digest != at_commit[pair] for pair, digest in code.items())
            statement = "UPDATE runs SET changed = max(ifnull(changed, 0), ?) WHERE id = ?"
            connection.execute(statement, (changed, run))
