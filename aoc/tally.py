"""What a run came to, without its results: `Tally`. A run may have too many to keep them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from aoc.model import Puzzle, Result

__all__ = ["EXAMPLE", "SAMPLE", "Tally"]

EXAMPLE, SAMPLE = "example", "sample"
"""The kinds of inputs that `Tally.inputs` tells apart; any other one is personal."""


class Tally:
    """Counts results as they come.

    `bad` says whether one makes the run fail. `inputs` has the kinds of inputs that each puzzle ran
    on, `None` where it did not get as far as an input. `is_unloaded` says whether a solver ended
    before its first part, and `variants` which ones ran.
    """

    def __init__(self, results: Iterable[Result] = ()) -> None:
        self.bad = False
        self.inputs: dict[Puzzle, set[str | None]] = defaultdict(set)
        self.is_unloaded = False
        self.variants: dict[str, None] = {}
        for result in results:
            self.show(result)

    def show(self, result: Result) -> None:
        """Count a result."""
        self.bad |= result.bad
        self.inputs[Puzzle(result.year, result.day)].add(kind_of_input(result))
        self.is_unloaded |= result.part is None and result.error is not None
        if result.variant:
            self.variants[result.variant] = None

    def take(self, result: Result, answer: str | None) -> None:
        """Count a result of an earlier run; this is the digest of its answer."""
        self.show(result)

    def end(self) -> None:
        """Do nothing: everything is counted."""


def kind_of_input(result: Result) -> str | None:
    """Return which kind of input a result is about."""
    if result.input is None:
        return None
    if not result.whole:
        return EXAMPLE
    return SAMPLE if result.input_kind == "sample" else ""
