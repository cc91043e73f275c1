"""The stars of an account in a year: how many, when they came, and their places on a board.

How many there are is known from the accepted answers and the site's calendar. When they came is
known from the site's page of personal times, but there only for the first 24 hours, and from the
private boards in the cache, which also know later times. The calendar and the page are copied
beside the answers, and the site is asked for them at most once in `FRESH` seconds.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from aoc.clock import now, unlock_time
from aoc.errors import DeadSessionError, SiteError
from aoc.model import Puzzle, days_in
from aoc.site.accounts import Account
from aoc.site.boards import Board, Member, Pair, cached_boards, places_of, read_or_fetch_board
from aoc.site.cache import Cache
from aoc.site.copies import read_copy, update_copy, user_of

if TYPE_CHECKING:
    from aoc.site.client import Client

__all__ = ["LATE", "YearStars", "count_stars", "find_year_stars", "stars_in_cache"]

LATE = 24 * 60 * 60.0
"""Seconds after the unlock from which on the site's page shows no time any more."""
CALENDAR, TIMES = "calendar", "times"
"""The site's pages about the stars of a year."""
Times = tuple[float | None, float | None]


class YearStars(NamedTuple):
    """The stars of an account in a year, as far as they are known.

    `counts` has 1 or 2 by day. `after` has, by day, the seconds from the unlock to the star of
    each part, and `places` its place among the `members` of a board; `None` stands for no star, or
    an unknown time. `late` has the (day, part) of the stars of which it is only known that they
    came more than 24 hours after the unlock. `problem` is why the site could not be asked.
    """

    counts: Mapping[int, int] = {}
    after: Mapping[int, Times] = {}
    late: frozenset[tuple[int, int]] = frozenset()
    places: Mapping[int, Pair] = {}
    members: int = 0
    problem: SiteError | None = None

    def has_time(self, day: int, part: int) -> bool:
        """Return whether there is a time of a star, if only that it was late."""
        return self.after.get(day, (None, None))[part - 1] is not None or (day, part) in self.late

    def on_day(self, day: int) -> int:
        """Return how many stars there are of a day.

        A star whose time is known counts, even if the calendar is too old to have it.
        """
        timed = (part for part in (2, 1) if self.has_time(day, part))
        return max(self.counts.get(day, 0), next(timed, 0))


def path_of(user: str, year: int, page: str) -> str:
    """Return the path of the copy of a page: `CALENDAR` or `TIMES`."""
    return os.path.join(Cache().user_folder(user), f"{year}_{page}.json")


def copy_by_day(user: str, year: int, page: str) -> dict[int, Any]:
    """Return what the copy of a page has by day, nothing if there is no copy."""
    value, _ = read_copy(path_of(user, year, page))
    return {int(day): found for day, found in (value or {}).items()}


def update_page(account: Account, year: int, page: str, *, refresh: bool) -> None:
    """Fetch a page into its copy if that is old, or with `refresh`. Raises `SiteError`.

    Without `refresh`, it is not fetched if the site cannot know more stars, or more times.
    """
    user = user_of(account)
    name, address = f"the calendar of {year}", f"/{year}"
    if page == TIMES:
        name, address = f"the page of your times of {year}", f"/{year}/leaderboard/self"

    def is_wanted() -> bool:
        stars = stars_in_cache(user, year)
        if page == CALENDAR:
            return sum(stars.counts.values()) < 2 * days_in(year)
        parts = [(day, part) for day, count in stars.counts.items() for part in (1, 2)[:count]]
        return not all(stars.has_time(*part) for part in parts)

    def ask(client: Client) -> Any:
        from aoc.site import pages

        html = client.fetch(address)
        value = pages.calendar_stars(html) if page == CALENDAR else pages.star_times(html)
        if value is None:
            raise ValueError("another page")
        if not pages.is_logged_in(html):
            raise DeadSessionError(client.expired_text())
        return value

    path = path_of(user, year, page)
    update_copy(account, path, name, ask, is_wanted=is_wanted, refresh=refresh)


def find_year_stars(
    account: Account,
    board: int | None,
    year: int,
    *,
    offline: bool = False,
    refresh: bool = False,
    asks_times: bool = True,
) -> tuple[YearStars, Account]:
    """Return the stars of an account in a year, and the account with its id, if that is known now.

    The site is asked for its calendar if more stars are possible; and, if `asks_times`, for the
    page of times if the time of a known star is missing, and for the private board of this number.
    With `refresh`, the copies of both pages are fetched in any case. It is never asked if
    `offline`, without a token or before the event, and for nothing more after a problem, which the
    next request would have too.
    """
    problem = None
    if not offline and account.token is not None and now() >= unlock_time(Puzzle(year, 1)):
        try:
            account = account._replace(id=user_of(account))
            update_page(account, year, CALENDAR, refresh=refresh)
            if asks_times:
                update_page(account, year, TIMES, refresh=refresh)
            if asks_times and board is not None:
                read_or_fetch_board(account, board, year)
        except SiteError as error:
            problem = error
    stars = stars_in_cache(account.id, year)._replace(problem=problem)
    for one in cached_boards(account.id, year) if account.id is not None else ():
        me = own_member(one, account.id or "")
        if one.id == board and me is not None:
            stars = stars._replace(places=own_places(one, me), members=len(one.members))
    return stars, account


def stars_in_cache(user: str | None, year: int) -> YearStars:
    """Return the stars and times that are known without asking the site."""
    if user is None:
        return YearStars()
    on_page, on_boards = copy_by_day(user, year, TIMES), board_times(user, year)
    after, late = {}, set()
    for day in range(1, days_in(year) + 1):
        page, board = on_page.get(day, (None, None)), on_boards.get(day, (None, None))
        times = [best_time(page[part], board[part]) for part in (0, 1)]
        late |= {(day, part) for part, time in enumerate(times, 1) if time == LATE}
        first, second = (None if time == LATE else time for time in times)
        if (first, second) != (None, None):
            after[day] = first, second
    return YearStars(count_stars(user, year), after, frozenset(late))


def count_stars(user: str, year: int) -> dict[int, int]:
    """Return the stars by day, of the accepted answers and the copy of the calendar.

    The greater number counts, since no star is lost, and the last one of a year has no answer.
    """
    on_calendar = copy_by_day(user, year, CALENDAR)
    counts = {}
    for day in range(1, days_in(year) + 1):
        answers = Cache().answers(user, Puzzle(year, day))
        known = sum(answer is not None for answer in answers)
        counts[day] = max(on_calendar.get(day, 0), known)
    return {day: count for day, count in counts.items() if count}


def best_time(page: float | None, board: float | None) -> float | None:
    """Return the time of a star by what the page and a board have; `LATE` if it was later.

    The page counts more; a board that contradicts it is not taken.
    """
    if page is not None and page < LATE:
        return page
    return board if board is not None and board >= (page or 0) else page


def board_times(user: str, year: int) -> dict[int, Times]:
    """Return the times of an account on the newest board in the cache that has it as a member."""
    found = (own_member(board, user) for board in cached_boards(user, year))
    me = next(filter(None, found), None)
    stars = me.stars_at.items() if me else ()
    days = range(1, days_in(year) + 1)
    return {day: since_unlock(Puzzle(year, day), moments) for day, moments in stars if day in days}


def since_unlock(puzzle: Puzzle, moments: Pair) -> Times:
    """Return the seconds from the unlock of a puzzle to its stars; `None` if that cannot be."""
    unlock = unlock_time(puzzle)
    first, second = (None if at is None or at < unlock else float(at - unlock) for at in moments)
    return first, second


def own_places(board: Board, me: Member) -> dict[int, Pair]:
    """Return the places of a member of a board, on each day with a star of its own."""
    return {
        day: (places_of(board, day, 1).get(me.id), places_of(board, day, 2).get(me.id))
        for day, (first, _) in me.stars_at.items()
        if first is not None
    }


def own_member(board: Board, user: str) -> Member | None:
    """Return the member of a board that is the account of an id."""
    number = user.rpartition(".")[2]
    return next((one for one in board.members if str(one.id) == number), None)
