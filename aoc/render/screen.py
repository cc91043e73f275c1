"""The stderr of a run: notes, errors, the progress, output without a result."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, TextIO

from aoc.errors import AocError
from aoc.model.jobs import Job
from aoc.model.results import Piece
from aoc.render.format import cut, output_pieces
from aoc.render.terminal import (
    is_terminal,
    print_message,
    rewrite_line,
    width_of,
    with_own_colors,
    write,
)
from aoc.text import printable

if TYPE_CHECKING:
    from aoc.running.local_executor import Progress

PROGRESS_AFTER = 0.5
"""Seconds after which the progress is shown."""
USUAL_WIDTH = 80
"""Columns of a terminal that does not know its width."""


class Screen:
    """The watcher of a run that writes to stderr; it shows the progress only on a terminal.

    With `shows_output`, it shows the output of solvers that belongs to no result.
    """

    def __init__(self, err: TextIO, *, quiet: bool = False, shows_output: bool = True) -> None:
        self.err = err
        self.quiet = quiet
        self.shows_output = shows_output
        self.live = is_terminal(err) and not quiet
        self.drawn = False
        self.begin()

    def begin(self, count: int | None = None) -> None:
        """Note that a run of so many jobs begins."""
        self.count = count
        self.since: float | None = None

    def note(self, text: str) -> None:
        """Show a sentence."""
        if not self.quiet:
            self.problem(text)

    def problem(self, text: str) -> None:
        """Show an error, also if the screen is `quiet`."""
        self.clear()
        print_message(text, self.err)

    def errors(self, errors: Sequence[AocError]) -> int:
        """Show each error once, and return the exit code for them."""
        # Several puzzles may have failed for the same reason.
        for text in dict.fromkeys(str(error) for error in errors):
            self.problem(text)
        return errors[0].exit_code if errors else 0

    def show(self, line: str) -> None:
        """Write a line over the one with the progress, as much of it as fits, on a terminal."""
        if not self.live:
            return
        # Before it is drawn, as Ctrl-C may come in between.
        self.drawn = True
        # In the last column, some terminals would begin a new line.
        columns = (width_of(self.err) or USUAL_WIDTH) - 1
        rewrite_line(self.err, cut(printable(line, kept=""), columns))

    def output(self, job: Job, printed: Piece, place: str = "") -> None:
        """Show output of a solver that belongs to no result, but no output of a check.

        `place` says where the solver was ended.
        """
        is_check = any(job_input.kind.is_check for job_input in job.inputs)
        if is_check or self.quiet:
            return
        pieces: list[str] = []
        options = job.options
        if printed.text and (self.shows_output or options.verbose):
            pieces += output_pieces(printed, "", everything=options.verbose)
        if place:
            pieces += [place, "\n"]
        if pieces:
            self.clear()
            write(self.err, *pieces)

    def progress(self, done: int, progress: Progress) -> None:
        """Show how far the run is, on one line that is written over and over."""
        if self.since is None:
            self.since = monotonic()
        seconds = max(progress.seconds, monotonic() - self.since)
        if not self.live or seconds < PROGRESS_AFTER:
            return
        jobs = f"{done} done," if self.count is None else f"{done}/{self.count}"
        line = f"{jobs} {progress.doing}, {progress.seconds:.0f} s"
        if progress.limit is not None:
            line += f" of {progress.limit:g} s"
        printed = "".join(with_own_colors(progress.printed)).replace("\t", " ")
        if printed:
            line += f": {printed}"
        self.show(line)

    def clear(self) -> None:
        """Remove the line with the progress."""
        if self.drawn:
            rewrite_line(self.err, "")
            self.drawn = False


@contextmanager
def waiting_for(name: str) -> Iterator[None]:
    """Show on a terminal what is waited for in this block."""
    screen = Screen(sys.stderr)
    screen.show(f"waiting for {name}")
    try:
        yield
    finally:
        screen.clear()
