"""The proxy of the environment, for the requests of this program and for aocd's own in a day.

aocd reads two variables, in small letters, and makes a client as soon as it is imported. Here all
usual variables count, in small letters and in capitals.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from aoc.errors import UsageError

SITE = "adventofcode.com"
KINDS = ("https", "http", "all")
"""The beginnings of the names of the variables; the first that is set counts. As in aocd,
`http_proxy` is one of them, though the site is asked over HTTPS alone."""
READ_BY_AOCD = ("http_proxy", "https_proxy")
EXAMPLE = "http://localhost:3128"


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
    kind = next((kind for kind in KINDS if kind in addresses), None)
    if kind is None or proxy_bypass(f"{SITE}:443"):
        return None
    name = f"{kind}_proxy"
    variable = name if name in os.environ else name.upper()
    address = addresses[kind].strip()
    if "://" not in address:  # as curl has it
        address = f"http://{address}"
    if address.lower().startswith("socks"):
        raise UsageError(
            f"{variable} names a SOCKS proxy, which is not supported: name an HTTP proxy there, "
            f"such as {EXAMPLE}, or put {SITE} into NO_PROXY"
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
            f"{variable} is not the address of an HTTP proxy, such as {EXAMPLE}: fix or unset it"
        )
    headers = {}
    if url.auth:
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


def aocd_client() -> Any:
    """Return a new HTTP client of aocd that goes through the proxy of the environment.

    Raises `UsageError` for a variable that names none.
    """
    with hidden_from_aocd():
        from aocd.utils import HttpClient

        client: Any = HttpClient()
    proxy = find_proxy()
    if proxy is not None:
        from urllib3 import ProxyManager

        own = client.pool_manager.headers
        client.pool_manager = ProxyManager(
            proxy.address, headers=own, proxy_headers=proxy.headers
        )
    return client
