"""Results of many inputs or solvers for people: a row per puzzle and solver, and what differs."""

from __future__ import annotations

from array import array
from collections import Counter
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
"""Columns before what is written below a row."""
EMPTY = " " * COUNT
"""What stands for no part in the column of a verdict."""
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
        self.blocks: dict[int, Block] = {}
        """What is not written yet, by the number of its pair."""
        self.earlier: dict[int, Block] = {}
        """The same of an earlier run: its results come in between."""
        self.last = {about[:2]: number for about, number in self.order.items()}
        """The number of the last pair of each puzzle."""
        self.answers: dict[tuple[tuple[int, int], str | None, int | None], tuple[str, str]] = {}
        """The digest of the first answer to each part on each input of a puzzle, and its solver."""

    def show(self, result: Result) -> None:
        """Add a result, and write the rows that are complete before it."""
        number = self.order[about(result)]
        self.add_blocks_before(number)
        answer = result.answer and digest_of(result.answer)
        self.add_result(self.blocks.setdefault(number, Block(result)), result, answer)
        self.flush()

    def take(self, result: Result, answer: str | None) -> None:
        """Add a result of an earlier run, with the digest of its answer, whenever it comes."""
        number = self.order[about(result)]
        self.add_result(self.earlier.setdefault(number, Block(result)), result, answer)

    def add_result(self, block: Block, result: Result, answer: str | None) -> None:
        """Add a result to the rows of its pair; this is the digest of its answer."""
        block.begin_input(result.input)
        is_example = result.input_kind == "example"
        if not is_example:
            self.summary.add(result)
            self.has_first_calls |= result.first_call and (result.seconds or 0) > BRIEF.long
        if result.is_of_parse:
            block.parsing = result.seconds or 0.0
            return
        if is_example:
            self.examples[result.verdict] += 1
        row = block.rows.setdefault(result.variant, Row())
        row.add(result, self.rival_of(result, answer), block.parsing, counts=not is_example)

    def rival_of(self, result: Result, answer: str | None) -> str | None:
        """Return which solver answered otherwise, where the right answer is not known."""
        if not self.has_solvers or result.verdict is not Verdict.UNKNOWN or result.variant:
            return None
        key = ((result.year, result.day), result.input, result.part)
        mine = (answer or "", result.solver)
        theirs = self.answers.setdefault(key, mine)
        return theirs[1] if theirs[0] != mine[0] else None

    def end(self) -> None:
        """Write the last rows and the line that sums up, and explain signs that are new."""
        self.add_blocks_before(len(self.order))
        counts = self.summary.counts + self.examples
        if not counts:
            return
        if self.has_first_calls:
            self.pieces.append(f"  {FIRST_CALLS}\n")
        line = self.summary.text(self.wall()).removeprefix("; ")
        if self.examples:
            line += f"; examples: {counts_text(self.examples)}"
        self.add_end(line, counts)
        self.flush()

    def add_blocks_before(self, number: int) -> None:
        """Add the rows of all pairs before one, and forget them."""
        for one in sorted(n for n in {*self.blocks, *self.earlier} if n < number):
            found = [blocks.pop(one) for blocks in (self.earlier, self.blocks) if one in blocks]
            rows: dict[str | None, Row] = {}
            for block in found:
                block.begin_input(None)
                for variant, row in block.rows.items():
                    rows.setdefault(variant, Row()).extend(row)
            for variant, row in rows.items():
                if row.is_bad or not self.quiet:
                    name = name_of(found[0].first, variant, with_solver=self.has_solvers)
                    self.add_row(name, row)
            self.answers = {k: v for k, v in self.answers.items() if self.last[k[0]] > one}

    def add_row(self, name: str, row: Row) -> None:
        """Add a row, with what differs below it."""
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
        for difference in row.found.values():
            below = wrapped(difference.text(), self.width, " " * (INDENT + 2)).lstrip(" ")
            self.pieces += (" " * INDENT, sign(difference.first.verdict), f" {below}\n")


class Block:
    """The rows of a puzzle and a solver, by variant; `first` is their first result."""

    def __init__(self, first: Result) -> None:
        self.first = first
        self.label: str | None = None
        self.rows: dict[str | None, Row] = {}
        self.parsing = 0.0
        """The seconds of parsing the input."""

    def begin_input(self, label: str | None) -> None:
        """Note the input of the next results."""
        if label == self.label:
            return
        self.label = label
        self.parsing = 0.0
        for row in self.rows.values():
            row.end_input()


class Row:
    """Adds up the results of a solver on the inputs of a puzzle."""

    def __init__(self) -> None:
        self.counts: Counter[Verdict] = Counter()
        self.times = array("d")
        self.found: dict[tuple[object, ...], Difference] = {}
        self.seconds: float | None = None
        """The time on the input whose results are coming, `None` if there is none."""
        self.has_failed = False

    @property
    def is_bad(self) -> bool:
        """Whether a result makes the run fail."""
        return any(difference.first.bad for difference in self.found.values())

    def add(self, result: Result, rival: str | None, parsing: float, *, counts: bool) -> None:
        """Add a result; it is of an example if it does not count."""
        if counts:
            self.counts[result.verdict] += 1
        if result.bad or rival:
            kind = result.error and result.error.kind
            key = (result.verdict, result.part, kind, rival, result.whole)
            self.found.setdefault(key, Difference(result, rival)).add(result)
        self.has_failed |= result.verdict is Verdict.ERROR
        if result.whole and result.seconds is not None:
            begins = self.seconds is None and result.variant is None
            self.seconds = (self.seconds or 0.0) + result.seconds + (parsing if begins else 0.0)

    def extend(self, other: Row) -> None:
        """Add what another row has."""
        self.counts += other.counts
        self.times.extend(other.times)
        for key, difference in other.found.items():
            mine = self.found.setdefault(key, Difference(difference.first, difference.rival))
            mine.count += difference.count
            mine.names = (mine.names + difference.names)[:NAMED]

    def end_input(self) -> None:
        """Take the time on an input, all of whose results have come."""
        if self.seconds is not None and not self.has_failed:
            self.times.append(self.seconds)
        self.seconds, self.has_failed = None, False


class Difference:
    """Results that are wrong in the same way: the `first` one, and the inputs of the others.

    `rival` is the solver that answered otherwise, where the right answer is not known.
    """

    def __init__(self, first: Result, rival: str | None) -> None:
        self.first = first
        self.rival = rival
        self.count = 0
        self.names: list[str] = []

    def add(self, result: Result) -> None:
        """Add a result; the first is added too."""
        self.count += 1
        if len(self.names) < NAMED:
            self.names.append(result.input or "")

    def text(self) -> str:
        """Return the line for all of them."""
        first = self.first
        part = f"part {first.part} " if first.part else ""
        place = f"{part}on {first.input}: " if first.input else ""
        rival = f", and another answer by {self.rival}" if self.rival else ""
        also = ", ".join(self.names[1:])
        if self.count > len(self.names):
            also += f" and {self.count - len(self.names)} more"
        is_old = first.answer is None and first.error is None
        text = "in an earlier run" if is_old else answer_text(first)
        return place + text + rival + (f"; also on {also}" if also else "")


def count_cell(verdict: Verdict, count: int) -> str:
    """Return how many parts have a verdict, as wide as its column."""
    if not count:
        return EMPTY
    text = f"{count:>{COUNT}}"
    is_bad = verdict in (Verdict.FAIL, Verdict.ERROR)
    return painted(text, LOOKS[verdict].color) if is_bad else text


def about(result: Result) -> tuple[int, int, str]:
    """Return what the results of a block have in common."""
    return result.year, result.day, result.solver


def name_of(result: Result, variant: str | None, *, with_solver: bool) -> str:
    """Return what a row is about: a puzzle, and its solver where there are several."""
    of_solver = with_solver or result.solver != OWN
    puzzle = str(Puzzle(result.year, result.day))
    of_days = result.title if variant is None else None
    words = (puzzle, result.solver if of_solver else of_days, variant)
    return " ".join(word for word in words if word)
