"""Writing to streams that cannot show every character: consoles of Windows, or plain ASCII."""

from __future__ import annotations

import codecs
import io
import sys

__all__ = ["prepare_streams"]

PLAIN = {"✔": "+", "✘": "x", "★": "*", "☆": "o", "·": ".", "µ": "u"}
"""What is written in place of our own signs."""
HANDLER = "aoc.render.console"


def prepare_streams() -> None:
    """Have stdout and stderr write every text: what they cannot show, in another way."""
    codecs.register_error(HANDLER, replace)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=HANDLER)


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
