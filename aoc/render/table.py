"""Results for people: a block of rows per puzzle, a row per part.

rich would lay this out as well, but importing it takes longer than a warm run may.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from io import StringIO
from typing import Any, TextIO

from aoc.model.inputs import InputKind
from aoc.model.puzzles import Puzzle, seconds_since_start
from aoc.model.results import PRINTED, FirstCall, Result, Verdict
from aoc.project.solvers import OWN
from aoc.render.format import (
    FIRST,
    FIRST_CALL,
    LOOKS,
    answer_text,
    bytes_text,
    count_note,
    drawing_lines,
    line_count,
    output_pieces,
    padded,
    part_name,
    seconds_text,
    sign,
    traceback_of,
)
from aoc.render.terminal import (
    from_place,
    painted,
    width_of,
    with_own_colors,
    wrapped,
    write,
    write_json,
)
from aoc.text import columns_of, printable


def print_json(result: Result) -> None:
    """Write a result as one line of JSON on stdout."""
    write_json(sys.stdout, result.to_json())


class Summary:
    """Adds up results.

    `inputs` has the kinds of inputs that each puzzle ran on, `None` where it did not get as far as
    an input. `is_unloaded` says whether a solver ended before its first part, and `variants` which
    ones ran.
    """

    def __init__(self, results: Iterable[Result] = ()) -> None:
        self.counts: Counter[Verdict] = Counter()
        self.inputs: dict[Puzzle, set[str | None]] = defaultdict(set)
        self.is_unloaded = False
        self.variants: dict[str, None] = {}
        self.seconds: dict[tuple[object, ...], float] = defaultdict(float)
        """The time of each input, by its puzzle, its solver and its name."""
        self.solved: set[tuple[object, ...]] = set()
        """The inputs on which a part has answered."""
        self.failed: set[tuple[object, ...]] = set()
        """The inputs with an error: the time until then is not that of a solution."""
        for result in results:
            self.show(result)

    @property
    def bad(self) -> bool:
        """Whether a result makes the run fail."""
        return bool(self.counts[Verdict.FAIL] + self.counts[Verdict.ERROR])

    def show(self, result: Result) -> None:
        """Add a result; parsing is no answer, but takes time."""
        kind = (
            result.outcome.input_kind
            if result.outcome.is_whole
            else result.input and "example"
        )
        name = (
            result.puzzle.year,
            result.puzzle.day,
            result.solver,
            result.input,
        )
        self.inputs[result.puzzle].add(kind)
        if not result.outcome.is_of_parse:
            self.counts[result.verdict] += 1
            self.is_unloaded |= result.part is None
        if result.variant:
            self.variants[result.variant] = None
            return
        if result.answer is not None:
            self.solved.add(name)
        if result.error:
            self.failed.add(name)
        elif result.outcome.is_whole and result.seconds is not None:
            self.seconds[name] += result.seconds

    def text(self, wall: float) -> str:
        """Return the last line of a table; `wall` is how long the run took, in seconds."""
        looks = LOOKS.items()
        counts = [
            f"{self.counts[one]} {look.word}" for one, look in looks if self.counts[one]
        ]
        parts = [", ".join(counts), f"{seconds_text(wall)} in all"]
        answered = self.solved - self.failed
        solved = [name for name in self.seconds if name in answered]
        if solved:
            labels = {str(label) for *_, label in solved}
            first = min(labels)
            is_other = first == "stdin" or first.startswith(("sample ", "file "))
            inputs = first if is_other else "your input"
            if len(labels) > 1:
                inputs = f"{len(labels)} inputs"
            without = ", without variants" if self.variants else ""
            seconds = sum(self.seconds[name] for name in solved)
            parts.insert(
                1, f"{seconds_text(seconds)} to parse and solve {inputs}{without}"
            )
        return "; ".join(parts)


class ResultTable:
    """Writes results for people as they come; with `quiet`, only wrong answers and errors.

    `wall` returns how long the run has taken, in seconds.
    """

    def __init__(
        self,
        out: TextIO,
        *,
        quiet: bool = False,
        wall: Callable[[], float] = seconds_since_start,
    ) -> None:
        self.out = out
        self.pieces: list[str] = []
        self.width = width_of(out)
        self.quiet = quiet
        self.wall = wall
        self.summary = Summary()
        self.has_first_calls = False
        """Whether a time is marked as that of a first call."""

    def show(self, result: Result) -> None:
        """Write one result."""
        self.add(result)
        self.flush()

    def end(self) -> None:
        """Write the rows that are left, and the line that sums up."""
        self.add_end()
        self.flush()

    def add(self, result: Result) -> None:
        """Add the rows of a result to the pieces."""
        self.summary.show(result)

    def add_end(self) -> None:
        """Add the line that sums up, if there were results."""
        if self.has_first_calls and not self.quiet:
            self.pieces.append(f"  {FIRST_CALL}\n")
        if self.summary.counts:
            gap = "" if self.quiet else "\n"
            self.pieces.append(
                f"{gap}{wrapped(self.summary.text(self.wall()), self.width)}\n"
            )

    def flush(self) -> None:
        """Write the pieces that were added since the last time."""
        if self.pieces:
            write(self.out, *self.pieces)
            self.pieces.clear()


LABEL, PART = 20, 17
"""Columns for the input's name and the part's."""
INDENT = " " * 6
"""Before the lines below a row."""


class Table(ResultTable):
    """A table with a row for each part, below the name of its puzzle.

    With `fold`, the examples of a puzzle that pass share one row, and of what is printed the number
    of lines is shown; `verbose` shows all of it, as `option` would. `options` are those of
    `ResultTable`.
    """

    def __init__(
        self,
        out: TextIO,
        *,
        fold: bool = False,
        verbose: bool = False,
        option: str = "-v",
        **options: Any,
    ) -> None:
        super().__init__(out, **options)
        self.fold = fold
        self.verbose = verbose
        is_counted = fold and not verbose
        self.output_pieces = partial(
            output_pieces, everything=verbose, only_count=is_counted, option=option
        )
        self.about: tuple[object, ...] = ()
        self.label: str | None = None
        self.passed = 0
        self.folded_lines = 0
        """The lines that the examples which passed have printed."""
        self.parsed: Result | None = None
        """That of parsing the input, until the first part is shown."""
        self.tracebacks: set[str | None] = set()

    def add(self, result: Result) -> None:
        """Add the rows of a result; that of parsing waits for the next result."""
        super().add(result)
        if result.outcome.is_of_parse:
            self.parsed = result
            return
        if self.quiet and not result.bad:
            return
        parsed, self.parsed = self.parsed, None
        about = (*result.puzzle, result.solver)
        label = result.input or ""
        if about != self.about:
            self.add_folded()
            title = f"{result.puzzle} {result.job.title or ''}".rstrip()
            by = "" if result.solver == OWN else f" by {result.solver}"
            gap = "\n" if self.about and not self.fold else ""
            self.pieces += (gap, painted(title, "1"), f"{by}\n")
        elif result.input == self.label and not parsed:
            label = ""
        self.about, self.label = about, result.input
        prints = [one for one in (parsed, result) if one and self.shows_output_of(one)]
        is_example = result.outcome.input_kind == InputKind.EXAMPLE
        is_folded = self.fold and is_example and result.verdict is Verdict.PASS
        if is_folded and not (prints and self.verbose):
            self.passed += 1
            self.folded_lines += sum(line_count(one.outcome.printed) for one in prints)
            return
        self.add_folded()
        if parsed and not self.quiet:
            self.add_output(parsed)
            self.add_row(
                label, "parse", None, *self.cost_of(parsed), parsed.reason or ""
            )
            label = ""
        self.add_output(result)
        cost = self.cost_of(result)
        if result.outcome.of_both:
            if not self.quiet:
                self.add_row(label, "both parts", None, *cost)
                label = ""
            cost = ("", "")
        part = part_name(result.part, result.variant) if result.part else ""
        traceback = traceback_of(result, is_one_of_many=self.fold)
        known = traceback in self.tracebacks
        text = answer_text(result) + " (traceback as above)" * known
        self.add_row(label, part, result.verdict, *cost, text)
        if traceback and not known:
            self.tracebacks.add(traceback)
            self.pieces += (painted(wrapped(traceback, self.width, INDENT), "2"), "\n")
        if drawing := drawing_lines(result):
            self.pieces += (*from_place(with_own_colors(drawing), 0, INDENT), "\n")

    def add_end(self) -> None:
        """Add the row that is left, and the line that sums up."""
        self.add_folded()
        super().add_end()

    def add_folded(self) -> None:
        """Add the row for the examples that passed, if there are such."""
        if self.folded_lines:
            self.pieces += (count_note(self.folded_lines, INDENT, "-v"), "\n")
        if self.passed:
            self.add_row("examples", verdict=Verdict.PASS, text=f"{self.passed} right")
        self.passed = self.folded_lines = 0

    def cost_of(self, result: Result) -> tuple[str, str]:
        """Return the time and the memory of a result, each empty if it is not known."""
        time = result.outcome.time
        memory = result.outcome.peak_memory_bytes
        self.has_first_calls |= isinstance(time, FirstCall)
        return (
            "" if time is None else seconds_text(time),
            "" if memory is None else bytes_text(memory),
        )

    def shows_output_of(self, result: Result) -> bool:
        """Return whether the output of a result is shown: it may be the answer already."""
        return bool(result.outcome.printed.text) and (
            self.verbose or result.reason != PRINTED
        )

    def add_output(self, result: Result) -> None:
        """Add the output of a solver, above its row."""
        if self.shows_output_of(result):
            self.pieces += self.output_pieces(result.outcome.printed, INDENT)

    def add_row(
        self,
        label: str,
        part: str = "",
        verdict: Verdict | None = None,
        time: str = "",
        size: str = "",
        text: str = "",
    ) -> None:
        """Add one row; a text that is too long for its column continues on other lines."""
        mark = sign(verdict) if verdict else " "
        if not label and not part:
            self.pieces += (
                "  ",
                mark,
                f" {wrapped(text, self.width, '    ').lstrip(' ')}\n",
            )
            return
        head = "  "
        for name, columns in ((label, LABEL), (part, PART)):
            name = printable(name, kept="")
            if columns_of(name) > columns:
                # The rest of the row is on the next line, in its columns.
                self.pieces.append(f"{head}{name}\n")
                head, name = " " * len(head), ""
            head += f"{padded(name, columns)} "
        tail = f" {time.rjust(8 + time.endswith(FIRST)):9}{size:>8}  "
        if self.width and columns_of(f"{head}?{tail}{text}") > self.width:
            tail, text = tail.rstrip(), f"\n{wrapped(text, self.width, INDENT)}"
        self.pieces += (head, mark, f"{tail}{text}".rstrip() + "\n")


def result_pieces(results: Iterable[Result], seconds: float) -> list[str]:
    """Return the table of a run that took so long, in pieces that may have a color."""
    table = Table(StringIO(), verbose=True, wall=lambda: seconds)
    for result in results:
        table.add(result)
    table.add_end()
    return table.pieces
