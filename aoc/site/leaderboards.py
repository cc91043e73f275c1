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
from aoc.files import read_text
from aoc.json_text import parse_json
from aoc.settings import read_board
from aoc.site.accounts import Account
from aoc.site.cache import Cache
from aoc.site.failed_requests import FRESH, is_recent, raise_if_failed, recording_failure

__all__ = [
    "FRESH",
    "Board",
    "Member",
    "cached_boards",
    "parse_board_id",
    "read_or_fetch_board",
]

BOARD_FILE = re.compile(r"\d{4}_board_\d{1,15}\.json", re.ASCII)
LARGEST_NUMBER = 10**15
"""More than any number of a board: its ids, scores, and times in seconds since the epoch."""
BROKEN = (ValueError, TypeError, KeyError, AttributeError)
"""What is raised for a board that lacks something, or has something else in its place."""


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
    stars_at: Mapping[int, tuple[int | None, int | None]]
    star_indexes: Mapping[int, tuple[int | None, int | None]] = {}


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
    try:
        return read_board(word)
    except ValueError:
        raise UsageError(
            f"{word!r} is not a leaderboard: write its number, which is 123 in "
            "adventofcode.com/2021/leaderboard/private/view/123 and in the code 123-0abc"
        ) from None


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
    path = os.path.join(Cache().user_folder(user), f"{year}_board_{number}.json")
    cached = read_cached_board(path)
    if cached is None:
        raise_if_failed(path, account.token, board_name(number, year))
        # If the lock cannot be written, the response could not be cached: the site is not asked.
        with locked(path):
            # Another program may have fetched the board while this one waited for the lock.
            cached = read_cached_board(path)
            if cached is None:
                raise_if_failed(path, account.token, board_name(number, year))
                cached = fetch_board(account, number, year, path)
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
    with recording_failure(path, account.token, board_name(number, year)):
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


def board_name(number: int, year: int) -> str:
    """Return a board in words for people."""
    return f"board {number} of {year}"


def parse_board(text: str, number: int, year: int) -> Any:
    """Return what is needed of the JSON of a board.

    Raises `SiteError` if the text is something else.
    """
    try:
        return needed(parse_json(text))
    except BROKEN:
        raise SiteError(
            f"what adventofcode.com sent is not {board_name(number, year)}: try again later"
        ) from None


def needed(board: Any) -> Any:
    """Return the JSON of a board without what is not used of it, which may be anything."""
    return {
        "owner_id": read_number(board["owner_id"]),
        "members": {
            str(read_number(key)): {
                "name": read_name(member["name"]),
                "local_score": read_number(member["local_score"]),
                "stars": read_number(member["stars"]),
                "last_star_ts": read_number(member["last_star_ts"]),
                "completion_day_level": {
                    str(read_number(day)): {
                        part: needed_of_star(parts[part]) for part in ("1", "2") if part in parts
                    }
                    for day, parts in member["completion_day_level"].items()
                },
            }
            for key, member in board["members"].items()
        },
    }


def needed_of_star(star: Any) -> Any:
    """Return what is needed of the JSON of a star; boards in old caches have no index."""
    return {
        "get_star_ts": read_number(star["get_star_ts"]),
        "star_index": read_number(star.get("star_index", 0)),
    }


def read_number(value: object) -> int:
    """Return a number, which former years write as text. Raises `ValueError` for what is none."""
    if isinstance(value, str) and len(value) <= len(str(LARGEST_NUMBER)):
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < LARGEST_NUMBER:
        return value
    raise ValueError("not a number of a board")


def read_name(value: object) -> str | None:
    """Return the name of a member, or `None`. Raises `ValueError` for what is no name."""
    if value is None or isinstance(value, str):
        return value
    raise ValueError("not a name")


def read_cached_board(path: str) -> CachedBoard | None:
    """Return the cached response, or `None` if it is missing, broken or too old."""
    cached = read_old_board(path)
    return cached if cached is not None and is_recent(cached.asked) else None


def read_old_board(path: str) -> CachedBoard | None:
    """Return the cached response, however old it is, or `None` if it is missing or broken."""
    try:
        found = parse_json(read_text(path))
        board, asked = found["board"], found["asked"]
        if board is not None:
            board = needed(board)
    except (OSError, *BROKEN):
        return None
    return CachedBoard(board, asked)


def cached_boards(user: str, year: int) -> list[Board]:
    """Return the boards of a year that an account has in the cache, however old they are.

    The newest comes first. No request is made.
    """
    folder = Cache().user_folder(user)
    try:
        names = [name for name in os.listdir(folder) if BOARD_FILE.fullmatch(name)]
    except OSError:
        return []
    found = (
        read_old_board(os.path.join(folder, name)) for name in names if name.startswith(f"{year}_")
    )
    boards = [
        board_from_json(cached.board, year, cached.asked)
        for cached in found
        if cached is not None and cached.board is not None and isinstance(cached.asked, int | float)
    ]
    return sorted(boards, key=lambda board: -board.asked)


def board_from_json(board: Any, year: int, asked: float) -> Board:
    """Make a board from what `needed` returns of its JSON."""
    members = [member_from_json(int(key), member) for key, member in board["members"].items()]
    members.sort(key=lambda member: (-member.score, -member.stars, member.last_star_at or 0))
    return Board(board["owner_id"], year, tuple(members), asked)


def member_from_json(number: int, member: Any) -> Member:
    """Make one member of a board from what `needed` returns of its JSON."""
    stars_at, indexes = (
        {
            int(day): (of_star(parts, "1", field), of_star(parts, "2", field))
            for day, parts in member["completion_day_level"].items()
        }
        for field in ("get_star_ts", "star_index")
    )
    return Member(
        number,
        member["name"] or f"(anonymous user #{number})",
        member["local_score"],
        member["stars"],
        member["last_star_ts"] or None,
        {day: stars_at[day] for day in sorted(stars_at)},
        indexes,
    )


def of_star(parts: Any, part: str, field: str) -> int | None:
    """Return a number of the star of a part; `None` without that star."""
    return parts[part][field] if part in parts else None
