"""The stars of an account in an event, from its accepted answers and the site's calendar page.

The calendar is cached beside the answers, in aocd's data folder, so that the site is asked for it
at most once in `FRESH` seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from aoc.errors import SiteError
from aoc.puzzles import Puzzle, days_in
from aoc.site.account_pages import AccountPage, read_cached_page, update_page
from aoc.site.accounts import Account
from aoc.site.cache import Cache
from aoc.site.failed_requests import FRESH, is_recent

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
    user, problem = update_page(PAGE, account, year, offline=offline, refresh=refresh)
    return stars_in_cache(user, year)._replace(problem=problem)


def may_be_outdated(user: str, year: int) -> bool:
    """Return whether the site may know of more stars and was not asked for a while."""
    known = stars_in_cache(user, year)
    complete = sum(known.stars.values()) == 2 * days_in(year)
    return not complete and not is_recent(known.asked)


def stars_in_cache(user: str | None, year: int) -> Calendar:
    """Return the stars that are known without asking the site."""
    if user is None:
        return Calendar({})
    cached = read_cached_calendar(user, year)
    return cached._replace(stars=merge_stars(cached.stars, count_answers(Cache(), user, year)))


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


def read_cached_calendar(user: str, year: int) -> Calendar:
    """Return the cached calendar, or an empty one if the file is missing or broken."""
    try:
        found, asked = read_cached_page(PAGE, user, year)
        stars = {int(day): min(2, max(0, int(count))) for day, count in found.items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError, OverflowError):
        return Calendar({})
    return Calendar({day: stars[day] for day in stars if 0 < day <= days_in(year)}, asked)


PAGE = AccountPage(
    "the calendar of {}", "/{}", "{}_calendar.json", "stars", read_calendar, may_be_outdated
)
