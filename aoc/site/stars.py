"""Stars: how many an account has in a year, when they came, and the private boards that count them.

How many there are is known from the accepted answers and the site's calendar. When they came is
known from the site's page of personal times, but there only for the first 24 hours, and from the
private boards in the cache, which also know later times. All three are copied beside the answers,
and the site is asked for each at most once in 15 minutes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from glob import escape, glob
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from aoc.errors import DeadSessionError, LockedError, SiteError
from aoc.model.puzzles import Puzzle, days_in, is_open, unlock_time
from aoc.project.settings import BoardName
from aoc.site.accounts import Account
from aoc.site.cache import Cache
from aoc.site.recent_copies import copied, read_copy, user_of

if TYPE_CHECKING:
    from aoc.site.client import Client

LATE = 24 * 60 * 60.0
"""Seconds after the unlock from which on the site's page shows no time any more."""


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


def stars_path(user: str, year: int, page: str) -> str:
    """Return the path of the copy of a page: `CALENDAR` or `TIMES`."""
    return os.path.join(Cache().user_folder(user), f"{year}_{page}.json")


def copy_by_day(user: str, year: int, page: str) -> dict[int, Any]:
    """Return the values in the copy of a page by day, none if there is no copy."""
    value, _ = read_copy(stars_path(user, year, page))
    return {int(day): of_day for day, of_day in (value or {}).items()}


def update_page(
    account: Account, year: int, page: str, name: str, read: Callable[[Client], Any]
) -> None:
    """Fetch a page into its copy if that is old. Raises `SiteError`.

    `name` names the page for people, and `read` returns its value, or `None` for another page.
    """

    def ask(client: Client) -> Any:
        value = read(client)
        if value is None:
            raise ValueError("another page")
        return value

    copied(account, stars_path(user_of(account), year, page), name, ask)


def update_calendar(account: Account, year: int) -> None:
    """Fetch the calendar, unless the account has all stars. Raises `SiteError`."""
    stars = stars_in_cache(account.id, year)
    if sum(stars.counts.values()) == 2 * days_in(year):
        return

    def read(client: Client) -> Any:
        from aoc.site.pages import calendar_stars

        return calendar_stars(client.fetch(f"/{year}"))

    update_page(account, year, CALENDAR, f"the calendar of {year}", read)


def update_times(account: Account, year: int) -> None:
    """Fetch the account's times, unless the time of each star is known. Raises `SiteError`."""
    stars = stars_in_cache(account.id, year)
    if not any(None in stars.after[day][:count] for day, count in stars.counts.items()):
        return

    def read(client: Client) -> Any:
        from aoc.site.pages import star_times

        return star_times(client.fetch(f"/{year}/leaderboard/self"))

    update_page(account, year, TIMES, f"the page of your times of {year}", read)


def find_year_stars(
    account: Account,
    board: BoardName | None,
    year: int,
    *,
    asks_times: bool,
) -> tuple[YearStars, Account]:
    """Return the stars of an account in a year, and the account with its id, if that is known now.

    The site is asked for its calendar if more stars are possible; and, if `asks_times`, for the
    page of times if the time of a known star is missing, and for the private board of this name.
    It is never asked without a token or before the event, and for nothing more after a problem,
    which the next request would have too.
    """
    has_begun = is_open(Puzzle(year, 1))
    if account.token is None or not has_begun:
        return stars_in_cache(account.id, year), account
    problem = None
    try:
        account = account._replace(id=user_of(account))
        update_calendar(account, year)
        if asks_times:
            update_times(account, year)
        if asks_times and board is not None:
            # It stays in the cache, where `stars_in_cache` finds it.
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
    on_calendar = copy_by_day(user, year, CALENDAR)
    on_page = copy_by_day(user, year, TIMES)
    on_board = stars_on_board(user, year)
    counts: dict[int, int] = {}
    after: dict[int, Times] = {}
    for day in range(1, days_in(year) + 1):
        puzzle = Puzzle(year, day)
        unlock = unlock_time(puzzle)
        first_on_page, second_on_page = on_page.get(day, (None, None))
        first_on_board, second_on_board = on_board.get(day, (None, None))
        first = best_time(first_on_page, first_on_board, unlock)
        second = best_time(second_on_page, second_on_board, unlock)
        after[day] = first, second
        timed = 0
        if second is not None:
            timed = 2
        elif first is not None:
            timed = 1
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
    seconds = float(at - unlock)
    return seconds if seconds >= (page or 0) else page


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


def member_number(user: str | None) -> str:
    """Return the number that an account has on boards; empty without its id.

    An id such as `github.alice.1001` ends with it.
    """
    return (user or "").rpartition(".")[2]


def read_or_fetch_board(account: Account, board: BoardName, year: int) -> Board:
    """Return a private board as an account sees it, from the cache or else from the site.

    With a view key, anybody sees it, and the account does not count. Raises `SiteError`, also if
    the board is not for this account or this key.
    """
    name = f"board {board.number} of {year}"
    folder = shared_folder() if board.key else Cache().user_folder(user_of(account))
    path = os.path.join(folder, f"{year}_board_{board.number}.json")

    def ask(client: Client) -> Any:
        address = f"/{year}/leaderboard/private/view/{board.number}.json"
        if board.key:
            address += f"?view_key={board.key}"
        try:
            text = client.fetch(address)
        except (DeadSessionError, LockedError) as error:
            raise refused_board(client, account, board, year, error) from None
        value = json.loads(text)
        # What cannot be read is not kept.
        board_from_json(value, year)
        return value

    return board_from_json(copied(account, path, name, ask, board.key), year)


def refused_board(
    client: Client, account: Account, board: BoardName, year: int, error: SiteError
) -> SiteError:
    """Return the error for a board that the site does not send. Raises `SiteError`."""
    name = f"board {board.number} of {year}"
    if board.key:
        what = f"there is no {name} with this view_key"
        return SiteError(what, "ask its owner for the link again")
    if isinstance(error, DeadSessionError):
        # The site redirects from boards of others just as it does without a session: if the
        # session is dead, this raises the error that says so.
        client.fetch("/settings")
    return SiteError(
        f"there is no {name} with {user_of(account)} as a member, see "
        f"adventofcode.com/{year}/leaderboard/private"
    )


def shared_folder() -> str:
    """Return the folder of the boards that were fetched with a view key, and not for an account."""
    return os.path.join(Cache().folder, "boards")


def stars_on_board(user: str, year: int) -> Mapping[int, Moments]:
    """Return the times of an account's stars by day, as the newest board in the cache has them.

    No request is made, however old the board is.
    """
    number = member_number(user)
    names = f"{year}_board_[0-9]*.json"
    copies = []
    for folder in (Cache().user_folder(user), shared_folder()):
        for path in glob(os.path.join(escape(folder), names)):
            value, asked = read_copy(path)
            if value:
                copies.append((asked or 0, value))
    copies.sort(key=itemgetter(0), reverse=True)
    for _, value in copies:
        for member in board_from_json(value, year).members:
            if str(member.id) == number:
                return member.stars_at
    return {}


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
