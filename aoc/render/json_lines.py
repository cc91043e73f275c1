"""Results for machines: a JSON object per line."""

from __future__ import annotations

import json
from typing import TextIO

from aoc.results import Result

__all__ = ["JsonLines"]


class JsonLines:
    """Writes each result as one line."""

    def __init__(self, out: TextIO) -> None:
        self.out = out

    def show(self, result: Result) -> None:
        """Write one result."""
        self.out.write(json.dumps(result.to_dict()) + "\n")
        self.out.flush()

    def end(self) -> None:
        """Write nothing more."""
