"""Results for people: a block of lines per puzzle, a line per part.

rich would lay this out as well, but importing it takes longer than a warm run may.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TextIO

from aoc.puzzle import Puzzle
from aoc.registry import OWN
from aoc.render.units import bytes_text, seconds_text
from aoc.results import Kind, Result, Verdict

__all__ = ["Table"]

MARKS = {
    Verdict.PASS: ("✔", "32"),
    Verdict.FAIL: ("✘", "31"),
    Verdict.UNKNOWN: ("?", "35"),
    Verdict.ERROR: ("!", "31"),
    Verdict.SKIPPED: ("-", "2"),
}
MEANINGS = {
    Verdict.PASS: "right",
    Verdict.FAIL: "wrong",
    Verdict.UNKNOWN: "unknown",
    Verdict.ERROR: "failed",
    Verdict.SKIPPED: "skipped",
}
LABEL, PART = 20, 17
"""Columns for the input's name and the part's."""
LONGEST = 200
"""Characters of an answer that are shown."""


class Table:
    """Writes results as they come; `quiet` leaves out all that needs no attention.

    `inputs` are the labels of inputs that are no examples: their times add up. With `fold`,
    the examples of a puzzle that pass share one line.
    """

    def __init__(
        self,
        out: TextIO,
        inputs: Collection[str] = (),
        *,
        color: bool = False,
        quiet: bool = False,
        fold: bool = False,
    ) -> None:
        self.out = out
        self.inputs = inputs
        self.color = color
        self.quiet = quiet
        self.fold = fold
        self.counts: Counter[Verdict] = Counter()
        self.seconds = 0.0
        self.heading: tuple[object, ...] = ()
        self.label: str | None = None
        self.passed = 0
        self.tracebacks: set[str | None] = set()

    def show(self, result: Result) -> None:
        """Write one result."""
        self.counts[result.verdict] += 1
        new_input = self.start_block(result)
        if result.input in self.inputs and result.variant is None:
            self.seconds += (result.seconds or 0.0) + (result.parse_seconds or 0.0) * new_input
        if self.quiet and not result.bad:
            return
        example = result.input is not None and result.input not in self.inputs
        if self.fold and example and result.verdict is Verdict.PASS:
            self.passed += 1
            return
        self.write_folded()
        label = result.input or "" if new_input else ""
        if label and result.parse_seconds is not None and not self.quiet:
            self.row(label, "parse", " ", result.parse_seconds)
            label = ""
        cost = (result.seconds, result.peak_memory_bytes)
        if is_of_both_parts(result):
            if not self.quiet:
                self.row(label, "both parts", " ", *cost)
                label = ""
            cost = (None, None)
        part = f"part {result.part}" if result.part else ""
        part = f"{part} {result.variant}" if result.variant else part
        mark = self.paint(*MARKS[result.verdict])
        traceback = traceback_of(result)
        known = " (traceback as above)" if traceback in self.tracebacks else ""
        self.row(label, part, mark, *cost, answer_text(result) + known)
        if traceback and not known:
            self.tracebacks.add(traceback)
            self.out.write(self.paint(indented(traceback), "2"))
        if result.drawing:
            self.out.write(indented(result.drawing))
        self.out.flush()

    def end(self) -> None:
        """Write the line that sums up."""
        self.write_folded()
        if not self.counts:
            return
        counts = ", ".join(
            f"{count} {MEANINGS[verdict]}" for verdict in Verdict if (count := self.counts[verdict])
        )
        time = f" in {seconds_text(self.seconds)}" if self.seconds else ""
        self.out.write(f"{'' if self.quiet else chr(10)}{counts}{time}\n")
        self.out.flush()

    def start_block(self, result: Result) -> bool:
        """Write a heading where a puzzle begins; return whether an input begins."""
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
            mark = self.paint(*MARKS[Verdict.PASS])
            self.row("examples", "", mark, text=f"{self.passed} right")
            self.passed = 0

    def row(
        self,
        label: str,
        part: str,
        mark: str,
        seconds: float | None = None,
        memory: int | None = None,
        text: str = "",
    ) -> None:
        """Write one line of the columns."""
        time = "" if seconds is None else seconds_text(seconds)
        size = "" if memory is None else bytes_text(memory)
        line = f"  {label:<{LABEL}} {part:<{PART}} {mark} {time:>8} {size:>8}  {text}"
        self.out.write(line.rstrip() + "\n")

    def paint(self, text: str, code: str) -> str:
        """Color a text, if that is wanted."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.color else text


def answer_text(result: Result) -> str:
    """Return what a part answered, or why it did not, in one line."""
    if result.error:
        return f"{result.error.kind}: {one_line(result.error.message)}"
    if result.answer is None:
        return "not solved"
    answer = one_line(result.answer)
    if result.verdict is Verdict.FAIL:
        return f"{answer}, expected {one_line(result.expected or '')}"
    return answer


def is_of_both_parts(result: Result) -> bool:
    """Say whether the time of a result is that of a plugin's one call for two parts."""
    timed = result.part is not None and result.seconds is not None
    return timed and result.solver != OWN and not Puzzle(result.year, result.day).is_last


def traceback_of(result: Result) -> str | None:
    """Return the traceback of an error, unless a day found its input malformed and says where."""
    error = result.error
    if error is None or (error.kind is Kind.PARSE and error.message.startswith("line ")):
        return None
    return error.traceback


def one_line(answer: str) -> str:
    """Show an answer or a message in a line: a drawing as such is shown below it."""
    shown = "(drawn)" if "\n" in answer else "".join(c if c.isprintable() else "?" for c in answer)
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}... ({len(shown)} characters)"


def indented(text: str) -> str:
    """Set lines in, below a row."""
    return "".join(f"      {line}\n" for line in text.split("\n"))
