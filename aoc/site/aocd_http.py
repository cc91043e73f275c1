"""The HTTP client of advent-of-code-data, and the proxy that the environment names for it.

aocd reads the name of the proxy when it is imported, and its import fails if that is none which
urllib3 accepts. So it is imported here without the proxy, which `use_bounded_connections` adds.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from aoc.errors import UsageError

if TYPE_CHECKING:
    from aoc.site.connections import BoundedManager

__all__ = ["http", "use_bounded_connections"]

PROXIES = ("http_proxy", "https_proxy")
"""The variables that may name a proxy; the first one that is set counts, as for aocd."""

hidden = {name: os.environ.pop(name) for name in PROXIES if name in os.environ}
try:
    from aocd.utils import http
finally:
    os.environ.update(hidden)


def use_bounded_connections() -> BoundedManager:
    """Let the client make its requests with connections of `aoc.site.connections`.

    Returns what makes the connections. Raises `UsageError` if the environment names something
    else than a proxy.
    """
    from aoc.site.connections import BoundedManager, bounded_manager

    if isinstance(http.pool_manager, BoundedManager):
        return http.pool_manager
    name = next((name for name in PROXIES if os.environ.get(name)), None)
    try:
        http.pool_manager = bounded_manager(os.environ[name] if name else None)
    except Exception:  # urllib3 has many errors for that
        # The address is not shown, since it may have a password.
        raise UsageError(
            f"the environment variable {name} is not the address of an HTTP proxy, such as "
            "http://localhost:3128: fix it or unset it"
        ) from None
    manager: BoundedManager = http.pool_manager
    return manager
