"""The history as the first versions of aoc kept it: a line of JSON for each part that ran."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from aoc.files import read_bytes
from aoc.history.records import Record, kind_of
from aoc.json_text import parse_json

if TYPE_CHECKING:
    from sqlite3 import Connection

__all__ = ["parse_record", "take_over"]

LARGEST = 1 << 30
"""Bytes of the largest history that is read: that of twenty thousand runs of a whole year."""


def take_over(connection: Connection, path: str) -> None:
    """Put the records of a file into the tables, if there is one. Broken lines are left out."""
    try:
        text = read_bytes(path, LARGEST).decode(errors="replace")
    except OSError:
        return
    records = (record for line in text.split("\n") if (record := parse_record(line)))
    for at, same in groupby(records, key=lambda record: record.at):
        run = connection.execute("INSERT INTO runs (at) VALUES (?)", (at,)).lastrowid
        connection.executemany(
            "INSERT INTO results (run, year, day, solver, variant, input, part, verdict, seconds,"
            " parse_seconds, kind) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(run, *record[:-1], kind_of(record.input)) for record in same],
        )


def parse_record(line: str) -> Record | None:
    """Parse a line; `None` if it is broken."""
    try:
        fields = parse_json(line)
        record = Record(*(fields.get(name) for name in Record._fields))
    except (ValueError, AttributeError):
        return None
    times = (record.seconds, record.parse_seconds)
    texts = (record.variant, record.input)
    valid = (
        isinstance(record.year, int)
        and isinstance(record.day, int)
        and isinstance(record.part, int)
        and isinstance(record.solver, str)
        and isinstance(record.verdict, str)
        and isinstance(record.at, str)
        and all(text is None or isinstance(text, str) for text in texts)
        and all(seconds is None or isinstance(seconds, int | float) for seconds in times)
    )
    return record if valid else None
