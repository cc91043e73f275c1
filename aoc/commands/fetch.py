"""Fetch inputs, puzzle pages and accepted answers."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from aoc.commands.options import command, days_argument, flag, option
from aoc.errors import LockedError, SiteError
from aoc.model.puzzles import Puzzle, is_open
from aoc.project.day_selection import select_puzzles
from aoc.project.project import project_or_folder
from aoc.render.format import counted
from aoc.render.screen import Screen
from aoc.render.terminal import print_line
from aoc.site.accounts import NOBODY, Accounts, few_of
from aoc.site.cache import Cache

if TYPE_CHECKING:
    from aoc.site.client import Client, FindPage


@command
@days_argument
@option("-u", "--user", metavar="NAME", help="The account to use, a part of its name, or all.")
@flag("--update", help="Fetch the pages of unsolved puzzles again.")
def fetch(days: tuple[str, ...], year: int | None, user: str | None, update: bool) -> int:
    """Fetch the inputs, puzzle pages and accepted answers of DAYS into the cache.

    What is in the cache is not fetched again. A whole year takes almost a
    minute, since the site's author asks for pauses.
    """
    from aoc.site.client import Client, go_by_site_time

    go_by_site_time()
    project = project_or_folder()
    puzzles = select_puzzles(project, days, year, "fetch", with_module=False)
    # Nobody has no token, and the error about that names the next step.
    accounts = Accounts().choose(user) or [NOBODY]
    # Of a year that is running, the unlocked days are fetched.
    unlocked = [puzzle for puzzle in puzzles if is_open(puzzle)]
    if not unlocked:
        raise LockedError(min(puzzles))
    find: FindPage = Cache().current_page
    if update:
        find = partial(Cache().current_page, age=0)
    screen = Screen(sys.stdout)
    fetched: Counter[str] = Counter()
    problems: list[SiteError] = []
    for account in accounts:
        try:
            client = Client(account)
            whose = f" for {client.user_id()}" if len(accounts) > 1 else ""
            for number, puzzle in enumerate(unlocked, 1):
                missing = missing_files(client, puzzle, find)
                for file in missing:
                    screen.show(f"{number}/{len(unlocked)}{whose}: {puzzle} {file}")
                    if file == "input":
                        client.fetch_input(puzzle)
                    else:
                        client.page(puzzle, find)
                    fetched[file] += 1
                screen.clear()
                if missing:
                    print_line(f"{puzzle} {' and '.join(missing)}{whose}")
        except SiteError as error:
            # The other accounts may have sessions that the site knows.
            problems.append(error)
        finally:
            screen.clear()
    code = Screen(sys.stderr).errors(problems)
    if not problems:
        print_line(summary_of(fetched, unlocked, update=update))
    return code


def missing_files(client: Client, puzzle: Puzzle, find: FindPage) -> list[str]:
    """Return what the cache of an account lacks of a puzzle: its `input`, its `page`."""
    user = client.user_id()
    missing = []
    if client.cache.usable_input(user, puzzle) is None:
        missing.append("input")
    if find(user, puzzle) is None:
        missing.append("page")
    return missing


def summary_of(fetched: Counter[str], puzzles: Sequence[Puzzle], *, update: bool) -> str:
    """Return the last line: how much was fetched, or that all was there."""
    if fetched:
        inputs = counted(fetched["input"], "input")
        return f"Fetched {inputs} and {counted(fetched['page'], 'page')}."
    text = f"Nothing left to fetch for {few_of(map(str, puzzles))}"
    if not update:
        text += "; `aoc fetch --update` fetches the pages of unsolved puzzles again"
    return f"{text}."
