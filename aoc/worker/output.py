"""The output of a solver: separated by part, and printed once though a part is called often."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

# Bound now, so that a solver that changes `os` cannot get in the way.
from os import dup, dup2, write
from typing import TextIO

from aoc.worker.reports import MARK

__all__ = ["Output", "WorkerOutput", "prepare_streams"]


class CountedFile(io.FileIO):
    """A file that counts the bytes that were written to it through Python."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(descriptor, "w", closefd=False)
        self.written = 0

    def write(self, data: object) -> int | None:  # type: ignore[override]
        """Write, and count."""
        count = super().write(data)  # type: ignore[arg-type]
        self.written += count or 0
        return count


class Output:
    """The output of a solver that writes to the terminal itself, as under a debugger."""

    def has_grown(self) -> bool:
        """Return whether anything was printed since the last time; here, it counts as always so."""
        return True

    @contextmanager
    def dropped(self) -> Iterator[None]:
        """Run a block without its output, which an earlier call has printed already."""
        yield


class WorkerOutput(Output):
    """The output of a worker, which goes through a pipe. It has marks between what is printed.

    There is one mark for each report, which is written just before the report is sent. So
    the reader of both pipes knows which report a piece of the output belongs to.
    """

    def __init__(self) -> None:
        self.streams = (sys.stdout, sys.stderr)
        self.files = [s.buffer.raw for s in self.streams if isinstance(s.buffer, io.BufferedWriter)]
        self.pipe = dup(1)
        # Opened now, since a solver may leave no file that can be opened.
        self.nothing = os.open(os.devnull, os.O_WRONLY)
        self.depth = 0
        self.written = 0

    def flush(self) -> None:
        """Write what is left in the buffers."""
        for stream in self.streams:
            try:
                stream.flush()
            except (ValueError, OSError):  # the solver may have closed it
                continue

    def mark(self) -> None:
        """Write a mark: what comes after it belongs to the next report."""
        self.flush()
        rest = MARK
        while rest:
            rest = rest[write(self.pipe, rest) :]

    def has_grown(self) -> bool:
        """Return whether Python has printed anything since the last time.

        What a library or a child process writes is not seen.
        """
        self.flush()
        before, self.written = self.written, sum(getattr(f, "written", 0) for f in self.files)
        return self.written != before

    @contextmanager
    def dropped(self) -> Iterator[None]:
        """Run a block without its output, which an earlier call has printed already."""
        if not self.depth:
            self.point_to(self.nothing)
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1
            if not self.depth:
                self.point_to(self.pipe)

    def point_to(self, descriptor: int) -> None:
        """Redirect stdout and stderr to another descriptor."""
        self.has_grown()
        for standard in (1, 2):
            dup2(descriptor, standard)


def prepare_streams() -> None:
    """Make stdout and stderr write any text, as UTF-8."""
    sys.stdout = text_stream(1)
    sys.stderr = text_stream(2)


def text_stream(descriptor: int) -> TextIO:
    """Return a stream that writes any text to a descriptor, which it never closes.

    It writes line by line, so that the two streams keep their order, and a crash loses nothing.
    """
    return io.TextIOWrapper(
        io.BufferedWriter(CountedFile(descriptor)),
        encoding="utf-8",
        errors="backslashreplace",
        line_buffering=True,
    )
