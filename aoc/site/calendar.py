"""The stars of an account in an event, from its accepted answers and the site's calendar page.

The calendar is cached beside the answers, in aocd's data folder, so that the site is asked for it
at most once in `FRESH` seconds.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from aoc.clock import now, unlock_time
from aoc.errors import DeadSessionError, SiteError
from aoc.files import read_text
from aoc.json_text import parse_json
from aoc.puzzles import Puzzle, days_in
from aoc.site.accounts import Account
from aoc.site.cache import Cache
from aoc.site.failed_requests import FRESH, is_recent, raise_if_failed, recording_failure

if TYPE_CHECKING:
    from aoc.site.client import Client

__all__ = ["FRESH", "Calendar", "find_stars", "read_calendar"]


class Calendar(NamedTuple):
    """The known stars of an account: 1 or 2 by day.

    `asked` is the time of the last request for the calendar, in seconds since the epoch, or
    `None` if the stars come from the cached answers alone. `problem` is the reason why the site
    could not be asked.
    """

    stars: Mapping[int, int]
    asked: float | None = None
    problem: SiteError | None = None


def read_calendar(html: str) -> dict[int, int]:
    """Return the stars on a calendar page by day. Raises `ValueError` for any other page."""
    from aoc.site import pages

    stars = pages.calendar_stars(html)
    if stars is None:
        raise ValueError("no calendar on the page")
    return stars


def find_stars(
    account: Account,
    year: int,
    *,
    offline: bool = False,
    refresh: bool = False,
) -> Calendar:
    """Return the stars of an account, from its cached answers and from the calendar.

    The site is asked if more stars are possible and the cached calendar is too old, or with
    `refresh`. It is never asked if `offline`, without a token, or before the event.
    """
    known = stars_in_cache(account.id, year)
    if offline or account.token is None or now() < unlock_time(Puzzle(year, 1)):
        return known
    if account.id is not None and not refresh and not may_be_outdated(known, year):
        return known
    try:
        if account.id is not None and not refresh:
            path = calendar_path(Cache(), account.id, year)
            raise_if_failed(path, account.token, calendar_name(year))
        from aoc.site.client import Client

        client = Client(account)
        if account.id is None:
            known = stars_in_cache(client.user_id(), year)
            if not refresh and not may_be_outdated(known, year):
                return known
        return fetch_calendar(client, year, refresh=refresh)
    except SiteError as error:
        return known._replace(problem=error)


def may_be_outdated(known: Calendar, year: int) -> bool:
    """Return whether the site may know of more stars and was not asked for a while."""
    complete = sum(known.stars.values()) == 2 * days_in(year)
    return not complete and not is_recent(known.asked)


def stars_in_cache(user: str | None, year: int) -> Calendar:
    """Return the stars that are known without asking the site."""
    if user is None:
        return Calendar({})
    cache = Cache()
    cached = read_cached_calendar(cache, user, year)
    return cached._replace(stars=merge_stars(cached.stars, count_answers(cache, user, year)))


def fetch_calendar(client: Client, year: int, *, refresh: bool) -> Calendar:
    """Fetch the calendar of a year and cache it. Raises `SiteError`.

    Unless `refresh`, the site is not asked if another program has asked it in the meantime.
    """
    from aoc.files import check_writable, locked, write_file
    from aoc.site import pages

    user = client.user_id()
    path = calendar_path(client.cache, user, year)
    name = calendar_name(year)
    check_writable(path)
    with locked(client.cache.lock_path(path)):
        if not refresh:
            known = stars_in_cache(user, year)
            if not may_be_outdated(known, year):
                return known
            raise_if_failed(path, client.token, name)
        with recording_failure(path, client.token, name):
            html = client.fetch(f"/{year}")
            try:
                found = read_calendar(html)
            except ValueError:
                raise SiteError(
                    f"what adventofcode.com sent is not {name}: try again later"
                ) from None
            if not pages.is_logged_in(html):
                raise DeadSessionError(client.expired_text())
        asked = now()
        write_file(path, json.dumps({"asked": asked, "stars": found}))
    return stars_in_cache(user, year)


def calendar_name(year: int) -> str:
    """Return a calendar in words for people."""
    return f"the calendar of {year}"


def count_answers(cache: Cache, user: str, year: int) -> dict[int, int]:
    """Count the accepted answers in the cache by day; the last star of a year has no answer."""
    counts = {
        day: sum(answer is not None for answer in cache.answers(user, Puzzle(year, day)))
        for day in range(1, days_in(year) + 1)
    }
    return {day: count for day, count in counts.items() if count}


def merge_stars(first: Mapping[int, int], second: Mapping[int, int]) -> dict[int, int]:
    """Return the greater number of stars for each day, since a star cannot be lost."""
    days = sorted({*first, *second})
    return {day: max(first.get(day, 0), second.get(day, 0)) for day in days}


def calendar_path(cache: Cache, user: str, year: int) -> str:
    """Return the path of the cached calendar of an account."""
    return os.path.join(cache.user_folder(user), f"{year}_calendar.json")


def read_cached_calendar(cache: Cache, user: str, year: int) -> Calendar:
    """Return the cached calendar, or an empty one if the file is missing or broken."""
    try:
        found = parse_json(read_text(calendar_path(cache, user, year)))
        stars = {int(day): min(2, max(0, int(count))) for day, count in found["stars"].items()}
        asked = float(found["asked"])
    except (OSError, ValueError, TypeError, KeyError, AttributeError, OverflowError):
        return Calendar({})
    return Calendar({day: stars[day] for day in stars if 0 < day <= days_in(year)}, asked)
