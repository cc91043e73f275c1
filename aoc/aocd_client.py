"""aocd's HTTP client, with connections that we choose.

aocd has no public way for this. Its `HttpClient` takes no options: it looks for a proxy in two
variables only, in small letters, and makes its pools of connections itself. aocd even makes one as
soon as it is imported, which fails with a proxy that it cannot use. So here these variables are
hidden while aocd is imported, and `HttpClient.pool_manager` is replaced once it is there.
`tests/unit/test_aocd_client.py` fails when aocd no longer uses what stands there.
"""

# Without `from __future__ import annotations`: a NamedTuple compiles each annotation that is text,
# which takes 2 ms.

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from aoc.errors import UsageError

SITE = "adventofcode.com"
PROXY_SCHEMES = ("https", "http", "all")
"""The beginnings of the names of the variables; the first that is set counts. As in aocd,
`http_proxy` is one of them, though the site is asked over HTTPS alone."""


READ_BY_AOCD = ("http_proxy", "https_proxy")
EXAMPLE_PROXY = "http://localhost:3128"


class Proxy(NamedTuple):
    """An HTTP proxy, the variable that names it, and the headers that it needs."""

    variable: str
    address: str
    headers: dict[str, str]


def find_proxy() -> Proxy | None:
    """Return the proxy for the site; `None` without one, or if `NO_PROXY` names the site.

    Raises `UsageError` for another value of the variable. It is not shown, since it may have a
    password.
    """
    from urllib.request import getproxies_environment, proxy_bypass

    addresses = getproxies_environment()
    schemes = [scheme for scheme in PROXY_SCHEMES if scheme in addresses]
    if not schemes or proxy_bypass(f"{SITE}:443"):
        return None
    variable = f"{schemes[0]}_proxy"
    if variable not in os.environ:
        variable = variable.upper()
    address = addresses[schemes[0]].strip()
    if "://" not in address:
        # curl takes an address without a scheme, so people write one.
        address = f"http://{address}"
    if address.lower().startswith("socks"):
        raise UsageError(
            f"{variable} names a SOCKS proxy, which is not supported",
            f"name an HTTP proxy there, such as {EXAMPLE_PROXY}, or put {SITE} into NO_PROXY",
        )
    from base64 import b64encode
    from urllib.parse import unquote

    from urllib3.exceptions import LocationParseError
    from urllib3.util import parse_url

    try:
        url = parse_url(address)
    except LocationParseError:
        url = None
    if url is None or url.scheme not in ("http", "https") or not url.host:
        raise UsageError(
            f"{variable} is not the address of an HTTP proxy, such as {EXAMPLE_PROXY}",
            "fix or unset it",
        )
    headers = {}
    if url.auth:
        # urllib3 sends no user name that stands in the address.
        login = b64encode(unquote(url.auth).encode()).decode()
        headers["Proxy-Authorization"] = f"Basic {login}"
    return Proxy(variable, address, headers)


@contextmanager
def hidden_from_aocd() -> Iterator[None]:
    """Let aocd find no proxy in a `with` block: with one that it cannot use, its import fails."""
    hidden = {name: os.environ.pop(name) for name in READ_BY_AOCD if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(hidden)


def aocd_client(pool_manager: Any) -> Any:
    """Return a client of aocd that connects with a pool manager."""
    with hidden_from_aocd():
        from aocd.utils import HttpClient

        client: Any = HttpClient()
    client.pool_manager = pool_manager
    return client
