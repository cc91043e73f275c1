"""`aoc fetch`: fetch the inputs, puzzle pages and accepted answers that are not cached."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from aoc.commands.days_argument import YEAR, select_any_puzzles
from aoc.commands.options import check_one_of, debug_option
from aoc.errors import DeadSessionError, LockedError, SiteError
from aoc.model import Puzzle, now, unlock_time
from aoc.program import as_typed
from aoc.project import project_or_folder
from aoc.render.message import print_message
from aoc.render.terminal import print_line
from aoc.site.accounts import NO_TOKEN, Account, Accounts
from aoc.site.cache import Cache

if TYPE_CHECKING:
    from aoc.render.fetch_progress import FetchProgress
    from aoc.site.client import Client


@click.command()
@click.argument("days", nargs=-1)
@click.option("--year", type=YEAR, help="The year of DAYS.")
@click.option("--user", metavar="NAME", help="The account to use; a part of its name is enough.")
@click.option("--all-users", is_flag=True, help="Fetch for all accounts.")
@click.option("--update", is_flag=True, help="Fetch the pages of unsolved puzzles again.")
@click.option("-q", "--quiet", is_flag=True, help="Show only errors.")
@debug_option
def fetch(
    days: tuple[str, ...],
    year: int | None,
    user: str | None,
    all_users: bool,
    update: bool,
    quiet: bool,
    debug: bool,
) -> int:
    """Fetch the inputs, puzzle pages and accepted answers of DAYS into the cache.

    What is in the cache is not fetched again. There is a pause between requests, as the site's
    author asks: a whole year takes almost a minute.
    """
    check_one_of({"--user": user is not None, "--all-users": all_users})
    puzzles = select_any_puzzles(project_or_folder(), days, year)
    accounts = accounts_with_token(user, all_users=all_users)
    unlocked = [puzzle for puzzle in puzzles if unlock_time(puzzle) <= now()]
    if not unlocked:
        raise LockedError(min(puzzles))
    from aoc.render.fetch_progress import FetchProgress, complete_text

    problems: list[SiteError] = []
    clients = identified(accounts, problems)
    wanted = [(client, files_to_fetch(client, unlocked, update=update)) for client in clients]
    total = sum(len(kinds) for _, files in wanted for _, kinds in files)
    with FetchProgress(sys.stdout, total, quiet=quiet) as progress:
        counts = fetch_files(wanted, progress, problems, update=update)
    if not quiet and not problems and not total:
        unsolved = not update and any(files_to_fetch(c, unlocked, update=True) for c in clients)
        users = [client.user_id() for client in clients]
        print_line(as_typed(complete_text(unlocked, users, unsolved)))
    elif not quiet and not problems:
        print_line(
            f"Fetched {count(counts['input'], 'input')} and {count(counts['page'], 'page')}."
        )
    for text in dict.fromkeys(str(problem) for problem in problems):
        print_message(text)
    return problems[0].exit_code if problems else 0


def identified(accounts: Sequence[Account], problems: list[SiteError]) -> list[Client]:
    """Return the clients of accounts whose ids are known now; the errors go to `problems`.

    An account whose session is dead is left out; after any other error, so are the rest.
    """
    from aoc.site.client import Client

    clients = []
    for account in accounts:
        client = Client(account)
        try:
            client.user_id()
        except SiteError as error:
            problems.append(error)
            if isinstance(error, DeadSessionError):
                continue
            break
        clients.append(client)
    return clients


def files_to_fetch(
    client: Client, puzzles: Sequence[Puzzle], *, update: bool
) -> list[tuple[Puzzle, list[str]]]:
    """Return the puzzles of which files have to be fetched for an account, and these files."""
    user = client.user_id()
    found = []
    for puzzle in puzzles:
        lacks_input = client.cache.usable_input(user, puzzle) is None
        lacks_page = good_page(client.cache, user, puzzle, update=update) is None
        kinds = ["input"] * lacks_input + ["page"] * lacks_page
        if kinds:
            found.append((puzzle, kinds))
    return found


def good_page(cache: Cache, user: str, puzzle: Puzzle, *, update: bool) -> str | None:
    """Return the cached page, unless it has to be fetched.

    With `update`, that is so if more parts may have been solved since it was cached.
    """
    page = cache.current_page(user, puzzle)
    return page.html if page and (page.parts_solved == 2 or not update) else None


def fetch_files(
    wanted: Sequence[tuple[Client, Sequence[tuple[Puzzle, list[str]]]]],
    progress: FetchProgress,
    problems: list[SiteError],
    *,
    update: bool,
) -> Counter[str]:
    """Fetch files, and return how many of each kind; the errors go to `problems`.

    A locked puzzle is left out. A dead session ends the fetching for its account, any other error
    of the site ends all fetching; what was fetched before stays cached.
    """
    counts: Counter[str] = Counter()
    for client, files in wanted:
        whose = f" for {client.user_id()}" if len(wanted) > 1 else ""
        for puzzle, kinds in files:
            fetched: list[str] = []
            try:
                for kind in kinds:
                    progress.show_request(f"{puzzle} {kind}")
                    if kind == "input":
                        client.fetch_input(puzzle)
                    else:
                        client.page(puzzle, partial(good_page, client.cache, update=update))
                    fetched.append(kind)
                    progress.count_request()
            except LockedError as error:
                problems.append(error)
            except DeadSessionError as error:
                problems.append(error)
                break
            except SiteError as error:
                problems.append(error)
                return counts
            finally:
                counts.update(fetched)
                if fetched:
                    progress.show_fetched(f"{puzzle} {' and '.join(fetched)}{whose}")
    return counts


def accounts_with_token(user: str | None, *, all_users: bool) -> list[Account]:
    """Return the accounts to fetch for. Raises `SiteError` if none of them has a token."""
    accounts = Accounts()
    if user is None and not accounts.tokens() and accounts.default_token() is None:
        raise SiteError(NO_TOKEN)
    chosen = accounts.choose(user, all_users=all_users)
    with_token = [account for account in chosen if account.token is not None]
    if not with_token:
        raise SiteError(f"no session token for {chosen[0].name}: log in with `aoc login`")
    return with_token


def count(number: int, noun: str) -> str:
    """Return a number with a noun, as in `2 inputs`."""
    return f"{number} {noun}{'s' * (number != 1)}"
