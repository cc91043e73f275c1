"""The output of a worker, in pieces: each belongs to a result.

It goes into a file without a name, which is the stdout and stderr of the worker, and is read here.
"""

from __future__ import annotations

import os
import re
import sys

from aoc.model.results import Piece

SHOWN = 65_536
"""Bytes of a piece of output that a result has, unless all is asked for."""


ALL = 16_777_216
"""Bytes of a piece that a result has if all is asked for: a solver may print for ever."""


LINE = 4096
"""Bytes at the end of an output in which its last line is looked for."""


SEQUENCE = re.compile(rb"\x1b\[[0-9;:]*m|[\xc0-\xff][\x80-\xbf]{1,3}")
"""The bytes of a color, or of a character that has several, which are not to be cut."""


LONGEST = 64
"""Bytes that such a sequence has at most."""


def open_output() -> int:
    """Return the descriptor of a new file for a worker's output. Raises `OSError`."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("aoc output")
    from tempfile import TemporaryFile

    with TemporaryFile(buffering=0) as file:
        return os.dup(file.fileno())


class Printed:
    """The output in the file with a `descriptor`, in pieces: each belongs to a result.

    Without a descriptor, the worker prints to the terminal.
    """

    def __init__(self, descriptor: int = -1, *, everything: bool = False) -> None:
        self.descriptor = descriptor
        self.limit = ALL if everything else SHOWN
        self.start = 0
        self.lost_lines = 0
        """The lines that were cut off in the piece that is being printed."""

    @property
    def size(self) -> int:
        """The bytes that were printed."""
        return os.fstat(self.descriptor).st_size if self.descriptor >= 0 else 0

    @property
    def rest(self) -> Piece:
        """The output since the last piece."""
        return self.piece(self.start, self.size)

    @property
    def tail(self) -> str:
        """The end of all that was printed."""
        return text_of(self.read(max(0, self.size - SHOWN), self.size))

    @property
    def last_line(self) -> str:
        """The last line of the output since the last piece."""
        data = self.read(max(self.start, self.size - LINE - LONGEST), self.size)
        text = text_of(data[whole_to(data, len(data) - LINE) :])
        return text.rstrip().rpartition("\n")[2]

    def take(self, end: int) -> Piece:
        """Return the next piece, up to the `end` that the worker has reported."""
        start = self.start
        self.start = min(end, self.size)
        piece = self.piece(start, self.start)
        self.lost_lines = 0
        return piece

    def piece(self, start: int, end: int) -> Piece:
        """Return the piece between two positions; a long one is cut between two characters."""
        data = self.read(start, end)
        if len(data) <= self.limit:
            return Piece(text_of(data))
        begin = data[: whole_to(data, self.limit)]
        last = data[whole_to(data, len(data) - SHOWN) :]
        lines = self.lost_lines + data.count(b"\n") + (not data.endswith(b"\n"))
        return Piece(text_of(begin), lines, text_of(last))

    def read(self, start: int, end: int) -> bytes:
        """Return the bytes between two positions."""
        if end <= start:
            return b""
        if sys.platform != "win32":
            return os.pread(self.descriptor, end - start, start)
        os.lseek(self.descriptor, start, os.SEEK_SET)
        data = os.read(self.descriptor, end - start)
        os.lseek(self.descriptor, 0, os.SEEK_END)
        return data

    def bound(self) -> None:
        """Cut off output far beyond all limits, since a solver may print for ever."""
        size = self.size
        kept = self.start + ALL
        if size <= kept + ALL:
            return
        self.lost_lines += self.read(kept, size).count(b"\n")
        os.ftruncate(self.descriptor, kept)
        os.lseek(self.descriptor, 0, os.SEEK_END)

    def close(self) -> None:
        """Close the file."""
        descriptor, self.descriptor = self.descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)


def whole_to(data: bytes, position: int) -> int:
    """Return a position in an output, or the start of the character or color that it is in."""
    if position <= 0:
        return 0
    for found in SEQUENCE.finditer(data, max(0, position - LONGEST)):
        if found.start() >= position:
            break
        if found.end() > position:
            return found.start()
    return position


def text_of(data: bytes) -> str:
    r"""Return the text of an output.

    Bytes that are not UTF-8 are shown as `\xXX`. Line ends of Windows become those of Python.
    """
    return data.decode(errors="backslashreplace").replace(os.linesep, "\n")
