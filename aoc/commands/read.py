"""`aoc read`: a puzzle as Markdown, drawn on a terminal and plain elsewhere."""

from __future__ import annotations

import os
import sys
import time

import click

from aoc.errors import SiteError
from aoc.inputs import choose_accounts
from aoc.project import project_or_folder
from aoc.puzzle import Puzzle
from aoc.registry import name_puzzles
from aoc.render.message import tell
from aoc.site.accounts import Account
from aoc.site.cache import Cache
from aoc.site.fetcher import has_page, is_complete

FRESH = 15 * 60
"""Seconds for which a kept page is believed though more parts may have been solved since."""


@click.command()
@click.argument("day", required=False)
@click.option("--year", type=click.IntRange(2015, 2999), help="The year of DAY.")
@click.option("--user", metavar="NAME", help="As whom; a part of the name is enough.")
@click.option("--update", is_flag=True, help="Ask the site for the page anew.")
@click.option("--debug", is_flag=True, help="Show the traceback of an error of aoc's own.")
def read(day: str | None, year: int | None, user: str | None, update: bool, debug: bool) -> int:
    """Show the puzzle of DAY, with both parts once part 1 is solved.

    The page is kept, and asked for again only where it may have changed.
    """
    puzzles = name_puzzles(project_or_folder(), (day,) if day else (), year)
    if len(puzzles) > 1:
        raise click.UsageError(f"{day!r} are several days: read one at a time")
    [puzzle] = puzzles
    cache = Cache()
    [account] = choose_accounts(cache, user, all_users=False) or [Account(None, None)]
    html = kept_page(cache, account, puzzle) if not update else None
    if html is None:
        html = fresh_page(cache, account, puzzle)
    from aoc.render.puzzle_text import show_markdown, to_markdown

    show_markdown(to_markdown(html, puzzle), sys.stdout)
    return 0


def kept_page(cache: Cache, account: Account, puzzle: Puzzle) -> str | None:
    """Give the page that is kept, unless it may have changed since."""
    user = account.id or ""
    kept = cache.prose(user, puzzle)
    if kept is None:
        return None
    html, solved = kept
    age = time.time() - modified(cache.own_prose_path(user, puzzle, solved))
    if is_complete(cache, user, puzzle) or (has_page(cache, user, puzzle) and 0 <= age < FRESH):
        return html
    return None


def modified(path: str) -> float:
    """Say when a file was written, in seconds since the epoch; long ago if it is not there."""
    try:
        return os.stat(path).st_mtime
    except OSError:
        return 0.0


def fresh_page(cache: Cache, account: Account, puzzle: Puzzle) -> str:
    """Fetch a page; where that fails, the one that is kept has to do."""
    try:
        if account.token is None:
            raise SiteError(f"{cache.missing()}: `aoc login`")
        from aoc.site.client import Client

        return Client(account).page(puzzle)
    except SiteError as error:
        kept = cache.prose(account.id or "", puzzle)
        if kept is None:
            raise
        tell(f"this is the page as it was kept; {error}")
        return kept[0]
