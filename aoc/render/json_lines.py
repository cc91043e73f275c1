"""Results for machines: a JSON object per line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TextIO

from aoc.model import Result
from aoc.render.terminal import write

__all__ = ["JsonLines", "write_json"]


class JsonLines:
    """Writes each result as one line."""

    def __init__(self, out: TextIO) -> None:
        self.out = out

    def show(self, result: Result) -> None:
        """Write one result, with the kind of its input beside the input."""
        fields = result.to_dict()
        kind = {"input_kind": fields.pop("input_kind")}
        head = {name: fields.pop(name) for name in [*fields][: [*fields].index("part")]}
        write_json(self.out, head | kind | fields)

    def end(self) -> None:
        """Write nothing more."""


def write_json(out: TextIO, value: Mapping[str, object]) -> None:
    """Write an object as one line, which is printable since `dumps` writes ASCII alone."""
    write(out, json.dumps(value), "\n")
