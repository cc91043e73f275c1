"""Text from elsewhere: harmless in a terminal, with no session token, as JSON, as an input."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

SURE_DIGITS = 96
"""Hex digits in a row that are a token: today it has 128 of them, in former years 96."""
TOKEN_LENGTHS = (128, SURE_DIGITS)
HEX_DIGITS = "0123456789abcdef"
TOKEN = r"(?<![0-9A-Za-z])([0-9a-f]{128}|[0-9a-f]{96})\1*(?![0-9A-Za-z])"
"""A session token in a text; perhaps pasted twice by mistake."""
COMMENT = r"(?m)^[\ufeff \t]*#(?!HttpOnly_).*"
"""A line that is a comment; in a file of cookies, `#HttpOnly_` begins a line with a cookie."""
LIKELY_DIGITS = 32
"""Hex digits in a row that may be the rest of a token, and that no name or title has."""
HARMFUL = "[\0-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
"""Control characters (C0, DEL and C1), lone surrogates, line separators, and characters that make a
terminal show text in another order than it has."""
SHA_2 = ("_sha2", "_sha256", "hashlib")
"""The modules with SHA-256: from Python 3.12 on, before, and in others. Like the library's
`random`, this avoids hashlib: it loads OpenSSL, which takes longer than a run has time for."""
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


def printable(text: str, *, kept: str = "\n\t") -> str:
    r"""Return a text with `\x1b` and the like in place of all that is not to reach a terminal.

    These are the characters that are `HARMFUL`, other than those `kept`: by default, those that
    text of several lines may have.
    """
    # Python counts none of these characters as printable. To compile the pattern takes longer.
    if text.isprintable() or (kept and text.replace("\n", "").isprintable()):
        return text

    def shown(found: re.Match[str]) -> str:
        return (
            found[0] if found[0] in kept else found[0].encode("unicode_escape").decode()
        )

    return re.sub(HARMFUL, shown, text)


def is_printable(text: str) -> bool:
    """Return whether a text is one line that a terminal shows as it is."""
    return printable(text, kept="") == text


def columns_of(text: str) -> int:
    """Return how many columns a printable text of one line takes."""
    return len(text) if text.isascii() else sum(map(columns_of_character, text))


def columns_of_character(character: str) -> int:
    """Return how many columns a character takes: 0, 1 or 2."""
    from unicodedata import category, east_asian_width

    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in ("W", "F") else 1


def is_id(text: str) -> bool:
    """Return whether a text has the form of aocd's id of an account: `github.alice.1001`."""
    return re.fullmatch(r"[^.]+\..+\.\d+", text) is not None


def holds_token(
    text: str, known: Collection[str] = (), *, digits: int = SURE_DIGITS
) -> bool:
    """Return whether a text has a token in it: a known one, or `digits` hex digits in a row."""
    if any(token in text for token in known):
        return True
    return (
        len(text) >= digits and re.search(f"[0-9A-Fa-f]{{{digits}}}", text) is not None
    )


def hide_tokens(text: str, *, digits: int = LIKELY_DIGITS) -> str:
    """Return a text with `...` and the last four in place of so many hex digits in a row."""
    return re.sub(
        f"[0-9A-Fa-f]{{{digits},}}", lambda found: f"...{found[0][-4:]}", text
    )


def is_token(text: str) -> bool:
    """Return whether a text is a session token, and nothing else."""
    return len(text) in TOKEN_LENGTHS and not text.strip(HEX_DIGITS)


def tokens_in(text: str) -> list[str]:
    """Return the session tokens in a text that was pasted somewhere, each once.

    The text may be the token alone, with blanks, quotes or line ends anywhere, or whatever a
    browser copies: `session=...`, all cookies of a request, a row of its table of cookies. Each
    `COMMENT` is left out.
    """
    text = re.sub(
        COMMENT, "", text.replace("\0", "")
    )  # PowerShell writes files as UTF-16.
    # A long line that was copied from a terminal or a mail may have been broken.
    found = re.findall(TOKEN, text) or re.findall(TOKEN, "".join(text.split()))
    return list(dict.fromkeys(found))


def clean_token(text: str) -> str:
    """Return the first session token in a text of a file or a variable.

    Where there is none, it is the text without the blanks around it, for which `is_token` is false.
    """
    text = text.strip()
    # Most often it is the token alone. To compile the pattern takes longer than to see that.
    if not text or is_token(text):
        return text
    return next(iter(tokens_in(text)), text)


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


# The results of an input ask for its digest one after the other.
@lru_cache(maxsize=16)
def digest_of(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8, as 64 hex digits."""
    data = text.encode("utf-8", "surrogatepass")
    for name in SHA_2:
        with suppress(ImportError):
            return str(import_module(name).sha256(data).hexdigest())
    raise AssertionError("every Python has hashlib")


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


def decode_text(data: bytes, errors: str = "strict") -> str:
    """Return the text of a file without its BOM: UTF-8 or, as Windows may write it, UTF-16.

    UTF-16 without a BOM is known by the zeros in it. Raises `UnicodeDecodeError` for other bytes,
    unless `errors` says otherwise, as in `bytes.decode`.
    """
    encoding = "utf-8"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    elif b"\0" in data and not data[1::2].strip(b"\0"):
        encoding = "utf-16-le"
    elif b"\0" in data and not data[::2].strip(b"\0"):
        encoding = "utf-16-be"
    return data.decode(encoding, errors).removeprefix("\ufeff")


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
