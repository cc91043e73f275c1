"""Session tokens: what one looks like, which texts hold one, and which are known here.

What starts the workers needs this before anything else is imported, so little is imported here.
"""

from __future__ import annotations

import os
import re

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
    return re.fullmatch(r"[^.]+\..+\.\d+", text) is not None


def holds_token(text: str, known: Collection[str] = (), *, digits: int = SURE_DIGITS) -> bool:
    """Return whether a text has a token in it: a known one, or `digits` hex digits in a row."""
    if any(token in text for token in known):
        return True
    return len(text) >= digits and re.search(f"[0-9A-Fa-f]{{{digits}}}", text) is not None


def hide_tokens(text: str, *, digits: int = LIKELY_DIGITS) -> str:
    """Return a text with `...` and the last four in place of so many hex digits in a row."""
    return re.sub(f"[0-9A-Fa-f]{{{digits},}}", lambda found: f"...{found[0][-4:]}", text)
