"""What is written on stdout and stderr: text that cannot command a terminal, and our own colors.

Everything that the program shows goes through here. A text may come from anywhere, so it is always
made printable; a color is never part of a text, but a `Style` between two of them.
"""

from __future__ import annotations

import re
import sys
from typing import Any, NamedTuple, TextIO

from aoc.render.console import wants_color
from aoc.render.stream_guard import COLOR, write_raw
from aoc.text import printable

__all__ = [
    "Piece",
    "Style",
    "Unguarded",
    "clear_screen",
    "erase_line",
    "painted",
    "print_line",
    "rewrite_line",
    "with_own_colors",
    "without_colors",
    "write",
]

END_OF_LINE = "\x1b[K"
"""Erases the rest of a line."""
NEW_SCREEN = "\x1b[H\x1b[2J"
"""Moves the cursor to the top, and erases all below; a terminal can be scrolled back to it."""


class Style(NamedTuple):
    """A change of color, such as `32` for green; `0` takes all changes back."""

    code: str


Piece = str | Style
PLAIN = Style("0")


def painted(text: str, code: str) -> tuple[Piece, ...]:
    """Return a text in a color."""
    return Style(code), text, PLAIN


def with_own_colors(text: str, indent: str = "") -> tuple[Piece, ...]:
    """Return what a solver printed with the colors that it has set, which end with the text.

    Its lines start with `indent`. Of a line that it has written over, as a progress bar is, the
    last state is shown.
    """
    lines = (indent + line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))
    texts = re.split(COLOR, "\n".join(lines))
    pieces = [Style(part) if number % 2 else part for number, part in enumerate(texts)]
    return (*pieces, PLAIN) if len(pieces) > 1 else tuple(pieces)


def without_colors(text: str) -> str:
    """Return what a solver printed without the colors that it has set."""
    return "".join(piece for piece in with_own_colors(text) if isinstance(piece, str))


def write(out: TextIO, *pieces: Piece) -> None:
    """Write texts made printable, and styles between them if the stream is colored; then flush."""
    color = wants_color(out)
    shown = (
        printable(piece) if isinstance(piece, str) else escape(piece, color=color)
        for piece in pieces
    )
    write_raw(out, "".join(shown))
    out.flush()


def print_line(*pieces: Piece) -> None:
    """Write one line, or several, on stdout."""
    write(sys.stdout, *pieces, "\n")


def rewrite_line(out: TextIO, text: str) -> None:
    """Write a text over the line that the cursor is on."""
    write_raw(out, f"\r{printable(text, kept='')}{END_OF_LINE}")
    out.flush()


def erase_line(out: TextIO) -> None:
    """Erase the line that the cursor is on."""
    rewrite_line(out, "")


def clear_screen(out: TextIO) -> None:
    """Erase what a terminal shows; what is written next is at the top."""
    write_raw(out, NEW_SCREEN)
    out.flush()


def escape(style: Style, *, color: bool) -> str:
    """Return the escape sequence of a style, if there are to be colors."""
    return f"\x1b[{style.code}m" if color else ""


class Unguarded:
    """A stream for rich, which writes its own escape sequences; its texts have to be printable."""

    def __init__(self, out: TextIO) -> None:
        self.out = out

    def __getattr__(self, name: str) -> Any:
        return getattr(self.out, name)

    def write(self, text: str) -> int:
        """Write a text as it is."""
        return write_raw(self.out, text)
