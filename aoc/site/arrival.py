"""What is needed to begin a puzzle: its page and its input, from the cache or the site."""

from __future__ import annotations

import os
from typing import NamedTuple

from aoc.errors import LockedError, SiteError
from aoc.results import Puzzle
from aoc.site.cache import Account, Cache

__all__ = ["Arrival", "arrive", "find_page"]


class Arrival(NamedTuple):
    """What came of it: the HTML of the page if it could be had, and why anything is missing."""

    page: str | None = None
    problem: SiteError | None = None


def arrive(account: Account | None, puzzle: Puzzle) -> Arrival:
    """Find the page of a puzzle, and have its input in the cache.

    Costs a request for each that is not there yet, none without a token. Raises `LockedError`
    where the site says that it is too soon.
    """
    if account is None or account.token is None:
        user = (account and account.id) or ""
        cached = Cache().prose(user, puzzle)
        return Arrival(cached[0] if cached else None)
    page = None
    try:
        page = find_page(account, puzzle)
        fetch_input(account, puzzle)
    except LockedError:
        raise
    except SiteError as error:
        return Arrival(page, error)
    return Arrival(page)


def find_page(account: Account, puzzle: Puzzle, *, solved: int = 0) -> str:
    """Give the page of a puzzle: a cached one with so many parts solved, or else a fresh one.

    Raises `SiteError`.
    """
    cache = Cache()
    user = account.id
    if user is not None:
        cached = cache.prose(user, puzzle)
        if cached and cached[1] >= solved:
            return cached[0]
    if account.token is None:
        raise SiteError(f"no session token of {account.name}: `aoc login`")
    from aoc.site.client import Client

    client = Client(account)
    if user is None:
        cached = cache.prose(client.user_id(), puzzle)
        if cached and cached[1] >= solved:
            return cached[0]
    return client.page(puzzle)


def fetch_input(account: Account, puzzle: Puzzle) -> None:
    """Fetch an input unless it is cached. Raises `SiteError`."""
    cache = Cache()
    user = account.id or cache.owner(account.token or "")
    if user is None or not os.path.exists(cache.input_path(user, puzzle)):
        from aoc.site.client import Client

        Client(account._replace(id=user)).fetch_input(puzzle)
