"""What is used of aocd: its HTTP client with connections that we choose, and names to replace.

aocd has no public way to choose the connections of its client, or to keep a script from sending an
answer. So some of its names are read or replaced, after `check_names` has found them all there.
aocd also makes a client as soon as it is imported, which fails with a proxy that it cannot use. It
looks for one in two variables, in small letters, which are hidden from it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from operator import attrgetter
from types import ModuleType
from typing import Any, NamedTuple

from aoc.errors import SiteError, UsageError

SITE = "adventofcode.com"
PROXY_SCHEMES = ("https", "http", "all")
"""The beginnings of the names of the variables; the first that is set counts. As in aocd,
`http_proxy` is one of them, though the site is asked over HTTPS alone."""


READ_BY_AOCD = ("http_proxy", "https_proxy")
READ_IN = "2.2.0"
"""The version of aocd in which all `NAMES` were read."""


NAMES = {
    "aocd.examples": ["Page.from_raw"],
    "aocd.get": ["current_day", "get_day_and_year", "most_recent_year"],
    "aocd.models": [
        "Puzzle.answer_a",
        "Puzzle.answer_b",
        "Puzzle.input_data",
        "User.id",
        "default_user",
    ],
    "aocd.post": ["submit"],
    "aocd.utils": ["HttpClient.get", "HttpClient.post", "http.pool_manager"],
}
"""The names of aocd that are read or replaced here and in workers, by module."""


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
    address = addresses[schemes[0]].strip()
    if "://" not in address:
        # curl takes an address without a scheme, so people write one.
        address = f"http://{address}"
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
            f"{variable} is not the address of an HTTP proxy, such as http://localhost:3128",
            f"fix or unset it, or put {SITE} into NO_PROXY",
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


def check_names(module: ModuleType) -> None:
    """Raise `SiteError` if a module of aocd lacks one of the `NAMES`."""
    for name in NAMES.get(module.__name__, []):
        try:
            attrgetter(name)(module)
        except AttributeError:
            raise SiteError(
                f"advent-of-code-data has no {module.__name__}.{name} in the version that is "
                "installed",
                f"`pip install advent-of-code-data=={READ_IN}` installs one that has it",
            ) from None


def aocd_module(name: str) -> Any:
    """Import a module of aocd. Raises `SiteError` if it lacks a name that is used here."""
    from importlib import import_module

    with hidden_from_aocd():
        module = import_module(name)
    check_names(module)
    return module


def aocd_client(pool_manager: Any) -> Any:
    """Return a client of aocd that connects with a pool manager. Raises `SiteError`."""
    utils = aocd_module("aocd.utils")
    with hidden_from_aocd():
        client = utils.HttpClient()
    client.pool_manager = pool_manager
    return client
