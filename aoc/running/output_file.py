"""The file of a worker's output, as the program reads it: in pieces, each of which is of a result.

It has no name, and is the stdout and stderr of the worker.
"""

from __future__ import annotations

import os
import re
import sys

from aoc.model.results import Piece

SHOWN_BYTES = 65_536
"""Bytes of a piece of output that a result has, unless all is asked for."""
MOST_BYTES = 16_777_216
"""Bytes of a piece that a result has if all is asked for: a solver may print for ever."""
LINE_BYTES = 4096
"""Bytes at the end of an output in which its last line is looked for."""
SEQUENCE = re.compile(rb"\x1b\[[0-9;:]*m|[\xc0-\xff][\x80-\xbf]{1,3}")
"""The bytes of a color, or of a character that has several, which are not to be cut."""
LONGEST_SEQUENCE = 64
"""Bytes that such a sequence has at most."""


def open_output() -> int:
    """Return the descriptor of a new file for a worker's output. Raises `OSError`."""
    # Only Linux has files in memory.
    if hasattr(os, "memfd_create"):
        return os.memfd_create("aoc output")
    from tempfile import TemporaryFile

    with TemporaryFile(buffering=0) as file:
        return os.dup(file.fileno())


class OutputFile:
    """The output in the file with a `descriptor`, in pieces: each belongs to a result.

    With -1 as descriptor, the worker prints to the terminal.
    """

    def __init__(self, descriptor: int = -1, *, everything: bool = False) -> None:
        self.descriptor = descriptor
        self.most_shown = MOST_BYTES if everything else SHOWN_BYTES
        """Bytes of a piece that a result has."""
        self.start = 0
        """Where the piece begins that is being printed."""
        self.lost_lines = 0
        """The lines that were cut off in that piece."""

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
        return text_of(self.read(max(0, self.size - SHOWN_BYTES), self.size))

    @property
    def last_line(self) -> str:
        """The last line of the output since the last piece."""
        # A little more is read, so that a character at the start is seen as a whole.
        start = self.size - LINE_BYTES - LONGEST_SEQUENCE
        data = self.read(max(self.start, start), self.size)
        text = text_of(data[whole_to(data, len(data) - LINE_BYTES) :])
        return text.rstrip().rpartition("\n")[2]

    def take(self, end: int) -> Piece:
        """Return the next piece, up to the `end` that the worker has reported."""
        start = self.start
        # The solver may have made the file shorter.
        self.start = min(end, self.size)
        piece = self.piece(start, self.start)
        self.lost_lines = 0
        return piece

    def piece(self, start: int, end: int) -> Piece:
        """Return the piece between two positions; a long one is cut between two characters."""
        data = self.read(start, end)
        if len(data) <= self.most_shown:
            return Piece(text_of(data))
        beginning = data[: whole_to(data, self.most_shown)]
        ending = data[whole_to(data, len(data) - SHOWN_BYTES) :]
        lines = self.lost_lines + data.count(b"\n")
        if not data.endswith(b"\n"):
            lines += 1
        return Piece(text_of(beginning), lines, text_of(ending))

    def read(self, start: int, end: int) -> bytes:
        """Return the bytes between two positions."""
        if end <= start:
            return b""
        if sys.platform != "win32":
            return os.pread(self.descriptor, end - start, start)
        # The worker writes at a position of its own.
        os.lseek(self.descriptor, start, os.SEEK_SET)
        return os.read(self.descriptor, end - start)

    def bound(self) -> None:
        """Cut off output far beyond all limits, since a solver may print for ever."""
        size = self.size
        kept = self.start + MOST_BYTES
        # Not at each look, as the lines have to be counted.
        if size <= kept + MOST_BYTES:
            return
        self.lost_lines += self.read(kept, size).count(b"\n")
        # The worker goes on at the new end: the file is open for appending.
        os.ftruncate(self.descriptor, kept)

    def close(self) -> None:
        """Close the file."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1


def whole_to(data: bytes, position: int) -> int:
    """Return a position in an output, or the start of the character or color that it is in."""
    if position <= 0:
        return 0
    for sequence in SEQUENCE.finditer(data, max(0, position - LONGEST_SEQUENCE)):
        if sequence.start() >= position:
            break
        if sequence.end() > position:
            return sequence.start()
    return position


def text_of(data: bytes) -> str:
    r"""Return the text of an output.

    Bytes that are not UTF-8 are shown as `\xXX`. Line ends of Windows become `\n`.
    """
    return data.decode(errors="backslashreplace").replace(os.linesep, "\n")
