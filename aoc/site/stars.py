"""Stars: how many an account has in a year, when they came, and the private boards of its friends.

How many there are is known from the accepted answers and the site's calendar; when they came, from
the site's page of personal times, which shows no time after 24 hours. Both pages and each board are
copied beside the answers, and the site is asked for each at most once in 15 minutes.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from aoc.errors import DeadSessionError, LockedError, SiteError
from aoc.files import read_object
from aoc.model.inputs import digest_of
from aoc.model.puzzles import Puzzle, days_in, is_open, unlock_time
from aoc.project.settings import BoardName
from aoc.site.accounts import Account
from aoc.site.cache import Cache
from aoc.site.client import Client
from aoc.site.pages import calendar_stars, star_times
from aoc.site.recent_copies import copied

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
    value = read_object(copy_path(user, year, page)).get("value") or {}
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


def find_year_stars(account: Account, year: int, *, asks_times: bool) -> tuple[YearStars, Account]:
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
    """One member of a private leaderboard; those with the same score have the same rank.

    `stars_at` has the times of both stars by day, in seconds since the epoch.
    """

    year: int
    board: int
    rank: int
    id: int
    name: str
    score: int
    stars: int
    last_star_at: int | None
    stars_at: Mapping[int, Moments]


def read_or_fetch_board(account: Account, board: BoardName, year: int) -> list[Member]:
    """Return the members of a private board, the best first, from the cache or else from the site.

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
        members_from_json(value, year)
        return value

    path = os.path.join(folder, f"{year}_board_{board.number}.json")
    return members_from_json(copied(account, path, name, ask, asker), year)


def members_from_json(value: Any, year: int) -> list[Member]:
    """Return the members in the JSON value that the site sends; former years write numbers as text.

    The best is the first, and of the same score who got the last star first. Raises various errors
    if the value is something else.
    """
    members = []
    for number, member in value["members"].items():
        stars_at = {}
        for day, parts in member["completion_day_level"].items():
            stars_at[int(day)] = star_time(parts, "1"), star_time(parts, "2")
        members.append(
            Member(
                year,
                int(value["owner_id"]),
                rank=0,
                id=int(number),
                # The site too calls a member so who shows no name.
                name=str(member["name"] or f"(anonymous user #{number})"),
                score=int(member["local_score"]),
                stars=int(member["stars"]),
                # 0 without a star.
                last_star_at=int(member["last_star_ts"]) or None,
                stars_at=dict(sorted(stars_at.items())),
            )
        )
    members.sort(key=lambda one: (-one.score, -one.stars, one.last_star_at or 0))
    scores = [member.score for member in members]
    return [member._replace(rank=1 + scores.index(member.score)) for member in members]


def star_time(parts: Any, part: str) -> int | None:
    """Return the time of a star, in seconds since the epoch; `None` without that star."""
    return int(parts[part]["get_star_ts"]) if part in parts else None


def day_times(members: Sequence[Member], day: int) -> list[dict[str, Any]]:
    """Return the star times of the members of a board on a day, first who was done first.

    They are in seconds from the unlock; `None` stands for no star.
    """
    rows: list[dict[str, Any]] = []
    for member in members:
        unlocked = unlock_time(Puzzle(member.year, day))
        first, second = (
            None if at is None else float(at - unlocked)
            for at in member.stars_at.get(day, (None, None))
        )
        row = {
            "year": member.year,
            "board": member.board,
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
