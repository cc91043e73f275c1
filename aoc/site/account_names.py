"""The names and ids of accounts: which can be the name of a folder, and how one is shown."""

from __future__ import annotations

from functools import cache

from aoc.printable import BIDI, SEPARATORS, printable
from aoc.tokens import LIKELY_DIGITS, hide_tokens, holds_token

__all__ = ["name_problem", "shown"]

MOST_BYTES = 200
"""Bytes of the longest name; file systems take 255 for a folder, and aocd's ids are names too."""
LONGER_THAN_NAMES = 64
"""Characters that the name of no account has, but a session token has."""
FORBIDDEN = "/\\:"
"""What separates the parts of a path, or a drive from the rest of it, on some system."""
ENDS = ". "
"""What Windows ignores at the end of a name."""
DEVICES = {"con", "prn", "aux", "nul", "conin$", "conout$"} | {
    f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"
}
"""What Windows takes for a device, in every folder and with any ending."""


@cache
def name_problem(name: str) -> str | None:
    """Return why a name or an id cannot be that of an account, which is that of a folder too.

    The answer is the rest of a sentence that starts with the name; `None` if all is well. A name
    is refused on every system if one of them would make something else of it.
    """
    if holds_token(name, digits=LIKELY_DIGITS):
        return "is a session token"
    if not name.strip():
        return "is blank"
    if any(character in name for character in FORBIDDEN):
        return "has one of the characters / \\ :"
    if printable(name, kept=BIDI + SEPARATORS) != name:
        return "has characters that are not text"
    if name[-1] in ENDS:
        return "ends with a dot or a blank"
    if name.partition(".")[0].strip().lower() in DEVICES:
        return "is the name of a device on Windows"
    if len(name.encode()) > MOST_BYTES:
        return "is too long"
    return None


def shown(name: str) -> str:
    """Return how a name is shown that may be wrong: without a token, on one line, not too long."""
    hidden = printable(hide_tokens(name), kept="")
    return hidden if len(hidden) < LONGER_THAN_NAMES else f"{hidden[:4]}..."
