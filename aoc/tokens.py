"""Session tokens: what one looks like, which texts hold one, and which are known here.

What starts the workers needs this before anything else is imported, so little is imported here.
"""

from __future__ import annotations

import os

from aoc.files import read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = [
    "FILES",
    "LIKELY_DIGITS",
    "SURE_DIGITS",
    "config_folder",
    "data_folder",
    "hide_tokens",
    "holds_token",
    "is_id",
    "known_tokens",
]

FILES = ("token", "tokens.json", "token2id.json")
"""The files of advent-of-code-data that have tokens."""
SURE_DIGITS = 96
"""Hex digits in a row that are a token: today it has 128 of them, in former years 96."""
LIKELY_DIGITS = 32
"""Hex digits in a row that may be the rest of a token, and that no name or title has."""
SHORTEST = 16
"""Characters of the shortest text that is looked for as a token, whatever it is made of."""
HEX = b"0123456789ABCDEFabcdef"
ONLY_HEX = bytes(byte if byte in HEX else ord(" ") for byte in range(256))
"""Makes a blank of all that is not a hex digit."""


def data_folder() -> str:
    """Return the folder of aocd's inputs and answers: `AOCD_DIR`, or `~/.config/aocd`."""
    default = os.path.join("~", ".config", "aocd")
    return os.path.expanduser(os.environ.get("AOCD_DIR") or default)


def config_folder() -> str:
    """Return the folder of aocd's `FILES`: `AOCD_CONFIG_DIR`, or that of its data."""
    return os.path.expanduser(os.environ.get("AOCD_CONFIG_DIR") or data_folder())


def known_tokens() -> set[str]:
    """Return the tokens of `AOC_SESSION` and of aocd's files.

    The files are not parsed, since they may be broken or swapped: every long text in them counts.
    """
    found = {os.environ.get("AOC_SESSION", "").strip()}
    for name in FILES:
        try:
            data = read_bytes(os.path.join(config_folder(), name))
        except OSError:
            continue
        text = data.decode("utf-8", "replace")
        # In the JSON files, what is between quotes; the rest of them is short.
        found.update(text.split() if name == "token" else text.split('"'))
    return {token for token in found if len(token.strip()) >= SHORTEST and not is_id(token)}


def is_id(text: str) -> bool:
    """Return whether a text has the form of aocd's id of an account: `github.alice.1001`."""
    service, _, rest = text.partition(".")
    name, _, number = rest.rpartition(".")
    return bool(service and name) and number.isdecimal()


def holds_token(text: str, known: Collection[str] = (), *, digits: int = SURE_DIGITS) -> bool:
    """Return whether a text has a token in it: one of those known, or `digits` hex digits in a row.

    The text may be encoded as in an address, with `%2B` for `+`.
    """
    if len(text) < SHORTEST:
        return False
    if any(token in text for token in known):
        return True
    data = text.encode("utf-8", "replace").translate(ONLY_HEX)
    if len(data) >= digits and max(map(len, data.split()), default=0) >= digits:
        return True
    return (
        "%" in text
        and (plain := unquoted(text)) != text
        and holds_token(plain, known, digits=digits)
    )


def hide_tokens(text: str, *, digits: int = LIKELY_DIGITS) -> str:
    """Return a text with `...` and the last four in place of so many hex digits in a row."""
    if not holds_token(text, digits=digits):
        return text
    import re

    return re.sub(f"[0-9A-Fa-f]{{{digits},}}", lambda found: f"...{found[0][-4:]}", text)


def unquoted(text: str) -> str:
    """Return a text with the characters that `%2B` and the like stand for."""
    first, *rest = text.split("%")
    return first + "".join(
        f"{chr(int(piece[:2], 16))}{piece[2:]}" if is_hex(piece[:2]) else f"%{piece}"
        for piece in rest
    )


def is_hex(text: str) -> bool:
    """Return whether a text is two hex digits."""
    return len(text) == 2 and not set(text.encode("utf-8", "replace")) - set(HEX)
