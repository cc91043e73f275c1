"""The index of the log: an SQLite database with what the log says, for readers and other tools.

It is brought up to date when it is asked. One that is damaged, or was made by another version of
aoc, is deleted and made again; where none can be written, it is made in memory.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
from collections import defaultdict
from collections.abc import Collection, Mapping
from contextlib import closing, suppress
from io import BytesIO
from typing import Any, BinaryIO

from aoc.errors import AocError
from aoc.files import discard, git_environment
from aoc.history.log import FOLDER, log_path, text_of
from aoc.text import digest_of

__all__ = ["ask", "index_path"]

VERSION = 1
PATIENCE = 5.0
"""Seconds to wait for another program that brings the index up to date."""
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
    UNIQUE (run, python, machine) ON CONFLICT IGNORE
);
CREATE TABLE results (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs,
    year INTEGER NOT NULL, day INTEGER NOT NULL, part INTEGER NOT NULL, solver TEXT NOT NULL,
    variant TEXT,         -- NULL for the part itself
    input TEXT,           -- an account, `sample 3`, `file name` or `stdin`
    kind TEXT NOT NULL,   -- personal, sample, file or stdin
    digest TEXT,          -- SHA-256 of the text of the input
    verdict TEXT NOT NULL,
    answer TEXT,          -- SHA-256 of the answer
    seconds REAL, parse_seconds REAL, memory INTEGER,  -- bytes
    version TEXT,         -- of a plugin; NULL for the project's own solver
    code TEXT             -- SHA-256 of the files of the day; NULL for a plugin
);
CREATE TABLE benches (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs,
    year INTEGER NOT NULL, day INTEGER NOT NULL,
    part INTEGER,         -- NULL for parse
    solver TEXT NOT NULL, variant TEXT, input TEXT, kind TEXT NOT NULL, digest TEXT,
    seconds REAL NOT NULL,  -- the minimum over all processes
    median REAL NOT NULL,   -- the median of the minima of the processes
    minima TEXT NOT NULL    -- of the processes, as JSON
);
CREATE VIEW minima AS  -- processes from 0, and their seconds per call
SELECT benches.id AS bench, key AS process, value AS seconds FROM benches, json_each(minima);
CREATE VIEW times AS  -- every time that was taken, of runs and of benches, parse by itself
SELECT runs.id AS run, at, "commit", changed, python, machine, 'run' AS source,
    year, day, part, solver, variant, input, kind, digest, verdict, seconds,
    NULL AS bench, '[]' AS minima
FROM results JOIN runs ON runs.id = results.run WHERE seconds IS NOT NULL
UNION ALL
SELECT runs.id, at, "commit", changed, python, machine, 'run',
    year, day, NULL, solver, NULL, input, kind, digest, NULL, min(parse_seconds),
    NULL, '[]'
FROM results JOIN runs ON runs.id = results.run WHERE parse_seconds IS NOT NULL
GROUP BY runs.id, year, day, solver, input
UNION ALL
SELECT runs.id, at, "commit", changed, python, machine, 'bench',
    year, day, part, solver, variant, input, kind, digest, NULL, seconds,
    benches.id, minima
FROM benches JOIN runs ON runs.id = benches.run;
CREATE TABLE log (
    size INTEGER NOT NULL  -- how many bytes of the log are here
);
INSERT INTO log VALUES (0)
"""
TORN = (ValueError, LookupError, TypeError, sqlite3.IntegrityError, sqlite3.ProgrammingError)
"""What a line of the log raises that is not all there, or that something else has written."""
Files = dict[tuple[str, str], str | None]
"""The digests of files, by commit and path."""


def index_path(root: str) -> str:
    """Return the path of the index of the project at `root`."""
    return os.path.join(root, FOLDER, "history.sqlite3")


def ask(root: str, statement: str) -> list[tuple[Any, ...]]:
    """Return the rows that a statement of SQL finds in the history of the project at `root`.

    Raises `AocError` if the log cannot be read.
    """
    path, index = log_path(root), index_path(root)
    try:
        with open(path, "rb") as log:
            try:
                return answer(root, index, log, statement)
            except sqlite3.DatabaseError as error:
                # Else it cannot be written there, or another program does so for long.
                if not isinstance(error, sqlite3.OperationalError):
                    discard(index)
                return answer(root, ":memory:", log, statement)
    except FileNotFoundError:
        discard(index)
        return []
    except OSError as error:
        raise AocError(f"{path} cannot be read ({error.strerror}): fix this") from None


def answer(root: str, database: str, log: BinaryIO, statement: str) -> list[tuple[Any, ...]]:
    """Bring an index up to date, and ask it. Raises `sqlite3.DatabaseError`."""
    connection = sqlite3.connect(database, timeout=PATIENCE, isolation_level=None)
    with closing(connection):
        connection.execute("BEGIN IMMEDIATE")
        update(connection, root, log)
        connection.execute("COMMIT")
        return connection.execute(statement).fetchall()


def update(connection: sqlite3.Connection, root: str, log: BinaryIO) -> None:
    """Add what has been added to the log, in a transaction."""
    [version] = connection.execute("PRAGMA user_version").fetchone()
    if version == 0:
        for statement in TABLES.split(";\n"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
    elif version != VERSION:
        raise sqlite3.DatabaseError("made by another version of aoc")
    [before] = connection.execute("SELECT size FROM log").fetchone()
    if log.seek(0, os.SEEK_END) < before:
        raise sqlite3.DatabaseError("made of another log")
    size = log.seek(before)
    files: defaultdict[int, Files] = defaultdict(dict)
    for line in log:
        if not line.endswith(b"\n"):
            break  # not all of it is there yet
        size += len(line)
        with suppress(*TORN):
            add_run(connection, json.loads(line), files)
    connection.execute("UPDATE log SET size = ?", (size,))
    note_changes(connection, root, files)


def add_run(
    connection: sqlite3.Connection, entry: dict[str, Any], files: Mapping[int, Files]
) -> None:
    """Add the run of a line, or more results of one, and note the `files` that ran."""
    key = (entry["run"], entry["python"], entry["machine"])
    insert(connection, "runs", entry)
    statement = "SELECT id FROM runs WHERE (run, python, machine) = (?, ?, ?)"
    [run] = connection.execute(statement, key).fetchone()
    for path, digest in entry.get("files", {}).items() if entry["commit"] else ():
        files[run][entry["commit"], path] = digest
    for result in entry.get("results", ()):
        insert(connection, "results", result | {"run": run})
    for bench in entry.get("benches", ()):
        minima = json.dumps(bench["minima"])
        insert(connection, "benches", bench | {"run": run, "minima": minima})


def insert(connection: sqlite3.Connection, table: str, fields: dict[str, Any]) -> None:
    """Insert a row with the fields that have the names of its columns."""
    names = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
    statement = f"INSERT INTO {table} VALUES ({', '.join('?' * len(names))})"
    connection.execute(statement, [fields.get(name) for name in names])


def note_changes(connection: sqlite3.Connection, root: str, files: Mapping[int, Files]) -> None:
    """Note of runs whether the files that ran differed from their commit, if git knows it."""
    at_commit = digests_at(root, {place for ran in files.values() for place in ran})
    for run, ran in files.items():
        if ran.keys() <= at_commit.keys():
            changed = any(not digest or digest != at_commit[place] for place, digest in ran.items())
            statement = "UPDATE runs SET changed = max(ifnull(changed, 0), ?) WHERE id = ?"
            connection.execute(statement, (changed, run))


def digests_at(root: str, places: Collection[tuple[str, str]]) -> Files:
    """Return the digests of files at commits, by commit and path in the project at `root`.

    The digest is `None` if the commit does not have the file. Commits that git does not know are
    left out, which are all if there is no git.
    """
    if not places:
        return {}
    commits = {commit for commit, _ in places}
    names = [*commits, *(f"{commit}:./{path}" for commit, path in places)]
    try:
        done = subprocess.run(
            ("git", "cat-file", "--batch"),
            cwd=root,
            env=git_environment(),
            input="".join(f"{name}\n" for name in names).encode("utf-8", "replace"),
            capture_output=True,
            check=False,
        )
    except OSError:
        return {}
    output = BytesIO(done.stdout)
    digests: dict[str, str | None] = {}
    for name in names:
        *_, size = output.readline().split() or [b"missing"]
        digests[name] = None
        if size != b"missing":
            digests[name] = digest_of(text_of(output.read(int(size))))
            output.readline()
    return {
        (commit, path): digests[f"{commit}:./{path}"] for commit, path in places if digests[commit]
    }
