"""Copies of what the site sends, in aocd's data folder: each is fetched once, by one program.

The author of the site asks not to request calendars and leaderboards more often than every 15
minutes. So there are copies with the time of the request, which also remember one that failed. A
request with another token is another one, so whoever logs in again does not have to wait; one that
never reached the site does not count.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from aoc.clock import local_time, now
from aoc.errors import DeadSessionError, NoResponseError, SiteError, UnreachableError
from aoc.files import check_writable, locked, read_text, write_file
from aoc.site.cache import lock_path

__all__ = ["FRESH", "fetch_once", "is_recent", "read_copy", "update_copy"]

FRESH = 15 * 60
"""Seconds for which the site is not asked again for a calendar or a board."""
T = TypeVar("T")


def fetch_once(path: str, read: Callable[[], T | None], fetch: Callable[[], T]) -> T:
    """Return what `read` finds in the cache, or else what `fetch` returns and writes to `path`.

    Of programs that do this at the same time, one fetches. Raises `SiteError`, and does so before
    the site is asked if `path` cannot be written.
    """
    found = read()
    if found is not None:
        return found
    check_writable(path)
    with locked(lock_path(path)):
        # Another program may have fetched it while this one waited for the lock.
        found = read()
        return fetch() if found is None else found


def read_copy(path: str) -> tuple[Any, float | None]:
    """Return the JSON value of a copy, and when it was fetched, in seconds since the epoch.

    Both are `None` if there is no copy, or a broken one.
    """
    try:
        copy = read_object(path)
        return copy["value"], float(copy["asked"])
    except Exception:  # whatever is wrong with the file, another copy takes its place
        return None, None


def is_recent(asked: float | None) -> bool:
    """Return whether a request was made so short a time ago that it must not be repeated."""
    return asked is not None and abs(now() - asked) < FRESH


def update_copy(
    path: str,
    name: str,
    token: str | None,
    is_outdated: Callable[[], bool],
    ask: Callable[[], Any],
    *,
    refresh: bool = False,
) -> None:
    """Fetch the JSON value that `ask` returns into its copy, if that is outdated.

    `name` is what is asked for, in words for people. Raises `SiteError`; after a failure, it is
    raised again for `FRESH` seconds without a request. With `refresh`, the site is asked anyway.
    """
    from hashlib import sha256

    mark = sha256((token or "").encode()).hexdigest()[:16]

    def fetch() -> bool:
        if not refresh:
            raise_if_failed(path, name, mark)
        try:
            copy = {"asked": now(), "value": ask()}
        except SiteError as error:
            if isinstance(error, UnreachableError) and not isinstance(error, NoResponseError):
                raise
            dead = isinstance(error, DeadSessionError)
            reason = str(error) if dead else str(error).partition(": ")[0]
            failure = {"asked": now(), "reason": reason, "dead": dead, "token": mark}
            with suppress(SiteError):
                write_file(path, json.dumps(read_object(path) | {"failure": failure}))
            raise_if_failed(path, name, mark)
            raise
        write_file(path, json.dumps(copy))
        return True

    fetch_once(path, lambda: None if refresh or is_outdated() else True, fetch)


def raise_if_failed(path: str, name: str, mark: str) -> None:
    """Raise `SiteError` if a request with the same token failed a short time ago."""
    try:
        failure = read_object(path)["failure"]
        asked, reason = float(failure["asked"]), str(failure["reason"])
        failed = failure["token"] == mark and is_recent(asked)
    except Exception:  # whatever is wrong with the file
        return
    if failed and failure["dead"]:
        raise DeadSessionError(reason)
    if failed:
        about = "it" if name in reason else name
        again = local_time(asked + FRESH)
        raise SiteError(f"{reason}: the site is not asked for {about} again before {again}")


def read_object(path: str) -> dict[str, Any]:
    """Return the JSON object in a file; an empty one if there is none, or it is broken."""
    try:
        return dict(json.loads(read_text(path)))
    except Exception:  # whatever is wrong with the file
        return {}
