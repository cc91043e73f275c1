"""Texts in the columns of a table: as a stream shows them, padded or cut."""

from __future__ import annotations

from typing import TextIO

from aoc.text import columns_of, printable

__all__ = ["as_shown", "cut", "padded"]


def as_shown(text: str, out: TextIO) -> str:
    """Return a name as one line, as a stream shows it: with escapes for what it cannot encode."""
    text = printable(text, kept="")
    if text.isascii() or not out.encoding or not out.errors:
        return text
    return text.encode(out.encoding, out.errors).decode(out.encoding)


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
