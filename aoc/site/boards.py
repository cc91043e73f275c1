"""Private leaderboards, each fetched at most once in 15 minutes, as the site asks for.

A board of N members has N points for whoever gets a star first, N - 1 for the next one, and so on,
for each star on its own, as https://adventofcode.com/leaderboard/private says.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from glob import escape, glob
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from aoc.clock import unlock_time
from aoc.errors import DeadSessionError, LockedError, SiteError
from aoc.model import Puzzle
from aoc.site.accounts import Account
from aoc.site.cache import Cache
from aoc.site.copies import read_copy, update_copy, user_of

if TYPE_CHECKING:
    from aoc.site.client import Client

__all__ = [
    "Board",
    "Member",
    "cached_boards",
    "day_standings",
    "places_of",
    "read_or_fetch_board",
    "time_between",
]

Pair = tuple[int | None, int | None]


class Member(NamedTuple):
    """One member of a board.

    `stars_at` has the times of both stars by day, in seconds since the epoch. `star_indexes` has
    their numbers among all stars that the site has ever counted, 0 where it told none.
    """

    id: int
    name: str
    score: int
    stars: int
    last_star_at: int | None
    stars_at: Mapping[int, Pair]
    star_indexes: Mapping[int, Pair] = {}


class Board(NamedTuple):
    """A private leaderboard, the best member first."""

    id: int
    year: int
    members: tuple[Member, ...]


class DayStanding(NamedTuple):
    """What a member did on one day.

    For each part, `after` is when its star came, in seconds from the unlock, and `places` which
    place that is; `None` stands for no star. `rank` is that of the `points` of this day.
    """

    rank: int
    member: Member
    points: int
    after: tuple[float | None, float | None]
    places: Pair

    @property
    def between(self) -> float | None:
        """The seconds from the first star to the second one, if both are there."""
        return time_between(*self.after)


def read_or_fetch_board(account: Account, number: int, year: int) -> Board:
    """Return a private board as an account sees it, from the cache or else from the site.

    Raises `SiteError`, also if the account is not a member of the board.
    """
    user, name = user_of(account), f"board {number} of {year}"
    path = os.path.join(Cache().user_folder(user), f"{year}_board_{number}.json")

    def ask(client: Client) -> Any:
        try:
            text = client.fetch(f"/{year}/leaderboard/private/view/{number}.json")
        except (DeadSessionError, LockedError) as error:
            if isinstance(error, DeadSessionError):
                # The site redirects from boards of others just as it does without a session.
                client.fetch("/settings")
            raise SiteError(
                f"there is no {name} with {user} as a member, see "
                f"adventofcode.com/{year}/leaderboard/private"
            ) from None
        value = json.loads(text)
        board_from_json(value, year)
        return value

    update_copy(account, path, name, ask)
    return board_from_json(read_copy(path)[0], year)


def cached_boards(user: str, year: int) -> list[Board]:
    """Return the boards of a year that an account has in the cache, the newest first.

    No request is made, however old they are.
    """
    paths = glob(os.path.join(escape(Cache().user_folder(user)), f"{year}_board_[0-9]*.json"))
    copies = sorted(map(read_copy, paths), key=lambda copy: -(copy[1] or 0))
    return [board_from_json(value, year) for value, _ in copies if value]


def board_from_json(value: Any, year: int) -> Board:
    """Return a board from the JSON value that the site sends; former years write numbers as text.

    Raises various errors if the value is something else.
    """
    members = [member_from_json(int(key), one) for key, one in value["members"].items()]
    members.sort(key=lambda member: (-member.score, -member.stars, member.last_star_at or 0))
    return Board(int(value["owner_id"]), year, tuple(members))


def member_from_json(key: int, member: Any) -> Member:
    """Return one member of a board from its JSON value."""
    days = sorted((int(day), parts) for day, parts in member["completion_day_level"].items())
    return Member(
        key,
        str(member["name"] or f"(anonymous user #{key})"),
        int(member["local_score"]),
        int(member["stars"]),
        int(member["last_star_ts"]) or None,
        {day: both(parts, "get_star_ts") for day, parts in days},
        {day: both(parts, "star_index") for day, parts in days},
    )


def both(parts: Any, field: str) -> Pair:
    """Return a number of the stars of both parts of a day; `None` without that star."""
    first, second = (int(parts[p].get(field, 0)) if p in parts else None for p in ("1", "2"))
    return first, second


def day_standings(board: Board, day: int) -> list[DayStanding]:
    """Return what each member of a board did on a day, the one with the most points first.

    Of members with the same points, the one who was done first stands first.
    """
    unlocked = unlock_time(Puzzle(board.year, day))
    places = [places_of(board, day, part) for part in (1, 2)]
    found = []
    for member in board.members:
        stars = member.stars_at.get(day, (None, None))
        first, second = (None if at is None else float(at - unlocked) for at in stars)
        place1, place2 = (known.get(member.id) for known in places)
        points = sum(len(board.members) + 1 - place for place in (place1, place2) if place)
        found.append(DayStanding(0, member, points, (first, second), (place1, place2)))
    found.sort(
        key=lambda one: (-one.points, *(inf if at is None else at for at in one.after[::-1]))
    )
    points_in_order = [one.points for one in found]
    return [one._replace(rank=points_in_order.index(one.points) + 1) for one in found]


def places_of(board: Board, day: int, part: int) -> Mapping[int, int]:
    """Return the places of the members who have a star, by their ids.

    The site numbers all stars, so that two of the same second have an order, too.
    """
    stars = {}
    for member in board.members:
        at = member.stars_at.get(day, (None, None))[part - 1]
        index = member.star_indexes.get(day, (None, None))[part - 1]
        if at is not None:
            stars[member.id] = (at, index or 0)
    in_order = sorted(stars.values())
    return {member: in_order.index(star) + 1 for member, star in stars.items()}


def time_between(first: float | None, second: float | None) -> float | None:
    """Return the time between two stars, in seconds; `None` if one of the times is not known.

    It is not known either if the first star came later, by two clocks that differ.
    """
    if first is None or second is None or second < first:
        return None
    return second - first
