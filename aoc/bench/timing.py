"""The times of one part, or of parse, in all processes of a bench."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from aoc.bench.side import Contest, Side
from aoc.worker.batches import LONG

__all__ = ["BOTH", "PARSE", "Timing"]

PARSE, BOTH = "parse", "both parts"
"""What is timed, besides `part 1` and `part 2`; a plugin answers both parts in one call."""
BUSY = 1.3
"""How many times the minimum the median may be on a machine that does nothing else."""


class Timing(NamedTuple):
    """The times of one thing on one side, in seconds: the least of each process, in their order.

    `part` is `None` for parse; for both parts, it is the first one that was answered. `calls` says
    how many were timed in the process with the fewest. `printed` says that a call prints.
    """

    contest: Contest
    side: Side
    what: str
    part: int | None
    minima: Sequence[float]
    calls: int = 1
    printed: bool = False

    @property
    def minimum(self) -> float:
        """The least time of all processes: what the call takes where nothing disturbs it."""
        return min(self.minima)

    @property
    def median(self) -> float:
        """The median of the processes' minima."""
        return median(self.minima)

    @property
    def name(self) -> str:
        """What was timed, with its variant."""
        return f"{self.what} {self.side.variant}" if self.side.variant else self.what

    @property
    def is_first_call(self) -> bool:
        """Whether a process made the call once only, so that its time is that of a first call."""
        return self.calls == 1

    @property
    def keeps_state(self) -> bool:
        """Whether it was called once since it keeps something: a short call is made once only then.

        A plugin is not asked: it is called once in any case.
        """
        return self.calls == 1 and self.what != BOTH and not self.printed and self.is_short

    @property
    def is_short(self) -> bool:
        """Whether each process could have made more calls."""
        return max(self.minima) <= LONG

    @property
    def busy(self) -> float | None:
        """How many times the minimum the median is, if that is too much; else `None`.

        Short first calls differ anyway.
        """
        if self.is_first_call and self.is_short:
            return None
        ratio = self.median / self.minimum if self.minimum else 1.0
        return ratio if ratio > BUSY else None
