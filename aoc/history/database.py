"""The file of the history, an SQLite database: opened, brought up to date, set aside if damaged.

Programs can write to it at the same time: it has a write-ahead log, so what one has written is
whole or not there, however another ends. sqlite3 is imported only here and late, since that takes
longer than all the rest.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from aoc.errors import AocError
from aoc.files import check_regular
from aoc.history.folder import DATABASE, FOLDER, make_folder
from aoc.history.schema import VERSION, create_tables

if TYPE_CHECKING:
    from sqlite3 import Connection, Error

__all__ = ["DamagedError", "HistoryError", "database_path", "reading", "writing"]

PATIENCE = 5.0
"""Seconds to wait for other programs that write."""
PAUSE = 0.01


class HistoryError(AocError):
    """The history cannot be used; the message says why, and what to do."""


class DamagedError(HistoryError):
    """The file is damaged, or is no database."""


def database_path(root: str) -> str:
    """Return the path of the history of the project at `root`."""
    return os.path.join(root, FOLDER, DATABASE)


@contextmanager
def writing(root: str) -> Iterator[Connection]:
    """Open the history of the project at `root` for a block; all in it happens or nothing.

    Raises `HistoryError` if it cannot be written.
    """
    path = database_path(root)
    with (
        translated(path, "written"),
        closing(open_history(path)) as connection,
        transaction(connection),
    ):
        yield connection


@contextmanager
def reading(root: str) -> Iterator[Connection]:
    """Open the history of the project at `root` for a block that reads it, as it is now.

    Raises `HistoryError` if it cannot be read.
    """
    path = database_path(root)
    with translated(path, "read"), closing(open_readable(path)) as connection:
        connection.execute("BEGIN")
        yield connection


@contextmanager
def translated(path: str, done: str) -> Iterator[None]:
    """Turn errors of SQLite in a block into sentences: the file cannot be `done`."""
    import sqlite3

    try:
        yield
    except sqlite3.Error as error:
        if code_of(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise DamagedError(f"{path} is damaged: {error}") from None
        raise HistoryError(f"{path} cannot be {done}: {error}; fix this") from None
    except OSError as error:
        why = error.strerror or error
        raise HistoryError(f"{path} cannot be {done}: {why}; fix this") from None


def code_of(error: Error) -> int:
    """Return the code of an error of SQLite, without what is special about it; 0 for none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def open_readable(path: str) -> Connection:
    """Open a database for reading, even where nothing can be written beside it.

    Raises what `open_history` raises.
    """
    import sqlite3

    try:
        return open_history(path)
    except sqlite3.OperationalError as error:
        if code_of(error) not in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
            raise
        # Nobody can write to it now, so there is no log to look into.
        from pathlib import Path

        address = f"{Path(path).absolute().as_uri()}?immutable=1"
        connection = sqlite3.connect(address, uri=True, isolation_level=None)
        if version_of(connection) != VERSION:
            connection.close()
            raise
        return connection


def open_history(path: str) -> Connection:
    """Open a database, and make or change its tables where that is needed.

    Raises `sqlite3.Error`, `OSError`, or `HistoryError` if it was made by a newer version of aoc.
    """
    import sqlite3

    if os.path.lexists(path):
        check_regular(os.stat(path), path)
    else:
        make_folder(os.path.dirname(path))
    connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    try:
        connection.execute("PRAGMA synchronous = NORMAL")
        if version_of(connection) != VERSION:
            keep_log(connection)
            with transaction(connection):
                # Another program may have done it meanwhile.
                update(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def update(connection: Connection, path: str) -> None:
    """Make the tables, or change them to their newest form, in a transaction."""
    version = version_of(connection)
    if version > VERSION:
        raise HistoryError(f"{path} was written by a newer version of aoc: update aoc-days")
    create_tables(connection, os.path.dirname(path), version)


def version_of(connection: Connection) -> int:
    """Return the version of the tables, 0 if there are none."""
    [version] = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def keep_log(connection: Connection) -> None:
    """Let the database have a write-ahead log from now on, where its file system can do that.

    SQLite does not wait by itself for others who want the same.
    """
    import sqlite3

    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(PAUSE)
        else:
            return


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """Do all of a block or nothing, while no other program writes."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
