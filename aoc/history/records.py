"""What the history says of one part that ran: `Record`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from aoc.puzzles import Puzzle
from aoc.results import Verdict

__all__ = ["Record", "kind_of", "latest_records"]


class Record(NamedTuple):
    """One part that ran: fields of its `aoc.results.Result`, and the time in UTC (ISO 8601)."""

    year: int
    day: int
    solver: str
    variant: str | None
    input: str | None
    part: int
    verdict: str
    seconds: float | None
    parse_seconds: float | None
    at: str


def kind_of(label: str | None) -> str:
    """Return the kind of an input by its label: `sample`, `file`, `stdin` or `account`."""
    word, _, rest = (label or "").partition(" ")
    if rest and word in ("sample", "file"):
        return word
    return "stdin" if label == "stdin" else "account"


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
