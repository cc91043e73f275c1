"""Copies of the site's responses, in aocd's data folder: each is fetched once, by one program.

The author of the site asks not to request calendars and leaderboards more often than every 15
minutes. So there are copies with the time of the request, which also remember one that failed. A
request with another token is another one, so nobody who logs in again has to wait; one that never
reached the site does not count.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from aoc.errors import (
    AocError,
    DeadSessionError,
    SiteError,
    UnreachableError,
    UsageError,
)
from aoc.files import check_writable, locked, read_object, write_file
from aoc.model.inputs import digest_of
from aoc.model.puzzles import local_time, now
from aoc.site.cache import lock_path

if TYPE_CHECKING:
    from aoc.site.accounts import Account
    from aoc.site.client import Client

FRESH = 15 * 60
"""Seconds for which the site is not asked again for a calendar, a board or an unsolved puzzle."""


T = TypeVar("T")


def fetch_once(path: str, read: Callable[[], T | None], fetch: Callable[[], T]) -> T:
    """Return the value that `read` finds in the cache, or else let `fetch` write it to `path`.

    Of programs that do this at the same time, one fetches. Raises `SiteError`, and does so before
    the site is asked if `path` cannot be written.
    """
    cached = read()
    if cached is not None:
        return cached
    check_writable(path)
    with locked(lock_path(path)):
        # Another program may have fetched it while this one waited for the lock.
        cached = read()
        if cached is not None:
            return cached
        return fetch()


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
    # A time that is far ahead is of a clock that was wrong.
    return asked is not None and abs(now() - asked) < FRESH


def recent_value(path: str) -> Any:
    """Return the JSON value of a copy, or `None` if it is old or missing."""
    value, asked = read_copy(path)
    return value if is_recent(asked) else None


def copied(
    account: Account,
    path: str,
    name: str,
    ask: Callable[[Client], Any],
    key: str | None = None,
) -> Any:
    """Return the JSON value of a recent copy, or else let `ask` return one, which becomes the copy.

    `name` names the value for people; `ask` may raise any error for another response. With a `key`
    that opens it to everybody, the site is asked without a session. Raises `SiteError`; after a
    failure, it is raised again for `FRESH` seconds without a request.
    """
    fetch = partial(fetch_copy, account, path, name, ask, key)
    return fetch_once(path, partial(recent_value, path), fetch)


def fetch_copy(
    account: Account,
    path: str,
    name: str,
    ask: Callable[[Client], Any],
    key: str | None,
) -> Any:
    """Ask the site for a value, and keep it in a copy; or keep there that it failed."""
    from aoc.site.client import Client, PublicClient

    old = read_object(path)
    failure = old.get("failure", {})
    # Whole tokens and keys are not written to the file.
    asker = account.hint if key is None else digest_of(key)[:8]
    if failure.get("token") == asker and is_recent(failure["asked"]):
        raise SiteError(failure["message"])
    asked = now()
    try:
        value = ask(Client(account) if key is None else PublicClient())
    except Exception as error:
        # The site may have sent anything.
        problem = copy_problem(error, name, asked + FRESH)
        # No request has reached the site, so it may be made again at once. That is not so with
        # `NoResponseError`, a subclass.
        if type(problem) in (UnreachableError, UsageError):
            raise problem from None
        failure = {"asked": asked, "message": str(problem), "token": asker}
        # The old value stays: it is better than none.
        write_file(path, json.dumps(old | {"failure": failure}))
        raise problem from None
    write_file(path, json.dumps({"asked": asked, "value": value}))
    return value


def copy_problem(error: Exception, name: str, again: float) -> AocError:
    """Return the error for a value that was not fetched; the site is not asked before `again`."""
    from aoc.site.client import unreadable

    problem = error if isinstance(error, AocError) else unreadable(name)
    # These say when the site is asked again: at once, or after a new login.
    if type(problem) in (UnreachableError, UsageError, DeadSessionError):
        return problem
    remedy = f"the site is not asked for {name} before {local_time(again)}"
    return SiteError(problem.what, remedy)
