"""A damaged history: set aside, and what can still be read of it put into a new one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from aoc.errors import AocError
from aoc.files import discard, locked, name_aside, retry_while_in_use
from aoc.history.database import DamagedError, HistoryError, database_path, reading, writing
from aoc.history.schema import TABLES

if TYPE_CHECKING:
    from sqlite3 import Connection

__all__ = ["read_or_report", "repair", "with_repair"]

Found = TypeVar("Found")

LOG, SHARED = "-wal", "-shm"
"""What SQLite appends to the name of a database for its log, and for memory that is shared."""


def repair(root: str) -> str | None:
    """Set the damaged history of the project at `root` aside; return a sentence about it.

    Returns `None` if another program has done so meanwhile. Raises `AocError` if that fails.
    """
    path = database_path(root)
    with locked(path):
        if not is_damaged(root):
            return None
        aside = name_aside(path)
        try:
            # The log first: without its database it would be taken for that of the new one.
            for end in (LOG, ""):
                if os.path.lexists(path + end):
                    retry_while_in_use(partial(os.rename, path + end, aside + end))
        except OSError as error:
            why = error.strerror or error
            raise HistoryError(f"{path} is damaged, and cannot be moved: {why}") from None
        discard(path + SHARED)
        kept = copy_rows(root, aside)
    return f"{path} was damaged: it is now {aside}, and {kept} of its runs could be read"


def with_repair(root: str, call: Callable[[], Found], notify: Callable[[str], None]) -> Found:
    """Call what uses the history of the project at `root`; if it is damaged, repair it first.

    `notify` gets the sentence about that. Raises `HistoryError`.
    """
    try:
        return call()
    except DamagedError:
        sentence = repair(root)
        if sentence:
            notify(sentence)
        return call()


def read_or_report(
    root: str, read: Callable[[], list[Found]], notify: Callable[[str], None]
) -> list[Found]:
    """Return what is read of the history of the project at `root`, as far as it can be read.

    `notify` gets a sentence about what cannot, and about a repair.
    """
    try:
        return with_repair(root, read, notify)
    except AocError as error:
        notify(str(error))
        return []


def is_damaged(root: str) -> bool:
    """Return whether the history of the project at `root` is damaged still."""
    try:
        with reading(root) as connection:
            [found] = connection.execute("PRAGMA quick_check(1)").fetchone()
    except DamagedError:
        return True
    return bool(found != "ok")


def copy_rows(root: str, aside: str) -> int:
    """Put all rows that can be read of a damaged database into a new one; return how many runs."""
    import sqlite3

    with closing(sqlite3.connect(aside)) as old, writing(root) as new:
        for table in TABLES:
            copy_table(old, new, table)
        [runs] = new.execute("SELECT count(*) FROM runs").fetchone()
    return int(runs)


def copy_table(old: Connection, new: Connection, table: str) -> None:
    """Copy the rows of a table that can be read."""
    import sqlite3

    key, *columns = [row[1] for row in new.execute(f"PRAGMA table_info({table})")]
    names = ", ".join(f'"{name}"' for name in (key, *columns))
    marks = ", ".join("?" * len((key, *columns)))
    try:
        [(first, last)] = old.execute(f"SELECT min({key}), max({key}) FROM {table}")
    except sqlite3.DatabaseError:
        return
    if first is not None:
        query = f"SELECT {names} FROM {table} WHERE {key} BETWEEN ? AND ?"
        for rows in readable(old, query, first, last):
            new.executemany(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})", rows)


def readable(old: Connection, query: str, first: int, last: int) -> Iterator[list[Any]]:
    """Yield the rows between two keys, without those that a damage hides."""
    import sqlite3

    try:
        yield old.execute(query, (first, last)).fetchall()
    except sqlite3.DatabaseError:
        if first < last:
            middle = (first + last) // 2
            yield from readable(old, query, first, middle)
            yield from readable(old, query, middle + 1, last)
