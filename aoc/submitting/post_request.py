"""A function called in a POST request just before its body, which has the answer, is sent.

The ledger records then that the answer is sent. If the program is killed after the record and
before the body, the answer counts as sent, though it was not. So the record is made as late as
possible: after the connection is made, which can take a second or more, and after the head of the
request is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["before_body"]

HEADS = (b"CONNECT ", b"POST ")
"""The starts of the data before the body: a request to a proxy, if any, and the head."""


@contextmanager
def before_body(callback: Callable[[], None]) -> Iterator[None]:
    """Call `callback` just before the body of the POST request in the `with` block is sent.

    If `callback` raises an exception, the request raises it and the body is not sent.
    """
    from urllib3.connection import HTTPSConnection
    from urllib3.connectionpool import HTTPSConnectionPool

    from aoc.site.http import site_http

    class Connection(HTTPSConnection):
        """A connection that calls `callback` before it sends a body."""

        called = False

        def send(self, data: Any) -> None:
            """Send a piece of a request: a head, or the body, which has the answer."""
            if not self.called and (b"answer=" in data or not data.startswith(HEADS)):
                self.called = True
                callback()
            super().send(data)

    class Pool(HTTPSConnectionPool):
        """The connections of one `with` block."""

        ConnectionCls = Connection

    manager = site_http().client.pool_manager
    usual = manager.pool_classes_by_scheme
    manager.clear()
    manager.pool_classes_by_scheme = usual | {"https": Pool}
    try:
        yield
    finally:
        manager.clear()
        manager.pool_classes_by_scheme = usual
