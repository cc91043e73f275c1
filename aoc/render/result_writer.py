"""What the tables of results have in common: what they write to, and the line that sums up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from typing import TextIO

from aoc.clock import seconds_since_start
from aoc.model import Verdict
from aoc.render.console import width_of, wrapped
from aoc.render.output import Piece, write
from aoc.render.signs import legend_pieces
from aoc.render.summary import Summary

__all__ = ["ResultWriter"]


class ResultWriter:
    """Gathers pieces of a table, and writes them; with `quiet`, only about what is wrong.

    `tips` takes the verdicts that were shown, and returns those with signs to explain at the end.
    `wall` returns how long the run has taken, in seconds.
    """

    def __init__(
        self,
        out: TextIO,
        *,
        quiet: bool = False,
        tips: Callable[[Collection[Verdict]], Collection[Verdict]] = lambda verdicts: (),
        wall: Callable[[], float] = seconds_since_start,
    ) -> None:
        self.out = out
        self.pieces: list[Piece] = []
        self.width = width_of(out)
        self.quiet = quiet
        self.tips = tips
        self.wall = wall
        self.summary = Summary()

    def write_end(self, line: str, counts: Counter[Verdict]) -> None:
        """Write the line that sums up, and explain the signs that are shown for the first time."""
        gap = "" if self.quiet else "\n"
        self.pieces.append(f"{gap}{wrapped(line, self.width)}\n")
        self.pieces += legend_pieces(self.tips([verdict for verdict in Verdict if counts[verdict]]))
        self.write()

    def write(self) -> None:
        """Write what was added since the last time."""
        if self.pieces:
            write(self.out, *self.pieces)
            self.pieces.clear()
