"""Private leaderboards: asked for at most once in 15 minutes, as the site wants it.

What the site said is kept in aocd's folder, also that there is no such board.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from aoc.clock import now
from aoc.errors import DeadSessionError, LockedError, SiteError, UsageError
from aoc.puzzle import local_time
from aoc.site.accounts import Account
from aoc.site.cache import Cache

__all__ = ["FRESH", "Board", "Member", "find_board", "parse_board_id"]

FRESH = 15 * 60
"""Seconds for which a board is not asked for again."""
NAMED = re.compile(r"(?:.*/leaderboard/private/view/)?(\d+)(?:-\w+)?(?:\.json)?(?:\?.*)?")


class Member(NamedTuple):
    """One member: `stars_at` has, by day, when each part was solved, in seconds since the epoch."""

    id: int
    name: str
    score: int
    stars: int
    last_star_at: int | None
    stars_at: Mapping[int, tuple[int | None, int | None]]


class Board(NamedTuple):
    """A private leaderboard, the best member first, and when the site was asked for it."""

    id: int
    year: int
    members: tuple[Member, ...]
    asked: float


class Kept(NamedTuple):
    """What the site said to the last request, `None` for a refusal, and when."""

    board: Any
    asked: float


def parse_board_id(word: str) -> int:
    """Read the number of a board, from its address or join code too. Raises `UsageError`."""
    match = NAMED.fullmatch(word.strip())
    if not match:
        raise UsageError(
            f"{word!r} is no leaderboard: give its number, the 123 of "
            "adventofcode.com/2021/leaderboard/private/view/123 or of a code 123-0abc"
        )
    return int(match[1])


def find_board(account: Account, number: int, year: int) -> Board:
    """Give a private board as an account sees it, from the cache or else the site.

    Raises `SiteError`, also where the account may not see it.
    """
    from aoc.files import locked

    cache = Cache()
    user = account.id
    if user is None:
        user = client_of(account).user_id()
        account = account._replace(id=user)
    path = os.path.join(cache.data, user, f"{year}_board_{number}.json")
    kept = read_kept(path)
    if kept is None:
        # Where nothing can be written, nothing is asked: it could not be remembered.
        with locked(path):
            # Another program may have asked while this one waited for its turn.
            kept = read_kept(path) or ask(account, number, year, path)
    board = None if kept.board is None else read_board(kept.board, year, kept.asked)
    if board is None:
        again = local_time(kept.asked + FRESH)
        raise SiteError(
            f"there is no board {number} of {year} that {account.name} is a member of: look at "
            f"https://adventofcode.com/{year}/leaderboard/private; it is not asked for again "
            f"before {again}"
        )
    return board


def ask(account: Account, number: int, year: int, path: str) -> Kept:
    """Ask the site for a board, and keep what it says. Raises `SiteError`."""
    from aoc.files import write_file

    client = client_of(account)
    board: Any = None
    try:
        text = client.get(f"/{year}/leaderboard/private/view/{number}.json")
    except DeadSessionError:
        # The site leads away from other people's boards just as it does without a session.
        client.get("/settings")
    except LockedError:
        pass
    else:
        board = checked(text, number, year)
    kept = Kept(board, now())
    write_file(path, json.dumps(kept._asdict()))
    return kept


def checked(text: str, number: int, year: int) -> Any:
    """Read the JSON of a board. Raises `SiteError` if it is none."""
    try:
        board = json.loads(text)
        read_board(board, year, 0)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise SiteError(
            f"adventofcode.com gave garbage for board {number} of {year}: try again later"
        ) from None
    return board


def client_of(account: Account) -> Any:
    """Make the client of an account. Raises `SiteError` where it has no token."""
    if account.token is None:
        raise SiteError(f"no session token of {account.name}: `aoc login`")
    from aoc.site.client import Client

    return Client(account)


def read_kept(path: str) -> Kept | None:
    """Read what is kept, unless it is missing, broken or too old."""
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
        kept = Kept(found["board"], float(found["asked"]))
        if kept.board is not None:
            read_board(kept.board, 0, 0)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    return kept if abs(now() - kept.asked) < FRESH else None


def read_board(board: Any, year: int, asked: float) -> Board:
    """Read a board as the site gives it. Raises various errors if it is none."""
    members = [read_member(int(key), member) for key, member in board["members"].items()]
    members.sort(key=lambda member: (-member.score, -member.stars, member.last_star_at or 0))
    return Board(int(board["owner_id"]), year, tuple(members), asked)


def read_member(number: int, member: Any) -> Member:
    """Read one member of a board."""
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
