"""Private leaderboards, each fetched at most once in 15 minutes, as the site asks for.

Responses are cached in aocd's data folder, and so is a response that there is no such board.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from aoc.clock import local_time, now
from aoc.errors import DeadSessionError, LockedError, SiteError, UsageError
from aoc.site.accounts import Account
from aoc.site.cache import Cache

__all__ = ["FRESH", "Board", "Member", "parse_board_id", "read_or_fetch_board"]

FRESH = 15 * 60
"""Seconds for which a cached board is used without asking the site again."""
BOARD_ID = re.compile(r"(?:.*/leaderboard/private/view/)?(\d+)(?:-\w+)?(?:\.json)?(?:\?.*)?")


class Member(NamedTuple):
    """One member of a board.

    `stars_at` has the times of both stars by day, in seconds since the epoch.
    """

    id: int
    name: str
    score: int
    stars: int
    last_star_at: int | None
    stars_at: Mapping[int, tuple[int | None, int | None]]


class Board(NamedTuple):
    """A private leaderboard, the best member first.

    `asked` is when it was fetched, in seconds since the epoch.
    """

    id: int
    year: int
    members: tuple[Member, ...]
    asked: float


class CachedBoard(NamedTuple):
    """The last response of the site: the JSON of the board, `None` for a refusal, and when."""

    board: Any
    asked: float


def parse_board_id(word: str) -> int:
    """Return the number of a board from its number, address or join code. Raises `UsageError`."""
    match = BOARD_ID.fullmatch(word.strip())
    if not match:
        raise UsageError(
            f"{word!r} is not a leaderboard: write its number, which is 123 in "
            "adventofcode.com/2021/leaderboard/private/view/123 and in the code 123-0abc"
        )
    return int(match[1])


def read_or_fetch_board(account: Account, number: int, year: int) -> Board:
    """Return a private board as an account sees it, from the cache or else from the site.

    Raises `SiteError`, also if the account is not a member of the board.
    """
    from aoc.files import locked

    user = account.id
    if user is None:
        from aoc.site.client import Client

        user = Client(account).user_id()
        account = account._replace(id=user)
    path = os.path.join(Cache().folder, user, f"{year}_board_{number}.json")
    cached = read_cached_board(path)
    if cached is None:
        # If the lock cannot be written, the response could not be cached: the site is not asked.
        with locked(path):
            # Another program may have fetched the board while this one waited for the lock.
            cached = read_cached_board(path) or fetch_board(account, number, year, path)
    board = None if cached.board is None else board_from_json(cached.board, year, cached.asked)
    if board is None:
        again = local_time(cached.asked + FRESH)
        raise SiteError(
            f"there is no board {number} of {year} with {account.name} as a member: see "
            f"https://adventofcode.com/{year}/leaderboard/private; the site is not asked again "
            f"before {again}"
        )
    return board


def fetch_board(account: Account, number: int, year: int, path: str) -> CachedBoard:
    """Fetch a board and cache the response. Raises `SiteError`."""
    from aoc.files import write_file
    from aoc.site.client import Client

    client = Client(account)
    board: Any = None
    try:
        text = client.fetch(f"/{year}/leaderboard/private/view/{number}.json")
    except DeadSessionError:
        # The site redirects from other people's boards just as it does without a session.
        client.fetch("/settings")
    except LockedError:
        pass
    else:
        board = parse_board(text, number, year)
    cached = CachedBoard(board, now())
    write_file(path, json.dumps(cached._asdict()))
    return cached


def parse_board(text: str, number: int, year: int) -> Any:
    """Return the JSON of a board. Raises `SiteError` if the text is something else."""
    try:
        board = json.loads(text)
        board_from_json(board, year, 0)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise SiteError(
            f"what adventofcode.com sent is not board {number} of {year}: try again later"
        ) from None
    return board


def read_cached_board(path: str) -> CachedBoard | None:
    """Return the cached response, or `None` if it is missing, broken or too old."""
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
        cached = CachedBoard(found["board"], float(found["asked"]))
        if cached.board is not None:
            board_from_json(cached.board, 0, 0)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    return cached if abs(now() - cached.asked) < FRESH else None


def board_from_json(board: Any, year: int, asked: float) -> Board:
    """Make a board from the JSON of the site. Raises various errors if something is missing."""
    members = [member_from_json(int(key), member) for key, member in board["members"].items()]
    members.sort(key=lambda member: (-member.score, -member.stars, member.last_star_at or 0))
    return Board(int(board["owner_id"]), year, tuple(members), asked)


def member_from_json(number: int, member: Any) -> Member:
    """Make one member of a board from the JSON of the site."""
    stars_at = {}
    for day, parts in member["completion_day_level"].items():
        first, second = (parts.get(part, {}).get("get_star_ts") for part in ("1", "2"))
        stars_at[int(day)] = first and int(first), second and int(second)
    return Member(
        number,
        str(member["name"] or f"(anonymous user #{number})"),
        int(member["local_score"]),
        int(member["stars"]),
        int(member["last_star_ts"]) or None,
        {day: stars_at[day] for day in sorted(stars_at)},
    )
