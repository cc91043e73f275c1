"""The text of an input: decoded, or refused where it cannot be one."""

from __future__ import annotations

import re
from functools import lru_cache

from aoc.files import (
    read_bytes,
)
from aoc.text import (
    decode_text,
)

REFUSED_STARTS = {
    "Puzzle inputs differ by user.": "the site's request to log in",
    "Please don't repeatedly request": "the site's answer before the puzzle unlocks",
}
"""The starts of pages that the site may send instead of an input, and names for them."""


HTML = r"<(!--|!doctype\b|\?xml\b|(?!v+[\s>])[a-z][a-z0-9]*[\s/>])"
"""The start of a page. Some inputs begin with `<` too: moves `<vv>`, brackets, `<x=-1, y=0>`."""


LOCKS = {
    "is encrypted: run `git-crypt unlock`": (b"\0GITCRYPT\0",),
    "is encrypted: run `age --decrypt`": (
        b"age-encryption.org/",
        b"-----BEGIN AGE ENCRYPTED",
    ),
    "is encrypted: run `gpg --decrypt`": (
        *(
            b"-----BEGIN PGP MESSAGE",
            b"\x84\x5e",
            b"\x85\x01",
            b"\x85\x02",
            b"\x8c\x0d",
        ),
    ),
    "is encrypted: run `transcrypt` or `openssl`": (b"U2FsdGVkX1", b"Salted__"),
    "is encrypted: run `ansible-vault decrypt`": (b"$ANSIBLE_VAULT;",),
    "is not there yet: run `git lfs pull`": (b"version https://git-lfs.",),
    "is not there yet: run `git annex get`": (b"/annex/objects/",),
}
"""What is said of files that programs have encrypted, or not brought yet; and how they start."""


SOPS = "is encrypted: run `sops --decrypt`"


JSON = r'\{\s*"[^"]{2}'
"""The start of a JSON object of a server. One input is JSON too, with keys of one letter."""


# The results of an input ask for its digest one after the other.
@lru_cache(maxsize=16)
def digest_of(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8, as 64 hex digits."""
    # It loads OpenSSL, and most commands need no digest.
    from hashlib import sha256

    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class RefusedTextError(ValueError):
    """The text cannot be a puzzle input; the message says why."""


class LockedInputError(OSError):
    """A script has opened an input of its own that is encrypted; the message says so."""


def plain(text: str) -> str:
    r"""Return text without a BOM, with `\n` as line ends, and with no line end at the end."""
    return (
        text.removeprefix("\ufeff")
        .replace("\r\n", "\n")
        .replace("\r", "\n")
        .rstrip("\n")
    )


def decode(data: bytes) -> str:
    """Decode an input, and return its plain text.

    Raises `RefusedTextError` for bytes that cannot be a puzzle input.
    """
    if lock := lock_of(data):
        raise RefusedTextError(lock)
    try:
        text = decode_text(data)
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise RefusedTextError(
            f"is not text: byte {error.start} is {byte:#04x}"
        ) from None
    check_input(text)
    return plain(text)


def lock_of(data: bytes) -> str | None:
    """Return that a file is encrypted, or not there yet, and the next step; `None` if it is not."""
    if data.startswith(b"{") and b"ENC[AES256_GCM," in data:
        return SOPS
    return next(
        (text for text, starts in LOCKS.items() if data.startswith(starts)), None
    )


def check_input(text: str) -> None:
    """Raise `RefusedTextError` if a text cannot be a puzzle input."""
    start = text.removeprefix("\ufeff").lstrip()
    if not start:
        raise RefusedTextError("is empty")
    if "\0" in text:
        raise RefusedTextError("is not text: it has NUL bytes")
    # To compile a pattern takes longer than to look at a character.
    if start[0] == "<" and re.match(HTML, start, re.IGNORECASE):
        raise RefusedTextError("is an HTML page")
    if start[0] == "{" and re.match(JSON, start):
        raise RefusedTextError("is a JSON page")
    for sentence, what in REFUSED_STARTS.items():
        if start.startswith(sentence):
            raise RefusedTextError(f"is {what}")


def lock_at(path: str) -> str | None:
    """Return what is said of a file that is encrypted, see `lock_of`; `None` for any other."""
    try:
        return lock_of(read_bytes(path))
    except OSError:
        return None
