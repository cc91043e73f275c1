"""Fetch inputs, puzzle pages and accepted answers."""

from __future__ import annotations

import sys
from collections import Counter
from functools import partial

from aoc.commands.options import command, days_argument, flag, option
from aoc.errors import DeadSessionError, LockedError, SiteError
from aoc.model.puzzles import now, unlock_time
from aoc.program import as_typed
from aoc.project.days import select_puzzles
from aoc.project.project import project_or_folder
from aoc.render.format import counted
from aoc.render.screen import Screen
from aoc.render.terminal import print_line
from aoc.site.accounts import NOBODY, Accounts, few_of
from aoc.site.cache import Cache


@command
@days_argument("unlocked")
@option(
    "--user", metavar="NAME", help="The account to use, a part of its name, or all."
)
@flag("--update", help="Fetch the pages of unsolved puzzles again.")
@flag("-q", "--quiet", help="Show only errors.")
def fetch(
    days: tuple[str, ...], year: int | None, user: str | None, update: bool, quiet: bool
) -> int:
    """Fetch the inputs, puzzle pages and accepted answers of DAYS into the cache.

    What is in the cache is not fetched again. A whole year takes almost a
    minute, since the site's author asks for pauses.
    """
    project = project_or_folder()
    puzzles = select_puzzles(
        project, days, year, "fetch", with_module=False, runs=False
    )
    accounts = Accounts().choose(user) or [NOBODY]
    unlocked = [puzzle for puzzle in puzzles if unlock_time(puzzle) <= now()]
    if not unlocked:
        raise LockedError(min(puzzles))
    from aoc.site.client import Client

    find = partial(Cache().current_page, age=0) if update else Cache().current_page
    screen = Screen(sys.stdout, quiet=quiet)
    counts: Counter[str] = Counter()
    problems: list[SiteError] = []
    for account in accounts:
        try:
            client = Client(account)
            whose = f" for {client.user_id()}" if len(accounts) > 1 else ""
            for number, puzzle in enumerate(unlocked, 1):
                has_input = (
                    client.cache.usable_input(client.user_id(), puzzle) is not None
                )
                kinds = [] if has_input else ["input"]
                kinds += [] if find(client.user_id(), puzzle) else ["page"]
                for kind in kinds:
                    screen.show(f"{number}/{len(unlocked)}{whose}: {puzzle} {kind}")
                    if kind == "input":
                        client.fetch_input(puzzle)
                    else:
                        client.page(puzzle, find)
                    counts[kind] += 1
                screen.clear()
                if kinds and not quiet:
                    print_line(f"{puzzle} {' and '.join(kinds)}{whose}")
        except SiteError as error:
            problems.append(error)
            if not isinstance(error, DeadSessionError):
                break  # it would be the same for the next account
        finally:
            screen.clear()
    code = Screen(sys.stderr).errors(problems)
    if quiet or problems:
        return code
    if counts:
        files = (counted(counts[kind], kind) for kind in ("input", "page"))
        print_line(f"Fetched {' and '.join(files)}.")
        return code
    whose = f", for {len(accounts)} accounts" if len(accounts) > 1 else ""
    again = (
        ""
        if update
        else "; `aoc fetch --update` fetches the pages of unsolved puzzles again"
    )
    print_line(
        as_typed(
            f"Nothing left to fetch for {few_of(map(str, unlocked))}{whose}{again}."
        )
    )
    return code
