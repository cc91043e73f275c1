"""Open a puzzle in the browser."""

from __future__ import annotations

import webbrowser

from aoc.commands.options import command, days_argument, flag
from aoc.model.puzzles import Puzzle
from aoc.project.day_selection import select_one_puzzle
from aoc.project.project import project_or_folder
from aoc.render.terminal import print_line, print_message
from aoc.site.client import raise_if_locked


@command
@days_argument("unlocked", several=False)
@flag("--print", "only_print", help="Only print the address.")
def open_command(day: str | None, year: int | None, only_print: bool) -> None:
    """Open the page of DAY in the browser, and print its address."""
    puzzle = select_one_puzzle(project_or_folder(), day, year, "open")
    if only_print:
        print_line(puzzle.url)
    else:
        open_page(puzzle)


def open_page(puzzle: Puzzle) -> None:
    """Open the page of a puzzle in the browser, and print its address. Raises `LockedError`."""
    # The site's author asks not to load a page again and again until it unlocks.
    raise_if_locked(puzzle)
    print_line(puzzle.url)
    if not webbrowser.open(puzzle.url):
        print_message("no browser can be opened here: open that address yourself")
