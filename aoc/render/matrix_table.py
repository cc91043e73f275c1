"""Results of many inputs or solvers for people: a row per puzzle and solver, and its faults."""

from __future__ import annotations

from collections import Counter, defaultdict
from statistics import median
from typing import TextIO

from aoc.model.inputs import InputKind
from aoc.model.results import Result, Verdict
from aoc.render.format import LOOKS, answer_text, cut, padded, part_name, seconds_text, sign
from aoc.render.table import INDENT, ResultTable
from aoc.render.terminal import painted, wrapped
from aoc.text import printable

LABEL_COLUMNS = 22
"""Columns for the puzzle with its solver."""
MOST_FAULTS = 3
"""Wrong answers and errors of a row that are shown."""


class MatrixTable(ResultTable):
    """A table with a row for each puzzle and solver: how many parts have which verdict.

    A row is written once the results of the next one come. Its time is the median of those to parse
    and solve one input. With `quiet`, only rows with something wrong are written.
    """

    in_order = True

    def __init__(self, out: TextIO, *, quiet: bool = False) -> None:
        super().__init__(out, quiet=quiet)
        self.label = ""
        """The puzzle and the solver whose results are coming."""
        self.counts: Counter[Verdict] = Counter()
        """How many parts have which verdict, without those on examples."""
        self.seconds: defaultdict[str | None, float] = defaultdict(float)
        """The time on each input."""
        self.faults: list[Result] = []

    def add(self, result: Result) -> None:
        """Add a result to its row, and before it the row of another puzzle or solver."""
        label = f"{result.puzzle} {result.solver}"
        if label != self.label:
            self.add_row()
            self.label = label
        super().add(result)
        if result.bad:
            self.faults.append(result)
        is_example = result.outcome.input_kind is InputKind.EXAMPLE
        if not result.outcome.is_of_parse and not is_example:
            self.counts[result.verdict] += 1
        # A variant is another way to the same answer.
        if result.outcome.is_whole and result.seconds and not result.variant:
            self.seconds[result.input] += result.seconds

    def add_end(self, seconds: float) -> None:
        """Add the last row, and the line that sums up."""
        self.add_row()
        super().add_end(seconds)

    def add_row(self) -> None:
        """Add the row of the results so far, with the first faults below it, and forget them."""
        if self.faults or (self.counts and not self.quiet):
            label = cut(printable(self.label, kept=""), LABEL_COLUMNS - 1)
            self.pieces += (padded(label, LABEL_COLUMNS), *self.count_pieces(), "\n")
        for fault in self.faults[:MOST_FAULTS]:
            text = wrapped(fault_text(fault), self.width, f"{INDENT}  ")
            self.pieces += (INDENT, sign(fault.verdict), f" {text.lstrip(' ')}\n")
        more = len(self.faults) - MOST_FAULTS
        if more > 0:
            self.pieces.append(f"{INDENT}and {more} more: -v shows all\n")
        self.counts.clear()
        self.seconds.clear()
        self.faults.clear()

    def count_pieces(self) -> list[str]:
        """Return the counts of a row, and its time, in pieces that may have a color."""
        pieces = []
        for verdict, look in LOOKS.items():
            count = self.counts[verdict]
            if not count:
                continue
            text = f"{count} {look.word}"
            is_bad = verdict in (Verdict.FAIL, Verdict.ERROR)
            pieces += [painted(text, look.color) if is_bad else text, ", "]
        # The time until an error is no time of a solution.
        if self.seconds and not self.counts[Verdict.ERROR]:
            pieces.append(f"{seconds_text(median(self.seconds.values()))} for an input")
        elif pieces:
            pieces.pop()
        return pieces


def fault_text(fault: Result) -> str:
    """Return the line of a wrong answer or an error."""
    text = answer_text(fault)
    if not fault.input:
        return text
    if fault.part is None:
        return f"on {fault.input}: {text}"
    return f"{part_name(fault.part, fault.variant)} on {fault.input}: {text}"
