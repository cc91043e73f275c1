"""When an account got its stars, counted from the unlock of each puzzle.

There are three sources, and the first one that knows a time is taken:

1. the site's page of personal times, to the second, but only for the first 24 hours;
2. a private board in the cache, which has the moment of each star of its members;
3. aocd's record of submissions, which has when the accepted answer was sent from this computer.

The second and the third also have the time of a star that the page shows as `>24h`, and are not
taken where they contradict the page. The time of an answer's own file says nothing: it may be when
the answer was fetched.

The page is cached beside the answers, as the calendar is, so that the site is asked for it at most
once in `FRESH` seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from math import inf, isfinite
from typing import NamedTuple

from aoc.clock import now, unlock_time
from aoc.errors import SiteError
from aoc.files import read_text
from aoc.json_text import parse_json
from aoc.puzzles import Puzzle, days_in
from aoc.site.account_pages import AccountPage, read_cached_page, update_page
from aoc.site.accounts import Account
from aoc.site.cache import Cache
from aoc.site.calendar import stars_in_cache
from aoc.site.failed_requests import FRESH, is_recent
from aoc.site.leaderboards import cached_boards

__all__ = ["FRESH", "LATE", "StarTimes", "find_star_times", "read_star_times", "time_between"]

LATE = 24 * 60 * 60
"""Seconds after the unlock from which on the site's page shows no time any more."""
LATE_TEXT = ">24h"
RIGHT = ("that's the right answer", "you've finished every puzzle")
FOUND_LATER = "(its response was lost"
"""What this program writes for an answer that it found to be right some time after sending it."""
EASTERN = "America/New_York"
Pair = tuple[float | None, float | None]


class StarTimes(NamedTuple):
    """When the stars of a year came, as far as it is known.

    `after` has, by day, the seconds from the unlock to the star of each part; `None` stands for no
    star or an unknown time. `late` has the (day, part) of the stars of which it is only known that
    they came more than 24 hours after the unlock. `asked` is the time of the last request for the
    page of times, in seconds since the epoch, or `None`. `problem` is the reason why the site
    could not be asked.
    """

    after: Mapping[int, Pair]
    asked: float | None = None
    problem: SiteError | None = None
    late: frozenset[tuple[int, int]] = frozenset()

    def knows(self, day: int, part: int) -> bool:
        """Return whether there is a time of a star, if only that it was late."""
        return self.after.get(day, (None, None))[part - 1] is not None or (day, part) in self.late


def read_star_times(html: str) -> dict[int, Pair]:
    """Return the times on a page of personal times by day, in seconds from the unlock.

    A time that the page does not show, since it was more than 24 hours, is `inf`. Raises
    `ValueError` for any other page.
    """
    from aoc.site import pages

    times = pages.star_times(html)
    if times is None:
        raise ValueError("no times on the page")
    return times


def find_star_times(
    account: Account, year: int, *, offline: bool = False, refresh: bool = False
) -> StarTimes:
    """Return when the stars of an account came, from what is cached and from the site's page.

    The site is asked if the time of a known star is missing and the cached page is too old, or
    with `refresh`; so ask for the stars first. It is never asked if `offline`, without a token, or
    before the event.
    """
    user, problem = update_page(PAGE, account, year, offline=offline, refresh=refresh)
    return times_in_cache(user, year)._replace(problem=problem)


def time_between(first: float | None, second: float | None) -> float | None:
    """Return the time between two stars, in seconds; `None` if one of the times is not known.

    It is not known either if the first star came later, by two clocks that differ.
    """
    if first is None or second is None or second < first:
        return None
    return second - first


def may_be_outdated(user: str, year: int) -> bool:
    """Return whether the site may know more times and was not asked for a while."""
    known = times_in_cache(user, year)
    if is_recent(known.asked):
        return False
    calendar = stars_in_cache(user, year)
    stars = [(day, part) for day, count in calendar.stars.items() for part in range(1, count + 1)]
    if calendar.asked is None and known.asked is None and len(stars) < 2 * days_in(year):
        return True
    return not all(known.knows(day, part) for day, part in stars)


def times_to_cache(html: str) -> dict[int, list[float | str | None]]:
    """Return the times on a page of personal times, as they are cached. Raises `ValueError`."""
    times = read_star_times(html)
    return {day: [time_json(after) for after in pair] for day, pair in times.items()}


def time_json(after: float | None) -> float | str | None:
    """Return a time as it is cached."""
    return LATE_TEXT if after == inf else after


def times_in_cache(user: str | None, year: int) -> StarTimes:
    """Return the times that are known without asking the site."""
    if user is None:
        return StarTimes({})
    cache = Cache()
    on_page, asked = read_cached_times(user, year)
    on_boards = board_times(user, year)
    after: dict[int, Pair] = {}
    late = set()
    for day in range(1, days_in(year) + 1):
        puzzle = Puzzle(year, day)
        page, board = on_page.get(day, (None, None)), on_boards.get(day, (None, None))
        sent = (None, None) if all(map(is_known, page)) else sent_times(cache, user, puzzle)
        first, second = (best_time(*known) for known in zip(page, board, sent, strict=True))
        late |= {(day, part) for part, time in ((1, first), (2, second)) if time == inf}
        pair = (exact(first), exact(second))
        if pair != (None, None):
            after[day] = pair
    return StarTimes(after, asked, None, frozenset(late))


def best_time(page: float | None, board: float | None, sent: float | None) -> float | None:
    """Return the best time of what the three sources have; `inf` if it is only known as late."""
    if is_known(page):
        return page
    least = 0 if page is None else LATE
    return next((time for time in (board, sent) if time is not None and time >= least), page)


def is_known(time: float | None) -> bool:
    """Return whether a time is exact."""
    return time is not None and isfinite(time)


def exact(time: float | None) -> float | None:
    """Return a time, or `None` if it is only known as late."""
    return time if is_known(time) else None


def read_cached_times(user: str, year: int) -> tuple[dict[int, Pair], float | None]:
    """Return the times of the cached page, and when it was fetched; a broken file has none."""
    try:
        found, asked = read_cached_page(PAGE, user, year)
        times = {int(day): read_pair(*pair) for day, pair in found.items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError, OverflowError):
        return {}, None
    return {day: pair for day, pair in times.items() if 0 < day <= days_in(year)}, asked


def read_pair(first: object, second: object) -> Pair:
    """Return the cached times of a day. Raises `ValueError` for what are none."""
    return read_cached_time(first), read_cached_time(second)


def read_cached_time(value: object) -> float | None:
    """Return a cached time. Raises `ValueError` for what is none."""
    if value is None:
        return None
    if value == LATE_TEXT:
        return inf
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= LATE:
        return float(value)
    raise ValueError("not a time of a star")


def board_times(user: str, year: int) -> dict[int, Pair]:
    """Return the times of an account on the cached boards, however old they are."""
    number = user.rpartition(".")[2]
    for board in cached_boards(user, year):
        for member in board.members:
            if str(member.id) == number:
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


def sent_times(cache: Cache, user: str, puzzle: Puzzle) -> Pair:
    """Return when the accepted answers to both parts were sent, by aocd's record."""
    found: dict[str, float] = {}
    try:
        records = parse_json(read_text(cache.submissions_path(user, puzzle)))
        for record in records:
            sent = sent_time(record["when"])
            if is_verdict_right(record["message"]) and sent <= now():
                found.setdefault(record["part"], sent)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, OverflowError):
        # Of a broken record, the part before the fault is good.
        pass
    first, second = (since_unlock(*puzzle, found.get(part)) for part in ("a", "b"))
    return first, second


def is_verdict_right(message: str) -> bool:
    """Return whether the site said of an answer that it is right, at once."""
    text = " ".join(message.replace("\u2019", "'").lower().split())
    return any(words in text for words in RIGHT) and FOUND_LATER not in text


def sent_time(text: str) -> float:
    """Return a time of aocd's record in seconds since the epoch; without a zone it is US Eastern.

    Raises `ValueError` for a text that is no time.
    """
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        from zoneinfo import ZoneInfo

        moment = moment.replace(tzinfo=ZoneInfo(EASTERN))
    return moment.timestamp()


PAGE = AccountPage(
    "the page of your times of {}",
    "/{}/leaderboard/self",
    "{}_times.json",
    "times",
    times_to_cache,
    may_be_outdated,
)
