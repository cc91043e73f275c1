"""Results of many inputs or solvers for people: a row per puzzle and solver, and differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import Any, TextIO

from aoc.model.input_text import digest_of
from aoc.model.inputs import InputKind
from aoc.model.results import PRINTED, FirstCall, Result, Verdict
from aoc.project.solvers import OWN
from aoc.render.format import (
    LOOKS,
    answer_text,
    count_note,
    cut,
    line_count,
    padded,
    seconds_text,
    sign,
)
from aoc.render.table import ResultTable
from aoc.render.terminal import painted, wrapped
from aoc.site.accounts import few_of
from aoc.text import printable

LABEL, COUNT, TIME = 22, 6, 9
"""Columns for the puzzle with its solver, for a number of parts, and for a time."""
INDENT = 6
"""Columns before the text below a row."""
TIMES = ("min", "median", "max")


class MatrixTable(ResultTable):
    """A table with a row for each puzzle and solver: how many parts have which verdict.

    A row is written once the results of the next one come. The times are those to parse and solve
    an input, of the inputs on which nothing failed. With `quiet`, only rows with something wrong
    are written. If it `has_solvers`, several ones, their answers are compared where the right one
    is not known. `options` are those of `ResultTable`.
    """

    def __init__(
        self, out: TextIO, *, has_solvers: bool = False, **options: Any
    ) -> None:
        super().__init__(out, **options)
        self.has_solvers = has_solvers
        self.has_head = False
        self.lines = 0
        """The lines that solvers have printed, which are not shown."""
        self.about: tuple[object, ...] = ()
        """The year, the day and the solver whose results are coming."""
        self.rows: dict[str | None, Row] = {}
        """Its rows, by variant."""
        self.answers: dict[tuple[str | None, int | None], tuple[str, str]] = {}
        """The digest of the first answer to each part on each input, and its solver."""

    def add(self, result: Result) -> None:
        """Add a result to its row, and before it the rows of another puzzle or solver."""
        about = (*result.puzzle, result.solver)
        if about != self.about:
            self.add_rows()
        if about[:2] != self.about[:2]:
            self.answers.clear()
        self.about = about
        super().add(result)
        self.lines += (
            line_count(result.outcome.printed) if result.reason != PRINTED else 0
        )
        if result.variant not in self.rows:
            self.rows[result.variant] = Row(result)
        self.rows[result.variant].add(result, self.rival_of(result))

    def rival_of(self, result: Result) -> str | None:
        """Return which solver answered otherwise, where the right answer is not known."""
        if (
            not self.has_solvers
            or result.verdict is not Verdict.UNKNOWN
            or result.variant
        ):
            return None
        mine = (digest_of(result.answer or ""), result.solver)
        theirs = self.answers.setdefault((result.input, result.part), mine)
        return theirs[1] if theirs[0] != mine[0] else None

    def add_end(self) -> None:
        """Add the last rows, and the line that sums up."""
        self.add_rows()
        if self.lines and not self.quiet:
            self.pieces += (count_note(self.lines, "  ", "-v"), "\n")
        super().add_end()

    def add_rows(self) -> None:
        """Add the rows, and forget them."""
        for row in self.rows.values():
            row.end_input()
            is_bad = any(first.bad for first, _, _ in row.found.values())
            if is_bad or (row.has_parts and not self.quiet):
                self.add_row(name_of(row.first, with_solver=self.has_solvers), row)
        self.rows.clear()

    def add_row(self, name: str, row: Row) -> None:
        """Add a row, with the differences below it."""
        if not self.has_head:
            self.has_head = True
            self.pieces.append(" " * LABEL)
            for verdict in Verdict:
                self.pieces += (" " * (COUNT - 1), sign(verdict))
            self.pieces += (
                painted("".join(f"{time:>{TIME}}" for time in TIMES), "2"),
                "\n",
            )
        self.pieces.append(padded(cut(printable(name, kept=""), LABEL - 1), LABEL))
        cells = [count_cell(verdict, row.counts[verdict]) for verdict in Verdict]
        if row.times:
            shown = (min(row.times), median(row.times), max(row.times))
            self.has_first_calls |= any(isinstance(time, FirstCall) for time in shown)
            cells += (f"{seconds_text(time):>{TIME}}" for time in shown)
        self.pieces += (*cells, "\n")
        for first, rival, names in row.found.values():
            text = difference_text(first, rival, names)
            below = wrapped(text, self.width, " " * (INDENT + 2)).lstrip(" ")
            self.pieces += (" " * INDENT, sign(first.verdict), f" {below}\n")


class Row:
    """Adds up the results of a solver, or of a variant, on the inputs of a puzzle.

    `first` is the first of them. `found` has the wrong parts: the first result, the solver that
    answered otherwise where the right answer is not known, and the names of the inputs.
    """

    def __init__(self, first: Result) -> None:
        self.first = first
        self.counts: Counter[Verdict] = Counter()
        self.times: list[float] = []
        self.found: dict[tuple[object, ...], tuple[Result, str | None, list[str]]] = {}
        self.has_parts = False
        self.results: list[Result] = []
        """Those on the input whose results are coming."""

    def add(self, result: Result, rival: str | None) -> None:
        """Add a result; one on an example does not count."""
        if self.results and result.input != self.results[0].input:
            self.end_input()
        self.results.append(result)
        if result.outcome.is_of_parse:
            return
        self.has_parts = True
        if result.outcome.input_kind != InputKind.EXAMPLE:
            self.counts[result.verdict] += 1
        if result.bad or rival:
            kind = result.error and result.error.kind
            key = (
                result.verdict,
                result.part,
                kind,
                rival,
                result.outcome.is_whole,
            )
            self.found.setdefault(key, (result, rival, []))[2].append(
                result.input or ""
            )

    def end_input(self) -> None:
        """Take the time on an input, all of whose results have come."""
        timed = [
            one
            for one in self.results
            if one.outcome.is_whole and one.seconds is not None
        ]
        has_failed = any(one.verdict is Verdict.ERROR for one in self.results)
        if not has_failed and any(one.part for one in timed):
            self.times.append(sum(one.outcome.time or 0.0 for one in timed))
        self.results.clear()


def difference_text(first: Result, rival: str | None, names: Sequence[str]) -> str:
    """Return the line for the inputs with these names, all wrong in the way of the first result."""
    part = f"part {first.part} " if first.part else ""
    place = f"{part}on {first.input}: " if first.input else ""
    by = f", and another answer by {rival}" if rival else ""
    also = f"; also on {few_of(names[1:])}" if names[1:] else ""
    return place + answer_text(first) + by + also


def count_cell(verdict: Verdict, count: int) -> str:
    """Return how many parts have a verdict, as wide as its column."""
    text = f"{count or '':>{COUNT}}"
    is_bad = count and verdict in (Verdict.FAIL, Verdict.ERROR)
    return painted(text, LOOKS[verdict].color) if is_bad else text


def name_of(first: Result, *, with_solver: bool) -> str:
    """Return the name of a row: of its puzzle, and of its solver where there are several."""
    of_solver = with_solver or first.solver != OWN
    puzzle = str(first.puzzle)
    of_days = first.job.title if first.variant is None else None
    words = (puzzle, first.solver if of_solver else of_days, first.variant)
    return " ".join(word for word in words if word)
