"""What the emulated site can send on a connection that is no proper response.

A script is called with the connection and the right body. It sends what it likes; then the
connection is cut.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
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
