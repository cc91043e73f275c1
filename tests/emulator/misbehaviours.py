"""The ways in which the emulated site can misbehave, by name; each can happen to any request."""

from __future__ import annotations

from random import Random

from . import faults, wire
from .faults import Fault
from .mutations import SNIPPETS, mutate

STATUSES = (201, 204, 206, 300, 304, 400, 403, 404, 429, 500, 503, 599)
LOCATIONS = ("/", "/settings", "http://[::1", "https://example.org/", "data:,x", "")


def redirect(place: str) -> wire.Script:
    """Send a redirect, to what need not be an address."""
    head = f"HTTP/1.1 302 Found\r\nLocation: {place}\r\n".encode()
    return wire.raw(wire.response(b"", head))


LENGTH = b"Content-Length: "
CHUNKED = wire.HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
RAW = {
    "no response": b"",
    "not HTTP": b"SSH-2.0-OpenSSH_9.9\r\n",
    "half a head": b"HTTP/1.1 200 OK\r\nContent-Ty",
    "no length": wire.HEAD + b"\r\nhello",
    "negative length": wire.HEAD + b"Content-Length: -7\r\n\r\nhello",
    "two lengths": wire.HEAD + b"Content-Length: 1, 2\r\n\r\nhello",
    "length of 5,000 digits": wire.HEAD + LENGTH + b"9" * 5000 + b"\r\n\r\nhello",
    "too short": wire.HEAD + b"Content-Length: 9999\r\n\r\nhello",
    "huge chunk": CHUNKED + b"ffffffffffffffff\r\nhello\r\n0\r\n\r\n",
    "no last chunk": CHUNKED + b"5\r\nhello\r\n",
    "gzip that is none": wire.response(b"hello", wire.HEAD + b"Content-Encoding: gzip\r\n"),
    "too many encodings": wire.response(
        b"hello", wire.HEAD + b"Content-Encoding: " + b",".join([b"gzip"] * 9) + b"\r\n"
    ),
}
ODD_HEADERS = {
    "another character set": b"Content-Type: text/html; charset=utf-16\r\n",
    "binary header": b"\xff\xfe\x80: \x00\xff\r\n",
    "header without a colon": b"hello\r\n",
    "150 headers": b"A: b\r\n" * 150,
    "large header": b"A: " + b"b" * 60_000 + b"\r\n",
    "date that is none": b"Date: 99 Foo 99999\r\n",
}


def with_header(line: bytes) -> wire.Script:
    """Send the right response with another header."""
    return lambda connection, body: connection.send(
        wire.response(body, b"HTTP/1.1 200 OK\r\n" + line)
    )


SCRIPTS: dict[str, wire.Script] = {
    **{name: wire.raw(data) for name, data in RAW.items()},
    **{name: with_header(line) for name, line in ODD_HEADERS.items()},
}
PAGES = {"nothing": b"", "NUL": b"\0" * 100, "deep list": b"[" * 100_000}


def with_snippet(snippet: bytes) -> dict[str, Fault]:
    """Return answers with something hostile in the right page."""
    name = f"{snippet[:12]!r} of {len(snippet)} bytes"
    return {
        f"{name} at the start": faults.changed(lambda body: snippet + body),
        f"{name} at the end": faults.changed(lambda body: body + snippet),
        f"{name} for 21": faults.changed(lambda body: body.replace(b"21", snippet, 3)),
    }


MISBEHAVIOURS: dict[str, Fault] = {
    **{f"status {code}": faults.status(code) for code in STATUSES},
    **{
        f"redirect to {place!r}": faults.scripted(redirect(place), judged=False)
        for place in LOCATIONS
    },
    **{name: faults.scripted(script) for name, script in SCRIPTS.items()},
    **{f"page of {name}": faults.page(page) for name, page in PAGES.items()},
    "cut before the work": faults.cut(judged=False),
    "cut after the work": faults.cut(sent=0),
    "cut in the page": faults.cut(),
    "garbage": faults.garbage(),
    "hotel": faults.html(),
    "unknown verdict": faults.unknown_verdict(),
    "dead session": faults.expired(),
    **{name: fault for snippet in SNIPPETS for name, fault in with_snippet(snippet).items()},
}


def random_misbehaviour(rng: Random) -> tuple[str, Fault]:
    """Return a misbehaviour and its name; most are mutated pages."""
    if rng.random() < 0.25:
        return rng.choice(list(MISBEHAVIOURS.items()))
    seed = rng.random()
    return f"mutated {seed!r}", faults.changed(lambda body: mutate(body, Random(seed)))
