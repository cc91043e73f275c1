"""Results of many inputs or solvers for people: a row per puzzle and solver, and differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple, TextIO

from aoc.model.inputs import InputKind, digest_of
from aoc.model.jobs import OPTION_HINTS
from aoc.model.puzzles import Puzzle, seconds_since_start
from aoc.model.results import PRINTED, Result, Time, Verdict, total_time
from aoc.project.project import OWN
from aoc.render.format import (
    LOOKS,
    answer_text,
    count_note,
    cut,
    line_count,
    padded,
    sign,
    time_text,
)
from aoc.render.table import ResultTable
from aoc.render.terminal import painted, wrapped
from aoc.site.accounts import few_of
from aoc.text import printable

LABEL_COLUMNS = 22
"""Columns for the puzzle with its solver."""
COUNT_COLUMNS = 6
"""Columns for a number of parts."""
TIME_COLUMNS = 9
"""Columns for a time."""
INDENT = 6
"""Columns before the text below a row."""


class MatrixTable(ResultTable):
    """A table with a row for each puzzle and solver: how many parts have which verdict.

    A row is written once the results of the next one come. Its times are of parsing and solving
    the inputs on which nothing failed. With `quiet`, only rows with something wrong are written. If
    it `has_solvers`, several, their answers are compared where the right answer is not known.
    `wall` is as in `ResultTable`.
    """

    in_order = True

    def __init__(
        self,
        out: TextIO,
        *,
        has_solvers: bool = False,
        quiet: bool = False,
        wall: Callable[[], float] = seconds_since_start,
    ) -> None:
        super().__init__(out, quiet=quiet, wall=wall)
        self.has_solvers = has_solvers
        self.has_head = False
        self.lines = 0
        """The lines that solvers have printed, which are not shown."""
        self.puzzle: Puzzle | None = None
        """The puzzle whose results are coming."""
        self.solver = ""
        """The solver whose results are coming."""
        self.rows: dict[str | None, MatrixRow] = {}
        """Its rows, by variant."""
        self.answers: dict[tuple[str | None, int | None], tuple[str, str]] = {}
        """The digest of the first answer to each part on each input, and its solver."""

    def add(self, result: Result) -> None:
        """Add a result to its row, and before it the rows of another puzzle or solver."""
        if (result.puzzle, result.solver) != (self.puzzle, self.solver):
            self.add_rows()
        # The answers of all solvers of a puzzle come together.
        if result.puzzle != self.puzzle:
            self.answers.clear()
        self.puzzle = result.puzzle
        self.solver = result.solver
        super().add(result)
        # What a script prints is its answer.
        if result.reason != PRINTED:
            self.lines += line_count(result.outcome.printed)
        if result.variant not in self.rows:
            self.rows[result.variant] = MatrixRow(result)
        self.rows[result.variant].add(result, self.rival_of(result))

    def rival_of(self, result: Result) -> str | None:
        """Return which solver answered otherwise, where the right answer is not known."""
        is_unknown = result.verdict is Verdict.UNKNOWN
        if not self.has_solvers or not is_unknown or result.variant:
            return None
        # Answers may be long drawings.
        digest = digest_of(result.answer or "")
        key = (result.input, result.part)
        first_digest, solver = self.answers.setdefault(key, (digest, result.solver))
        return solver if first_digest != digest else None

    def add_end(self) -> None:
        """Add the last rows, and the line that sums up."""
        self.add_rows()
        if self.lines and not self.quiet:
            self.pieces += (count_note(self.lines, "  ", OPTION_HINTS.all_output), "\n")
        super().add_end()

    def add_rows(self) -> None:
        """Add the rows, and forget them."""
        for row in self.rows.values():
            row.end_input()
            is_bad = any(fault.first.bad for fault in row.faults.values())
            if is_bad or (row.has_parts and not self.quiet):
                self.add_row(row)
        self.rows.clear()

    def add_row(self, row: MatrixRow) -> None:
        """Add a row, with the faults below it."""
        # A quiet table may end without any row.
        if not self.has_head:
            self.has_head = True
            self.add_head()
        name = name_of(row.first, with_solver=self.has_solvers)
        label = cut(printable(name, kept=""), LABEL_COLUMNS - 1)
        self.pieces.append(padded(label, LABEL_COLUMNS))
        for verdict in Verdict:
            self.pieces.append(count_cell(verdict, row.counts[verdict]))
        if row.times:
            for time in (min(row.times), median_time(row.times), max(row.times)):
                self.pieces.append(f"{time_text(time):>{TIME_COLUMNS}}")
                if time.is_first_call:
                    self.has_first_calls = True
        self.pieces.append("\n")
        for fault in row.faults.values():
            text = wrapped(fault_text(fault), self.width, " " * (INDENT + 2))
            mark = sign(fault.first.verdict)
            self.pieces += (" " * INDENT, mark, f" {text.lstrip(' ')}\n")

    def add_head(self) -> None:
        """Add the line of headings."""
        self.pieces.append(" " * LABEL_COLUMNS)
        for verdict in Verdict:
            self.pieces += (" " * (COUNT_COLUMNS - 1), sign(verdict))
        names = [f"{name:>{TIME_COLUMNS}}" for name in ("min", "median", "max")]
        self.pieces += (painted("".join(names), "2"), "\n")


class Fault(NamedTuple):
    """A part that is wrong in one way on the inputs with these `names`.

    `first` is its result on the first input, and `rival` the solver that answered otherwise, where
    the right answer is not known.
    """

    first: Result
    rival: str | None
    names: list[str]


class MatrixRow:
    """Adds up the results of a solver, or of a variant, on the inputs of a puzzle.

    `first` is the first of them.
    """

    def __init__(self, first: Result) -> None:
        self.first = first
        self.counts: Counter[Verdict] = Counter()
        self.times: list[Time] = []
        self.faults: dict[tuple[object, ...], Fault] = {}
        """The faults by what makes them alike."""
        self.has_parts = False
        self.results: list[Result] = []
        """The results on the input that is running."""

    def add(self, result: Result, rival: str | None) -> None:
        """Add a result; one on an example does not count."""
        # The results on an input come one after the other.
        if self.results and result.input != self.results[0].input:
            self.end_input()
        self.results.append(result)
        if result.outcome.is_of_parse:
            return
        self.has_parts = True
        if result.outcome.input_kind != InputKind.EXAMPLE:
            self.counts[result.verdict] += 1
        if not result.bad and rival is None:
            return
        # Messages of errors differ from input to input, such as in a number.
        error_kind = result.error.kind if result.error else None
        is_whole = result.outcome.is_whole
        key = (result.verdict, result.part, error_kind, rival, is_whole)
        fault = self.faults.setdefault(key, Fault(result, rival, []))
        fault.names.append(result.input or "")

    def end_input(self) -> None:
        """Take the time on an input, all of whose results have come."""
        times = []
        has_parts = False
        has_failed = False
        for result in self.results:
            if result.verdict is Verdict.ERROR:
                has_failed = True
            time = result.outcome.time
            if result.outcome.is_whole and time is not None:
                times.append(time)
                has_parts = has_parts or result.part is not None
        self.results.clear()
        total = total_time(times)
        # Neither the time until an error nor that of parse alone is the time of a solution.
        if total is not None and has_parts and not has_failed:
            self.times.append(total)


def median_time(times: Sequence[Time]) -> Time:
    """Return the median of times, which is marked if a time that it is made of is."""
    in_order = sorted(times)
    upper = in_order[len(times) // 2]
    lower = in_order[(len(times) - 1) // 2]
    seconds = (lower.seconds + upper.seconds) / 2
    return Time(seconds, lower.is_first_call or upper.is_first_call)


def fault_text(fault: Fault) -> str:
    """Return the line of a fault: its first result, and on which inputs it is there too."""
    first = fault.first
    text = answer_text(first)
    if first.input:
        text = f"on {first.input}: {text}"
        if first.part:
            text = f"part {first.part} {text}"
    if fault.rival:
        text += f", and another answer by {fault.rival}"
    other_names = fault.names[1:]
    if other_names:
        text += f"; also on {few_of(other_names)}"
    return text


def count_cell(verdict: Verdict, count: int) -> str:
    """Return how many parts have a verdict, as wide as its column."""
    text = f"{count or '':>{COUNT_COLUMNS}}"
    is_bad = count and verdict in (Verdict.FAIL, Verdict.ERROR)
    return painted(text, LOOKS[verdict].color) if is_bad else text


def name_of(first: Result, *, with_solver: bool) -> str:
    """Return the name of a row: of its puzzle, and of its solver where there are several."""
    words = [str(first.puzzle)]
    if with_solver or first.solver != OWN:
        words.append(first.solver)
    # The row of a variant stands below the row with the title.
    elif first.variant is None and first.job.title:
        words.append(first.job.title)
    if first.variant:
        words.append(first.variant)
    return " ".join(words)
