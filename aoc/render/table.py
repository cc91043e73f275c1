"""Results for people: a block of lines per puzzle, a line per part.

rich would lay this out as well, but importing it takes longer than a warm run may.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TextIO

from aoc.clock import seconds_since_start
from aoc.puzzle import Puzzle
from aoc.registry import OWN
from aoc.render.console import wants_color, width_of, wrapped
from aoc.render.result_text import answer_text, drawings_below, indented, traceback_of
from aoc.render.signs import COLORS, LEGEND, SIGNS
from aoc.render.summary import Summary
from aoc.render.units import bytes_text, seconds_text
from aoc.results import Result, Verdict
from aoc.running.printed import SHOWN

__all__ = ["Table"]

LABEL, PART = 20, 17
"""Columns for the input's name and the part's."""
NARROW = 80
"""Columns of a terminal below which these two get less."""
INDENT = 6
"""Columns before what is written below a row."""


class Table:
    """Writes results as they come; with `quiet`, only wrong answers and errors.

    `inputs` are the labels of inputs that are not examples: their times add up. With `fold`, the
    examples of a puzzle that pass share one line. `tips` takes the verdicts that were shown, and
    returns those with signs to explain at the end.
    """

    def __init__(
        self,
        out: TextIO,
        inputs: Collection[str] = (),
        *,
        quiet: bool = False,
        fold: bool = False,
        tips: Callable[[Collection[Verdict]], Collection[Verdict]] = lambda verdicts: (),
    ) -> None:
        self.out = out
        self.inputs = set(inputs)
        self.color = wants_color(out)
        self.width = width_of(out)
        self.quiet = quiet
        self.fold = fold
        self.tips = tips
        self.summary = Summary(self.inputs)
        self.heading: tuple[object, ...] = ()
        self.label: str | None = None
        self.passed = 0
        self.tracebacks: set[str | None] = set()

    def show(self, result: Result) -> None:
        """Write one result."""
        new_input = self.start_block(result)
        self.summary.add(result, begins_input=new_input)
        if self.quiet and not result.bad:
            return
        example = result.input is not None and result.input not in self.inputs
        printed = result.output or result.parse_output
        if self.fold and example and result.verdict is Verdict.PASS and not printed:
            self.passed += 1
            return
        self.write_folded()
        label = result.input or "" if new_input else ""
        if label and result.parse_seconds is not None and not self.quiet:
            self.row(label, "parse", " ", result.parse_seconds)
            label = ""
        self.write_output(result.parse_output)
        cost = (result.seconds, result.peak_memory_bytes)
        if is_of_both_parts(result):
            if not self.quiet:
                self.row(label, "both parts", " ", *cost)
                label = ""
            cost = (None, None)
        part = f"part {result.part}" if result.part else ""
        part = f"{part} {result.variant}" if result.variant else part
        traceback = traceback_of(result)
        known = " (traceback as above)" if traceback in self.tracebacks else ""
        self.row(label, part, self.sign(result.verdict), *cost, answer_text(result) + known)
        if traceback and not known:
            self.tracebacks.add(traceback)
            lines = wrapped(traceback, self.width, " " * INDENT)
            self.out.write(self.paint(lines, "2") + "\n")
        self.out.write(drawings_below(result))
        self.write_output(result.output)
        self.out.flush()

    def end(self) -> None:
        """Write the line that sums up, and explain the signs that are shown for the first time."""
        self.write_folded()
        counts = self.summary.counts
        if not counts:
            return
        gap = "" if self.quiet else "\n"
        lines = wrapped(self.summary.text(seconds_since_start()), self.width)
        self.out.write(f"{gap}{lines}\n")
        for verdict in self.tips([verdict for verdict in Verdict if counts[verdict]]):
            self.out.write(f"{self.sign(verdict)} {LEGEND[verdict]}\n")
        self.out.flush()

    def start_block(self, result: Result) -> bool:
        """Write a heading before the first result of a puzzle; return whether an input starts."""
        heading = (result.year, result.day, result.solver)
        if heading == self.heading:
            begins = result.input != self.label
            self.label = result.input
            return begins
        self.write_folded()
        first = not self.heading
        self.heading, self.label = heading, result.input
        if not self.quiet or result.bad:
            name = f"{result.year}/{result.day:02d} {result.title or ''}".rstrip()
            solver = "" if result.solver == OWN else f" by {result.solver}"
            gap = "" if first or self.fold else "\n"
            self.out.write(f"{gap}{self.paint(name, '1')}{solver}\n")
        return True

    def write_folded(self) -> None:
        """Write the line for the examples that passed."""
        if self.passed:
            self.row("examples", "", self.sign(Verdict.PASS), text=f"{self.passed} right")
            self.passed = 0

    def write_output(self, text: str) -> None:
        """Write what a solver printed, below its row."""
        if text:
            self.out.write(indented(text.removesuffix("\n")))
            if len(text) == SHOWN:
                self.out.write(indented(f"... (the first {SHOWN} bytes; -v shows all)"))

    def row(
        self,
        label: str,
        part: str,
        sign: str,
        seconds: float | None = None,
        memory: int | None = None,
        text: str = "",
    ) -> None:
        """Write one row; a text that is too long for its column is written on other lines."""
        if not label and not part:
            first, *others = wrapped(text, self.width, "    ").split("\n")
            self.out.write("\n".join([f"  {sign} {first.strip()}", *others]) + "\n")
            return
        time = "" if seconds is None else seconds_text(seconds)
        size = "" if memory is None else bytes_text(memory)
        less = 0 if self.width is None or self.width >= NARROW else 6
        if len(label) > LABEL - less:
            self.out.write(f"  {label}\n")
            label = ""
        head = f"  {label:<{LABEL - less}} {part:<{PART - less}} "
        tail = f" {time:>8} {size:>8}  "
        line = f"{head}{sign}{tail}"
        room = None if self.width is None else self.width - len(f"{head}?{tail}")
        if room is not None and len(text) > room:
            self.out.write(line.rstrip() + "\n")
            self.out.write(wrapped(text, self.width, " " * INDENT) + "\n")
        else:
            self.out.write(f"{line}{text}".rstrip() + "\n")

    def sign(self, verdict: Verdict) -> str:
        """Return the sign of a verdict in its color."""
        return self.paint(SIGNS[verdict], COLORS[verdict])

    def paint(self, text: str, code: str) -> str:
        """Color a text, if that is wanted."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.color else text


def is_of_both_parts(result: Result) -> bool:
    """Return whether the time of a result is that of a plugin, which answers both parts at once."""
    timed = result.part is not None and result.seconds is not None
    return timed and result.solver != OWN and not Puzzle(result.year, result.day).is_last
