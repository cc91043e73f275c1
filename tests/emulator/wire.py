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
