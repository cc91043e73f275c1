"""How many columns of a terminal a text takes: wide characters take two, accents none."""

from __future__ import annotations

from typing import TextIO

from aoc.printable import printable

__all__ = ["as_shown", "columns_of", "cut", "padded"]


def as_shown(text: str, out: TextIO) -> str:
    """Return a name as one line, as a stream shows it: with escapes for what it cannot encode."""
    text = printable(text, kept="")
    if text.isascii() or not out.encoding or not out.errors:
        return text
    return text.encode(out.encoding, out.errors).decode(out.encoding)


def columns_of(text: str) -> int:
    """Return how many columns a printable text of one line takes."""
    return len(text) if text.isascii() else sum(map(columns_of_character, text))


def columns_of_character(character: str) -> int:
    """Return how many columns a character takes: 0, 1 or 2."""
    from unicodedata import category, east_asian_width

    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in ("W", "F") else 1


def padded(text: str, columns: int) -> str:
    """Return a text with blanks after it, so that it takes that many columns."""
    return text + " " * (columns - columns_of(text))


def cut(text: str, columns: int) -> str:
    """Return the start of a text that takes at most that many columns."""
    if text.isascii():
        return text[:columns]
    while columns_of(text) > columns:
        text = text[:-1]
    return text
