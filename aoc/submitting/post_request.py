"""The moment just before an answer leaves this computer.

Between noting that an answer is sent and sending it there should be next to no time: a program
that is killed in between has sent nothing, and nobody will ever know. So the note is taken once
the connection to the site stands, which can take a second or more, and the head is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["before_posting"]

HEADS = (b"CONNECT ", b"POST ")
"""What is written before the body: perhaps a request to the proxy, and the head of the request."""


@contextmanager
def before_posting(note: Callable[[], None]) -> Iterator[None]:
    """Call `note` in the block, which makes a POST request, just before its body is written.

    What `note` raises comes out of the request, which is not sent then.
    """
    from aocd.utils import http
    from urllib3.connection import HTTPSConnection
    from urllib3.connectionpool import HTTPSConnectionPool

    class Connection(HTTPSConnection):
        """A connection that knows when an answer is about to be written to it."""

        noted = False

        def send(self, data: Any) -> None:
            """Write some bytes of a request: its head, or its body, which the answer is in."""
            if not self.noted and (b"answer=" in data or not data.startswith(HEADS)):
                self.noted = True
                note()
            super().send(data)

    class Pool(HTTPSConnectionPool):
        """The connections of one block."""

        ConnectionCls = Connection

    manager = http.pool_manager
    usual = manager.pool_classes_by_scheme
    manager.clear()
    manager.pool_classes_by_scheme = usual | {"https": Pool}
    try:
        yield
    finally:
        manager.clear()
        manager.pool_classes_by_scheme = usual
