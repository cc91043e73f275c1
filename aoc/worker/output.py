"""The output of a solver: separated by part, and printed once though a part is called often."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

# Bound now, so that a solver that changes `os` cannot get in the way.
from os import dup, dup2, fstat
from typing import TextIO

__all__ = ["Output", "WorkerOutput", "prepare_streams"]


class Output:
    """The output of a solver that writes to the terminal itself, as under a debugger."""

    size = 0
    """The bytes that were printed, where that can be known."""

    def has_grown(self) -> bool:
        """Return whether anything was printed since the last time; here, it counts as always so."""
        return True

    @contextmanager
    def dropped(self, *, if_: bool = True) -> Iterator[None]:
        """Run a block without its output, which an earlier call has printed already."""
        yield


class WorkerOutput(Output):
    """The output of a worker, which goes into a file, also what C code and child processes print.

    The reader has the file too, so its size at the time of a report says what belongs to it.
    """

    def __init__(self) -> None:
        self.streams = (sys.stdout, sys.stderr)
        self.file = dup(1)
        # Opened now, since a solver may leave no file that can be opened.
        self.nothing = os.open(os.devnull, os.O_WRONLY)
        self.depth = 0
        self.seen = 0

    @property
    def size(self) -> int:  # type: ignore[override]
        """The bytes that were printed."""
        for stream in self.streams:
            try:
                stream.flush()
            except (ValueError, OSError):  # the solver may have closed it
                continue
        try:
            return fstat(self.file).st_size
        except OSError:  # the same with every descriptor
            return self.seen

    def has_grown(self) -> bool:
        """Return whether anything was printed since the last time."""
        before, self.seen = self.seen, self.size
        return self.seen != before

    @contextmanager
    def dropped(self, *, if_: bool = True) -> Iterator[None]:
        """Run a block without its output, which an earlier call has printed already."""
        if not if_:
            yield
            return
        if not self.depth:
            self.point_to(self.nothing)
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1
            if not self.depth:
                self.point_to(self.file)

    def point_to(self, descriptor: int) -> None:
        """Redirect stdout and stderr to another descriptor."""
        self.seen = self.size
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
        io.BufferedWriter(io.FileIO(descriptor, "w", closefd=False)),
        encoding="utf-8",
        errors="backslashreplace",
        line_buffering=True,
    )
