"""`aoc open`: open a puzzle in the browser."""

from __future__ import annotations

import webbrowser

import click

from aoc.clock import now, unlock_time
from aoc.commands.days_argument import select_any_puzzles
from aoc.errors import LockedError
from aoc.project import project_or_folder
from aoc.render.message import print_message


@click.command("open")
@click.argument("day", required=False)
@click.option("--year", type=click.IntRange(2015, 2999), help="The year of DAY.")
@click.option("--print", "only_print", is_flag=True, help="Print the address, open nothing.")
@click.option("--debug", is_flag=True, help="Show the traceback of an error of aoc's own.")
def command(day: str | None, year: int | None, only_print: bool, debug: bool) -> int:
    """Open the page of DAY in the browser, and print its address."""
    puzzles = select_any_puzzles(project_or_folder(), (day,) if day else (), year)
    if len(puzzles) > 1:
        raise click.UsageError(f"{day!r} are several days: open one at a time")
    [puzzle] = puzzles
    url = puzzle.url
    if only_print:
        click.echo(url)
        return 0
    if now() < unlock_time(puzzle):
        raise LockedError(puzzle)
    click.echo(url)
    if not webbrowser.open(url):
        print_message("no browser can be opened here: follow that address yourself")
    return 0
