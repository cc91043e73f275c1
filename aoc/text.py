"""Text from elsewhere: made harmless for a terminal, measured in its columns, or read as JSON."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["columns_of", "columns_of_character", "is_printable", "parse_json", "printable"]

KEPT = "\n\t"
"""The control characters that text of several lines may have."""
BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Characters that make a terminal show text in another order than it has."""
SEPARATORS = "\u2028\u2029"
"""Characters that some terminals take for the end of a line."""


def printable(text: str, *, kept: str = KEPT) -> str:
    r"""Return a text with `\x1b` and the like in place of all that is not to reach a terminal.

    These are control characters (C0, DEL and C1) other than those `kept`, lone surrogates,
    line separators, and characters that change the direction of text.
    """
    plain = text
    for character in kept:
        plain = plain.replace(character, "")
    if plain.isprintable():  # Python counts none of the other characters as printable
        return text
    return "".join(c if c in kept or is_harmless(c) else escaped(c) for c in text)


def is_printable(text: str) -> bool:
    """Return whether a text is one line that a terminal shows as it is."""
    return printable(text, kept="") == text


def is_harmless(character: str) -> bool:
    """Return whether a terminal shows a character, and does nothing else with it."""
    code = ord(character)
    if code < 0x20 or 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000:
        return False
    return character not in BIDI + SEPARATORS


def escaped(character: str) -> str:
    r"""Return a character as Python writes it: `\x1b`, `\u202e`."""
    return character.encode("unicode_escape").decode()


def columns_of(text: str) -> int:
    """Return how many columns a printable text of one line takes."""
    return len(text) if text.isascii() else sum(map(columns_of_character, text))


def columns_of_character(character: str) -> int:
    """Return how many columns a character takes: 0, 1 or 2."""
    from unicodedata import category, east_asian_width

    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in ("W", "F") else 1


def parse_json(text: str) -> Any:
    """Return the value of a JSON text.

    Raises `ValueError` for what is not JSON, and for JSON that Python cannot hold: nested too
    deep, or with a number of too many digits.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None
