"""Read a puzzle."""

from __future__ import annotations

import re
import sys
from functools import partial
from typing import TextIO
from urllib.parse import urljoin

from aoc.commands.options import command, day_argument, flag, shared_options
from aoc.errors import SiteError
from aoc.model.puzzles import Puzzle
from aoc.project.day_selection import select_one_puzzle
from aoc.project.project import project_or_folder
from aoc.render.terminal import print_message, write
from aoc.site.accounts import NOBODY, Accounts
from aoc.site.cache import Cache
from aoc.site.recent_copies import FRESH
from aoc.text import printable

PART_2 = "--- Part Two ---"
DAY_HEADING = re.compile(r"^Day [0-9]+: ")
"""The start of the first heading, which does not say the year."""


@command
@day_argument
@shared_options("user")
@flag("--update", help="Fetch the page again.")
def read(day: str | None, year: int | None, user: str | None, update: bool) -> None:
    """Show the puzzle of DAY: part 1, and part 2 after part 1 is solved.

    The page is cached, and fetched again only if it may have changed. Without an account, only
    part 1 is shown.
    """
    from aoc.site.client import client_of, go_by_site_time

    go_by_site_time()
    puzzle = select_one_puzzle(project_or_folder(), day, year, "read")
    cache = Cache()
    account = Accounts().find(user) or NOBODY
    try:
        if update:
            page = client_of(account).fetch_page(puzzle)
        else:
            find = partial(cache.current_page, age=FRESH)
            page = client_of(account).page(puzzle, find)
    except SiteError as error:
        # Where the site cannot be reached, an older page is better than none.
        cached = cache.read_page(account.id or "", puzzle)
        if not cached:
            raise
        page = cached
        print_message(f"this is the cached page; {error}")
    else:
        if account.token is None and PART_2 not in page:
            print_message("no session token, so only part 1 is shown: log in with `aoc login`")
    show_markdown(to_markdown(page, puzzle), sys.stdout)


def to_markdown(html: str, puzzle: Puzzle) -> str:
    """Return the parts of a puzzle page as Markdown, with the year and with complete addresses."""
    import bs4
    from markdownify import MarkdownConverter

    from aoc.site.pages import puzzle_html

    page = bs4.BeautifulSoup(puzzle_html(html), "html.parser")
    for link in page.find_all("a", href=True):
        link["href"] = urljoin(puzzle.url, str(link["href"]))
    for number, heading in enumerate(page.find_all("h2")):
        text = heading.text.strip(" -")
        if number == 0:
            text = f"{puzzle} {DAY_HEADING.sub('', text)}"
        heading.string = text
    converter = MarkdownConverter(heading_style="ATX", bullets="-", escape_misc=False)
    lines = str(converter.convert_soup(page)).splitlines()
    # Blanks at the end of a line would be a line break in Markdown.
    return "\n".join(line.rstrip() for line in lines).strip() + "\n"


def show_markdown(text: str, out: TextIO) -> None:
    """Print Markdown, formatted if `out` is a terminal."""
    if not out.isatty():
        write(out, text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(file=out).print(Markdown(printable(text)))
