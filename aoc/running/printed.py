"""What a worker prints: a file without a name is its stdout and stderr, and is read here."""

from __future__ import annotations

import os
import sys

__all__ = ["SHOWN", "Printed", "open_output"]

SHOWN = 1 << 16
"""Bytes of a piece that are kept, unless all is asked for."""
ALL = 1 << 24
"""Bytes of a piece that are kept if all is asked for: a solver may print for ever."""
TAIL = 1 << 14
"""Bytes at the end of everything that are kept, to explain a crash with."""


def open_output() -> int:
    """Return the descriptor of a new file for what a worker prints. Raises `OSError`."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("aoc output")
    from tempfile import TemporaryFile

    with TemporaryFile(buffering=0) as file:
        return os.dup(file.fileno())


class Printed:
    """What was printed into the file with a `descriptor`, in pieces: each belongs to a result.

    Without a descriptor, the worker prints to the terminal.
    """

    def __init__(self, descriptor: int = -1, *, everything: bool = False) -> None:
        self.descriptor = descriptor
        self.limit = ALL if everything else SHOWN
        self.start = 0

    @property
    def size(self) -> int:
        """The bytes that were printed."""
        return os.fstat(self.descriptor).st_size if self.descriptor >= 0 else 0

    @property
    def rest(self) -> str:
        """What was printed since the last piece."""
        return self.read(self.start, min(self.size, self.start + self.limit))

    @property
    def tail(self) -> str:
        """The end of all that was printed."""
        size = self.size
        return self.read(max(0, size - TAIL), size)

    def take(self, end: int) -> str:
        """Return the next piece, up to the `end` that the worker has reported."""
        end = min(end, self.size)
        text = self.read(self.start, min(end, self.start + self.limit))
        self.start = end
        return text

    def read(self, start: int, end: int) -> str:
        r"""Return the text between two positions; what is not UTF-8 is shown as `\xXX`.

        Lines that end as they do on Windows end as they do in Python.
        """
        if start >= end:
            return ""
        if sys.platform == "win32":
            os.lseek(self.descriptor, start, os.SEEK_SET)
            data = os.read(self.descriptor, end - start)
            os.lseek(self.descriptor, 0, os.SEEK_END)
        else:
            data = os.pread(self.descriptor, end - start, start)
        return data.decode(errors="backslashreplace").replace(os.linesep, "\n")

    def bound(self) -> None:
        """Cut off what is far beyond the limit, since a solver may print for ever."""
        if self.size > self.start + 2 * self.limit:
            os.ftruncate(self.descriptor, self.start + self.limit)
            os.lseek(self.descriptor, 0, os.SEEK_END)

    def close(self) -> None:
        """Close the file."""
        descriptor, self.descriptor = self.descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)
