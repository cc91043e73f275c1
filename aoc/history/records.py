"""The history of a project: a line of JSON in `.aoc/history.jsonl` for each part that ran.

Only runs on whole inputs are kept, not those on examples. The file only ever grows, by one write
for each run of the program, so that several programs can append to it at the same time.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple

from aoc.clock import now
from aoc.files import check_regular, read_bytes
from aoc.json_text import parse_json
from aoc.puzzle import Puzzle
from aoc.results import Result, Verdict

__all__ = [
    "Record",
    "append_results",
    "append_text",
    "history_path",
    "latest_records",
    "make_folder",
    "read_records",
]

LARGEST = 1 << 30
"""Bytes of the largest history that is read: that of twenty thousand runs of a whole year."""
GITIGNORE = "# Created by aoc: the results of your own runs do not belong in a repository.\n*\n"


class Record(NamedTuple):
    """One part that ran: fields of its `aoc.results.Result`, and the time in UTC (ISO 8601)."""

    year: int
    day: int
    solver: str
    variant: str | None
    input: str | None
    part: int | None
    verdict: str
    seconds: float | None
    parse_seconds: float | None
    at: str


def history_path(root: str) -> str:
    """Return the path of the history file of the project at `root`."""
    return os.path.join(root, ".aoc", "history.jsonl")


def append_results(root: str, results: Iterable[Result], inputs: Collection[str]) -> None:
    """Append the results of a run to the history of the project at `root`.

    `inputs` are the labels of whole inputs; results on other inputs, and parts that are not
    solved, are left out. If the file cannot be written, nothing happens: a run does not fail
    because of its history.
    """
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now()))
    lines = [
        json.dumps(record_of(result, at)._asdict(), ensure_ascii=False)
        for result in results
        if result.part is not None
        and result.input in inputs
        and result.verdict is not Verdict.SKIPPED
    ]
    if lines:
        try:
            append_text(history_path(root), "\n".join(lines) + "\n")
        except OSError:
            return


def record_of(result: Result, at: str) -> Record:
    """Return the fields of a result that the history keeps."""
    return Record(
        result.year,
        result.day,
        result.solver,
        result.variant,
        result.input,
        result.part,
        result.verdict.value,
        result.seconds,
        result.parse_seconds,
        at,
    )


def append_text(path: str, lines: str) -> None:
    """Append lines to a file, which is made if it does not exist.

    Raises `OSError`, also if it is not a regular file.
    """
    # Without O_BINARY, Windows would write every line end as CR and LF.
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
    if os.path.exists(path):
        check_regular(os.stat(path), path)
    try:
        file = os.open(path, flags, 0o644)
    except FileNotFoundError:
        make_folder(os.path.dirname(path))
        file = os.open(path, flags, 0o644)
    try:
        data = lines.encode("utf-8", "backslashreplace")
        if sys.platform == "win32":
            from aoc.history.windows import locked

            with locked(file):
                write_at_end(file, data)
        else:
            write_at_end(file, data)
    finally:
        os.close(file)


def write_at_end(file: int, data: bytes) -> None:
    """Append to an open file in one write, after a line end if the last line has none."""
    torn = False
    if os.fstat(file).st_size:
        os.lseek(file, -1, os.SEEK_END)
        torn = os.read(file, 1) != b"\n"
    os.write(file, b"\n" * torn + data)


def make_folder(folder: str) -> None:
    """Make the folder of the history, with a `.gitignore` that keeps it out of git."""
    os.makedirs(folder, exist_ok=True)
    # One that exists stays: it may be a link to anything.
    with (
        suppress(FileExistsError),
        open(os.path.join(folder, ".gitignore"), "x", encoding="utf-8") as file,
    ):
        file.write(GITIGNORE)


def read_records(root: str) -> list[Record]:
    """Read the history of the project at `root`, oldest record first; skip broken lines."""
    try:
        text = read_bytes(history_path(root), LARGEST).decode(errors="replace")
    except OSError:
        return []
    lines = text.split("\n")
    return [record for line in lines if (record := parse_record(line))]


def parse_record(line: str) -> Record | None:
    """Parse a line of the history; `None` if it is broken."""
    try:
        fields = parse_json(line)
        record = Record(*(fields.get(name) for name in Record._fields))
    except (ValueError, AttributeError):
        return None
    times = (record.seconds, record.parse_seconds)
    valid = (
        isinstance(record.year, int)
        and isinstance(record.day, int)
        and isinstance(record.part, int)
        and isinstance(record.solver, str)
        and isinstance(record.verdict, str)
        and isinstance(record.at, str)
        and all(seconds is None or isinstance(seconds, int | float) for seconds in times)
    )
    return record if valid else None


def latest_records(
    records: Iterable[Record], solver: str, user: str | None = None
) -> Mapping[tuple[Puzzle, int], Record]:
    """Return the last good record of each part of a solver, by puzzle and part.

    A record is good if its verdict is `pass` or `unknown`. Variants are left out. A record on the
    input of the account `user` is preferred to a later one on another input.
    """
    latest: dict[tuple[Puzzle, int], Record] = {}
    for record in records:
        if record.solver != solver or record.variant is not None or record.part is None:
            continue
        if record.seconds is None or record.verdict not in (Verdict.PASS, Verdict.UNKNOWN):
            continue
        key = Puzzle(record.year, record.day), record.part
        before = latest.get(key)
        if before and user is not None and before.input == user != record.input:
            continue
        latest[key] = record
    return latest
