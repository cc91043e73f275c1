"""Requests for a calendar or a board that failed, which are not repeated at once.

The author of the site asks not to request these more often than every 15 minutes; that holds for
requests that failed, too. Each has a file beside that of the calendar or the board. A request with
another token is another request, so whoever logs in again does not have to wait. One that never
reached the site does not count.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from aoc.clock import local_time, now
from aoc.errors import DeadSessionError, NoResponseError, SiteError, UnreachableError
from aoc.files import discard, read_text, write_file
from aoc.json_text import parse_json

__all__ = ["FRESH", "is_recent", "raise_if_failed", "recording_failure"]

FRESH = 15 * 60
"""Seconds for which the site is not asked again for a calendar or a board."""
LONGEST_REASON = 1000


def raise_if_failed(path: str, token: str | None, what: str) -> None:
    """Raise `SiteError` if the request for the file at `path` failed a short time ago.

    `what` is the thing that was asked for, in words for people.
    """
    try:
        found = parse_json(read_text(failure_path(path)))
        at, reason, dead = found["asked"], found["reason"], found["dead"] is True
        same = found["token"] == mark(token)
    except (OSError, ValueError, TypeError, KeyError):
        return
    if same and is_recent(at) and isinstance(reason, str) and len(reason) <= LONGEST_REASON:
        raise DeadSessionError(reason) if dead else later(reason, what, at)


def is_recent(asked: object) -> bool:
    """Return whether a value is the time of a request that must not be repeated yet."""
    if not isinstance(asked, int | float):
        return False
    moment = now()
    return moment - FRESH < asked < moment + FRESH


@contextmanager
def recording_failure(path: str, token: str | None, what: str) -> Iterator[None]:
    """Remember it if the request in the `with` block fails, and say when it can be repeated."""
    try:
        yield
    except SiteError as error:
        if isinstance(error, UnreachableError) and not isinstance(error, NoResponseError):
            raise
        dead = isinstance(error, DeadSessionError)
        reason = str(error) if dead else str(error).partition(": ")[0]
        asked = now()
        failure = {"asked": asked, "reason": reason, "dead": dead, "token": mark(token)}
        with suppress(SiteError):
            write_file(failure_path(path), json.dumps(failure))
        if dead:
            raise
        raise later(reason, what, asked) from None
    discard(failure_path(path))


def later(reason: str, what: str, asked: float) -> SiteError:
    """Return the error for a request that must not be repeated yet."""
    about = "it" if what in reason else what
    return SiteError(
        f"{reason}: the site is not asked for {about} again before {local_time(asked + FRESH)}"
    )


def failure_path(path: str) -> str:
    """Return the path of the file about a failed request for the file at `path`."""
    return f"{os.path.splitext(path)[0]}.failed.json"


def mark(token: str | None) -> str:
    """Return what tells a token from others, and does not show it."""
    from hashlib import sha256

    return sha256((token or "").encode()).hexdigest()[:16]
