"""The unlock of a puzzle: a wait for it by the site's clock, then its page and its input.

In those minutes the site may be slow or fail, and the clock of this computer may be wrong: so what
failed is tried again, at the pace of somebody who reloads a page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from aoc.errors import (
    DeadSessionError,
    LockedError,
    ServerError,
    SiteError,
    UnreachableError,
)
from aoc.model.puzzles import Puzzle, now, unlock_time
from aoc.site.accounts import Account
from aoc.site.cache import Cache
from aoc.site.client import Client, client_of

PAUSE = 5.0
"""Seconds from a request that failed to the next one."""
MARGIN = 0.5
"""Seconds by which this computer's clock may be ahead where the site has not told its time."""
PATIENCE = 120.0
"""Seconds after an unlock in which a request that failed is made again."""
PASSING = (LockedError, ServerError, UnreachableError)
"""The errors that may pass by themselves; `LockedError` is the site's "not yet"."""

CountDown = Callable[[float, str], None]
"""Waits for some seconds, and shows the start of a sentence that ends with the time left."""


class Fetched(NamedTuple):
    """The page of a puzzle, and the error if it or the input is missing."""

    page: str | None
    problem: SiteError | None


def fetch_day(
    account: Account,
    puzzle: Puzzle,
    count_down: CountDown,
    note: Callable[[str], None],
    *,
    waits: bool,
) -> Fetched:
    """Fetch the page and the input of a puzzle, unless they are cached.

    If this `waits`, the puzzle may be locked. `note` is called with sentences for people. Raises
    `DeadSessionError` before a wait for the unlock if the site does not know the session, and
    `LockedError` if it says that the puzzle is locked.
    """
    unlock = unlock_time(puzzle)
    try:
        client = client_of(account)
    except SiteError as error:
        if now() < unlock:
            raise
        return Fetched(Cache().read_page(account.id or "", puzzle), error)
    is_nobody = account.token is None
    is_early = unlock > now()
    if is_nobody and is_early:
        note("no session token: log in with `aoc login`")
    is_checked = is_nobody or not waits
    while True:
        early = unlock - client.site_time()
        if early > 0 and not is_checked:
            # This also tells the time on the site, by which `early` is then known.
            check_session(client, note)
            is_checked = True
            continue
        if early > 0:
            margin = MARGIN if client.lead is None else 0.0
            count_down(early + margin, f"{puzzle} unlocks")
        fetched = fetch_now(client, puzzle)
        late = client.site_time() - unlock
        if not isinstance(fetched.problem, PASSING) or late > PATIENCE - PAUSE:
            break
        if (
            is_nobody and not is_early
        ):  # whoever has no account may have no network, too
            break
        if late > -PATIENCE:
            why = f"{reason_of(fetched.problem)}; the site is asked again"
            count_down(max(PAUSE, -late), why)
        elif not waits:  # this computer's clock is far ahead
            break
    if isinstance(fetched.problem, LockedError):
        raise fetched.problem
    if (
        is_nobody and is_early and fetched.page
    ):  # that the input is missing was said before
        return Fetched(fetched.page, None)
    return fetched


def check_session(client: Client, note: Callable[[str], None]) -> None:
    """Ask the site whether it knows the session. Raises `DeadSessionError` if it does not."""
    try:
        client.check_session()
    except DeadSessionError:
        raise
    except SiteError as error:
        unknown = "so it is not known whether the session is alive"
        note(f"{reason_of(error)}, {unknown}: `aoc doctor` asks again")


def fetch_now(client: Client, puzzle: Puzzle) -> Fetched:
    """Fetch the page and the input of a puzzle once."""
    page = None
    try:
        page = client.page(puzzle, Cache().read_page)
        client.fetch_input(puzzle)
    except SiteError as error:
        return Fetched(
            page or Cache().read_page(client.account.id or "", puzzle), error
        )
    return Fetched(page, None)


def reason_of(error: SiteError) -> str:
    """Return the reason of an error without its remedy."""
    if isinstance(error, LockedError):
        return f"{error.page} is not open on the site yet"
    return str(error).partition(": ")[0]
