"""`aoc read`: show a puzzle as Markdown, which is formatted on a terminal."""

from __future__ import annotations

import os
import sys
import time

import click

from aoc.commands.days_argument import YEAR, day_argument, select_one_puzzle
from aoc.commands.options import debug_option
from aoc.errors import SiteError
from aoc.model import Puzzle
from aoc.project import project_or_folder
from aoc.render.message import print_message
from aoc.site.accounts import NO_TOKEN, Account, Accounts
from aoc.site.cache import Cache

FRESH = 15 * 60
"""Seconds for which a cached page is used although more parts may have been solved since."""


@click.command()
@day_argument
@click.option("--year", type=YEAR, help="The year of DAY.")
@click.option("--user", metavar="NAME", help="The account to use; a part of its name is enough.")
@click.option("--update", is_flag=True, help="Fetch the page again.")
@debug_option
def read(day: str | None, year: int | None, user: str | None, update: bool, debug: bool) -> int:
    """Show the puzzle of DAY: part 1, and part 2 after part 1 is solved.

    The page is cached, and fetched again only if it may have changed.
    """
    puzzle = select_one_puzzle(project_or_folder(), day, year, "read")
    accounts = Accounts()
    [account] = accounts.choose(user) or [Account(None, None)]
    fresh = None if update else fresh_page(accounts.cache, account.id or "", puzzle)
    html = fresh or fetch_or_read_page(accounts, account, puzzle, update=update)
    from aoc.render.puzzle_text import show_markdown, to_markdown

    show_markdown(to_markdown(html, puzzle), sys.stdout)
    return 0


def fresh_page(cache: Cache, user: str, puzzle: Puzzle) -> str | None:
    """Return the cached page, or `None` if the page may have changed since."""
    page = cache.current_page(user, puzzle)
    if page is None:
        return None
    age = time.time() - modified_time(cache.own_page_path(user, puzzle, page.parts_solved))
    return page.html if page.parts_solved == 2 or 0 <= age < FRESH else None


def modified_time(path: str) -> float:
    """Return when a file was written, in seconds since the epoch; 0 if it does not exist."""
    try:
        return os.stat(path).st_mtime
    except OSError:
        return 0.0


def fetch_or_read_page(
    accounts: Accounts, account: Account, puzzle: Puzzle, *, update: bool
) -> str:
    """Fetch a page and return its HTML; if that fails, return the cached page, if any.

    Unless `update`, a page that another program has fetched in the meantime is not fetched again.
    """
    try:
        if account.token is None:
            raise SiteError(NO_TOKEN)
        from aoc.site.client import Client

        return Client(account).page(
            puzzle,
            lambda user, _: None if update else fresh_page(accounts.cache, user, puzzle),
        )
    except SiteError as error:
        page = accounts.cache.read_page(account.id or "", puzzle)
        if page is None:
            raise
        print_message(f"this is the cached page; {error}")
        return page.html
