"""What a stream can show: colors, lines that are written over, and which characters."""

from __future__ import annotations

import codecs
import io
import os
import sys
from typing import TextIO

__all__ = ["is_terminal", "prepare_streams", "wants_color"]

PLAIN = {"✔": "+", "✘": "x", "★": "*", "☆": "o", "·": ".", "µ": "u"}
"""What is written in place of our own signs."""
HANDLER = "aoc.render.console"


def prepare_streams() -> None:
    """Make stdout and stderr write every text; what they cannot show, in another way."""
    codecs.register_error(HANDLER, replace)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=HANDLER)
    if sys.platform == "win32":
        from colorama import just_fix_windows_console

        # Older consoles show colors only after they were asked to; click brings colorama there.
        just_fix_windows_console()


def replace(error: UnicodeError) -> tuple[str, int]:
    r"""Write our own signs in ASCII, and other characters as `\uXXXX`, as JSON has them.

    This is an error handler for `codecs.register_error`.
    """
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end]
    return "".join(PLAIN.get(character) or escape(character) for character in text), error.end


def escape(character: str) -> str:
    r"""Write a character as `\uXXXX`, or as two of these if it takes two units of UTF-16."""
    data = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{data[i : i + 2].hex()}" for i in range(0, len(data), 2))


def wants_color(stream: TextIO) -> bool:
    """Say whether a stream is to be colored: only a terminal, and not against `NO_COLOR`."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def is_terminal(stream: TextIO) -> bool:
    """Say whether a stream is a terminal on which lines can be written over."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"
