"""Copies of the site's calendars, times and boards, each with the time of its request.

The author of the site asks not to request these more often than every 15 minutes. So a copy also
remembers a request that failed. A request with another token is another one, so nobody who logs in
again has to wait; one that never reached the site does not count.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from aoc.errors import AocError, SiteError, UnreachableError, UsageError
from aoc.files import read_object, write_file
from aoc.model.puzzles import local_time, now
from aoc.site.accounts import Account
from aoc.site.cache import fetch_once
from aoc.site.client import Client, client_of, unreadable

FRESH = 15 * 60
"""Seconds for which the site is not asked again for a calendar, a board or an unsolved puzzle."""


def is_recent(asked: float | None) -> bool:
    """Return whether a request was made so short a time ago that it must not be repeated."""
    # A time that is far ahead is of a clock that was wrong.
    return asked is not None and abs(now() - asked) < FRESH


def recent_value(path: str) -> Any:
    """Return the JSON value of a copy, or `None` if it is old or missing."""
    copy = read_object(path)
    return copy.get("value") if is_recent(copy.get("asked")) else None


def copied(account: Account, path: str, name: str, ask: Callable[[Client], Any], asker: str) -> Any:
    """Return the JSON value of a recent copy, or else let `ask` return one, which becomes the copy.

    `name` names the value for people, and `asker` a token or a key without showing it. `ask` may
    raise any error for another response. Raises `SiteError`; after a failure, it is raised again
    for `FRESH` seconds without a request.
    """

    def fetch() -> Any:
        old = read_object(path)
        failure = old.get("failure", {})
        if failure.get("asker") == asker and is_recent(failure["asked"]):
            again = local_time(failure["asked"] + FRESH)
            raise SiteError(f"{failure['message']} (not asked again before {again})")
        asked = now()
        try:
            value = ask(client_of(account))
        except Exception as error:
            # The site may have sent anything.
            problem = error if isinstance(error, AocError) else unreadable(name)
            # No request has reached the site, so it may be made again at once. That is not so with
            # `NoResponseError`, a subclass.
            if type(problem) not in (UnreachableError, UsageError):
                failure = {"asked": asked, "message": str(problem), "asker": asker}
                # The old value stays: it is better than none.
                write_file(path, json.dumps(old | {"failure": failure}))
            raise problem from None
        write_file(path, json.dumps({"asked": asked, "value": value}))
        return value

    return fetch_once(path, partial(recent_value, path), fetch)
