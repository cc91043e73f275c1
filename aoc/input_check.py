"""The text of a puzzle input: normalized, or refused with a reason."""

from __future__ import annotations

__all__ = ["RefusedTextError", "check_input", "decode", "plain"]

REFUSED_STARTS = {
    "Puzzle inputs differ by user.": "the site's request to log in",
    "Please don't repeatedly request this endpoint before it unlocks!": (
        "the site's answer before the puzzle unlocks"
    ),
}
"""The starts of pages that the site may send instead of an input, and what they are."""


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
    if start[:200].lower().startswith(("<!doctype", "<html", "<head", "<body", "<?xml")):
        raise RefusedTextError("is an HTML page")
    for sentence, what in REFUSED_STARTS.items():
        if start.startswith(sentence):
            raise RefusedTextError(f"is {what}")
