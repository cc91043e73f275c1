"""Results for people: a block of rows per puzzle, a row per part.

rich would lay this out as well, but importing it takes longer than a warm run may.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TextIO

from aoc.model import Puzzle, Result, Value, Verdict, seconds_since_start
from aoc.project import OWN
from aoc.render.format import (
    MEANINGS,
    answer_text,
    as_shown,
    bytes_text,
    drawing_lines,
    legend_pieces,
    padded,
    seconds_text,
    sign,
    traceback_of,
)
from aoc.render.terminal import painted, width_of, with_own_colors, wrapped, write
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
        self.pieces: list[str] = []
        self.width = width_of(out)
        self.quiet = quiet
        self.tips = tips
        self.wall = wall

    def write_end(self, line: str, counts: Counter[Verdict]) -> None:
        """Write the line that sums up, and explain the signs that are shown for the first time."""
        gap = "" if self.quiet else "\n"
        self.pieces.append(f"{gap}{wrapped(line, self.width)}\n")
        self.pieces += legend_pieces(self.tips([verdict for verdict in Verdict if counts[verdict]]))
        self.flush()

    def flush(self) -> None:
        """Write what was added since the last time."""
        if self.pieces:
            write(self.out, *self.pieces)
            self.pieces.clear()


LABEL, PART = 20, 17
"""Columns for the input's name and the part's."""
NARROW = 80
"""Columns of a terminal below which these two get less."""
INDENT = " " * 6
"""Before the lines below a row."""
SHORT = 0.5
"""Seconds up to which a call of a single day is repeated, where it can be."""
FIRST = "*"
"""What marks the time of a first call between those of the fastest of several."""


class Row(Value):
    """A row of a table: its cells as texts, and texts of several lines `below`, with their kinds.

    The first row of a puzzle has nothing but its name as `label`, and by whom it is solved.
    """

    label: str = ""
    part: str = ""
    verdict: Verdict | None = None
    time: str = ""
    size: str = ""
    text: str = ""
    below: tuple[tuple[str, str], ...] = ()
    is_heading: bool = False


class ResultRows:
    """Makes the rows of results as they come; if `quiet`, only of wrong answers and errors.

    With `fold`, the examples of a puzzle that pass share one row.
    """

    def __init__(self, *, quiet: bool = False, fold: bool = False) -> None:
        self.quiet = quiet
        self.fold = fold
        self.summary = Summary()
        self.about: tuple[object, ...] = ()
        self.label: str | None = None
        self.passed = 0
        self.parsed: Result | None = None
        """That of parsing the input, until the first part is shown."""
        self.tracebacks: set[str | None] = set()
        self.marks_first = False

    def of(self, result: Result) -> Iterator[Row]:
        """Yield the rows that a result adds."""
        self.summary.add(result)
        if result.is_of_parse:
            # Whether it is shown depends on what comes next.
            self.parsed = result
            return
        if self.quiet and not result.bad:
            return
        about = (result.year, result.day, result.solver)
        label = "" if (*about, result.input) == (*self.about, self.label) else result.input or ""
        if about != self.about:
            yield from self.folded()
            title = f"{result.year}/{result.day:02d} {result.title or ''}".rstrip()
            by = "" if result.solver == OWN else f" by {result.solver}"
            yield Row(title, text=by, is_heading=True)
        self.about, self.label = about, result.input
        parsed, self.parsed = self.parsed, None
        printed = result.output or (parsed and parsed.output)
        is_example = result.input_kind == "example"
        if self.fold and is_example and result.verdict is Verdict.PASS and not printed:
            self.passed += 1
            return
        yield from self.folded()
        if parsed:
            label = result.input or ""
        if parsed and not self.quiet:
            yield Row(label, "parse", None, self.time_of(parsed), below=printed_below(parsed))
            label = ""
        memory = result.peak_memory_bytes
        cost = (self.time_of(result), "" if memory is None else bytes_text(memory))
        if is_of_both_parts(result):
            if not self.quiet:
                yield Row(label, "both parts", None, *cost)
                label = ""
            cost = ("", "")
        part = f"part {result.part} {result.variant or ''}".rstrip() if result.part else ""
        traceback = traceback_of(result)
        known = traceback in self.tracebacks
        text = answer_text(result) + " (traceback as above)" * known
        below = [("traceback", traceback)] if traceback and not known else []
        self.tracebacks |= {traceback} - {None}
        below += [("drawn", lines) for lines in [drawing_lines(result)] if lines]
        yield Row(label, part, result.verdict, *cost, text, (*below, *printed_below(result)))

    def folded(self) -> Iterator[Row]:
        """Yield the row for the examples that passed, if there are such."""
        if self.passed:
            yield Row("examples", verdict=Verdict.PASS, text=f"{self.passed} right")
            self.passed = 0

    def time_of(self, result: Result) -> str:
        """Return the time of a result; a mark says that it was not measured as those beside it."""
        if result.seconds is None:
            return ""
        is_first = result.first_call and not result.error and result.seconds <= SHORT
        is_first = is_first and not self.fold
        self.marks_first |= is_first
        return f"{seconds_text(result.seconds)}{FIRST * is_first}"


def printed_below(result: Result) -> tuple[tuple[str, str], ...]:
    """Return what a solver printed, to stand below its row."""
    return (("printed", result.output),) if result.output else ()


def is_of_both_parts(result: Result) -> bool:
    """Return whether the time of a result is that of a plugin, which answers both parts at once."""
    timed = result.part is not None and result.seconds is not None
    return timed and result.solver != OWN and not Puzzle(result.year, result.day).is_last


class Table(ResultWriter):
    """Writes results as they come. The parameters are those of `ResultRows` and `ResultWriter`."""

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
        self.rows = ResultRows(quiet=quiet, fold=fold)
        self.has_rows = False

    def show(self, result: Result) -> None:
        """Write one result."""
        self.add_rows(self.rows.of(result))
        self.flush()

    def end(self) -> None:
        """Write the line that sums up, and explain the signs that are shown for the first time."""
        self.add_rows(self.rows.folded())
        counts = self.rows.summary.counts
        if not counts:
            return
        if self.rows.marks_first:
            self.pieces.append(f"  {FIRST} the time of the first call, which was not repeated\n")
        self.write_end(self.rows.summary.text(self.wall()), counts)

    def add_rows(self, rows: Iterable[Row]) -> None:
        """Add rows, with the lines below them."""
        for row in rows:
            if row.is_heading:
                gap = "\n" if self.has_rows and not self.rows.fold else ""
                self.pieces += (gap, painted(row.label, "1"), f"{row.text}\n")
            else:
                self.add_row(row)
            self.has_rows = True
            for kind, text in row.below:
                if kind == "traceback":
                    self.pieces += (painted(wrapped(text, self.width, INDENT), "2"), "\n")
                else:
                    self.pieces += (*with_own_colors(text.removesuffix("\n"), INDENT), "\n")
                    if len(text) == SHOWN:
                        self.pieces.append(f"{INDENT}... (the first {SHOWN} bytes; -v shows all)\n")

    def add_row(self, row: Row) -> None:
        """Add one row; what is too long for its column is written on other lines."""
        mark = sign(row.verdict) if row.verdict else " "
        if not row.label and not row.part:
            first, *others = wrapped(row.text, self.width, "    ").split("\n")
            self.pieces += ("  ", mark, "\n".join([f" {first.strip()}", *others]), "\n")
            return
        less = 0 if self.width is None or self.width >= NARROW else 6
        head = "  "
        for name, columns in ((row.label, LABEL - less), (row.part, PART - less)):
            name = as_shown(name, self.out)
            if columns_of(name) > columns:
                # The rest of the row is on the next line, in its columns.
                self.pieces.append(f"{head}{name}\n")
                head, name = " " * len(head), ""
            head += f"{padded(name, columns)} "
        time = row.time.rjust(8 + row.time.endswith(FIRST))
        tail = f" {time:9}{row.size:>8}  "
        room = None if self.width is None else self.width - columns_of(head) - len(f"?{tail}")
        if room is not None and columns_of(row.text) > room:
            below = wrapped(row.text, self.width, INDENT)
            self.pieces += (head, mark, f"{tail.rstrip()}\n{below}\n")
        else:
            self.pieces += (head, mark, f"{tail}{row.text}".rstrip() + "\n")
