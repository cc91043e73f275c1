"""All that is known of the stars of a year: the stars, when they came, and their places."""

from __future__ import annotations

from typing import NamedTuple

from aoc.errors import SiteError
from aoc.site.accounts import Account, Accounts
from aoc.site.calendar import Calendar, find_stars
from aoc.site.own_places import OwnPlaces, find_places
from aoc.site.star_times import StarTimes, find_star_times

__all__ = ["YearStars", "find_year_stars"]


class YearStars(NamedTuple):
    """The stars of an account in a year; `problem` is why the site could not be asked."""

    calendar: Calendar = Calendar({})
    times: StarTimes = StarTimes({})
    places: OwnPlaces = OwnPlaces()

    @property
    def problem(self) -> SiteError | None:
        """The first reason why the site could not be asked."""
        return self.calendar.problem or self.times.problem or self.places.problem

    def on_day(self, day: int) -> int:
        """Return how many stars there are of a day.

        A star whose time is known counts, even if the calendar is too old to have it.
        """
        timed = (part for part in (2, 1) if self.times.knows(day, part))
        return max(self.calendar.stars.get(day, 0), next(timed, 0))


def find_year_stars(
    accounts: Accounts,
    account: Account,
    board: int | None,
    year: int,
    *,
    offline: bool = False,
    refresh: bool = False,
    asks_times: bool = True,
) -> tuple[YearStars, Account]:
    """Return the stars of an account in a year, and the account with its id, if that is known now.

    `board` is the private board of the places. The site is asked as `find_stars`,
    `find_star_times` and `find_places` ask it; for the last two only if `asks_times`, and for
    nothing more after a problem, which the next request would have too.
    """
    calendar = find_stars(account, year, offline=offline, refresh=refresh)
    account = accounts.with_id(account)
    quiet = offline or not asks_times or bool(calendar.problem)
    times = find_star_times(account, year, offline=quiet, refresh=refresh)
    places = find_places(account, board, year, offline=quiet or bool(times.problem))
    return YearStars(calendar, times, places), account
