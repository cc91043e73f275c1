"""The text of a puzzle input: normalized, or refused with a reason."""

from __future__ import annotations

import re

__all__ = ["RefusedTextError", "check_input", "decode", "plain"]

REFUSED_STARTS = {
    "Puzzle inputs differ by user.": "the site's request to log in",
    "Please don't repeatedly request this endpoint before it unlocks!": (
        "the site's answer before the puzzle unlocks"
    ),
}
"""The starts of pages that the site may send instead of an input, and what they are."""
HTML = r"<(!--|!doctype\b|\?xml\b|(?!v+[\s>])[a-z][a-z0-9]*[\s/>])"
"""The start of a page. Some inputs begin with `<` too: moves `<vv>`, brackets, `<x=-1, y=0>`."""
ERROR = (
    r"(HTTP/[0-9.]+ )?[45][0-9]{2}[:,]? [A-Z]|(Error|error code)\b|upstream |no healthy upstream|"
    r"(Bad Gateway|Bad Request|Unauthorized|Forbidden|Access [Dd]enied|Not Found|Gateway Time-?out|"
    r"Internal Server Error|Proxy Authentication Required|Request Time-?out|"
    r"Service (Temporarily )?Unavailable|Too Many Requests)\b"
)
"""The start of what a proxy or a server writes as plain text when it fails. No input has it."""
LONGEST_ERROR = 1000
"""Characters of such a text."""
ERROR_KEYS = {
    "code",
    "detail",
    "details",
    "error",
    "errors",
    "message",
    "reason",
    "status",
    "title",
}
"""Keys of a JSON object about an error; one input is JSON as well, with keys of one letter."""


class RefusedTextError(ValueError):
    """The text cannot be a puzzle input; the message says what it is instead."""


def plain(text: str) -> str:
    r"""Return text without a BOM, with `\n` as line ends, and with no line end at the end."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")


def decode(data: bytes) -> str:
    """Decode an input from UTF-8 and return its plain text.

    Raises `RefusedTextError` for bytes that cannot be a puzzle input.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RefusedTextError(
            f"is not text: byte {error.start} is {data[error.start]:#04x}"
        ) from None
    check_input(text)
    return plain(text)


def check_input(text: str) -> None:
    """Raise `RefusedTextError` if a text cannot be a puzzle input."""
    start = text.removeprefix("\ufeff").lstrip()
    if not start:
        raise RefusedTextError("is empty")
    if "\0" in text:
        raise RefusedTextError("is not text: it has NUL bytes")
    if start[0] == "<" and re.match(HTML, start, re.IGNORECASE):
        raise RefusedTextError("is an HTML page")
    if start[0] == "{" and is_json_error(start):
        raise RefusedTextError("is an error in JSON")
    if len(start) < LONGEST_ERROR and re.match(ERROR, start):
        raise RefusedTextError("is an error of a proxy or a server")
    for sentence, what in REFUSED_STARTS.items():
        if start.startswith(sentence):
            raise RefusedTextError(f"is {what}")


def is_json_error(text: str) -> bool:
    """Return whether a text is a JSON object about an error."""
    from aoc.text import parse_json

    try:
        return not ERROR_KEYS.isdisjoint(map(str.lower, parse_json(text)))
    except ValueError:
        return False
