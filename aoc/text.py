"""The text of a puzzle input: brought into its plain form, or refused with the reason."""

from __future__ import annotations

__all__ = ["RefusedTextError", "decode", "plain", "refuse"]

NOT_AN_INPUT = {
    "Puzzle inputs differ by user.": "the site's request to log in",
    "Please don't repeatedly request this endpoint before it unlocks!": (
        "the site's answer before the puzzle unlocks"
    ),
}


class RefusedTextError(ValueError):
    """Text that cannot be a puzzle input; says what it is instead."""


def plain(text: str) -> str:
    r"""Give text its plain form: no BOM, line ends made `\n`, and none at the end."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")


def decode(data: bytes) -> str:
    """Decode an input as UTF-8, give it its plain form, and refuse what cannot be one.

    Raises `RefusedTextError`.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RefusedTextError(
            f"is not text: byte {error.start} is {data[error.start]:#04x}"
        ) from None
    refuse(text)
    return plain(text)


def refuse(text: str) -> None:
    """Raise `RefusedTextError` for text that cannot be a puzzle input."""
    start = text.removeprefix("\ufeff").lstrip()
    if not start:
        raise RefusedTextError("is empty")
    if "\0" in text:
        raise RefusedTextError("is not text: it has NUL bytes")
    if start[:200].lower().startswith(("<!doctype", "<html", "<head", "<body", "<?xml")):
        raise RefusedTextError("is an HTML page")
    for sentence, what in NOT_AN_INPUT.items():
        if start.startswith(sentence):
            raise RefusedTextError(f"is {what}")
