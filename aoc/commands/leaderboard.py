"""Show a private leaderboard."""

from __future__ import annotations

import sys

import click

from aoc.commands.options import Whole, command, shared_options
from aoc.errors import UsageError
from aoc.model.puzzles import Puzzle, days_in
from aoc.project.day_selection import check_year, require_day
from aoc.project.project import Project, project_or_folder
from aoc.project.settings import BoardName, hide_key, read_board
from aoc.render.columns import Column, terminal_table
from aoc.render.terminal import painted, write, write_json
from aoc.site.accounts import NOBODY, Accounts
from aoc.site.client import raise_if_locked
from aoc.site.stars import Moments, day_times, read_or_fetch_board
from aoc.year.overview import STAR_COLUMNS

STARS = ("·", "☆", "★")
"""The signs of a day without, with one and with two stars."""
DAY_COLUMNS = [*STAR_COLUMNS, Column("name", "member", right=False)]


@command
@click.argument("board_id", metavar="[ID]", required=False)
@click.argument("day", metavar="[DAY]", type=Whole(1, 25), required=False)
@shared_options("year", "user", "as_json")
def leaderboard(
    board_id: str | None, day: int | None, year: int | None, user: str | None, as_json: bool
) -> None:
    """Show the private leaderboard ID: its number, its join code, or its address.

    Without --year, an address also sets the year. Without ID it is the board of [tool.aoc]. With
    DAY, it is when each member got the stars of that day: the times of both parts from the unlock,
    and the time between. A number from 1 to 25 alone is the DAY. A board is fetched at most every
    15 minutes, as the site asks.
    """
    # Boards have longer numbers.
    if day is None and board_id and board_id.isdecimal() and 1 <= int(board_id) <= 25:
        day = int(board_id)
        board_id = None
    project = project_or_folder()
    name = find_board(project, board_id)
    if board_id is not None and year is None and name.year is not None:
        year = check_year(name.year)
    year = project.year(year)
    if day is not None:
        require_day(year, day)
        raise_if_locked(Puzzle(year, day))
    # With a key, anybody sees the board, so it does not matter whether the account is clear.
    account = None if name.key else Accounts().find(user)
    members = read_or_fetch_board(account or NOBODY, name, year)
    heading = f"Leaderboard {name.number}, Advent of Code {year}"
    if day is None:
        rows = [member._asdict() for member in members]
        columns = board_columns(year)
    else:
        rows = day_times(members, day)
        columns = DAY_COLUMNS
        heading += f", day {day}"
    if as_json:
        write_json(sys.stdout, *rows)
        return
    write(sys.stdout, painted(heading, "1"), "\n", *terminal_table(columns, rows))


def find_board(project: Project, word: str | None) -> BoardName:
    """Return a board from its number, address or join code, or from the settings.

    Raises `UsageError` if there is none.
    """
    board = project.board if word is None else read_board(word)
    if board is not None:
        return board
    what = "which leaderboard? "
    if word:
        what = f"{hide_key(word)!r} is not a leaderboard: "
    raise UsageError(
        f"{what}write its number, as in `aoc leaderboard 123`, or once for all board = 123 "
        "below [tool.aoc] in pyproject.toml"
    )


def board_columns(year: int) -> list[Column]:
    """Return the columns of the table of a board, of which one has a sign for each day."""
    days = range(1, days_in(year) + 1)

    def signs(stars_at: dict[int, Moments]) -> str:
        line = ""
        for day in days:
            times = stars_at.get(day, ())
            line += STARS[sum(at is not None for at in times)]
        return line

    # It counts the signs below: `....5...10...15...20...25`.
    ruler = "".join(f"{day:.>5}" for day in days if day % 5 == 0)
    return [
        Column("rank", ""),
        Column("score", "score"),
        Column("stars", "stars"),
        Column("stars_at", ruler, signs, right=False),
        Column("name", "member", right=False),
    ]
