"""The texts on stdout and stderr, which cannot command a terminal, and our own colors.

Everything that the program shows goes through here. A text may come from anywhere, so it is always
made printable; a color is never part of a text, but of a `Painted` one.
"""

from __future__ import annotations

import codecs
import io
import os
import re
import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TextIO

from aoc.program import NAME
from aoc.text import printable
from aoc.tokens import SURE_DIGITS, hide_tokens

if TYPE_CHECKING:
    from aoc.render.keyboard import Keyboard

PLAIN_SIGNS = dict(zip("✔✘★☆·µ…▁▂▃▄▅▆▇█", "+x*o.u~1234567#", strict=True))
"""The characters in place of our signs where a stream cannot show them."""
ERROR_HANDLER = "aoc.render.terminal"


def prepare_streams() -> None:
    """Make stdout and stderr write every text, with `replace` for unknown characters."""
    codecs.register_error(ERROR_HANDLER, replace)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ERROR_HANDLER)
    if sys.platform == "win32":
        from colorama import just_fix_windows_console

        # Older consoles need this to show colors; click depends on colorama there.
        just_fix_windows_console()


def replace(error: UnicodeError) -> tuple[str, int]:
    r"""Write our own signs in ASCII, and other characters as Python has them, such as `\xe9`.

    This is an error handler for `codecs.register_error`.
    """
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end]
    plain = "".join(PLAIN_SIGNS.get(character, character) for character in text)
    return plain.encode("ascii", "backslashreplace").decode(), error.end


def wants_color(stream: TextIO) -> bool:
    """Return whether to color a stream: a terminal, unless `NO_COLOR` or `FORCE_COLOR` is set.

    See https://no-color.org and https://force-color.org.
    """
    # As these pages have it, an empty value does not count.
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or is_terminal(stream)


def is_terminal(stream: TextIO) -> bool:
    """Return whether a stream is a terminal on which lines can be written over."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def width_of(stream: TextIO) -> int | None:
    """Return the columns of a terminal; `None` if a stream is not a terminal."""
    try:
        if not stream.isatty():
            return None
        columns = os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        # It has no descriptor, or is closed.
        return None
    # A terminal of a program, such as an editor, may not know its own size.
    return columns or None


def wrapped(text: str, width: int | None, indent: str = "") -> str:
    """Break the lines of a text between words, into printable lines of at most `width` columns.

    They start with `indent` and with the indentation of their line. A word that is longer than a
    line is not broken.
    """
    lines = printable(text).split("\n")
    longest = max(len(line) for line in lines)
    if width is None or len(indent) + longest <= width:
        return "\n".join(indent + line for line in lines)
    # Hardly any text of a run is that long, and this takes some ms to import.
    from textwrap import wrap

    shown = []
    for line in lines:
        words = line.lstrip(" ")
        start = indent + " " * (len(line) - len(words))
        pieces = wrap(
            words,
            width,
            initial_indent=start,
            subsequent_indent=start,
            break_long_words=False,
            break_on_hyphens=False,
        )
        # An empty line has no pieces.
        shown += pieces or [""]
    return "\n".join(shown)


COLOR = r"\x1b\[([0-9;:]*)m"
"""A sequence that changes the color or style of the text after it, and does nothing else."""
END_OF_LINE = "\x1b[K"
"""Erases the rest of a line."""


class Painted(str):
    """A text with the `code` of its color or style, such as `32` for green."""

    __slots__ = ("code",)

    code: str


def painted(text: str, code: str) -> str:
    """Return a text in a color."""
    colored = Painted(text)
    colored.code = code
    return colored


def with_own_colors(text: str, indent: str = "") -> Iterator[str]:
    """Yield the output of a solver in pieces with the colors that it has set.

    Each line begins with `indent`. Of a line that was written over, as a progress bar is, the last
    state is shown.
    """
    text = re.sub(r"(?m)^.*\r(?=.)|\r+$", "", text)
    text = indent + text.replace("\n", f"\n{indent}")
    code = ""
    # The texts are at even places, and at odd ones the codes between them.
    for place, piece in enumerate(re.split(COLOR, text)):
        if place % 2:
            code = piece
        elif piece:
            yield painted(piece, code) if code.strip("0") else piece


def write(out: TextIO, *pieces: str) -> None:
    """Write texts made printable, painted ones in color if the stream is colored; then flush."""
    has_colors = wants_color(out)
    shown = []
    for piece in pieces:
        text = printable(piece)
        if has_colors and isinstance(piece, Painted):
            text = f"\x1b[{piece.code}m{text}\x1b[0m"
        shown.append(text)
    # In one write, so that Ctrl-C leaves no color behind.
    out.write("".join(shown))
    out.flush()


def print_line(*pieces: str) -> None:
    """Write one line, or several, on stdout."""
    write(sys.stdout, *pieces, "\n")


def write_json(out: TextIO, *rows: Mapping[str, object]) -> None:
    """Write objects, each as a line, which is printable since `dumps` writes ASCII alone."""
    # Most commands print no JSON.
    import json

    write(out, *(f"{json.dumps(row)}\n" for row in rows))


def rewrite_line(out: TextIO, text: str) -> None:
    """Write a text over the line that the cursor is on, in its place."""
    out.write(f"\r{printable(text, kept='')}{END_OF_LINE}")
    out.flush()


def print_message(text: str, err: TextIO | None = None) -> None:
    """Print a sentence for people on stderr; on a terminal it is broken between words.

    Where a session token was typed in place of something else, no more than its end is shown.
    """
    err = err or sys.stderr
    shown = hide_tokens(f"{NAME}: {text}", digits=SURE_DIGITS)
    lines = wrapped(shown, width_of(err))
    if isinstance(text, Painted):
        lines = painted(lines, text.code)
    write(err, lines, "\n")


def open_keyboard() -> Keyboard:
    """Return the keyboard of the terminal that stdin is, if it is one."""
    # Few commands read keys.
    from aoc.render.keyboard import Keyboard

    if not sys.stdin.isatty():
        return Keyboard()
    if sys.platform == "win32":
        from aoc.render.windows_keyboard import WindowsKeyboard

        return WindowsKeyboard()
    from aoc.render.posix_keyboard import PosixKeyboard

    return PosixKeyboard(sys.stdin.fileno())
