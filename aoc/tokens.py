"""Session tokens: found or hidden in any text, and kept in aocd's files."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from contextlib import suppress

from aoc.files import read_text

SURE_DIGITS = 96
"""Hex digits in a row that are a token: today it has 128 of them, in former years 96."""


TOKEN_LENGTHS = (128, SURE_DIGITS)


HEX_DIGITS = "0123456789abcdef"


TOKEN = r"(?<![0-9A-Za-z])(?:[0-9a-f]{128}|[0-9a-f]{96})(?![0-9A-Za-z])"
"""A session token in a text."""


LIKELY_DIGITS = 32
"""Hex digits in a row that may be the rest of a token, and that no name or title has."""


TOKEN_FILES = ("token", "tokens.json", "token2id.json")
"""The files of advent-of-code-data that have tokens."""


SHORTEST_TOKEN = 16
"""Characters of the shortest text that is looked for as a token, whatever it is made of."""


def is_id(text: str) -> bool:
    """Return whether a text has the form of aocd's id of an account: `github.alice.1001`."""
    return re.fullmatch(r"[^.]+\..+\.\d+", text) is not None


def holds_token(text: str, known: Collection[str] = (), *, digits: int = SURE_DIGITS) -> bool:
    """Return whether a text has a token in it: a known one, or `digits` hex digits in a row."""
    if any(token in text for token in known):
        return True
    # Most texts are short, and a pattern takes long to compile.
    if len(text) < digits:
        return False
    return re.search(f"[0-9A-Fa-f]{{{digits}}}", text) is not None


def hide_tokens(text: str, *, digits: int = LIKELY_DIGITS) -> str:
    """Return a text with `...` and the last four in place of so many hex digits in a row."""
    return re.sub(f"[0-9A-Fa-f]{{{digits - 4},}}([0-9A-Fa-f]{{4}})", r"...\1", text)


def is_token(text: str) -> bool:
    """Return whether a text is a session token, and nothing else."""
    return len(text) in TOKEN_LENGTHS and not text.strip(HEX_DIGITS)


def tokens_in(text: str) -> list[str]:
    """Return the session tokens in a text that was pasted somewhere, each once.

    The text may be the token alone, perhaps in quotes, or whatever a browser copies: `session=...`,
    all cookies of a request, a row of its table of cookies.
    """
    return list(dict.fromkeys(re.findall(TOKEN, text)))


def clean_token(text: str) -> str:
    """Return the first session token in a text of a file or a variable.

    Where there is none, it is the text without the blanks around it, for which `is_token` is false.
    """
    text = text.strip()
    # Most often it is the token alone. To compile the pattern takes longer than to see that.
    if not text or is_token(text):
        return text
    tokens = tokens_in(text)
    return tokens[0] if tokens else text


def data_folder() -> str:
    """Return the folder of aocd's inputs and answers: `AOCD_DIR`, or `~/.config/aocd`."""
    usual = os.path.join("~", ".config", "aocd")
    return os.path.expanduser(os.environ.get("AOCD_DIR") or usual)


def config_folder() -> str:
    """Return the folder of aocd's `TOKEN_FILES`: `AOCD_CONFIG_DIR`, or its data folder."""
    return os.path.expanduser(os.environ.get("AOCD_CONFIG_DIR") or data_folder())


def token_in_environment() -> str:
    """Return the token of `AOC_SESSION`, as `clean_token` does; an empty text if there is none."""
    return clean_token(os.environ.get("AOC_SESSION", ""))


def known_tokens() -> set[str]:
    """Return the tokens of `AOC_SESSION` and of aocd's files.

    The files are not parsed, since they may be broken or swapped: every long text in them counts.
    """
    texts = [token_in_environment()]
    for name in TOKEN_FILES:
        with suppress(OSError):
            content = read_text(token_path(name), "replace")
            if name == "token":
                texts += content.split()
            else:
                # What is between quotes; the rest of a JSON file is short.
                texts += content.split('"')
    # An id of aocd is as long as some tokens, and no secret.
    return {text for text in texts if len(text.strip()) >= SHORTEST_TOKEN and not is_id(text)}


def token_path(name: str) -> str:
    """Return the path of one of aocd's `TOKEN_FILES`."""
    return os.path.join(config_folder(), name)
