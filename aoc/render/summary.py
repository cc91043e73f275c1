"""The line at the end of a run: how many verdicts of each kind, and what took how long."""

from __future__ import annotations

from collections import Counter

from aoc.model import Result, Verdict
from aoc.render.signs import MEANINGS
from aoc.render.units import seconds_text

__all__ = ["Summary"]


class Summary:
    """Adds up results."""

    def __init__(self) -> None:
        self.counts: Counter[Verdict] = Counter()
        self.timed: set[str] = set()
        self.seconds = 0.0
        self.has_variants = False

    def add(self, result: Result) -> None:
        """Add a result; parsing is no answer, but takes time."""
        if not result.is_of_parse:
            self.counts[result.verdict] += 1
        self.has_variants |= result.variant is not None
        if result.whole and result.variant is None and result.seconds is not None:
            self.timed.add(result.input or "")
            self.seconds += result.seconds

    def text(self, wall: float) -> str:
        """Return the line; `wall` is how long the whole run took, in seconds."""
        counts = ", ".join(
            f"{count} {MEANINGS[verdict]}" for verdict in Verdict if (count := self.counts[verdict])
        )
        if not self.timed:
            return f"{counts}; {seconds_text(wall)} in all"
        without = ", without variants" if self.has_variants else ""
        what = f"to parse and solve {self.inputs_text()}{without}"
        return f"{counts}; {seconds_text(self.seconds)} {what}; {seconds_text(wall)} in all"

    def inputs_text(self) -> str:
        """Name the inputs whose times are added up."""
        if len(self.timed) > 1:
            return f"{len(self.timed)} inputs"
        [label] = self.timed
        return label if label == "stdin" or label.startswith(("sample ", "file ")) else "your input"
