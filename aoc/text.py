"""Text from elsewhere: harmless in a terminal, with no session token, as JSON, as an input."""

from __future__ import annotations

import re
from typing import Any

HARMFUL = "[\0-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
"""Control characters (C0, DEL and C1), lone surrogates, line separators, and characters that make a
terminal show text in another order than it has."""
FIRST_NOT_NARROW = "\u0300"
"""The first printable character that takes no column, or two: a combining accent."""


def printable(text: str, *, kept: str = "\n\t") -> str:
    r"""Return a text with `\x1b` and the like in place of all that is not to reach a terminal.

    These are the characters that are `HARMFUL`, other than those `kept`: by default, those that
    text of several lines may have.
    """
    # Python counts none of these characters as printable. To compile the pattern takes longer.
    if text.isprintable() or (kept and text.replace("\n", "").isprintable()):
        return text

    def escaped(match: re.Match[str]) -> str:
        character = match[0]
        if character in kept:
            return character
        return character.encode("unicode_escape").decode()

    return re.sub(HARMFUL, escaped, text)


def is_printable(text: str) -> bool:
    """Return whether a text is one line that a terminal shows as it is."""
    return printable(text, kept="") == text


def columns_of(text: str) -> int:
    """Return how many columns a printable text of one line takes."""
    # A unit such as `µs` is in every run, and rich takes longer to import than that can wait.
    if text.isascii() or max(text) < FIRST_NOT_NARROW:
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def as_json(value: Any) -> Any:
    """Return a value for JSON: each named tuple in it becomes an object with its fields by name."""
    if hasattr(value, "_asdict"):
        return {name: as_json(field) for name, field in value._asdict().items()}
    if isinstance(value, tuple | list):
        return [as_json(item) for item in value]
    return value


def parse_json(text: str) -> Any:
    """Return the value of a JSON text.

    Raises `ValueError` for any other text, and for JSON that Python cannot hold: nested too
    deep, or with a number of too many digits.
    """
    import json

    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None


def decode_text(data: bytes, errors: str = "strict") -> str:
    """Return the text of a file without its BOM: UTF-8 or, as Windows may write it, UTF-16.

    Raises `UnicodeDecodeError` for other bytes, unless `errors` says otherwise, as in
    `bytes.decode`.
    """
    encoding = "utf-8"
    # In UTF-16, every second byte of a text of ASCII is zero.
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    elif b"\0" in data and not data[1::2].strip(b"\0"):
        encoding = "utf-16-le"
    return data.decode(encoding, errors).removeprefix("\ufeff")
