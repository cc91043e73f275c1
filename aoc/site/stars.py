"""Stars: how many an account has in a year, when they came, and the private boards that count them.

How many there are is known from the accepted answers and the site's calendar. When they came is
known from the site's page of personal times, but there only for the first 24 hours, and from the
private boards in the cache, which also know later times. All three are copied beside the answers,
and the site is asked for each at most once in 15 minutes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from glob import escape, glob
from typing import TYPE_CHECKING, Any, NamedTuple

from aoc.errors import DeadSessionError, LockedError, SiteError
from aoc.model.puzzles import Puzzle, days_in, now, unlock_time
from aoc.project.settings import BoardName
from aoc.site.accounts import Account
from aoc.site.cache import Cache
from aoc.site.recent_copies import copied, read_copy, user_of

if TYPE_CHECKING:
    from aoc.site.client import Client

LATE = 24 * 60 * 60.0
"""Seconds after the unlock from which on the site's page shows no time any more."""
CALENDAR, TIMES = "calendar", "times"
"""The site's pages about the stars of a year."""
Pair = tuple[int | None, int | None]
Times = tuple[float | None, float | None]


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


def path_of(user: str, year: int, page: str) -> str:
    """Return the path of the copy of a page: `CALENDAR` or `TIMES`."""
    return os.path.join(Cache().user_folder(user), f"{year}_{page}.json")


def copy_by_day(user: str, year: int, page: str) -> dict[int, Any]:
    """Return the values in the copy of a page by day, none if there is no copy."""
    value, _ = read_copy(path_of(user, year, page))
    return {int(day): found for day, found in (value or {}).items()}


def update_page(account: Account, year: int, page: str) -> None:
    """Fetch a page into its copy if that is old. Raises `SiteError`.

    It is not fetched if the site cannot know more stars, or more times.
    """
    user = user_of(account)
    counts, after, _ = stars_in_cache(user, year)
    name, address = f"the calendar of {year}", f"/{year}"
    is_wanted = sum(counts.values()) < 2 * days_in(year)
    if page == TIMES:
        name, address = f"the page of your times of {year}", f"/{year}/leaderboard/self"
        is_wanted = any(None in after[day][:count] for day, count in counts.items())

    def ask(client: Client) -> Any:
        from aoc.site import pages

        html = client.fetch(address)
        value = (
            pages.calendar_stars(html) if page == CALENDAR else pages.star_times(html)
        )
        if value is None:
            raise ValueError("another page")
        return value

    if is_wanted:
        copied(account, path_of(user, year, page), name, ask)


def find_year_stars(
    account: Account,
    board: BoardName | None,
    year: int,
    *,
    offline: bool = False,
    asks_times: bool = True,
) -> tuple[YearStars, Account]:
    """Return the stars of an account in a year, and the account with its id, if that is known now.

    The site is asked for its calendar if more stars are possible; and, if `asks_times`, for the
    page of times if the time of a known star is missing, and for the private board of this name.
    It is never asked if `offline`, without a token or before the event, and for nothing more after
    a problem, which the next request would have too.
    """
    problem = None
    if (
        not offline
        and account.token is not None
        and now() >= unlock_time(Puzzle(year, 1))
    ):
        try:
            account = account._replace(id=user_of(account))
            update_page(account, year, CALENDAR)
            if asks_times:
                update_page(account, year, TIMES)
            if asks_times and board is not None:
                read_or_fetch_board(account, board, year)
        except SiteError as error:
            problem = error
    return stars_in_cache(account.id, year)._replace(problem=problem), account


def stars_in_cache(user: str | None, year: int) -> YearStars:
    """Return the stars and times that are known without asking the site.

    Of the accepted answers, the calendar and the times, the greatest number of stars counts, since
    no star is lost, and the last one of a year has no answer.
    """
    if user is None:
        return YearStars()
    on_calendar, on_page = (copy_by_day(user, year, page) for page in (CALENDAR, TIMES))
    boards = own_boards(user, year)
    on_board = boards[0][1].stars_at if boards else {}
    counts, after = {}, {}
    for day in range(1, days_in(year) + 1):
        puzzle = Puzzle(year, day)
        pairs = zip(
            on_page.get(day, (None, None)), on_board.get(day, (None, None)), strict=True
        )
        first, second = (best_time(page, at, unlock_time(puzzle)) for page, at in pairs)
        after[day] = first, second
        timed = 2 if second is not None else int(first is not None)
        answers = sum(answer is not None for answer in Cache().answers(user, puzzle))
        counts[day] = max(on_calendar.get(day, 0), answers, timed)
    return YearStars(counts, after)


def best_time(page: float | None, at: int | None, unlock: int) -> float | None:
    """Return the seconds from the unlock to a star, by the page and by its time on a board.

    The page counts more; a board that contradicts it is not taken. `LATE` stands for a star that
    came later, and of which no board knows when.
    """
    if at is None or (page is not None and page < LATE):
        return page
    return float(at - unlock) if at - unlock >= (page or 0) else page


class Member(NamedTuple):
    """One member of a board.

    `stars_at` has the times of both stars by day, in seconds since the epoch.
    """

    id: int
    name: str
    score: int
    stars: int
    last_star_at: int | None
    stars_at: Mapping[int, Pair]


class Board(NamedTuple):
    """A private leaderboard, the best member first."""

    id: int
    year: int
    members: tuple[Member, ...]


def read_or_fetch_board(account: Account, board: BoardName, year: int) -> Board:
    """Return a private board as an account sees it, from the cache or else from the site.

    With a view key, anybody sees it, and the account does not count. Raises `SiteError`, also if
    the board is not for this account or this key.
    """
    name, key = f"board {board.number} of {year}", board.key
    folder = shared_folder() if key else Cache().user_folder(user_of(account))
    path = os.path.join(folder, f"{year}_board_{board.number}.json")

    def ask(client: Client) -> Any:
        address = f"/{year}/leaderboard/private/view/{board.number}.json"
        try:
            text = client.fetch(f"{address}?view_key={key}" if key else address)
        except (DeadSessionError, LockedError) as error:
            if key:
                raise SiteError(
                    f"there is no {name} with this view_key: ask its owner for the link again"
                ) from None
            if isinstance(error, DeadSessionError):
                # The site redirects from boards of others just as it does without a session.
                client.fetch("/settings")
            raise SiteError(
                f"there is no {name} with {user_of(account)} as a member, see "
                f"adventofcode.com/{year}/leaderboard/private"
            ) from None
        value = json.loads(text)
        board_from_json(value, year)
        return value

    return board_from_json(copied(account, path, name, ask, key), year)


def shared_folder() -> str:
    """Return the folder of the boards that were fetched with a view key, and not for an account."""
    return os.path.join(Cache().folder, "boards")


def own_boards(user: str, year: int) -> list[tuple[Board, Member]]:
    """Return the boards in the cache that have an account as a member, and the member.

    The newest one comes first. No request is made, however old they are.
    """
    number = user.rpartition(".")[2]
    folders = (Cache().user_folder(user), shared_folder())
    names = f"{year}_board_[0-9]*.json"
    paths = [
        path for folder in folders for path in glob(os.path.join(escape(folder), names))
    ]
    copies = sorted(map(read_copy, paths), key=lambda copy: -(copy[1] or 0))
    boards = [board_from_json(value, year) for value, _ in copies if value]
    return [
        (board, one)
        for board in boards
        for one in board.members
        if str(one.id) == number
    ]


def board_from_json(value: Any, year: int) -> Board:
    """Return a board from the JSON value that the site sends; former years write numbers as text.

    Raises various errors if the value is something else.
    """
    members = []
    for key, one in value["members"].items():
        name = str(one["name"] or f"(anonymous user #{int(key)})")
        score, stars, last_star_at = (
            int(one[n]) for n in ("local_score", "stars", "last_star_ts")
        )
        days = sorted(
            (int(day), parts) for day, parts in one["completion_day_level"].items()
        )
        stars_at = {
            day: (star_time(parts, "1"), star_time(parts, "2")) for day, parts in days
        }
        members.append(
            Member(int(key), name, score, stars, last_star_at or None, stars_at)
        )
    members.sort(
        key=lambda member: (-member.score, -member.stars, member.last_star_at or 0)
    )
    return Board(int(value["owner_id"]), year, tuple(members))


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
        first = None if first_at is None else float(first_at - unlocked)
        second = None if second_at is None else float(second_at - unlocked)
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


def order_of_times(row: dict[str, Any]) -> tuple[bool, float, bool, float]:
    """Return the key to sort a day's members by: their second star, then their first one."""
    first, second = row["part1_after_seconds"], row["part2_after_seconds"]
    # Who has no star stands behind all who have one.
    return second is None, second or 0.0, first is None, first or 0.0


def time_between(first: float | None, second: float | None) -> float | None:
    """Return the time between two stars, in seconds; `None` if one of the times is not known.

    It is not known either if the first star came later, by two clocks that differ.
    """
    if first is None or second is None or second < first:
        return None
    return second - first
