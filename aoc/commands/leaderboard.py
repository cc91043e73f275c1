"""`aoc leaderboard`: show a private leaderboard as a table."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator

import click

from aoc.commands.days_argument import YEAR, require_day
from aoc.commands.options import debug_option
from aoc.errors import LockedError, SiteError, UsageError
from aoc.model import Puzzle, now, unlock_time
from aoc.project import Project, project_or_folder, read_board
from aoc.render.json_lines import write_json
from aoc.site.accounts import NO_TOKEN, Accounts
from aoc.site.stars import Board, day_standings, read_or_fetch_board, time_between

DAY = click.IntRange(1, 25)
WIDTH = 200
"""Characters in a line if the output is not a terminal."""


@click.command()
@click.argument("board_id", metavar="[ID]", required=False)
@click.option("--day", type=DAY, metavar="N", help="Show only this day: times, places, points.")
@click.option("--year", type=YEAR, help="The year of the event.")
@click.option("--user", metavar="NAME", help="The account to use; a part of its name is enough.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per member.")
@debug_option
def leaderboard(
    board_id: str | None,
    day: int | None,
    year: int | None,
    user: str | None,
    as_json: bool,
    debug: bool,
) -> None:
    """Show the private leaderboard ID: its number, its address, or its join code.

    Without ID it is the board of [tool.aoc]. With --day, it is what each member did on that day:
    the times of both parts from the unlock, the time between, and the places. A board is fetched
    at most every 15 minutes, as the site asks.
    """
    project = project_or_folder()
    number = named_board(project) if board_id is None else parse_board_id(board_id)
    year = project.year(year)
    if day is not None:
        check_day(Puzzle(year, day))
    account = Accounts().find(user)
    if account is None:
        raise SiteError(NO_TOKEN)
    board = read_or_fetch_board(account, number, year)
    if as_json:
        objects = board_objects(board) if day is None else day_objects(board, day)
        for one in objects:
            write_json(sys.stdout, one)
        return
    from aoc.render.leaderboard_table import show_board, show_day

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDTH
    if day is None:
        show_board(board, sys.stdout, width=width)
    else:
        show_day(board, day, sys.stdout, width=width)


def named_board(project: Project) -> int:
    """Return the board of the settings. Raises `UsageError` if there is none."""
    if project.board is None:
        raise UsageError(
            "which leaderboard? write its number, as in `aoc leaderboard 123`, or once for all "
            "board = 123 below [tool.aoc] in pyproject.toml"
        )
    return project.board


def parse_board_id(word: str) -> int:
    """Return the number of a board from its number, address or join code. Raises `UsageError`."""
    board = read_board(word)
    if board is None:
        raise UsageError(
            f"{word!r} is not a leaderboard: write its number, which is 123 in "
            "adventofcode.com/2021/leaderboard/private/view/123 and in the code 123-0abc"
        )
    return board


def check_day(puzzle: Puzzle) -> None:
    """Raise `UsageError` for a day that an event does not have, `LockedError` for a later one."""
    require_day(*puzzle)
    if now() < unlock_time(puzzle):
        raise LockedError(puzzle)


def board_objects(board: Board) -> Iterator[dict[str, object]]:
    """Yield a JSON object for each member; times are in seconds since the epoch."""
    from aoc.render.leaderboard_table import ranked_members

    for rank, member in ranked_members(board):
        fields = member._asdict()
        del fields["star_indexes"]
        yield {"year": board.year, "board": board.id, "rank": rank, **fields}


def day_objects(board: Board, day: int) -> Iterator[dict[str, object]]:
    """Yield a JSON object for each member; times are in seconds from the unlock of the day."""
    for standing in day_standings(board, day):
        yield {
            "year": board.year,
            "board": board.id,
            "day": day,
            "rank": standing.rank,
            "id": standing.member.id,
            "name": standing.member.name,
            "points": standing.points,
            "part1_after_seconds": standing.after[0],
            "part1_place": standing.places[0],
            "part2_after_seconds": standing.after[1],
            "part2_place": standing.places[1],
            "between_seconds": time_between(*standing.after),
        }
