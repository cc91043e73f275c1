"""The wait for the unlock of a puzzle, by the site's clock, and the fetch of its page and input.

When a puzzle unlocks is in `aoc.model.puzzles`, and what is refused before in `aoc.site.client`.

In those minutes the site may be slow or fail, and the clock of this computer may be wrong: so what
failed is tried again, at the pace of somebody who reloads a page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from aoc.errors import DeadSessionError, LockedError, ServerError, SiteError, UnreachableError
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

    The unlock is waited for, for more than two minutes only if this `waits`; after it, what fails
    is tried again for two minutes. `note` is called with sentences for people. Raises
    `DeadSessionError` before the wait if the site does not know the session, and `SiteError` if the
    puzzle is still locked.
    """
    from aoc.site.http import site_http

    client = client_of(account)
    unlock = unlock_time(puzzle)
    end = unlock + UNLOCK_PATIENCE
    if site_now() < unlock:
        check_session(client, note)
        count_down(max(0.0, unlock - site_now()), f"{puzzle} unlocks")
        # A connection from before may be dead without a sign of it.
        site_http().close()
        # Not from the unlock: this computer may have slept over it.
        end = site_now() + UNLOCK_PATIENCE
    elif account.token is None:
        # Without an account there may be no network either, so nothing is tried again.
        end = 0.0
    while True:
        fetched = fetch_now(client, puzzle)
        problem = fetched.problem
        # This computer's clock may be ahead, as the response shows.
        early = unlock - site_now()
        if problem and early > UNLOCK_PATIENCE and not waits:
            raise problem
        if not isinstance(problem, PASSING) or site_now() + RETRY_PAUSE > end:
            return fetched
        reason = f"{reason_of(problem)}; the site is asked again"
        count_down(max(RETRY_PAUSE, early), reason)


def check_session(client: Client, note: Note) -> None:
    """Ask the site before a wait for its time, and whether it knows the session.

    Raises `DeadSessionError`: nobody wants to learn after the wait that the session is dead.
    """
    if client.account.token is None:
        note("no session token: log in with `aoc login`")
    else:
        try:
            client.fetch_user_id()
        except DeadSessionError:
            raise
        except SiteError as error:
            # The wait goes on: the site may be there again at the unlock.
            unknown = "so it is not known whether the session is alive"
            note(f"{reason_of(error)}, {unknown}: `aoc doctor` asks again")
    ask_site_time()


def fetch_now(client: Client, puzzle: Puzzle) -> Fetched:
    """Fetch the page and the input of a puzzle once."""
    page = None
    try:
        page = client.page(puzzle, Cache().read_page)
        client.fetch_input(puzzle)
    except SiteError as error:
        return Fetched(page, error)
    return Fetched(page, None)


def reason_of(error: SiteError) -> str:
    """Return the reason of an error without its remedy."""
    if isinstance(error, LockedError):
        return f"{error.page} is not open on the site yet"
    return error.what
