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
from aoc.model.puzzles import Puzzle, site_now, unlock_time
from aoc.site.accounts import Account
from aoc.site.cache import Cache
from aoc.site.client import Client, ask_site_time, client_of

RETRY_PAUSE = 5.0
"""Seconds from a request that failed to the next one."""


UNLOCK_PATIENCE = 120.0
"""Seconds after an unlock, or after a wait for it, in which a request that failed is made again."""


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
    `SiteError` if the puzzle is still locked.
    """
    unlock = unlock_time(puzzle)
    is_early = site_now() < unlock
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
    if fetched.problem and site_now() < unlock:
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
    end = unlock + UNLOCK_PATIENCE
    if site_now() < unlock:
        wait_for_unlock(client, puzzle, count_down, note)
        # Not from the unlock: this computer may have slept over it.
        end = site_now() + UNLOCK_PATIENCE
    while True:
        fetched = fetch_now(client, puzzle)
        if not isinstance(fetched.problem, PASSING) or site_now() + RETRY_PAUSE > end:
            return fetched
        # This computer's clock may be ahead, as the response shows.
        early = unlock - site_now()
        if early > UNLOCK_PATIENCE:
            if waits:
                return fetch_until_open(client, puzzle, count_down, note, waits=waits)
            return fetched
        reason = f"{reason_of(fetched.problem)}; the site is asked again"
        count_down(max(RETRY_PAUSE, early), reason)


def wait_for_unlock(
    client: Client, puzzle: Puzzle, count_down: CountDown, note: Note
) -> None:
    """Wait until a puzzle unlocks by the site's clock.

    Raises `DeadSessionError`: nobody wants to learn after the wait that the session is dead.
    """
    from aoc.site.http import site_http

    check_session(client, note)
    ask_site_time()
    # It would be dead after the wait, and to notice that takes as long as the site may be silent.
    site_http().close()
    early = unlock_time(puzzle) - site_now()
    if early > 0:
        count_down(early, f"{puzzle} unlocks")


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
