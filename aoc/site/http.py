"""Requests to adventofcode.com, made with the HTTP client of advent-of-code-data.

This module adds to that client: who asks, how often, that nothing is asked twice and no redirect
is followed, and for how long the site may be silent.
"""

from __future__ import annotations

import logging
import os
import ssl
import time
from collections import deque
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from functools import cache, partial
from importlib.metadata import version
from typing import Any

from urllib3 import BaseHTTPResponse, PoolManager, ProxyManager, Timeout, exceptions
from urllib3.connection import HTTPSConnection

from aoc.aocd_client import SITE, aocd_client, find_proxy
from aoc.errors import AocError, NoResponseError, UnreachableError, UsageError
from aoc.model.puzzles import now, site_clock
from aoc.render.screen import waiting_for
from aoc.site.accounts import find_contact
from aoc.tokens import hide_tokens

USUAL_SILENCE = 30.0
"""Seconds that the site may be silent, unless `AOC_SITE_TIMEOUT` says otherwise."""


REQUESTS = 4
WINDOW = 3.2
"""Seconds in which `REQUESTS` requests may be made; aocd waits longer if there are more in 3 s."""


def make_pools(**headers: str) -> PoolManager:
    """Return new pools, which add these headers. Raises `UsageError` for a wrong setting."""
    try:
        timeout = Timeout(connect=silence() / 3, read=silence())
    except ValueError:
        raise UsageError("AOC_SITE_TIMEOUT is not a number of seconds", "fix or unset it") from None
    options: dict[str, Any] = {
        "headers": {"User-Agent": user_agent(), **headers},
        "ssl_context": ssl.create_default_context(),
        "timeout": timeout,
        # An answer that was sent again would count as a second one. No redirect is followed either.
        "retries": False,
    }
    proxy = find_proxy()
    if proxy is None:
        return PoolManager(**options)
    return ProxyManager(proxy.address, proxy_headers=proxy.headers, **options)


class SiteHttp:
    """aocd's HTTP client, `client`, with the rules of this module; one for all accounts.

    The methods raise `UnreachableError` for a request that was not sent, and `NoResponseError` for
    one that got no response, or a broken one.
    """

    def __init__(self) -> None:
        """Make a client. Raises `UsageError` for a wrong setting."""
        for name in ("aocd", "urllib3"):
            # They log tokens, and warn about what this program does on purpose.
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self.client = aocd_client(make_pools())
        self.times = deque([0.0] * REQUESTS, REQUESTS)

    def get(self, path: str, token: str | None) -> BaseHTTPResponse:
        """Return the response to a GET request for a path such as `/2021`.

        Without a token, it is made without a session.
        """
        return self._response(partial(self.client.get, token=token), path)

    def post(
        self, path: str, token: str, fields: dict[str, str], connected: Callable[[], None]
    ) -> BaseHTTPResponse:
        """Return the response to a form, which is sent once.

        `connected` is called once the connection is open, just before the form is sent. If it
        raises an error, the form is not sent.
        """

        class NewConnection(HTTPSConnection):
            def connect(self) -> None:
                super().connect()
                connected()

        # It has a new connection of its own. If an idle one failed, it would not be known whether
        # the form was sent.
        pools = make_pools(Connection="close")
        pools.connection_from_url(f"https://{SITE}").ConnectionCls = NewConnection
        client = aocd_client(pools)
        return self._response(partial(client.post, token=token, fields=fields), path)

    def head(self, path: str) -> BaseHTTPResponse:
        """Return the response to a HEAD request, which needs no account."""
        return self._response(partial(self.client.pool_manager.request, "HEAD"), path)

    def close(self) -> None:
        """Close the connections."""
        self.client.pool_manager.clear()

    def _response(self, send: partial[BaseHTTPResponse], path: str) -> BaseHTTPResponse:
        """Send a request when its turn comes, and return the response, all of it."""
        time.sleep(max(0.0, self.times[0] + WINDOW - time.monotonic()))
        self.times.append(time.monotonic())
        try:
            with waiting_for(f"{SITE}{path}"):
                response = send(url=f"https://{SITE}{path}")
            # Whatever the response is, from now on the time is that of the site.
            date = date_of(response)
            if date is not None:
                site_clock().lead = date - now()
            # Without a length, half of it looks like all of it.
            if response.length_remaining is None and not response.chunked:
                raise NoResponseError("sent a response without a length")
        except AocError:
            raise
        except Exception as error:
            # A broken response makes the libraries raise all sorts of errors.
            raise error_for(error) from None
        return response


def error_for(error: Exception) -> UnreachableError:
    """Return the error that replaces an error of the libraries."""
    if isinstance(error, exceptions.ProxyError):
        error = error.original_error
    if isinstance(error, exceptions.SSLError):
        error = error.args[0]
    if isinstance(error, ssl.SSLCertVerificationError):
        return UnreachableError(
            f"has no valid certificate ({error.verify_message})",
            "check this computer's clock and SSL_CERT_FILE, then try again",
        )
    # Some errors belong to several of these classes, so their order matters.
    if isinstance(error, exceptions.ReadTimeoutError):
        return NoResponseError(f"did not answer for {silence():g} s")
    if isinstance(error, exceptions.ProtocolError | ConnectionError | ssl.SSLError):
        return NoResponseError("cut the connection")
    if not isinstance(error, exceptions.ConnectTimeoutError | OSError):
        return NoResponseError("sent a broken response")
    # Only here it is certain that nothing was sent.
    proxy = find_proxy()
    if proxy is None:
        return UnreachableError("cannot be reached")
    return UnreachableError(
        f"cannot be reached through the proxy that {proxy.variable} names",
        "check its address, user name and password, then try again",
    )


site_http = cache(SiteHttp)
"""Return the HTTP client of this process. Raises `UsageError` for a wrong setting."""


def date_of(response: BaseHTTPResponse) -> float | None:
    """Return when the site made a response, in whole seconds since the epoch, if it says so."""
    try:
        return parsedate_to_datetime(response.headers["Date"]).timestamp()
    except (KeyError, ValueError, OverflowError):
        return None


def silence() -> float:
    """Return the seconds that the site may be silent. Raises `ValueError` for a wrong setting."""
    return float(os.environ.get("AOC_SITE_TIMEOUT") or USUAL_SILENCE)


def user_agent() -> str:
    """Return the User-Agent: this program, and the user's contact if there is one.

    aocd's own names aocd's maintainer, who cannot help with this program. Raises `UsageError` for
    settings that cannot be read.
    """
    name = f"aoc-days/{version('aoc-days')}"
    contact = find_contact()
    if not contact:
        return name
    # A header has one line of ASCII.
    return f"{name} ({ascii(hide_tokens(contact))[1:-1]})"
