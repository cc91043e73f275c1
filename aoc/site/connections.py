"""Connections to the site on which a response is bounded, in bytes and in seconds.

A pool manager of this module takes the place of the one in the HTTP client of
advent-of-code-data, so all requests of this program go through it. A response that is too large
ends with `TooLargeError`, and one that takes too long with `TooSlowError`, however the site sends
it: a byte at a time, compressed, or as a header without an end.
"""

from __future__ import annotations

import io
from functools import partial
from http.client import HTTPResponse
from time import monotonic
from typing import TYPE_CHECKING, Any

from urllib3 import BaseHTTPResponse, PoolManager, ProxyManager
from urllib3 import HTTPResponse as Response
from urllib3.connection import HTTPSConnection
from urllib3.connectionpool import HTTPSConnectionPool
from urllib3.exceptions import HTTPError

from aoc.errors import AocError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = [
    "BoundedConnection",
    "BoundedManager",
    "BoundedPool",
    "BrokenResponseError",
    "TooLargeError",
    "TooSlowError",
    "bounded_manager",
]

LARGEST = 10 << 20
"""Bytes that a response may have: as it comes, and as it is after decompression."""
LONGEST = 60.0
"""Seconds that a response may take, unless the site may be silent for longer than that."""
MOST_DIGITS = 20
"""Digits of a number of bytes."""
PIECE = 1 << 16
"""Bytes that are read and decompressed at once."""


class BrokenResponseError(HTTPError):
    """A response is not one of HTTP, or its end cannot be told from a cut."""


class TooLargeError(HTTPError):
    """A response has more than `LARGEST` bytes."""


class TooSlowError(HTTPError):
    """A response took longer than its connection's `patience`, which is in the error."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"took longer than {seconds:g} s")
        self.seconds = seconds


class BoundedStream(io.RawIOBase):
    """The bytes of a response: raises an error if there are too many, or if it is too late."""

    def __init__(self, raw: io.RawIOBase, connection: BoundedConnection) -> None:
        self.raw = raw
        self.connection = connection
        # The connection forgets its socket before the end of the last response on it.
        self.socket: Any = connection.sock
        self.left = LARGEST

    def readable(self) -> bool:
        """Return true, as readers ask for it."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int | None:
        """Read some bytes into a buffer, and return how many."""
        seconds = self.connection.seconds_left()
        if seconds <= 0:
            raise TooSlowError(self.connection.patience)
        self.socket.settimeout(min(seconds, self.connection.silence))
        try:
            count: int | None = self.raw.readinto(buffer)
        except TimeoutError:
            if self.connection.seconds_left() <= 0:
                raise TooSlowError(self.connection.patience) from None
            raise
        self.left -= count or 0
        if self.left < 0:
            raise TooLargeError("too many bytes")
        return count

    def close(self) -> None:
        """Close the stream below, too."""
        self.raw.close()
        super().close()


class BoundedResponse(HTTPResponse):
    """A response of the standard library whose bytes come from a `BoundedStream`.

    A proxy's response to CONNECT is one, too.
    """

    def __init__(self, *args: Any, connection: BoundedConnection, **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.fp = io.BufferedReader(BoundedStream(self.fp.detach(), connection))


class BoundedConnection(HTTPSConnection):
    """A connection on which each response has to come within `patience` seconds.

    They begin with the request, or with connecting to the site.
    """

    def __init__(self, *args: Any, **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.response_class = partial(BoundedResponse, connection=self)  # type: ignore[assignment]
        self.patience = LONGEST
        self.deadline = 0.0
        self.is_new = False

    @property
    def silence(self) -> float:
        """The seconds that the site may be silent."""
        return self.timeout if isinstance(self.timeout, int | float) else LONGEST

    def seconds_left(self) -> float:
        """Return the seconds until the response has to be complete."""
        return self.deadline - monotonic()

    def start_clock(self) -> None:
        """Let the seconds begin."""
        self.patience = max(LONGEST, self.silence)
        self.deadline = monotonic() + self.patience

    def connect(self) -> None:
        """Connect to the site, through the proxy if there is one."""
        self.start_clock()
        super().connect()
        self.is_new = True

    def request(self, *args: Any, **kw: Any) -> None:
        """Send a request."""
        if not self.is_new:
            self.start_clock()
        self.is_new = False
        super().request(*args, **kw)


class BoundedPool(HTTPSConnectionPool):
    """The connections to the site."""

    ConnectionCls = BoundedConnection


class BoundedManager(PoolManager):
    """Makes requests of which the whole response is read, and no redirect is followed."""

    def urlopen(self, method: str, url: str, redirect: bool = True, **kw: Any) -> BaseHTTPResponse:  # type: ignore[override]
        """Make a request, and return its response.

        Whatever a broken response makes the libraries raise is raised as an `HTTPError`.
        """
        try:
            response = super().urlopen(
                method, url, redirect=False, **(kw | {"preload_content": False})
            )
            return read_whole(response, has_body=method != "HEAD")
        except (HTTPError, AocError):
            raise
        except Exception as error:
            raise BrokenResponseError(f"the response is broken: {error!r}") from error


class BoundedProxyManager(BoundedManager, ProxyManager):
    """Makes requests through a proxy."""


def read_whole(response: BaseHTTPResponse, *, has_body: bool) -> Response:
    """Read a response to its end, and return it with its decompressed body."""
    body = bytearray()
    try:
        if has_body and not has_known_end(response):
            raise BrokenResponseError("its end cannot be told from a cut")
        if not has_known_encoding(response):
            raise BrokenResponseError("its encoding is not known")
        while piece := response.read(PIECE, decode_content=True):
            body += piece
            if len(body) > LARGEST:
                raise TooLargeError("too many bytes after decompression")
    except BaseException:
        response.close()
        raise
    response.release_conn()
    # A `Response` made of empty bytes would have no data at all.
    return Response(
        io.BytesIO(body),
        headers=response.headers,
        status=response.status,
        preload_content=False,
        decode_content=False,
        enforce_content_length=False,
    )


def has_known_end(response: BaseHTTPResponse) -> bool:
    """Return whether a response says where its body ends, so that half of it is noticed."""
    if "chunked" in response.headers.get("Transfer-Encoding", "").lower():
        return True
    length = response.headers.get("Content-Length", "")
    return response.status in (204, 304) or (length.isdecimal() and len(length) < MOST_DIGITS)


def has_known_encoding(response: BaseHTTPResponse) -> bool:
    """Return whether a response can be decompressed, if it is compressed."""
    encodings = response.headers.get("Content-Encoding", "").lower().split(",")
    known = {"", "identity", *BaseHTTPResponse.CONTENT_DECODERS}
    return known.issuperset(encoding.strip() for encoding in encodings)


def bounded_manager(proxy: str | None) -> BoundedManager:
    """Return what makes the requests, through a proxy if there is one.

    Raises various errors if urllib3 does not accept the address of the proxy.
    """
    manager = BoundedProxyManager(proxy) if proxy else BoundedManager()
    if proxy and not manager.proxy.host:  # type: ignore[union-attr]
        raise ValueError("no host")
    manager.pool_classes_by_scheme = {"https": BoundedPool}
    return manager
