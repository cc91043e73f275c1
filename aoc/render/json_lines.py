"""Results for machines: a JSON object per line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TextIO

from aoc.model import Result
from aoc.render.terminal import write

FIELDS = (
    *("year", "day", "title", "solver", "variant", "input", "input_kind", "part", "answer"),
    *("expected", "verdict", "seconds", "first_call", "peak_memory_bytes", "error", "drawing"),
    *("reason", "output", "digest"),
)
"""What each line has, in this order."""
SELDOM = ("text", "profile", "calls")
"""What a line has only where it was asked for."""


class JsonLines:
    """Writes each result as one line."""

    def __init__(self, out: TextIO) -> None:
        self.out = out

    def show(self, result: Result) -> None:
        """Write one result."""
        fields = result._asdict() | {"error": result.error and result.error._asdict()}
        shown = [*FIELDS, *(name for name in SELDOM if fields[name] is not None)]
        write_json(self.out, {name: fields[name] for name in shown})

    def end(self) -> None:
        """Write nothing more."""


def write_json(out: TextIO, value: Mapping[str, object]) -> None:
    """Write an object as one line, which is printable since `dumps` writes ASCII alone."""
    write(out, json.dumps(value), "\n")
