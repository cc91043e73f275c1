"""Results for people: a block of rows per puzzle, a row per part.

rich would lay this out as well, but importing it takes longer than a warm run may.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from io import StringIO
from typing import TextIO

from aoc.model.inputs import InputKind
from aoc.model.puzzles import Puzzle, seconds_since_start
from aoc.model.results import PRINTED, Result, Verdict
from aoc.project.project import OWN
from aoc.render.format import (
    FIRST,
    FIRST_CALL,
    LOOKS,
    answer_text,
    bytes_text,
    drawing_lines,
    output_pieces,
    padded,
    part_name,
    seconds_text,
    sign,
    time_text,
    traceback_of,
)
from aoc.render.terminal import painted, width_of, with_own_colors, wrapped, write, write_json
from aoc.text import columns_of, printable


def print_json(result: Result) -> None:
    """Write a result as one line of JSON on stdout."""
    write_json(sys.stdout, result.to_json())


class Summary:
    """Adds up results.

    `inputs` has the kinds of inputs that each puzzle ran on, `None` where it did not get as far as
    an input; `failed_days` are those that make the run fail. `is_unloaded` says whether a solver
    ended before its first part.
    """

    def __init__(self, results: Iterable[Result] = ()) -> None:
        self.counts: Counter[Verdict] = Counter()
        self.inputs: dict[Puzzle, set[str | None]] = defaultdict(set)
        self.failed_days: set[Puzzle] = set()
        self.is_unloaded = False
        self.seconds: dict[tuple[object, ...], float] = defaultdict(float)
        """The time of each input, by its puzzle, its solver and its name."""
        self.solved: set[tuple[object, ...]] = set()
        """The inputs on which a part has answered."""
        self.failed: set[tuple[object, ...]] = set()
        """The inputs with an error: the time until then is no time of a solution."""
        for result in results:
            self.add(result)

    def add(self, result: Result) -> None:
        """Add a result; parsing is no answer, but takes time."""
        outcome = result.outcome
        kind = outcome.input_kind
        if not outcome.is_whole:
            kind = InputKind.EXAMPLE if result.input else None
        self.inputs[result.puzzle].add(kind)
        if result.bad:
            self.failed_days.add(result.puzzle)
        if not outcome.is_of_parse:
            self.counts[result.verdict] += 1
            self.is_unloaded |= result.part is None
        # A variant is another way to an answer that counts already.
        if result.variant:
            return
        name = (result.puzzle, result.solver, result.input)
        if result.answer is not None:
            self.solved.add(name)
        if result.error:
            self.failed.add(name)
        # Examples are much smaller, and their time says little.
        elif outcome.is_whole and result.seconds is not None:
            self.seconds[name] += result.seconds

    def text(self, wall: float) -> str:
        """Return the last line of a table; `wall` is how long the run took, in seconds."""
        counts = []
        for verdict, look in LOOKS.items():
            if self.counts[verdict]:
                counts.append(f"{self.counts[verdict]} {look.word}")
        facts = [", ".join(counts)]
        answered = self.solved - self.failed
        timed = [name for name in self.seconds if name in answered]
        if timed:
            seconds = sum(self.seconds[name] for name in timed)
            inputs = inputs_text({str(label) for _, _, label in timed})
            facts.append(f"{seconds_text(seconds)} to parse and solve {inputs}")
        facts.append(f"{seconds_text(wall)} in all")
        return "; ".join(facts)


def inputs_text(labels: set[str]) -> str:
    """Return the inputs with these labels in a few words."""
    if len(labels) > 1:
        return f"{len(labels)} inputs"
    [label] = labels
    # The label of a personal input is the name of an account.
    is_personal = label != "stdin" and not label.startswith(("sample ", "file "))
    return "your input" if is_personal else label


class ResultTable:
    """Writes results for people as they come; with `quiet`, only wrong answers and errors."""

    in_order = False
    """Whether a result has to wait for all before it."""

    def __init__(self, out: TextIO, *, quiet: bool = False) -> None:
        self.out = out
        self.pieces: list[str] = []
        self.width = width_of(out)
        self.quiet = quiet
        self.summary = Summary()
        self.has_first_calls = False
        """Whether a time is of a first call, and so is marked."""

    def show(self, result: Result) -> None:
        """Write one result."""
        self.add(result)
        self.flush()

    def end(self, seconds: float | None = None) -> None:
        """Write the rows that are left, and the line that sums up.

        The run took so many seconds, or all the time since the program started.
        """
        self.add_end(seconds_since_start() if seconds is None else seconds)
        self.flush()

    def add(self, result: Result) -> None:
        """Add the rows of a result to the pieces."""
        self.summary.add(result)

    def add_end(self, seconds: float) -> None:
        """Add the line that sums up a run that took so long, if there were results."""
        if self.has_first_calls and not self.quiet:
            self.pieces.append(f"  {FIRST_CALL}\n")
        if self.summary.counts:
            gap = "" if self.quiet else "\n"
            text = self.summary.text(seconds)
            self.pieces.append(f"{gap}{wrapped(text, self.width)}\n")

    def flush(self) -> None:
        """Write the pieces that were added since the last time."""
        # Ctrl-C may come as soon as they can be read, and each is written once.
        pieces = self.pieces
        self.pieces = []
        if pieces:
            write(self.out, *pieces)


LABEL_COLUMNS = 20
"""Columns for the name of an input."""
PART_COLUMNS = 17
"""Columns for the name of a part."""
INDENT = " " * 6
"""Before the lines below a row."""


NO_COST = " " * 20
"""In place of the time and the memory of a part."""


class Table(ResultTable):
    """A table with a row for each part, below the name of its puzzle.

    With `fold`, the examples of a puzzle that pass share one row, and nothing is shown of what is
    printed; else the end of it, or all of it if `verbose`.
    """

    def __init__(
        self, out: TextIO, *, fold: bool = False, verbose: bool = False, quiet: bool = False
    ) -> None:
        super().__init__(out, quiet=quiet)
        self.fold = fold
        self.verbose = verbose
        self.title: tuple[Puzzle, str] | None = None
        """The puzzle and the solver below whose names rows are added."""
        self.label: str | None = None
        """The input of the last row."""
        self.passed = 0
        """The examples that passed and have no rows yet."""
        self.tracebacks: set[str] = set()

    def add(self, result: Result) -> None:
        """Add the rows of a result."""
        super().add(result)
        if self.quiet and not result.bad:
            return
        if (result.puzzle, result.solver) != self.title:
            self.add_title(result)
        outcome = result.outcome
        has_passed = result.verdict is Verdict.PASS or outcome.is_of_parse
        if self.fold and has_passed and outcome.input_kind is InputKind.EXAMPLE:
            self.passed += not outcome.is_of_parse
            return
        self.add_passed()
        self.add_output(result)
        label = result.input or ""
        if result.input == self.label:
            # The row above has it.
            label = ""
        self.label = result.input
        cost = self.cost_of(result)
        if outcome.is_of_parse:
            self.add_row(label, "parse", None, cost, result.reason or "")
            return
        # The time of a call that answers both parts is shown once, and for neither.
        if outcome.time_of:
            if not self.quiet:
                self.add_row(label, outcome.time_of, None, cost)
                label = ""
            cost = NO_COST
        self.add_answer(result, label, cost)

    def add_title(self, result: Result) -> None:
        """Add the name of the puzzle and of the solver of a result."""
        # This row belongs to the puzzle before.
        self.add_passed()
        if self.title is not None and not self.fold:
            self.pieces.append("\n")
        self.title = (result.puzzle, result.solver)
        self.label = None
        name = f"{result.puzzle} {result.job.title or ''}".rstrip()
        by = "" if result.solver == OWN else f" by {result.solver}"
        self.pieces += (painted(name, "1"), f"{by}\n")

    def add_output(self, result: Result) -> None:
        """Add the output of a solver, above its row."""
        printed = result.outcome.printed
        # It may be the answer already.
        is_answer = result.reason == PRINTED and not self.verbose
        if printed.text and not is_answer and not self.fold:
            self.pieces += output_pieces(printed, INDENT, everything=self.verbose)

    def add_answer(self, result: Result, label: str, cost: str) -> None:
        """Add the row of a part, with a traceback and a drawing below it."""
        part = part_name(result.part, result.variant) if result.part else ""
        text = answer_text(result)
        traceback = traceback_of(result, is_one_of_many=self.fold)
        # Where a module fails, all that needs it fails in the same way.
        if traceback in self.tracebacks:
            text += " (traceback as above)"
            traceback = None
        self.add_row(label, part, result.verdict, cost, text)
        if traceback:
            self.tracebacks.add(traceback)
            self.pieces += (painted(wrapped(traceback, self.width, INDENT), "2"), "\n")
        drawing = drawing_lines(result)
        if drawing:
            self.pieces += (*with_own_colors(drawing, INDENT), "\n")

    def add_end(self, seconds: float) -> None:
        """Add the row that is left, and the line that sums up."""
        self.add_passed()
        super().add_end(seconds)

    def add_passed(self) -> None:
        """Add the row for the examples that passed, if there are such."""
        if self.passed:
            text = f"{self.passed} right"
            self.add_row("examples", "", Verdict.PASS, NO_COST, text)
        self.passed = 0

    def cost_of(self, result: Result) -> str:
        """Return the columns with the time and the memory of a result, blank if unknown."""
        time = result.outcome.time
        shown_time = ""
        if time is not None:
            # A mark stands right of the column, so that digits are below digits.
            shown_time = time_text(time)
            shown_time = shown_time.rjust(8 + shown_time.endswith(FIRST))
            self.has_first_calls |= time.is_first_call
        memory = result.outcome.peak_memory_bytes
        shown_memory = "" if memory is None else bytes_text(memory)
        return f" {shown_time:9}{shown_memory:>8}  "

    def add_row(
        self, label: str, part: str, verdict: Verdict | None, cost: str, text: str = ""
    ) -> None:
        """Add one row; a text that is too long for its column continues on other lines."""
        mark = sign(verdict) if verdict else " "
        if not label and not part:
            # A module that cannot be loaded fails before any input.
            shown = wrapped(text, self.width, "    ").lstrip(" ")
            self.pieces += ("  ", mark, f" {shown}\n")
            return
        head = "  "
        for name, columns in ((label, LABEL_COLUMNS), (part, PART_COLUMNS)):
            name = printable(name, kept="")
            if columns_of(name) > columns:
                # The rest of the row is on the next line, in its columns.
                self.pieces.append(f"{head}{name}\n")
                head = " " * columns_of(head)
                name = ""
            head += f"{padded(name, columns)} "
        if self.width and columns_of(f"{head}?{cost}{text}") > self.width:
            cost = cost.rstrip()
            text = f"\n{wrapped(text, self.width, INDENT)}"
        self.pieces += (head, mark, f"{cost}{text}".rstrip() + "\n")


def result_pieces(results: Iterable[Result], seconds: float) -> list[str]:
    """Return the table of a run that took so long, in pieces that may have a color."""
    table = Table(StringIO(), verbose=True)
    for result in results:
        table.add(result)
    table.add_end(seconds)
    return table.pieces
