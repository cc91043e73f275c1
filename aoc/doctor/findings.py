"""Findings: the results of checks, each in a sentence, and what to do."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from aoc.errors import AocError

SHOWN = 3
"""How many names a sentence lists."""


class Status(StrEnum):
    """The result of a check. An `ERROR` is wrong; a `WARNING` may be intended."""

    OK = "ok"
    WARNING = "warning"
    ERROR = "error"
    SKIPPED = "skipped"


class Finding(NamedTuple):
    """What a check found out: a sentence for people, and another one about what to do."""

    check: str
    status: Status
    message: str
    remedy: str | None = None


def from_error(check: str, error: AocError) -> Finding:
    """Return the finding for an error, whose sentence says after a colon what to do."""
    message, _, remedy = str(error).partition(": ")
    return Finding(check, Status.ERROR, message, remedy or None)


def listed(names: list[str]) -> str:
    """Return the first names of a list, and how many more there are."""
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {more} more" if more > 0 else "")
