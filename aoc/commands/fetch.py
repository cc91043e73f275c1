"""Every day: Fetch inputs, puzzle pages and accepted answers."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from aoc.commands.options import command, days_argument, flag, option
from aoc.days import select_puzzles
from aoc.errors import DeadSessionError, LockedError, SiteError
from aoc.model import Puzzle, now, unlock_time
from aoc.program import as_typed
from aoc.project import project_or_folder
from aoc.render.format import counted, puzzles_text
from aoc.render.screen import Screen
from aoc.render.terminal import print_line
from aoc.site.accounts import NO_TOKEN, Accounts
from aoc.site.cache import Cache

if TYPE_CHECKING:
    from aoc.site.client import Client


@command
@days_argument("unlocked")
@option("--user", metavar="NAME", help="The account to use, a part of its name, or all.")
@flag("--update", help="Fetch the pages of unsolved puzzles again.")
@flag("-q", "--quiet", help="Show only errors.")
def fetch(
    days: tuple[str, ...], year: int | None, user: str | None, update: bool, quiet: bool
) -> int:
    """Fetch the inputs, puzzle pages and accepted answers of DAYS into the cache.

    What is in the cache is not fetched again. There is a pause between requests, as the site's
    author asks: a whole year takes almost a minute.
    """
    puzzles = select_puzzles(project_or_folder(), days, year, with_module=False)
    accounts = Accounts().choose(user)
    if not accounts:
        raise SiteError(NO_TOKEN)
    unlocked = [puzzle for puzzle in puzzles if unlock_time(puzzle) <= now()]
    if not unlocked:
        raise LockedError(min(puzzles))
    from aoc.site.client import Client

    screen = Screen(sys.stdout, quiet=quiet)
    counts: Counter[str] = Counter()
    problems: list[SiteError] = []
    for account in accounts:
        try:
            client = Client(account)
            whose = f" for {client.user_id()}" if len(accounts) > 1 else ""
            files = missing_files(client, unlocked, update=update)
            for number, (puzzle, kinds) in enumerate(files, 1):
                for kind in kinds:
                    screen.show(f"{number}/{len(files)}{whose}: {puzzle} {kind}")
                    if kind == "input":
                        client.fetch_input(puzzle)
                    else:
                        client.page(puzzle, partial(good_page, client.cache, update=update))
                    counts[kind] += 1
                screen.clear()
                if not quiet:
                    print_line(f"{puzzle} {' and '.join(kinds)}{whose}")
        except SiteError as error:
            problems.append(error)
            if not isinstance(error, DeadSessionError):
                break  # it would be the same for the next account
        finally:
            screen.clear()
    code = Screen(sys.stderr).errors(problems)
    if not quiet and not problems:
        whose = f", for {len(accounts)} accounts" if len(accounts) > 1 else ""
        print_line(as_typed(end_text(counts, f"{puzzles_text(unlocked)}{whose}", update=update)))
    return code


def missing_files(
    client: Client, puzzles: Sequence[Puzzle], *, update: bool
) -> list[tuple[Puzzle, list[str]]]:
    """Return the puzzles of which files have to be fetched for an account, and these files."""
    user = client.user_id()
    found = []
    for puzzle in puzzles:
        kinds = ["input"] if client.cache.usable_input(user, puzzle) is None else []
        if good_page(client.cache, user, puzzle, update=update) is None:
            kinds.append("page")
        if kinds:
            found.append((puzzle, kinds))
    return found


def good_page(cache: Cache, user: str, puzzle: Puzzle, *, update: bool) -> str | None:
    """Return the cached page, unless it has to be fetched.

    With `update`, that is so if more parts may have been solved since it was cached.
    """
    page = cache.current_page(user, puzzle)
    return page.html if page and (page.parts_solved == 2 or not update) else None


def end_text(counts: Counter[str], complete: str, *, update: bool) -> str:
    """Return the last line of a fetch: how many files, or else which puzzles are `complete`."""
    if counts:
        files = (counted(counts[kind], kind) for kind in ("input", "page"))
        return f"Fetched {' and '.join(files)}."
    again = "" if update else "; `aoc fetch --update` fetches the pages of unsolved puzzles again"
    return f"Nothing left to fetch for {complete}{again}."
