"""What a run shows on stderr: notes, errors, the progress, output without a result."""

from __future__ import annotations

from time import monotonic
from typing import TextIO

from aoc.job import Job
from aoc.printable import printable
from aoc.program import message_line
from aoc.puzzle import Puzzle
from aoc.render.columns import cut
from aoc.render.console import is_terminal, width_of, wrapped
from aoc.render.output import erase_line, rewrite_line, with_own_colors, without_colors, write
from aoc.running.protocol import Progress

__all__ = ["Screen"]

PATIENCE = 0.5
"""Seconds after which the progress is shown."""


class Screen:
    """The watcher of a run that writes to stderr; it shows the progress only on a terminal."""

    def __init__(self, err: TextIO, *, quiet: bool = False) -> None:
        self.err = err
        self.quiet = quiet
        self.live = is_terminal(err) and not quiet
        self.drawn = False
        self.jobs = 0
        self.since: float | None = None

    def note(self, text: str) -> None:
        """Show a sentence."""
        if not self.quiet:
            self.problem(text)

    def problem(self, text: str) -> None:
        """Show an error, also if the screen is `quiet`."""
        self.clear()
        write(self.err, wrapped(message_line(text), width_of(self.err)), "\n")

    def show_fetching(self, puzzle: Puzzle) -> None:
        """Show which input is being fetched; the results come later."""
        if self.live:
            rewrite_line(self.err, f"fetching the input of {puzzle}")
            self.drawn = True

    def output(self, job: Job, text: str) -> None:
        """Show output of a solver that belongs to no result."""
        if text and not self.quiet:
            self.clear()
            write(self.err, *with_own_colors(text.removesuffix("\n")), "\n")

    def progress(self, progress: Progress) -> None:
        """Show how far the run is, on one line that is written over and over."""
        if not self.live:
            return
        self.since = self.since or monotonic()
        if max(progress.seconds, monotonic() - self.since) < PATIENCE:
            return
        line = f"{progress.done}/{self.jobs} {progress.doing}, {progress.seconds:.0f} s"
        printed = without_colors(progress.printed).replace("\t", " ")
        line = printable(f"{line}: {printed}" if printed else line, kept="")
        rewrite_line(self.err, cut(line, (width_of(self.err) or 80) - 1))
        self.drawn = True

    def clear(self) -> None:
        """Remove the line with the progress."""
        if self.drawn:
            erase_line(self.err)
            self.drawn = False
