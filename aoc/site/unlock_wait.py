"""The wait for the unlock of a puzzle, by the site's clock, and the fetch of its page and input.

When a puzzle unlocks is in `aoc.model.puzzles`, and what is refused before in `aoc.site.client`.

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

RETRY_PAUSE = 5.0
"""Seconds from a request that failed to the next one."""


CLOCK_MARGIN = 0.5
"""Seconds by which this computer's clock may be ahead where the site has not told its time."""


UNLOCK_PATIENCE = 120.0
"""Seconds after an unlock in which a request that failed is made again."""


PASSING = (LockedError, ServerError, UnreachableError)
"""The errors that may pass by themselves; `LockedError` is the site's "not yet"."""


CountDown = Callable[[float, str], None]
"""Waits for some seconds, and shows the start of a sentence that ends with the time left."""


Note = Callable[[str], None]
"""Shows a sentence."""


class Fetched(NamedTuple):
    """The page of a puzzle, and the error if it or the input is missing."""

    page: str | None
    problem: SiteError | None


def fetch_day(
    account: Account, puzzle: Puzzle, count_down: CountDown, note: Note, *, waits: bool
) -> Fetched:
    """Fetch the page and the input of a puzzle, unless they are cached.

    If this `waits`, the puzzle may be locked. `note` is called with sentences for people. Raises
    `DeadSessionError` before a wait for the unlock if the site does not know the session, and
    `LockedError` if it says that the puzzle is locked.
    """
    is_early = now() < unlock_time(puzzle)
    is_said = account.token is None and is_early
    if is_said:
        note("no session token: log in with `aoc login`")
    try:
        client = client_of(account)
    except SiteError as error:
        # A wrong token can still be replaced before the unlock. After it, files are made.
        if is_early:
            raise
        return Fetched(Cache().read_page(account.id or "", puzzle), error)
    if account.token is None and not is_early:
        # Without an account there may be no network either, so nothing is tried again.
        fetched = fetch_now(client, puzzle)
    else:
        fetched = fetch_until_open(client, puzzle, count_down, note, waits=waits)
    if isinstance(fetched.problem, LockedError):
        raise fetched.problem
    if is_said and fetched.page:
        # That the input is missing was said before the wait.
        return Fetched(fetched.page, None)
    return fetched


def fetch_until_open(
    client: Client, puzzle: Puzzle, count_down: CountDown, note: Note, *, waits: bool
) -> Fetched:
    """Wait for the unlock of a puzzle, then fetch it until that succeeds or takes too long."""
    unlock = unlock_time(puzzle)
    is_checked = not waits
    while True:
        early = unlock - client.site_time()
        if early > 0 and not is_checked:
            # Nobody wants to learn after the wait that the session is dead.
            check_session(client, note)
            is_checked = True
            # The response has told the time on the site.
            early = unlock - client.site_time()
        if early > 0:
            margin = CLOCK_MARGIN if client.lead is None else 0.0
            count_down(early + margin, f"{puzzle} unlocks")
        fetched = fetch_now(client, puzzle)
        late = client.site_time() - unlock
        if not isinstance(fetched.problem, PASSING):
            return fetched
        if late > UNLOCK_PATIENCE - RETRY_PAUSE:
            return fetched
        if late > -UNLOCK_PATIENCE:
            reason = f"{reason_of(fetched.problem)}; the site is asked again"
            count_down(max(RETRY_PAUSE, -late), reason)
        elif not waits:
            # This computer's clock is far ahead, and nobody asked for a wait of hours.
            return fetched


def check_session(client: Client, note: Note) -> None:
    """Ask the site whether it knows the session. Raises `DeadSessionError` if it does not."""
    try:
        client.check_session()
    except DeadSessionError:
        raise
    except SiteError as error:
        # The wait goes on: the site may be there again at the unlock.
        unknown = "so it is not known whether the session is alive"
        note(f"{reason_of(error)}, {unknown}: `aoc doctor` asks again")


def fetch_now(client: Client, puzzle: Puzzle) -> Fetched:
    """Fetch the page and the input of a puzzle once."""
    page = None
    try:
        page = client.page(puzzle, Cache().read_page)
        client.fetch_input(puzzle)
    except SiteError as error:
        if page is None:
            page = Cache().read_page(client.account.id or "", puzzle)
        return Fetched(page, error)
    return Fetched(page, None)


def reason_of(error: SiteError) -> str:
    """Return the reason of an error without its remedy."""
    if isinstance(error, LockedError):
        return f"{error.page} is not open on the site yet"
    return error.what
