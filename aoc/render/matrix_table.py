"""Results of many inputs or solvers for people: a row per puzzle and solver, and differences."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import median
from typing import Any, TextIO

from aoc.model import Puzzle, Result, Verdict
from aoc.project import OWN, Solver
from aoc.render.format import LOOKS, answer_text, as_shown, cut, padded, seconds_text, sign
from aoc.render.table import ResultWriter, Summary, counts_text
from aoc.render.terminal import painted, wrapped
from aoc.text import columns_of, digest_of
from aoc.worker.timing import BRIEF

LABEL, COUNT, TIME = 22, 6, 9
"""Columns for the puzzle with its solver, for a number of parts, and for a time."""
INDENT = 6
"""Columns before the text below a row."""
EMPTY = " " * COUNT
"""The text for no part in the column of a verdict."""
TIMES = ("min", "median", "max")
FIRST_CALLS = "calls of more than 0.1 ms were made once, so their times are those of first calls"
NAMED = 3
"""Inputs that are named, of those on which the same went wrong."""


class MatrixTable(ResultWriter):
    """Writes a row once a solver is done with a puzzle: how many parts have which verdict.

    `pairs` are the puzzles with their solvers, in the order in which results come. The times are
    those to parse and solve an input, of the inputs on which nothing failed. With `quiet`, only
    rows with something wrong are written. Where there are several solvers, and the right answer is
    not known, theirs are compared. `options` are those of `ResultWriter`.
    """

    def __init__(self, out: TextIO, pairs: Sequence[tuple[Puzzle, Solver]], **options: Any) -> None:
        super().__init__(out, **options)
        self.order = {(*puzzle, solver.name): n for n, (puzzle, solver) in enumerate(pairs)}
        self.has_solvers = len({solver.name for _, solver in pairs}) > 1
        self.summary = Summary()
        self.examples: Counter[Verdict] = Counter()
        self.has_head = False
        self.has_first_calls = False
        self.rows: dict[int, dict[str | None, Row]] = defaultdict(dict)
        """The rows to write, by the number of the pair, and by variant."""
        self.last = {about[:2]: number for about, number in self.order.items()}
        """The number of the last pair of each puzzle."""
        self.answers: dict[tuple[tuple[int, int], str | None, int | None], tuple[str, str]] = {}
        """The digest of the first answer to each part on each input of a puzzle, and its solver."""

    def show(self, result: Result) -> None:
        """Add a result, and write the rows that are complete before it."""
        self.add_rows_before(self.number_of(result))
        self.add_result(result)
        self.flush()

    def number_of(self, result: Result) -> int:
        """Return the number of the puzzle and the solver of a result."""
        return self.order[result.year, result.day, result.solver]

    def add_result(self, result: Result) -> None:
        """Add a result to the row of its variant."""
        if result.input_kind != "example":
            self.summary.add(result)
            self.has_first_calls |= result.first_call and (result.seconds or 0) > BRIEF.long
        elif not result.is_of_parse:
            self.examples[result.verdict] += 1
        rows = self.rows[self.number_of(result)]
        if result.variant not in rows:
            rows[result.variant] = Row(result)
        rows[result.variant].add(result, self.rival_of(result))

    def rival_of(self, result: Result) -> str | None:
        """Return which solver answered otherwise, where the right answer is not known."""
        if not self.has_solvers or result.verdict is not Verdict.UNKNOWN or result.variant:
            return None
        key = ((result.year, result.day), result.input, result.part)
        mine = (digest_of(result.answer or ""), result.solver)
        theirs = self.answers.setdefault(key, mine)
        return theirs[1] if theirs[0] != mine[0] else None

    def end(self) -> None:
        """Write the last rows and the line that sums up."""
        self.add_rows_before(len(self.order))
        if not self.summary.counts + self.examples:
            return
        if self.has_first_calls:
            self.pieces.append(f"  {FIRST_CALLS}\n")
        line = self.summary.text(self.wall()).removeprefix("; ")
        if self.examples:
            line += f"; examples: {counts_text(self.examples)}"
        self.add_end(line)
        self.flush()

    def add_rows_before(self, number: int) -> None:
        """Add the rows of all pairs before one, and forget them."""
        for one in sorted(n for n in self.rows if n < number):
            for row in self.rows.pop(one).values():
                row.end_input()
                if row.is_bad or (row.has_parts and not self.quiet):
                    self.add_row(name_of(row.first, with_solver=self.has_solvers), row)
            self.answers = {k: v for k, v in self.answers.items() if self.last[k[0]] > one}

    def add_row(self, name: str, row: Row) -> None:
        """Add a row, with the differences below it."""
        if not self.has_head:
            self.has_head = True
            self.pieces.append(" " * LABEL)
            for verdict in Verdict:
                self.pieces += (" " * (COUNT - 1), sign(verdict))
            self.pieces += (painted("".join(f"{time:>{TIME}}" for time in TIMES), "2"), "\n")
        name = as_shown(name, self.out)
        if columns_of(name) >= LABEL and self.has_solvers:
            self.pieces.append(f"{name}\n")
            name = ""
        self.pieces.append(padded(cut(name, LABEL - 1), LABEL))
        cells = [count_cell(verdict, row.counts[verdict]) for verdict in Verdict]
        if row.times:
            shown = (min(row.times), median(row.times), max(row.times))
            cells += (f"{seconds_text(time):>{TIME}}" for time in shown)
        while cells and cells[-1] == EMPTY:
            cells.pop()
        self.pieces += (*cells, "\n")
        for key, (first, rival, names) in row.found.items():
            text = difference_text(first, rival, names[:NAMED], row.wrong[key])
            below = wrapped(text, self.width, " " * (INDENT + 2)).lstrip(" ")
            self.pieces += (" " * INDENT, sign(first.verdict), f" {below}\n")


class Row:
    """Adds up the results of a solver, or of a variant, on the inputs of a puzzle.

    `first` is the first of them. `found` has the wrong parts: the first result, the solver that
    answered otherwise where the right answer is not known, and the names of a few inputs; and
    `wrong` on how many inputs it is so.
    """

    def __init__(self, first: Result) -> None:
        self.first = first
        self.counts: Counter[Verdict] = Counter()
        self.times = array("d")
        self.found: dict[tuple[object, ...], tuple[Result, str | None, list[str]]] = {}
        self.wrong: Counter[tuple[object, ...]] = Counter()
        self.has_parts = False
        self.label: str | None = None
        """The input whose results are coming."""
        self.parsing = 0.0
        self.seconds: float | None = None
        """The time on this input, `None` if there is none."""
        self.has_failed = False

    @property
    def is_bad(self) -> bool:
        """Whether a result makes the run fail."""
        return any(first.bad for first, _, _ in self.found.values())

    def add(self, result: Result, rival: str | None) -> None:
        """Add a result; one on an example does not count."""
        if result.input != self.label:
            self.end_input()
            self.label = result.input
        if result.is_of_parse:
            self.parsing = result.seconds or 0.0
            return
        self.has_parts = True
        if result.input_kind != "example":
            self.counts[result.verdict] += 1
        if result.bad or rival:
            kind = result.error and result.error.kind
            key = (result.verdict, result.part, kind, rival, result.whole)
            _, _, names = self.found.setdefault(key, (result, rival, []))
            names += [result.input or ""] if len(names) < NAMED else []
            self.wrong[key] += 1
        self.has_failed |= result.verdict is Verdict.ERROR
        if result.whole and result.seconds is not None:
            before = self.parsing if self.seconds is None else self.seconds
            self.seconds = before + result.seconds

    def end_input(self) -> None:
        """Take the time on an input, all of whose results have come."""
        if self.seconds is not None and not self.has_failed:
            self.times.append(self.seconds)
        self.parsing, self.seconds, self.has_failed = 0.0, None, False


def difference_text(first: Result, rival: str | None, names: Sequence[str], count: int) -> str:
    """Return the line for so many results that are wrong in the same way as the first one."""
    part = f"part {first.part} " if first.part else ""
    place = f"{part}on {first.input}: " if first.input else ""
    by = f", and another answer by {rival}" if rival else ""
    also = ", ".join(names[1:])
    if count > len(names):
        also += f" and {count - len(names)} more"
    return place + answer_text(first) + by + (f"; also on {also}" if also else "")


def count_cell(verdict: Verdict, count: int) -> str:
    """Return how many parts have a verdict, as wide as its column."""
    if not count:
        return EMPTY
    text = f"{count:>{COUNT}}"
    is_bad = verdict in (Verdict.FAIL, Verdict.ERROR)
    return painted(text, LOOKS[verdict].color) if is_bad else text


def name_of(first: Result, *, with_solver: bool) -> str:
    """Return the name of a row: of its puzzle, and of its solver where there are several."""
    of_solver = with_solver or first.solver != OWN
    puzzle = str(Puzzle(first.year, first.day))
    of_days = first.title if first.variant is None else None
    words = (puzzle, first.solver if of_solver else of_days, first.variant)
    return " ".join(word for word in words if word)
