"""The stderr of a run: notes, errors, the progress, output without a result."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import TextIO

from aoc.errors import SiteError
from aoc.model import CHECKS, Job
from aoc.render.format import cut
from aoc.render.terminal import (
    is_terminal,
    print_message,
    rewrite_line,
    width_of,
    with_own_colors,
    without_colors,
    write,
)
from aoc.text import printable

PATIENCE = 0.5
"""Seconds after which the progress is shown."""


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
        self.jobs = 0
        self.since: float | None = None

    def begin(self, jobs: int) -> None:
        """Note that a run of so many jobs begins."""
        self.jobs = jobs
        self.since = None

    def note(self, text: str) -> None:
        """Show a sentence."""
        if not self.quiet:
            self.problem(text)

    def problem(self, text: str) -> None:
        """Show an error, also if the screen is `quiet`."""
        self.clear()
        print_message(text, self.err)

    def errors(self, errors: Sequence[SiteError]) -> int:
        """Show each error of the site once, and return the exit code for them."""
        for text in dict.fromkeys(map(str, errors)):
            self.problem(text)
        return errors[0].exit_code if errors else 0

    def show(self, line: str) -> None:
        """Write a line over the one with the progress, as much of it as fits, on a terminal."""
        if self.live:
            rewrite_line(self.err, cut(printable(line, kept=""), (width_of(self.err) or 80) - 1))
            self.drawn = True

    def output(self, job: Job, text: str) -> None:
        """Show output of a solver that belongs to no result, but not that of a check."""
        is_check = any(one.kind in CHECKS for one in job.inputs)
        if text and self.shows_output and not (self.quiet or is_check):
            self.clear()
            write(self.err, *with_own_colors(text.removesuffix("\n")), "\n")

    def progress(self, done: int, doing: str, seconds: float, printed: str = "") -> None:
        """Show how far the run is, on one line that is written over and over."""
        self.since = self.since or monotonic()
        if max(seconds, monotonic() - self.since) < PATIENCE:
            return
        line = f"{done}/{self.jobs} {doing}, {seconds:.0f} s"
        printed = without_colors(printed).replace("\t", " ")
        self.show(f"{line}: {printed}" if printed else line)

    def clear(self) -> None:
        """Remove the line with the progress."""
        if self.drawn:
            rewrite_line(self.err, "")
            self.drawn = False
