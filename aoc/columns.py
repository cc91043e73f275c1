"""How many columns of a terminal a text takes: wide characters take two, accents none."""

from __future__ import annotations

__all__ = ["columns_of", "columns_of_character"]


def columns_of(text: str) -> int:
    """Return how many columns a printable text of one line takes."""
    return len(text) if text.isascii() else sum(map(columns_of_character, text))


def columns_of_character(character: str) -> int:
    """Return how many columns a character takes: 0, 1 or 2."""
    from unicodedata import category, east_asian_width

    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in ("W", "F") else 1
