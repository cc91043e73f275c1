"""Results for people: a block of lines per puzzle, a line per part.

rich would lay this out as well, but importing it takes longer than a warm run may.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from typing import TextIO

from aoc.model import Puzzle, Result, Verdict, seconds_since_start
from aoc.project import OWN
from aoc.render.format import (
    MEANINGS,
    answer_text,
    as_shown,
    bytes_text,
    drawings_below,
    legend_pieces,
    padded,
    seconds_text,
    sign,
    traceback_of,
)
from aoc.render.terminal import Piece, painted, width_of, with_own_colors, wrapped, write
from aoc.running.running_job import SHOWN
from aoc.text import columns_of


class Summary:
    """Adds up results."""

    def __init__(self) -> None:
        self.counts: Counter[Verdict] = Counter()
        self.timed: set[str] = set()
        self.seconds = 0.0
        self.has_variants = False

    def add(self, result: Result) -> None:
        """Add a result; parsing is no answer, but takes time."""
        if not result.is_of_parse:
            self.counts[result.verdict] += 1
        self.has_variants |= result.variant is not None
        if result.whole and result.variant is None and result.seconds is not None:
            self.timed.add(result.input or "")
            self.seconds += result.seconds

    def text(self, wall: float) -> str:
        """Return the line; `wall` is how long the whole run took, in seconds."""
        counts = ", ".join(
            f"{count} {MEANINGS[verdict]}" for verdict in Verdict if (count := self.counts[verdict])
        )
        if not self.timed:
            return f"{counts}; {seconds_text(wall)} in all"
        without = ", without variants" if self.has_variants else ""
        what = f"to parse and solve {self.inputs_text()}{without}"
        return f"{counts}; {seconds_text(self.seconds)} {what}; {seconds_text(wall)} in all"

    def inputs_text(self) -> str:
        """Name the inputs whose times are added up."""
        if len(self.timed) > 1:
            return f"{len(self.timed)} inputs"
        [label] = self.timed
        return label if label == "stdin" or label.startswith(("sample ", "file ")) else "your input"


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


LABEL, PART = 20, 17
"""Columns for the input's name and the part's."""
NARROW = 80
"""Columns of a terminal below which these two get less."""
INDENT = 6
"""Columns before what is written below a row."""
SHORT = 0.5
"""Seconds up to which a call of a single day is repeated, where it can be."""
FIRST = "*"
"""What marks the time of a first call between those of the fastest of several."""


class Table(ResultWriter):
    """Writes results as they come; with `quiet`, only wrong answers and errors.

    With `fold`, the examples of a puzzle that pass share one line. `tips` and `wall` are those of
    `ResultWriter`.
    """

    def __init__(
        self,
        out: TextIO,
        *,
        quiet: bool = False,
        fold: bool = False,
        tips: Callable[[Collection[Verdict]], Collection[Verdict]] = lambda verdicts: (),
        wall: Callable[[], float] = seconds_since_start,
    ) -> None:
        super().__init__(out, quiet=quiet, tips=tips, wall=wall)
        self.fold = fold
        self.heading: tuple[object, ...] = ()
        self.label: str | None = None
        self.passed = 0
        self.parsed: Result | None = None
        """That of parsing the input, until the first part is shown."""
        self.tracebacks: set[str | None] = set()
        self.marks_first = False

    def show(self, result: Result) -> None:
        """Write one result."""
        self.add_result(result)
        self.write()

    def add_result(self, result: Result) -> None:
        """Add the rows of a result, with what is below them."""
        self.summary.add(result)
        if result.is_of_parse:
            # Whether it is shown depends on what comes next.
            self.parsed = result
            return
        if self.quiet and not result.bad:
            return
        new_input = self.start_block(result)
        parsed, self.parsed = self.parsed, None
        printed = result.output or (parsed and parsed.output)
        is_example = result.input_kind == "example"
        if self.fold and is_example and result.verdict is Verdict.PASS and not printed:
            self.passed += 1
            return
        self.add_folded()
        label = result.input or "" if new_input or parsed else ""
        if parsed and not self.quiet:
            self.add_row(label, "parse", None, self.time_of(parsed))
            self.add_output(parsed.output)
            label = ""
        cost = (self.time_of(result), result.peak_memory_bytes)
        if is_of_both_parts(result):
            if not self.quiet:
                self.add_row(label, "both parts", None, *cost)
                label = ""
            cost = ("", None)
        part = f"part {result.part}" if result.part else ""
        part = f"{part} {result.variant}" if result.variant else part
        traceback = traceback_of(result)
        known = " (traceback as above)" if traceback in self.tracebacks else ""
        self.add_row(label, part, result.verdict, *cost, answer_text(result) + known)
        if traceback and not known:
            self.tracebacks.add(traceback)
            lines = wrapped(traceback, self.width, " " * INDENT)
            self.pieces += (*painted(lines, "2"), "\n")
        self.pieces.append(drawings_below(result))
        self.add_output(result.output)

    def end(self) -> None:
        """Write the line that sums up, and explain the signs that are shown for the first time."""
        self.add_folded()
        counts = self.summary.counts
        if not counts:
            return
        if self.marks_first:
            self.pieces.append(f"  {FIRST} the time of the first call, which was not repeated\n")
        self.write_end(self.summary.text(self.wall()), counts)

    def time_of(self, result: Result) -> str:
        """Return the time of a result; a mark says that it was not measured as those beside it."""
        if result.seconds is None:
            return ""
        is_first = result.first_call and not result.error and result.seconds <= SHORT
        is_first = is_first and not self.fold
        self.marks_first |= is_first
        return f"{seconds_text(result.seconds):>8}{FIRST * is_first}"

    def start_block(self, result: Result) -> bool:
        """Add a heading before the first result of a puzzle; return whether an input starts."""
        heading = (result.year, result.day, result.solver)
        if heading == self.heading:
            begins = result.input != self.label
            self.label = result.input
            return begins
        self.add_folded()
        first = not self.heading
        self.heading, self.label = heading, result.input
        name = f"{result.year}/{result.day:02d} {result.title or ''}".rstrip()
        solver = "" if result.solver == OWN else f" by {result.solver}"
        gap = "" if first or self.fold else "\n"
        self.pieces += (gap, *painted(name, "1"), f"{solver}\n")
        return True

    def add_folded(self) -> None:
        """Add the line for the examples that passed."""
        if self.passed:
            self.add_row("examples", "", Verdict.PASS, text=f"{self.passed} right")
            self.passed = 0

    def add_output(self, text: str) -> None:
        """Add what a solver printed, below its row."""
        if text:
            indent = " " * INDENT
            self.pieces += (*with_own_colors(text.removesuffix("\n"), indent), "\n")
            if len(text) == SHOWN:
                self.pieces.append(f"{indent}... (the first {SHOWN} bytes; -v shows all)\n")

    def add_row(
        self,
        label: str,
        part: str,
        verdict: Verdict | None,
        time: str = "",
        memory: int | None = None,
        text: str = "",
    ) -> None:
        """Add one row; what is too long for its column is written on other lines.

        It has the sign of a verdict, unless it is only about times.
        """
        mark = sign(verdict) if verdict else (" ",)
        if not label and not part:
            first, *others = wrapped(text, self.width, "    ").split("\n")
            self.pieces += ("  ", *mark, "\n".join([f" {first.strip()}", *others]), "\n")
            return
        size = "" if memory is None else bytes_text(memory)
        less = 0 if self.width is None or self.width >= NARROW else 6
        head = "  "
        for name, columns in ((label, LABEL - less), (part, PART - less)):
            name = as_shown(name, self.out)
            if columns_of(name) > columns:
                # The rest of the row is on the next line, in its columns.
                self.pieces.append(f"{head}{name}\n")
                head, name = " " * len(head), ""
            head += f"{padded(name, columns)} "
        tail = f" {time:9}{size:>8}  "
        room = None if self.width is None else self.width - columns_of(head) - len(f"?{tail}")
        if room is not None and columns_of(text) > room:
            below = wrapped(text, self.width, " " * INDENT)
            self.pieces += (head, *mark, f"{tail.rstrip()}\n{below}\n")
        else:
            self.pieces += (head, *mark, f"{tail}{text}".rstrip() + "\n")


def is_of_both_parts(result: Result) -> bool:
    """Return whether the time of a result is that of a plugin, which answers both parts at once."""
    timed = result.part is not None and result.seconds is not None
    return timed and result.solver != OWN and not Puzzle(result.year, result.day).is_last
