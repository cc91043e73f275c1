"""Copies of the site's responses, in aocd's data folder: each is fetched once, by one program.

The author of the site asks not to request calendars and leaderboards more often than every 15
minutes. So there are copies with the time of the request, which also remember one that failed. A
request with another token is another one, so whoever logs in again does not have to wait; one that
never reached the site does not count.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from aoc.errors import (
    AocError,
    DeadSessionError,
    SiteError,
    UnreachableError,
    UsageError,
)
from aoc.files import check_writable, locked, read_object, write_file
from aoc.model.input_text import digest_of
from aoc.model.puzzles import local_time, now
from aoc.site.cache import lock_path

if TYPE_CHECKING:
    from aoc.site.accounts import Account
    from aoc.site.client import Client

FRESH = 15 * 60
"""Seconds for which the site is not asked again for a calendar, a board or an unsolved puzzle."""
T = TypeVar("T")


def fetch_once(path: str, read: Callable[[], T | None], fetch: Callable[[], T]) -> T:
    """Return the value that `read` finds in the cache, or else that of `fetch`, written to `path`.

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


def user_of(account: Account) -> str:
    """Return aocd's id of an account; the site is asked for it once. Raises `SiteError`."""
    if account.id is not None:
        return account.id
    from aoc.site.client import Client

    return Client(account).user_id()


def read_copy(path: str) -> tuple[Any, float | None]:
    """Return the JSON value of a copy, and when it was fetched, in seconds since the epoch.

    Both are `None` if there is no copy, or a broken one.
    """
    copy = read_object(path)
    return copy.get("value"), copy.get("asked")


def is_recent(asked: float | None) -> bool:
    """Return whether a request was made so short a time ago that it must not be repeated."""
    return asked is not None and abs(now() - asked) < FRESH


def copied(
    account: Account,
    path: str,
    name: str,
    ask: Callable[[Client], Any],
    key: str | None = None,
) -> Any:
    """Return the JSON value of a recent copy, or else that of `ask`, which becomes the copy.

    `name` names the value for people; `ask` may raise any error for another response. With a `key`
    that opens it to everybody, the site is asked without a session. Raises `SiteError`; after a
    failure, it is raised again for `FRESH` seconds without a request.
    """

    def read() -> Any:
        value, asked = read_copy(path)
        return value if is_recent(asked) else None

    def fetch() -> Any:
        from aoc.site.client import Client, PublicClient, unreadable

        old = read_object(path)
        failed = old.get("failure", {})
        asker = digest_of(key)[:8] if key else account.hint
        if failed.get("token") == asker and is_recent(failed["asked"]):
            raise SiteError(failed["message"])
        asked = now()
        try:
            value = ask(Client(account) if key is None else PublicClient())
        except Exception as found:  # the site may have sent anything
            error = found if isinstance(found, AocError) else unreadable(name)
            if type(error) in (UnreachableError, UsageError):
                raise
            if not isinstance(error, DeadSessionError):
                reason, again = str(error).partition(": ")[0], local_time(asked + FRESH)
                error = SiteError(
                    f"{reason}: the site is not asked for {name} before {again}"
                )
            failure = {"asked": asked, "message": str(error), "token": asker}
            write_file(path, json.dumps(old | {"failure": failure}))
            raise error from None
        write_file(path, json.dumps({"asked": asked, "value": value}))
        return value

    return fetch_once(path, read, fetch)
