"""What may go wrong with a request to the site: how long to wait, and what happened, in words."""

from __future__ import annotations

import os
import ssl

from urllib3.exceptions import (
    ConnectTimeoutError,
    DecodeError,
    InvalidHeader,
    LocationValueError,
    NewConnectionError,
    ProxyError,
    ReadTimeoutError,
    SSLError,
)

from aoc.errors import UsageError
from aoc.site.aocd_http import http
from aoc.site.connections import LARGEST, BrokenResponseError, TooLargeError, TooSlowError

__all__ = [
    "SITE",
    "connect_timeout",
    "failed_before_sending",
    "failure_text",
    "read_timeout",
    "unreachable_text",
]

SITE = "adventofcode.com"
TIMEOUT = 30.0
"""Seconds that the site may be silent, unless `AOC_SITE_TIMEOUT` says otherwise."""
LONGEST_TIMEOUT = 100_000
"""Seconds of the longest setting; a system refuses one that is too long."""
CONNECT_TIMEOUT = 10.0
"""Seconds for connecting to one address of the site, or of the proxy, at most."""
NOT_SENT = (ConnectTimeoutError, NewConnectionError, LocationValueError)
"""The errors that urllib3 raises before it has sent a request."""
NO_TUNNEL = "Tunnel connection failed"
"""The start of the message of the standard library if a proxy refuses to connect."""


def read_timeout() -> float:
    """Return the seconds to wait for the site. Raises `UsageError` for a wrong setting."""
    given = os.environ.get("AOC_SITE_TIMEOUT")
    try:
        seconds = float(given) if given else TIMEOUT
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST_TIMEOUT:
        raise UsageError(
            f"AOC_SITE_TIMEOUT is {given!r}, not a number of seconds: fix it or unset it"
        )
    return seconds


def connect_timeout() -> float:
    """Return the seconds for connecting. Raises `UsageError` for a wrong setting."""
    return min(CONNECT_TIMEOUT, read_timeout())


def root_cause(error: BaseException) -> BaseException:
    """Return the error inside the errors that urllib3 wraps it in.

    If the site closes a connection through a proxy, urllib3 raises a `ProxyError`.
    """
    found = getattr(error, "reason", None)
    if isinstance(found, BaseException):
        error = found
    return error.original_error if isinstance(error, ProxyError) else error


def is_tls_error(error: BaseException, kind: type[ssl.SSLError]) -> bool:
    """Return whether an error of urllib3 has an error of TLS of some kind in it."""
    return isinstance(error, SSLError) and any(isinstance(inner, kind) for inner in error.args)


def failed_before_sending(error: BaseException) -> bool:
    """Return whether a request certainly failed before it was sent."""
    inner = root_cause(error)
    refused = is_tls_error(inner, ssl.SSLCertVerificationError)
    return refused or isinstance(inner, NOT_SENT) or str(inner).startswith(NO_TUNNEL)


def failure_text(error: BaseException) -> str:
    """Return what happened to a request, in words for people."""
    inner = root_cause(error)
    no_address = isinstance(inner, NewConnectionError | LocationValueError)
    if no_address or str(inner).startswith(NO_TUNNEL):
        proxy = " through the proxy" if http.pool_manager.proxy else ""
        return f"cannot be reached{proxy}"
    if isinstance(inner, ReadTimeoutError):
        return f"did not answer for {read_timeout():g} s"
    if isinstance(inner, ConnectTimeoutError):
        return f"did not answer for {connect_timeout():g} s"
    if isinstance(inner, TooSlowError):
        return f"took longer than {inner.seconds:g} s to answer"
    if isinstance(inner, TooLargeError):
        return f"sent more than {LARGEST >> 20} MB"
    if isinstance(inner, BrokenResponseError | DecodeError | InvalidHeader):
        return "sent a broken response"
    if is_tls_error(inner, ssl.SSLCertVerificationError):
        return "has no certificate that can be trusted"
    if isinstance(inner, SSLError) and not is_tls_error(inner, ssl.SSLEOFError):
        return "broke the TLS connection"
    return "cut the connection"


def unreachable_text(error: BaseException) -> str:
    """Return the message for a request that failed."""
    return f"{SITE} {failure_text(error)}: check the network and try again"
