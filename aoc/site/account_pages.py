"""Pages about an account in an event: what is needed of each is cached beside the answers.

The site is asked for a page at most once in `FRESH` seconds.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from aoc.clock import now, unlock_time
from aoc.errors import DeadSessionError, SiteError
from aoc.files import read_text
from aoc.json_text import parse_json
from aoc.puzzles import Puzzle
from aoc.site.accounts import Account
from aoc.site.cache import Cache
from aoc.site.failed_requests import raise_if_failed, recording_failure

if TYPE_CHECKING:
    from aoc.site.client import Client

__all__ = ["AccountPage", "read_cached_page", "update_page"]


class AccountPage(NamedTuple):
    """A page about an account: `{}` stands for the year in its `name`, `address` and `file`.

    The name is for people. `read` returns what is cached of its HTML, as JSON under `key`, and
    raises `ValueError` for any other page. `may_be_outdated` returns, for the id of an account and
    a year, whether the site may know more than the cache, and was not asked for a while.
    """

    name: str
    address: str
    file: str
    key: str
    read: Callable[[str], Any]
    may_be_outdated: Callable[[str, int], bool]

    def path(self, user: str, year: int) -> str:
        """Return the path of what is cached of the page."""
        return os.path.join(Cache().user_folder(user), self.file.format(year))


def read_cached_page(page: AccountPage, user: str, year: int) -> tuple[Any, float]:
    """Return what is cached of a page, and when it was fetched, in seconds since the epoch.

    Raises `OSError` if there is no file, and any error of JSON or of its form if it is broken.
    """
    found = parse_json(read_text(page.path(user, year)))
    return found[page.key], float(found["asked"])


def update_page(
    page: AccountPage, account: Account, year: int, *, offline: bool, refresh: bool
) -> tuple[str | None, SiteError | None]:
    """Fetch a page into the cache, if the site may know more, or with `refresh`.

    The site is never asked if `offline`, without a token, or before the event. Returns the id of
    the account, if it is known, and why the site could not be asked, if it could not.
    """
    user = account.id
    if offline or account.token is None or now() < unlock_time(Puzzle(year, 1)):
        return user, None
    if user is not None and not refresh and not page.may_be_outdated(user, year):
        return user, None
    try:
        if user is not None and not refresh:
            raise_if_failed(page.path(user, year), account.token, page.name.format(year))
        from aoc.site.client import Client

        client = Client(account)
        user = client.user_id()
        if refresh or page.may_be_outdated(user, year):
            fetch_page(page, client, user, year, refresh=refresh)
    except SiteError as error:
        return user, error
    return user, None


def fetch_page(page: AccountPage, client: Client, user: str, year: int, *, refresh: bool) -> None:
    """Fetch a page into the cache. Raises `SiteError`.

    Unless `refresh`, the site is not asked if another program has asked it in the meantime.
    """
    from aoc.files import check_writable, locked, write_file
    from aoc.site import pages

    path = page.path(user, year)
    name = page.name.format(year)
    check_writable(path)
    with locked(client.cache.lock_path(path)):
        if not refresh:
            if not page.may_be_outdated(user, year):
                return
            raise_if_failed(path, client.token, name)
        with recording_failure(path, client.token, name):
            html = client.fetch(page.address.format(year))
            try:
                found = page.read(html)
            except ValueError:
                raise SiteError(
                    f"what adventofcode.com sent is not {name}: try again later"
                ) from None
            if not pages.is_logged_in(html):
                raise DeadSessionError(client.expired_text())
        write_file(path, json.dumps({"asked": now(), page.key: found}))
