"""A private leaderboard as a table."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, TextIO

from aoc.printable import printable
from aoc.puzzle import days_in
from aoc.render.console import wants_color
from aoc.render.stream_guard import write_raw
from aoc.site.leaderboards import Board, Member

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["ranked_members", "show_board"]

STARS = ("·", "☆", "★")


def show_board(board: Board, out: TextIO, *, width: int) -> None:
    """Write a table of a board: a line for each member, a column for each day."""
    from rich.console import Console
    from rich.table import Table

    days = range(1, days_in(board.year) + 1)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("", "score", "stars"):
        table.add_column(heading, justify="right")
    tens = "".join(str(day // 10 or " ") for day in days)
    table.add_column(f"{tens}\n{''.join(str(day % 10) for day in days)}", no_wrap=True)
    table.add_column("member", overflow="fold")
    for rank, member in ranked_members(board):
        row = (str(rank), str(member.score), str(member.stars), stars_text(member, board.year))
        table.add_row(*row, name_text(member.name))
    color = wants_color(out)
    made = StringIO()
    console = Console(file=made, width=width, force_terminal=color, no_color=not color)
    console.print(f"Leaderboard {board.id}, Advent of Code {board.year}", style="bold")
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
