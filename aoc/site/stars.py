"""The stars of an account in a year: how many, when they came, and their places on a board.

How many there are is known from the accepted answers and the site's calendar. When they came is
known from the site's page of personal times, but there only for the first 24 hours, and from the
private boards in the cache, which also know later times. The calendar and the page are copied
beside the answers, and the site is asked for them at most once in `FRESH` seconds.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from aoc.clock import now, unlock_time
from aoc.errors import DeadSessionError, SiteError
from aoc.model import Puzzle, days_in
from aoc.site.accounts import Account, Accounts
from aoc.site.boards import Board, Pair, cached_boards, places_of, read_or_fetch_board
from aoc.site.cache import Cache
from aoc.site.copies import is_recent, read_copy, update_copy

__all__ = ["LATE", "YearStars", "count_stars", "find_year_stars", "stars_in_cache"]

LATE = 24 * 60 * 60
"""Seconds after the unlock from which on the site's page shows no time any more."""
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


class Source(NamedTuple):
    """A page of the site about the stars of a year; `{}` stands for the year.

    `read` returns what is copied of its HTML by day, or `None` for any other page; `load` returns
    what the copy has of a day. `outdated` returns, for an account and a year, whether the site may
    know more, and was not asked for a while.
    """

    name: str
    address: str
    file: str
    read: Callable[[str], Any]
    load: Callable[[Any], Any]
    outdated: Callable[[str, int], bool]

    def path(self, user: str, year: int) -> str:
        """Return the path of the copy."""
        return os.path.join(Cache().user_folder(user), self.file.format(year))

    def copy(self, user: str, year: int) -> tuple[dict[int, Any], float | None]:
        """Return the copy by day, empty if there is none, and when it was fetched."""
        value, asked = read_copy(self.path(user, year))
        try:
            return {int(day): self.load(found) for day, found in value.items()}, asked
        except Exception:  # whatever is wrong with the file
            return {}, None

    def update(self, account: Account, year: int, *, refresh: bool) -> None:
        """Fetch the copy if it is outdated, or with `refresh`. Raises `SiteError`."""
        from aoc.site import pages
        from aoc.site.client import Client

        client = Client(account)
        user = client.user_id()
        path, name = self.path(user, year), self.name.format(year)

        def ask() -> Any:
            html = client.fetch(self.address.format(year))
            value = self.read(html)
            if value is None:
                raise SiteError(f"what adventofcode.com sent is not {name}: try again later")
            if not pages.is_logged_in(html):
                raise DeadSessionError(client.expired_text())
            return value

        def is_outdated() -> bool:
            return self.outdated(user, year)

        update_copy(path, name, account.token, is_outdated, ask, refresh=refresh)


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
    problem, found = None, None
    if not offline and account.token is not None and now() >= unlock_time(Puzzle(year, 1)):
        try:
            for source in (CALENDAR, TIMES) if asks_times else (CALENDAR,):
                if account.id is None or refresh or source.outdated(account.id, year):
                    source.update(account, year, refresh=refresh)
                    account = Accounts().with_id(account)
            if asks_times and board is not None:
                found = read_or_fetch_board(account, board, year)
        except SiteError as error:
            problem = error
            account = Accounts().with_id(account)
    stars = stars_in_cache(account.id, year)._replace(problem=problem)
    if board is not None and account.id is not None:
        known = (one for one in cached_boards(account.id, year) if one.id == board)
        found = found or next(known, None)
        if found is not None:
            places = own_places(found, account.id)
            stars = stars._replace(places=places, members=len(found.members))
    return stars, account


def stars_in_cache(user: str | None, year: int) -> YearStars:
    """Return the stars and times that are known without asking the site."""
    if user is None:
        return YearStars()
    on_page, on_boards = TIMES.copy(user, year)[0], board_times(user, year)
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
    on_calendar, _ = CALENDAR.copy(user, year)
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
    for board in cached_boards(user, year):
        for member in board.members:
            if is_member(user, member.id):
                return {
                    day: (since_unlock(year, day, first), since_unlock(year, day, second))
                    for day, (first, second) in member.stars_at.items()
                    if 0 < day <= days_in(year)
                }
    return {}


def since_unlock(year: int, day: int, moment: float | None) -> float | None:
    """Return the seconds from the unlock of a day to a moment; none if that cannot be."""
    if moment is None:
        return None
    after = moment - unlock_time(Puzzle(year, day))
    return float(after) if after >= 0 else None


def own_places(board: Board, user: str) -> dict[int, Pair]:
    """Return the places of the member that an account is, on each day with a star of its own."""
    found: dict[int, Pair] = {}
    for me in (one.id for one in board.members if is_member(user, one.id)):
        for day in range(1, days_in(board.year) + 1):
            first, second = (places_of(board, day, part).get(me) for part in (1, 2))
            if first is not None:
                found[day] = first, second
    return found


def is_member(user: str, number: int) -> bool:
    """Return whether a member of a board is the account of an id."""
    return str(number) == user.rpartition(".")[2]


def read_calendar(html: str) -> dict[int, int] | None:
    """Return the stars on a calendar page by day."""
    from aoc.site import pages

    return pages.calendar_stars(html)


def calendar_is_outdated(user: str, year: int) -> bool:
    """Return whether the site may know of more stars and was not asked for a while."""
    complete = sum(count_stars(user, year).values()) == 2 * days_in(year)
    return not complete and not is_recent(CALENDAR.copy(user, year)[1])


def read_times(html: str) -> dict[int, Times] | None:
    """Return the times on a page of personal times by day; `LATE` stands for what it hides."""
    from aoc.site import pages

    times = pages.star_times(html)
    return times and {
        day: load_times([after and min(after, LATE) for after in both])
        for day, both in times.items()
    }


def load_times(both: Any) -> Times:
    """Return the times of both parts of a day."""
    first, second = (None if after is None else float(after) for after in both)
    return first, second


def times_are_outdated(user: str, year: int) -> bool:
    """Return whether the site may know more times and was not asked for a while."""
    asked = TIMES.copy(user, year)[1]
    if is_recent(asked):
        return False
    known = stars_in_cache(user, year)
    stars = [(day, part) for day, count in known.counts.items() for part in range(1, count + 1)]
    never_asked = asked is None and CALENDAR.copy(user, year)[1] is None
    if never_asked and len(stars) < 2 * days_in(year):
        return True
    return not all(known.has_time(day, part) for day, part in stars)


CALENDAR = Source(
    "the calendar of {}", "/{}", "{}_calendar.json", read_calendar, int, calendar_is_outdated
)
TIMES = Source(
    "the page of your times of {}",
    "/{}/leaderboard/self",
    "{}_times.json",
    read_times,
    load_times,
    times_are_outdated,
)
