"""A private leaderboard as a table, of a whole event or of one day."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, TextIO

from aoc.model import days_in
from aoc.render.format import after_text
from aoc.render.terminal import wants_color, write_raw
from aoc.site.stars import Board, Member, day_standings, time_between
from aoc.text import printable

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

STARS = ("·", "☆", "★")
ROOM = 70
"""Columns that a day takes with the places, and a name of some letters."""


def show_board(board: Board, out: TextIO, *, width: int) -> None:
    """Write a table of a board: a line for each member, a column for each day."""
    days = range(1, days_in(board.year) + 1)
    table = table_with("", "score", "stars")
    tens = "".join(str(day // 10 or " ") for day in days)
    table.add_column(f"{tens}\n{''.join(str(day % 10) for day in days)}", no_wrap=True)
    table.add_column("member", overflow="fold")
    for rank, member in ranked_members(board):
        row = (str(rank), str(member.score), str(member.stars), stars_text(member, board.year))
        table.add_row(*row, name_text(member.name))
    write_table(f"Leaderboard {board.id}, Advent of Code {board.year}", table, out, width=width)


def show_day(board: Board, day: int, out: TextIO, *, width: int) -> None:
    """Write a table of one day of a board: a line for each member, the most points first.

    Below `ROOM` columns, the places are left out, since the points say as much.
    """
    has_places = width >= ROOM
    place = ("place",) if has_places else ()
    table = table_with(
        "", "points", "part 1", *place, "part 2", *place, "between", gap=2 if has_places else 1
    )
    for column in table.columns:
        column.no_wrap = True
    table.add_column("member", overflow="fold")
    for standing in day_standings(board, day):
        cells = [str(standing.rank), str(standing.points)]
        for after, number in zip(standing.after, standing.places, strict=True):
            cells += [time_text(after), str(number or "")][: 1 + has_places]
        cells.append(after_text(time_between(*standing.after)))
        table.add_row(*cells, name_text(standing.member.name))
    heading = f"Leaderboard {board.id}, Advent of Code {board.year}, day {day}"
    write_table(heading, table, out, width=width)


def time_text(after: float | None) -> str:
    """Return when a star came, in time from the unlock."""
    if after is None:
        return "-"
    return "unknown" if after < 0 else after_text(after)


def table_with(*headings: str, gap: int = 2) -> Table:
    """Return a table with columns of numbers, `gap` blanks apart, to which more can be added."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0))
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def write_table(heading: str, table: Table, out: TextIO, *, width: int) -> None:
    """Write a table below a heading, `width` columns wide; no line ends with blanks."""
    from rich.console import Console

    color = wants_color(out)
    made = StringIO()
    console = Console(file=made, width=width, force_terminal=color, no_color=not color)
    console.print(heading, style="bold")
    console.print(table)
    write_raw(out, "".join(f"{line.rstrip()}\n" for line in made.getvalue().split("\n")[:-1]))
    out.flush()


def ranked_members(board: Board) -> list[tuple[int, Member]]:
    """Return the members with their ranks; members with the same score have the same rank."""
    scores = [member.score for member in board.members]
    return [(scores.index(member.score) + 1, member) for member in board.members]


def stars_text(member: Member, year: int) -> str:
    """Return the stars of a member, one character for each day."""
    counts = (
        sum(at is not None for at in member.stars_at.get(day, ()))
        for day in range(1, days_in(year) + 1)
    )
    return "".join(STARS[count] for count in counts)


def name_text(name: str) -> Text:
    """Return a name that is not read as markup, and that no terminal takes for a command."""
    from rich.text import Text

    return Text(printable(name, kept=""))
