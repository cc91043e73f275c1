"""The stars of an account in an event: accepted answers, and the site's calendar page.

The calendar is kept beside the answers, in aocd's folder, so that it is asked for at most once
in `FRESH` seconds.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from aoc.clock import now
from aoc.errors import DeadSessionError, SiteError
from aoc.puzzle import Puzzle, days_in, unlock_time
from aoc.site.accounts import Account
from aoc.site.cache import Cache

if TYPE_CHECKING:
    from aoc.site.client import Client

__all__ = ["FRESH", "Calendar", "find_stars", "read_calendar"]

FRESH = 15 * 60
"""Seconds for which a calendar is not asked for again."""
DAY = re.compile(r'<a\b[^>]*\bclass="([^"]*\bcalendar-day(\d+)\b[^"]*)"')


class Calendar(NamedTuple):
    """The stars that an account is known to have, by day: 1 or 2.

    `asked` is when the site was asked, in seconds since the epoch; `None` where only the
    accepted answers in the cache say so. `problem` is why the site could not be asked.
    """

    stars: Mapping[int, int]
    asked: float | None = None
    problem: SiteError | None = None


def read_calendar(html: str) -> dict[int, int]:
    """Read the stars off a calendar page. Raises `ValueError` if it is none."""
    if not re.search(r'<pre class="calendar\b', html):
        raise ValueError("no calendar on the page")
    stars = {}
    for classes, day in DAY.findall(html):
        count = 2 if "calendar-verycomplete" in classes else int("calendar-complete" in classes)
        if count:
            stars[int(day)] = count
    return stars


def find_stars(
    account: Account,
    year: int,
    *,
    offline: bool = False,
    refresh: bool = False,
) -> Calendar:
    """Give the stars of an account: those of its cached answers, and those of the calendar.

    The site is asked once if it could know of more stars, and was not asked lately (`refresh`:
    or even then); not `offline`, without a token, or before the event.
    """
    known = recall(account.id, year)
    if offline or account.token is None or now() < unlock_time(Puzzle(year, 1)):
        return known
    if account.id is not None and not refresh and not worth_asking(known, year):
        return known
    try:
        from aoc.site.client import Client

        client = Client(account)
        if account.id is None:
            known = recall(client.user_id(), year)
            if not refresh and not worth_asking(known, year):
                return known
        return ask(client, year)
    except SiteError as error:
        return known._replace(problem=error)


def worth_asking(known: Calendar, year: int) -> bool:
    """Say whether the site could tell more, and has not been asked lately."""
    complete = sum(known.stars.values()) == 2 * days_in(year)
    fresh = known.asked is not None and abs(now() - known.asked) < FRESH
    return not complete and not fresh


def recall(user: str | None, year: int) -> Calendar:
    """Give what the cache tells of an account's stars."""
    if user is None:
        return Calendar({})
    cache = Cache()
    kept = read_kept(cache, user, year)
    return kept._replace(stars=merged(kept.stars, answered(cache, user, year)))


def ask(client: Client, year: int) -> Calendar:
    """Ask the site for the calendar, and keep it. Raises `SiteError`."""
    from aoc.files import check_writable, write_file
    from aoc.site import pages

    user = client.user_id()
    path = kept_path(client.cache, user, year)
    check_writable(path)
    html = client.get(f"/{year}")
    try:
        found = read_calendar(html)
    except ValueError:
        raise SiteError(
            f"adventofcode.com gave garbage for the calendar of {year}: try again later"
        ) from None
    if not pages.logged_in(html):
        raise DeadSessionError(client.dead())
    asked = now()
    write_file(path, json.dumps({"asked": asked, "stars": found}))
    return Calendar(merged(found, answered(client.cache, user, year)), asked)


def answered(cache: Cache, user: str, year: int) -> dict[int, int]:
    """Count the accepted answers in the cache; the last day's second star has none."""
    counts = {
        day: sum(answer is not None for answer in cache.answers(user, Puzzle(year, day)))
        for day in range(1, days_in(year) + 1)
    }
    return {day: count for day, count in counts.items() if count}


def merged(first: Mapping[int, int], second: Mapping[int, int]) -> dict[int, int]:
    """Put two counts of stars together: a star is never lost again."""
    days = sorted({*first, *second})
    return {day: max(first.get(day, 0), second.get(day, 0)) for day in days}


def kept_path(cache: Cache, user: str, year: int) -> str:
    """Say where the calendar of an account is kept."""
    return os.path.join(cache.data, user, f"{year}_calendar.json")


def read_kept(cache: Cache, user: str, year: int) -> Calendar:
    """Read the calendar that is kept; an empty one if there is none, or it is broken."""
    try:
        with open(kept_path(cache, user, year), encoding="utf-8") as file:
            kept = json.load(file)
        stars = {int(day): min(2, max(0, int(count))) for day, count in kept["stars"].items()}
        return Calendar(stars, float(kept["asked"]))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return Calendar({})
