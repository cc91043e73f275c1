"""Looking back: Show a private leaderboard."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click

from aoc.commands.options import Whole, command, option, shared_options
from aoc.days import require_day
from aoc.errors import LockedError, UsageError
from aoc.model import Puzzle, days_in, now, unlock_time
from aoc.project import Project, project_or_folder, read_board
from aoc.render.format import after_text, cut
from aoc.render.terminal import painted, print_line, width_of, write_json
from aoc.site.accounts import NOBODY, Accounts
from aoc.site.stars import Board, day_standings, read_or_fetch_board, time_between
from aoc.text import printable

DAY = Whole(1, 25)
DAY_HEADINGS = ("", "points", "part 1", "place", "part 2", "place", "between", "member")
STARS = ("·", "☆", "★")
"""The signs of a day without, with one and with two stars."""
LEAST, ANY_WIDTH = 12, 10_000
"""Columns that a name has on the narrowest terminal, and those of a line elsewhere."""
Row = dict[str, Any]
"""An object of the JSON; the cells of a row of a table are taken from it."""


@command
@click.argument("board_id", metavar="[ID]", required=False)
@option("--day", type=DAY, help="Show only this day: times, places, points.")
@shared_options("year", "user", "as_json")
def leaderboard(
    board_id: str | None, day: int | None, year: int | None, user: str | None, as_json: bool
) -> None:
    """Show the private leaderboard ID: its number, its address, or its join code.

    Without ID it is the board of [tool.aoc]. With --day, it is what each member did on that day:
    the times of both parts from the unlock, the time between, and the places. A board is fetched
    at most every 15 minutes, as the site asks.
    """
    project = project_or_folder()
    number = find_board(project, board_id)
    year = project.year(year)
    if day is not None:
        require_day(year, day)
        if now() < unlock_time(Puzzle(year, day)):
            raise LockedError(Puzzle(year, day))
    account = Accounts().find(user) or NOBODY
    board = read_or_fetch_board(account, number, year)
    rows = list(board_rows(board) if day is None else day_rows(board, day))
    if as_json:
        for row in rows:
            write_json(sys.stdout, row)
        return
    heading = f"Leaderboard {number}, Advent of Code {year}"
    if day is None:
        write_table(heading, [*board_headings(year), *map(board_cells, rows)])
    else:
        write_table(f"{heading}, day {day}", [DAY_HEADINGS, *map(day_cells, rows)])


def find_board(project: Project, word: str | None) -> int:
    """Return the number of a board from its number, address or join code, or from the settings.

    Raises `UsageError` if there is none.
    """
    if word is None and project.board is None:
        raise UsageError(
            "which leaderboard? write its number, as in `aoc leaderboard 123`, or once for all "
            "board = 123 below [tool.aoc] in pyproject.toml"
        )
    board = project.board if word is None else read_board(word)
    if board is None:
        raise UsageError(
            f"{word!r} is not a leaderboard: write its number, which is 123 in "
            "adventofcode.com/2021/leaderboard/private/view/123 and in the code 123-0abc"
        )
    return board


def board_rows(board: Board) -> Iterator[Row]:
    """Yield the facts about each member; times are in seconds since the epoch.

    Members with the same score have the same rank.
    """
    scores = [member.score for member in board.members]
    for member in board.members:
        fields = member._asdict()
        del fields["star_indexes"]
        rank = scores.index(member.score) + 1
        yield {"year": board.year, "board": board.id, "rank": rank, **fields}


def board_headings(year: int) -> list[Sequence[object]]:
    """Return the two lines of headings of a board: the numbers of the days stand upright."""
    days = [f"{day:2}" for day in range(1, days_in(year) + 1)]
    tens, ones = ("".join(digits) for digits in zip(*days, strict=True))
    return [("", "", "", tens, ""), ("", "score", "stars", ones, "member")]


def board_cells(row: Row) -> Sequence[object]:
    """Return a row of the table of a board, with one sign for each day."""
    pairs = (row["stars_at"].get(day, ()) for day in range(1, days_in(row["year"]) + 1))
    signs = "".join(STARS[sum(at is not None for at in pair)] for pair in pairs)
    return row["rank"], row["score"], row["stars"], signs, row["name"]


def day_rows(board: Board, day: int) -> Iterator[Row]:
    """Yield the facts about each member on a day; times are in seconds from its unlock."""
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


def day_cells(row: Row) -> Sequence[object]:
    """Return a row of the table of a day."""
    cells = [row["rank"], row["points"]]
    for part in ("part1", "part2"):
        after = row[f"{part}_after_seconds"]
        time = "-" if after is None else "unknown" if after < 0 else after_text(after)
        cells += [time, row[f"{part}_place"]]
    return *cells, after_text(row["between_seconds"]), row["name"]


def write_table(heading: str, rows: Sequence[Sequence[object]]) -> None:
    """Write rows of the same length with their columns to the right; the last has names.

    On a terminal, a name that does not fit is cut.
    """
    texts = [["" if cell is None else str(cell) for cell in cells] for cells in rows]
    *widths, _ = (max(map(len, column)) for column in zip(*texts, strict=True))
    room = (width_of(sys.stdout) or ANY_WIDTH) - sum(width + 2 for width in widths)
    print_line(painted(heading, "1"))
    for *cells, name in texts:
        start = "".join(f"{cell:>{width}}  " for cell, width in zip(cells, widths, strict=True))
        name = cut(printable(name, kept=""), max(room, LEAST))
        print_line(f"{start}{name}".rstrip())
