"""`aoc leaderboard`: show a private leaderboard as a table."""

from __future__ import annotations

import shutil
import sys

import click

from aoc.commands.days_argument import YEAR
from aoc.commands.shared_options import debug_option
from aoc.errors import SiteError
from aoc.project import project_or_folder
from aoc.render.json_lines import write_json
from aoc.site.accounts import Accounts
from aoc.site.leaderboards import Board, parse_board_id, read_or_fetch_board

WIDTH = 200
"""Characters in a line if the output is not a terminal."""


@click.command()
@click.argument("board_id", metavar="ID")
@click.option("--year", type=YEAR, help="The year of the event.")
@click.option("--user", metavar="NAME", help="The account to use; a part of its name is enough.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per member.")
@debug_option
def leaderboard(
    board_id: str, year: int | None, user: str | None, as_json: bool, debug: bool
) -> None:
    """Show the private leaderboard ID: its number, its address, or its join code.

    A board is fetched at most every 15 minutes, as the site asks.
    """
    project = project_or_folder()
    number = parse_board_id(board_id)
    year = project.year(year)
    account = Accounts().find(user)
    if account is None:
        raise SiteError("no session token: log in with `aoc login`")
    board = read_or_fetch_board(account, number, year)
    if as_json:
        print_json(board)
        return
    from aoc.render.leaderboard_table import show_board

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDTH
    show_board(board, sys.stdout, width=width)


def print_json(board: Board) -> None:
    """Print a JSON object for each member; times are in seconds since the epoch."""
    from aoc.render.leaderboard_table import ranked_members

    for rank, member in ranked_members(board):
        about = {"year": board.year, "board": board.id, "rank": rank}
        write_json(sys.stdout, about | member._asdict())
