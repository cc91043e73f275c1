"""The output of a worker, read from its pipe: in pieces, one for each of its reports."""

from __future__ import annotations

import os
from collections import deque

from aoc.worker.reports import MARK

__all__ = ["SHOWN", "Printed", "shown_text"]

SHOWN = 1 << 16
"""Bytes of a piece that are kept, unless all is asked for."""
ALL = 1 << 24
"""Bytes of a piece that are kept if all is asked for: a solver may print for ever."""
TAIL = 1 << 14
"""Bytes at the end of everything that are kept, to explain a crash with."""


class Printed:
    """Takes what comes out of the pipe, and cuts it at the marks; see `aoc.worker.output`.

    `pieces` has what was printed before each mark, until it is taken; `rest` is what was printed
    since the last mark. `tail` is the end of all output.
    """

    def __init__(self, *, everything: bool = False) -> None:
        self.limit = ALL if everything else SHOWN
        self.pieces: deque[str] = deque()
        self.tail = b""
        self._rest = b""
        self._unread = b""

    @property
    def rest(self) -> str:
        """What was printed since the last mark."""
        return shown_text((self._rest + self._unread)[: self.limit])

    def feed(self, data: bytes) -> None:
        """Take what came next."""
        *pieces, unread = (self._unread + data).split(MARK)
        for piece in pieces:
            self._add(piece)
            self.pieces.append(shown_text(self._rest))
            self._rest = b""
        # The next mark may have come in part.
        start = unread.rfind(MARK[:1], -len(MARK))
        if start < 0 or not MARK.startswith(unread[start:]):
            start = len(unread)
        self._add(unread[:start])
        self._unread = unread[start:]

    def _add(self, data: bytes) -> None:
        self._rest += data[: self.limit - len(self._rest)]
        self.tail = (self.tail + data[-TAIL:])[-TAIL:]


def shown_text(data: bytes) -> str:
    r"""Return the text that bytes stand for; what is not UTF-8 is shown as `\xXX`.

    Lines that end as they do on Windows end as they do in Python.
    """
    return data.decode(errors="backslashreplace").replace(os.linesep, "\n")
