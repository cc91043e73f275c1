"""Stars: how many an account has in a year, when they came, and the private boards of its friends.

How many there are is known from the accepted answers and the site's calendar; when they came, from
the site's page of personal times, which shows no time after 24 hours. Both pages and each board are
copied beside the answers, and the site is asked for each at most once in 15 minutes.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from aoc.errors import DeadSessionError, LockedError, SiteError
from aoc.model.inputs import digest_of
from aoc.model.puzzles import Puzzle, days_in, is_open, unlock_time
from aoc.project.settings import BoardName
from aoc.site.accounts import Account
from aoc.site.cache import Cache
from aoc.site.client import Client
from aoc.site.pages import calendar_stars, star_times
from aoc.site.recent_copies import copied, read_copy

CALENDAR = "calendar"
TIMES = "times"
"""The site's pages about the stars of a year."""


Moments = tuple[int | None, int | None]
"""The times of both stars, in seconds since the epoch; `None` without that star."""


Times = tuple[float | None, float | None]
"""The times of both stars, in seconds from the unlock."""


class YearStars(NamedTuple):
    """The stars of an account in a year, as far as they are known.

    `counts` has 1 or 2 by day; a star whose time is known counts, even if the calendar is too old
    to have it. `after` has, by day, the seconds from the unlock to the star of each part, which are
    `LATE` if it is only known that it came later; `None` stands for no star, or an unknown time.
    `problem` is why the site could not be asked.
    """

    counts: Mapping[int, int] = {}
    after: Mapping[int, Times] = {}
    problem: SiteError | None = None


def copy_path(user: str, year: int, page: str) -> str:
    """Return the path of the copy of a page: `CALENDAR` or `TIMES`."""
    return os.path.join(Cache().user_folder(user), f"{year}_{page}.json")


def copy_by_day(user: str, year: int, page: str) -> dict[int, Any]:
    """Return the values in the copy of a page by day, none if there is no copy."""
    value = read_copy(copy_path(user, year, page)) or {}
    return {int(day): of_day for day, of_day in value.items()}


def update_copy(
    account: Account,
    year: int,
    page: str,
    address: str,
    read: Callable[[str], dict[int, Any] | None],
) -> None:
    """Fetch a page into its copy if that is old. Raises `SiteError`.

    `read` returns the values on the page by day, or `None` for another page.
    """

    def ask(client: Client) -> Any:
        value = read(client.fetch(address))
        if value is None:
            raise ValueError("another page")
        return value

    path = copy_path(user_of(account), year, page)
    copied(account, path, f"the {page} of {year}", ask, account.hint)


def user_of(account: Account) -> str:
    """Return aocd's id of an account; the site is asked for it once. Raises `SiteError`."""
    return account.id or Client(account).user_id()


def find_year_stars(
    account: Account, year: int, *, asks_times: bool
) -> tuple[YearStars, Account]:
    """Return the stars of an account in a year, and the account with its id, if that is known now.

    The site is asked for its calendar if more stars are possible; and, if `asks_times`, for the
    page of times if the time of a known star is missing. It is never asked without a token or
    before the event.
    """
    stars = stars_in_cache(account.id, year)
    if account.token is None or not is_open(Puzzle(year, 1)):
        return stars, account
    problem = None
    try:
        account = account._replace(id=user_of(account))
        if sum(stars.counts.values()) < 2 * days_in(year):
            update_copy(account, year, CALENDAR, f"/{year}", calendar_stars)
        stars = stars_in_cache(account.id, year)
        if asks_times and lacks_times(stars):
            address = f"/{year}/leaderboard/self"
            update_copy(account, year, TIMES, address, star_times)
    except SiteError as error:
        problem = error
    return stars_in_cache(account.id, year)._replace(problem=problem), account


def lacks_times(stars: YearStars) -> bool:
    """Return whether the time of any star is not known."""
    return any(None in stars.after[day][:count] for day, count in stars.counts.items())


def stars_in_cache(user: str | None, year: int) -> YearStars:
    """Return the stars and times that are known without asking the site.

    Of the accepted answers, the calendar and the times, the greatest number of stars counts, since
    no star is lost, and the last one of a year has no answer.
    """
    if user is None:
        return YearStars()
    on_calendar = copy_by_day(user, year, CALENDAR)
    on_page = copy_by_day(user, year, TIMES)
    counts: dict[int, int] = {}
    after: dict[int, Times] = {}
    for day in range(1, days_in(year) + 1):
        first, second = on_page.get(day, (None, None))
        after[day] = first, second
        timed = sum(time is not None for time in after[day])
        answers = Cache().answers(user, Puzzle(year, day))
        accepted = sum(answer is not None for answer in answers)
        counts[day] = max(on_calendar.get(day, 0), accepted, timed)
    return YearStars(counts, after)


class Member(NamedTuple):
    """One member of a board.

    `stars_at` has the times of both stars by day, in seconds since the epoch.
    """

    id: int
    name: str
    score: int
    stars: int
    last_star_at: int | None
    stars_at: Mapping[int, Moments]


class Board(NamedTuple):
    """A private leaderboard, the best member first."""

    id: int
    year: int
    members: tuple[Member, ...]

    def rank_of(self, member: Member) -> int:
        """Return the rank of a member; those with the same score have the same one."""
        return 1 + sum(other.score > member.score for other in self.members)


def read_or_fetch_board(account: Account, board: BoardName, year: int) -> Board:
    """Return a private board as an account sees it, from the cache or else from the site.

    With a view key, anybody sees it, and the account is that of nobody. Raises `SiteError`, also if
    the board is not for this account or this key.
    """
    name = f"board {board.number} of {year}"
    address = f"/{year}/leaderboard/private/view/{board.number}.json"
    if board.key:
        folder = os.path.join(Cache().folder, "boards")
        asker = digest_of(board.key)[:8]
        address += f"?view_key={board.key}"
        refusal = "with this view_key: ask its owner for the link again"
    else:
        user = user_of(account)
        folder = Cache().user_folder(user)
        asker = account.hint
        # The site redirects from boards of others just as it does without a session.
        refusal = f"for {user}, unless its session has expired: see adventofcode.com in a browser"

    def ask(client: Client) -> Any:
        try:
            value = json.loads(client.fetch(address))
        except (DeadSessionError, LockedError):
            raise SiteError(f"there is no {name} {refusal}") from None
        # A board that cannot be read is not kept.
        board_from_json(value, year)
        return value

    path = os.path.join(folder, f"{year}_board_{board.number}.json")
    return board_from_json(copied(account, path, name, ask, asker), year)


def board_from_json(value: Any, year: int) -> Board:
    """Return a board from the JSON value that the site sends; former years write numbers as text.

    Raises various errors if the value is something else.
    """
    members = [member_from_json(int(key), one) for key, one in value["members"].items()]
    members.sort(key=order_on_board)
    return Board(int(value["owner_id"]), year, tuple(members))


def member_from_json(number: int, value: Any) -> Member:
    """Return a member of a board from its JSON value, as `board_from_json` does."""
    stars_at = {}
    for day in sorted(map(int, value["completion_day_level"])):
        parts = value["completion_day_level"][str(day)]
        stars_at[day] = star_time(parts, "1"), star_time(parts, "2")
    return Member(
        number,
        # The site too calls a member so who shows no name.
        str(value["name"] or f"(anonymous user #{number})"),
        int(value["local_score"]),
        int(value["stars"]),
        # 0 without a star.
        int(value["last_star_ts"]) or None,
        stars_at,
    )


def order_on_board(member: Member) -> tuple[int, int, int]:
    """Return the key to sort members by: the score, the stars, and who got the last one first."""
    return -member.score, -member.stars, member.last_star_at or 0


def star_time(parts: Any, part: str) -> int | None:
    """Return the time of a star, in seconds since the epoch; `None` without that star."""
    return int(parts[part]["get_star_ts"]) if part in parts else None


def day_times(board: Board, day: int) -> list[dict[str, Any]]:
    """Return the star times of the members of a board on a day, first who was done first.

    They are in seconds from the unlock; `None` stands for no star.
    """
    unlocked = unlock_time(Puzzle(board.year, day))
    rows: list[dict[str, Any]] = []
    for member in board.members:
        first_at, second_at = member.stars_at.get(day, (None, None))
        first = seconds_after(unlocked, first_at)
        second = seconds_after(unlocked, second_at)
        row = {
            "year": board.year,
            "board": board.id,
            "day": day,
            "id": member.id,
            "name": member.name,
            "part1_after_seconds": first,
            "part2_after_seconds": second,
            "between_seconds": time_between(first, second),
        }
        rows.append(row)
    rows.sort(key=order_of_times)
    return rows


def seconds_after(unlock: int, at: int | None) -> float | None:
    """Return the time from an unlock to a star; `None` without the star."""
    return None if at is None else float(at - unlock)


def order_of_times(row: dict[str, Any]) -> list[float]:
    """Return the key to sort a day's members by: their second star, then their first one."""
    times = [row["part2_after_seconds"], row["part1_after_seconds"]]
    # Who has no star stands behind all who have one.
    return [math.inf if time is None else time for time in times]


def time_between(first: float | None, second: float | None) -> float | None:
    """Return the time between two stars, in seconds; `None` if one of the times is not known.

    It is not known either if the first star came later, by two clocks that differ.
    """
    if first is None or second is None or second < first:
        return None
    return second - first
