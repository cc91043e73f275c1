"""The history of a project: a line of JSON in `.aoc/history.jsonl` for each part that ran.

Only runs on whole inputs count, not those on examples. The file is only ever appended to, with
one write for each run of the program, so that two programs can do so at the same time.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from aoc.clock import now
from aoc.puzzle import Puzzle
from aoc.results import Result, Verdict

__all__ = ["Record", "append", "history_path", "latest", "read"]

CACHE_IGNORE = "# Made by aoc: what is kept between runs belongs to nobody else.\n*\n"


class Record(NamedTuple):
    """One part that ran: what `aoc.results.Result` says of it, and when, in UTC (ISO 8601)."""

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
    """Say where the history of the project at `root` is kept."""
    return os.path.join(root, ".aoc", "history.jsonl")


def append(root: str, results: Iterable[Result], inputs: Collection[str]) -> None:
    """Add the results of a run to the history; `inputs` are the labels of whole inputs.

    Parts that are not solved are left out. A project that cannot be written to has no history:
    that is no reason for a run to fail.
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
            write(history_path(root), "\n".join(lines) + "\n")
        except OSError:
            return


def record_of(result: Result, at: str) -> Record:
    """Take out of a result what the history keeps."""
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


def write(path: str, lines: str) -> None:
    """Append lines in one go, on a line of their own even if the file was left without an end."""
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
    try:
        file = os.open(path, flags, 0o644)
    except FileNotFoundError:
        make_folder(os.path.dirname(path))
        file = os.open(path, flags, 0o644)
    try:
        size = os.fstat(file).st_size
        torn = size and os.pread(file, 1, size - 1) != b"\n"
        os.write(file, ("\n" * bool(torn) + lines).encode("utf-8", "backslashreplace"))
    finally:
        os.close(file)


def make_folder(folder: str) -> None:
    """Make the folder for what is kept, and have git leave it alone."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, ".gitignore"), "w", encoding="utf-8") as file:
        file.write(CACHE_IGNORE)


def read(root: str) -> list[Record]:
    """Read the history of the project at `root`, oldest first; broken lines are skipped."""
    try:
        with open(history_path(root), encoding="utf-8", errors="replace") as file:
            lines = file.read().split("\n")
    except OSError:
        return []
    return [record for line in lines if (record := read_line(line))]


def read_line(line: str) -> Record | None:
    """Read a line of the history, if it is one."""
    try:
        fields = json.loads(line)
        record = Record(*(fields.get(name) for name in Record._fields))
    except (ValueError, AttributeError, RecursionError):
        return None
    times = (record.seconds, record.parse_seconds)
    sound = (
        isinstance(record.year, int)
        and isinstance(record.day, int)
        and isinstance(record.part, int)
        and isinstance(record.solver, str)
        and isinstance(record.verdict, str)
        and isinstance(record.at, str)
        and all(seconds is None or isinstance(seconds, int | float) for seconds in times)
    )
    return record if sound else None


def latest(
    records: Iterable[Record], solver: str, user: str | None = None
) -> Mapping[tuple[Puzzle, int], Record]:
    """Find the last run of each part that was not wrong, by puzzle and part; variants do not count.

    What ran on the input of the account `user` goes before what ran on any other input.
    """
    found: dict[tuple[Puzzle, int], Record] = {}
    for record in records:
        if record.solver != solver or record.variant is not None or record.part is None:
            continue
        if record.seconds is None or record.verdict not in (Verdict.PASS, Verdict.UNKNOWN):
            continue
        key = Puzzle(record.year, record.day), record.part
        before = found.get(key)
        if before and user is not None and before.input == user != record.input:
            continue
        found[key] = record
    return found
