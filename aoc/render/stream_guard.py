"""A net under `aoc.render.output`: what others write to a stream cannot command a terminal.

Others are Python with a traceback or a warning, and the loggers of libraries.
"""

from __future__ import annotations

import io
import re
from typing import TextIO

from aoc.text import printable

__all__ = ["COLOR", "guard", "write_raw"]

COLOR = r"\x1b\[([0-9;:]*)m"
"""A sequence that changes the color or style of what follows, and does nothing else."""


def guard(stream: io.TextIOWrapper) -> None:
    """Make printable all that is written to a stream, but for colors and by `write_raw`."""

    def write(text: str) -> int:
        write_raw(stream, text if printable(text) == text else guarded(text))
        return len(text)

    stream.write = write  # type: ignore[method-assign]


def guarded(text: str) -> str:
    """Return a text that is printable but for its colors."""
    pieces = enumerate(re.split(COLOR, text))
    return "".join(f"\x1b[{part}m" if number % 2 else printable(part) for number, part in pieces)


def write_raw(out: TextIO, text: str) -> int:
    """Write a text as it is, also to a guarded stream."""
    if isinstance(out, io.TextIOWrapper):
        return io.TextIOWrapper.write(out, text)
    return out.write(text)
