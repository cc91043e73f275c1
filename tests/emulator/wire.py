"""What the emulated site can send on a connection that is no proper response.

A script is called with the connection and the right body. It sends what it likes; then the
connection is cut.
"""

from __future__ import annotations

import gzip
import socket
import threading
import zlib
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

PAUSE = 0.05
"""Seconds between two bytes of a drip."""
DROPS = 100
"""Bytes of a drip, where it ends."""
FLOOD = 64 << 20
"""Bytes of a flood, where it ends."""
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"


class Wire(NamedTuple):
    """A connection to a client, over TLS, and what is set when the site ends."""

    socket: socket.socket
    ending: threading.Event

    def send(self, data: bytes) -> None:
        """Send bytes. Raises `OSError` if the client is gone."""
        self.socket.sendall(data)


Script = Callable[[Wire, bytes], None]


def response(body: bytes, head: bytes = HEAD) -> bytes:
    """Return a proper response with a body."""
    return head + b"Content-Length: %d\r\n\r\n" % len(body) + body


def raw(data: bytes) -> Script:
    """Send these bytes."""
    return lambda wire, body: wire.send(data)


def drip(part: str) -> Script:
    """Send the right response byte by byte, from its "status", its "head" or its "body" on."""

    def send(wire: Wire, body: bytes) -> None:
        data = response(body)
        start = {
            "status": 0,
            "head": data.index(b"\r\n") + 2,
            "body": data.index(b"\r\n\r\n") + 4,
        }
        wire.send(data[: start[part]])
        for byte in data[start[part] :][:DROPS]:
            if wire.ending.wait(PAUSE):
                return
            wire.send(bytes((byte,)))

    return send


def flood(first: bytes, again: bytes) -> Script:
    """Send some bytes, and then others again and again until the client is gone."""

    def send(wire: Wire, body: bytes) -> None:
        wire.send(first)
        piece = again * max(1, (1 << 16) // len(again))
        for _ in range(FLOOD // len(piece)):
            if wire.ending.is_set():
                return
            wire.send(piece)

    return send


def bomb(size: int = 32 << 20, encoding: str = "gzip") -> Script:
    """Send a page that is small until it is decompressed; `encoding` may name several steps."""

    def send(wire: Wire, body: bytes) -> None:
        data = compressed_blanks(size)
        for step in encoding.split(", ")[1:]:
            data = gzip.compress(data) if step == "gzip" else zlib.compress(data)
        head = HEAD + b"Content-Encoding: %s\r\n" % encoding.encode()
        wire.send(response(data, head))

    return send


@cache
def compressed_blanks(size: int) -> bytes:
    """Return a gzip file of so many blanks, made without as much memory."""
    press = zlib.compressobj(wbits=31)
    piece = b" " * (1 << 20)
    return b"".join(press.compress(piece) for _ in range(size >> 20)) + press.flush()
