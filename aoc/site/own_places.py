"""The places of an account on a private board, for each star."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from aoc.clock import now, unlock_time
from aoc.errors import SiteError
from aoc.puzzles import Puzzle, days_in
from aoc.site.accounts import Account
from aoc.site.board_days import places_of
from aoc.site.leaderboards import Board, cached_boards, read_or_fetch_board

__all__ = ["OwnPlaces", "find_places"]


class OwnPlaces(NamedTuple):
    """The places of an account among the members of a board, by day for both parts.

    `None` stands for no star. `problem` is the reason why the site could not be asked.
    """

    by_day: Mapping[int, tuple[int | None, int | None]] = {}
    members: int = 0
    problem: SiteError | None = None


def find_places(
    account: Account, number: int | None, year: int, *, offline: bool = False
) -> OwnPlaces:
    """Return the places of an account on the board of this number, if there is one.

    The board is read from the cache or else, at most every 15 minutes, from the site. If `offline`,
    without a token or before the event, it is the one of the cache, however old it is.
    """
    if number is None:
        return OwnPlaces()
    problem = None
    board = next(
        (one for one in cached_boards(account.id or "", year) if account.id and one.id == number),
        None,
    )
    if not offline and account.token is not None and now() >= unlock_time(Puzzle(year, 1)):
        try:
            board = read_or_fetch_board(account, number, year)
        except SiteError as error:
            problem = error
    if board is None or account.id is None:
        return OwnPlaces(problem=problem)
    return OwnPlaces(own_places(board, account.id), len(board.members), problem)


def own_places(board: Board, user: str) -> dict[int, tuple[int | None, int | None]]:
    """Return the places of the member that an account is, on each day with a star of its own."""
    number = user.rpartition(".")[2]
    found: dict[int, tuple[int | None, int | None]] = {}
    for me in (one.id for one in board.members if str(one.id) == number):
        for day in range(1, days_in(board.year) + 1):
            first, second = (places_of(board, day, part).get(me) for part in (1, 2))
            if first is not None:
                found[day] = first, second
    return found
