"""What people see of a run besides its results: notes, what solvers print, and the progress."""

from __future__ import annotations

import os
from typing import TextIO

from aoc.job import Job
from aoc.program import message_line
from aoc.puzzle import Puzzle
from aoc.render.console import is_terminal
from aoc.running.protocol import Progress

__all__ = ["Screen"]

SHOWN = 1 << 16
"""Bytes of a job's output that are shown, unless all is asked for."""
PATIENCE = 0.5
"""Seconds after which the progress is shown."""


class Screen:
    """The watcher of a run that writes to stderr; it shows the progress only on a terminal."""

    def __init__(
        self, out: TextIO, err: TextIO, *, quiet: bool = False, all_output: bool = False
    ) -> None:
        self.out = out
        self.err = err
        self.quiet = quiet
        self.limit = None if all_output else SHOWN
        self.live = is_terminal(err) and not quiet
        self.drawn = False
        self.jobs = 0
        self.notes: list[str] = []
        self.shown: dict[Job, int] = {}

    def note(self, text: str) -> None:
        """Show a sentence."""
        self.notes.append(text)
        if not self.quiet:
            self.problem(text)

    def problem(self, text: str) -> None:
        """Show a sentence about what went wrong, even to those who want it quiet."""
        self.clear()
        self.err.write(f"{message_line(text)}\n")
        self.err.flush()

    def show_fetching(self, puzzle: Puzzle) -> None:
        """Show which input is being fetched; the results come later."""
        if self.live:
            self.clear()
            self.err.write(f"fetching the input of {puzzle}")
            self.err.flush()
            self.drawn = True

    def output(self, job: Job, data: bytes) -> None:
        """Show what a solver prints, up to the limit."""
        if self.quiet:
            return
        job = job._replace(skip=0)
        shown = self.shown.get(job, 0)
        self.shown[job] = shown + len(data)
        left = None if self.limit is None else max(0, self.limit - shown)
        piece = data if left is None else data[:left]
        if piece:
            self.clear()
            # Lines ended by "\r\n" on Windows get their "\r" back when they are written.
            text = piece.decode(errors="backslashreplace").replace(os.linesep, "\n")
            self.err.write(text)
            self.err.flush()
        if left and len(data) > left:
            self.err.write("\n")
            self.note(f"{job.puzzle} prints more than {SHOWN} bytes; -v shows all")

    def progress(self, progress: Progress) -> None:
        """Show how far the run is, on one line that is written over and over."""
        if not self.live or not progress.doing or progress.seconds < PATIENCE:
            return
        width = os.get_terminal_size(self.err.fileno()).columns - 1
        line = f"{progress.done}/{self.jobs} {progress.doing}, {progress.seconds:.0f} s"
        self.err.write(f"\r{line[:width]}\x1b[K")
        self.err.flush()
        self.drawn = True

    def clear(self) -> None:
        """Remove the line with the progress."""
        if self.drawn:
            self.err.write("\r\x1b[K")
            self.err.flush()
            self.drawn = False
