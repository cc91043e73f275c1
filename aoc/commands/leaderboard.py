"""`aoc leaderboard`: a private leaderboard as a table."""

from __future__ import annotations

import json
import shutil
import sys

import click

from aoc.errors import SiteError
from aoc.project import find_project
from aoc.render.screen import wants_color
from aoc.site.cache import Cache
from aoc.site.leaderboards import Board, find_board, parse_board_id

WIDE = 200
"""Columns where nobody looks at a terminal."""


@click.command()
@click.argument("board_id", metavar="ID")
@click.option("--year", type=click.IntRange(2015, 2999), help="The event.")
@click.option("--user", metavar="NAME", help="Who looks; a part of the name is enough.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per member.")
@click.option("--debug", is_flag=True, help="Show the traceback of an error of aoc's own.")
def leaderboard(
    board_id: str, year: int | None, user: str | None, as_json: bool, debug: bool
) -> None:
    """Show the private leaderboard ID: its number, its address, or its join code.

    The site is asked for a board at most every 15 minutes, as it wishes.
    """
    project = find_project()
    number = parse_board_id(board_id)
    year = project.year(year)
    account = Cache().account(user)
    if account is None:
        raise SiteError("no session token: `aoc login`")
    board = find_board(account, number, year)
    if as_json:
        show_json(board)
        return
    from aoc.render.board import board_text

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE
    click.echo(board_text(board, width=width, color=wants_color(sys.stdout)), nl=False)


def show_json(board: Board) -> None:
    """Print a line for each member; moments are in seconds since the epoch."""
    from aoc.render.board import ranked

    for rank, member in ranked(board):
        about = {"year": board.year, "board": board.id, "rank": rank}
        click.echo(json.dumps(about | member._asdict(), ensure_ascii=False))
