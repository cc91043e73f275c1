"""The file of a worker's output, as the program reads it: in pieces, each of which is of a result.

It has no name, and is the stdout and stderr of the worker.
"""

from __future__ import annotations

import os
import sys

from aoc.model.results import Piece

SHOWN = 65_536
"""Characters at both ends of a long piece that a result has, unless all is asked for."""
MOST_BYTES = 16_777_216
"""Bytes of a piece that are kept: a solver may print for ever."""
LINE_BYTES = 4096
"""Bytes at the end of an output in which its last line is looked for."""


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
        self.most = MOST_BYTES if everything else SHOWN
        """The size of a piece that is too long."""
        self.start = 0
        """Where the piece begins that is being printed."""

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
        """The last line of the output since the last piece, or its end."""
        start = max(self.start, self.size - LINE_BYTES)
        data = self.read(start, self.size)
        # It may begin within a character, with bytes of UTF-8 that begin none.
        text = text_of(data.lstrip(bytes(range(0x80, 0xC0))))
        return text.rstrip().rpartition("\n")[2]

    def take(self, end: int) -> Piece:
        """Return the next piece, up to the `end` that the worker has reported."""
        start = self.start
        # It may have been cut off.
        self.start = min(end, self.size)
        return self.piece(start, self.start)

    def piece(self, start: int, end: int) -> Piece:
        """Return the piece between two positions; a long one has its beginning and its end."""
        data = self.read(start, end)
        text = text_of(data)
        if len(data) < self.most:
            return Piece(text)
        lines = text.removesuffix("\n").count("\n") + 1
        return Piece(text[: self.most], lines, text[-SHOWN:])

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
        """Cut off the piece that is being printed, if it is too long."""
        most = self.start + MOST_BYTES
        if self.size > most:
            # The worker goes on at the new end: the file is open for appending.
            os.ftruncate(self.descriptor, most)

    def close(self) -> None:
        """Close the file."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1


def text_of(data: bytes) -> str:
    r"""Return the text of an output.

    Bytes that are not UTF-8 are shown as `\xXX`. Line ends of Windows become `\n`.
    """
    return data.decode(errors="backslashreplace").replace(os.linesep, "\n")
