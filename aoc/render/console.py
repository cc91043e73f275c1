"""What a stream can show: colors, lines that are written over, and which characters."""

from __future__ import annotations

import codecs
import io
import os
import sys
from typing import TextIO

from aoc.render.stream_guard import guard
from aoc.text import printable

__all__ = ["is_terminal", "prepare_streams", "wants_color", "width_of", "wrapped"]

PLAIN = dict(zip("✔✘★☆·µ▁▂▃▄▅▆▇█", "+x*o.u1234567#", strict=True))
"""What is written instead of our signs where a stream cannot show them."""
HANDLER = "aoc.render.console"


def prepare_streams() -> None:
    """Make stdout and stderr write every text, with `replace` for what they cannot encode.

    What others write there is made printable, except by solvers in a debugger.
    """
    codecs.register_error(HANDLER, replace)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=HANDLER)
            if "--pdb" not in sys.argv:
                guard(stream)
    if sys.platform == "win32":
        from colorama import just_fix_windows_console

        # Older consoles need this to show colors; click depends on colorama there.
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
    """Return whether to color a stream: a terminal, unless `NO_COLOR` or `FORCE_COLOR` is set.

    See https://no-color.org and https://force-color.org.
    """
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or is_terminal(stream)


def is_terminal(stream: TextIO) -> bool:
    """Return whether a stream is a terminal on which lines can be written over."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def width_of(stream: TextIO) -> int | None:
    """Return the columns of a terminal; `None` if a stream is not a terminal."""
    try:
        return (os.get_terminal_size(stream.fileno()).columns or None) if stream.isatty() else None
    except (OSError, ValueError):
        return None


def wrapped(text: str, width: int | None, indent: str = "") -> str:
    """Break the lines of a text between words, into printable lines of at most `width` columns.

    They start with `indent` and with the indentation of their line. A word that is longer than a
    line is not broken.
    """
    text = printable(text)
    if width is None or all(len(indent) + len(line) <= width for line in text.split("\n")):
        return "\n".join(f"{indent}{line}" for line in text.split("\n"))
    from textwrap import wrap

    found = []
    for line in text.split("\n"):
        start = indent + " " * (len(line) - len(line.lstrip(" ")))
        found += wrap(
            line.lstrip(" "),
            width,
            initial_indent=start,
            subsequent_indent=start,
            break_long_words=False,
            break_on_hyphens=False,
        ) or [""]
    return "\n".join(found)
