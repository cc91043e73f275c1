"""Mutated pages: what a broken or hostile site could make of a right one."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

Change = Callable[[bytes, Random], bytes]
SNIPPETS = (
    b"<![x y]>",
    b"<![CDATA[",
    b"<!--",
    b"<!DOCTYPE",
    b"<a href='",
    b'<a href="http://[::1">x</a>',
    b'<td colspan="99999999">x</td>',
    b"<ol start=\xc2\xb2><li>x</ol>",
    b"<script>",
    b"<textarea>",
    b"</html>",
    b"&#xd800;",
    b"&#27;[2J",
    b"&#0;",
    b"&#" + b"9" * 5000 + b";",
    b"\x1b]52;c;aGk=\x07",
    b"\xe2\x80\xae",
    b"\xed\xa0\x80",
    b"\xff\xfe",
    b"\0",
    b"9" * 4000,
    b"9" * 5000,
    b"1e999",
    b"-1",
    b"NaN",
    b"null",
    b'"\\ud800"',
    b"[" * 10_000,
    b'{"a":' * 10_000,
    b"[]",
    b'"',
    b'"""',
    b"\\",
    b"\r\n",
    b"../../x",
    b"[Log In]",
    b"x" * 100_000,
    b" " * 20_000,
)


def mutate(body: bytes, rng: Random) -> bytes:
    """Return a body with one to three changes."""
    for _ in range(rng.randint(1, 3)):
        body = rng.choice(CHANGES)(body, rng)
    return body


def insert(body: bytes, rng: Random) -> bytes:
    """Put something hostile anywhere."""
    at = rng.randint(0, len(body))
    return body[:at] + rng.choice(SNIPPETS) + body[at:]


def replacing(pattern: bytes) -> Change:
    """Put something hostile in the place of what has a pattern, if anything."""

    def replace(body: bytes, rng: Random) -> bytes:
        found = [match.span() for match in re.finditer(pattern, body)]
        if not found:
            return insert(body, rng)
        start, end = rng.choice(found)
        return body[:start] + rng.choice(SNIPPETS) + body[end:]

    return replace


def cut(body: bytes, rng: Random) -> bytes:
    """Keep the start."""
    return body[: rng.randint(0, len(body))]


def drop(body: bytes, rng: Random) -> bytes:
    """Leave out a piece."""
    start, end = sorted(rng.randint(0, len(body)) for _ in range(2))
    return body[:start] + body[end:]


def double(body: bytes, rng: Random) -> bytes:
    """Say a piece twice."""
    start, end = sorted(rng.randint(0, len(body)) for _ in range(2))
    return body[:end] + body[start:]


def flip(body: bytes, rng: Random) -> bytes:
    """Change some bytes."""
    changed = bytearray(body)
    for _ in range(rng.randint(1, 20) if body else 0):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


CHANGES: tuple[Change, ...] = (
    insert,
    cut,
    drop,
    double,
    flip,
    replacing(rb"\d+"),
    replacing(rb'(?<=")[^"]*(?=")'),
    replacing(rb"(?<=>)[^<]*"),
)
