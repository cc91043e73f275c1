"""`aoc fetch`: get what is missing of inputs, puzzle pages and accepted answers."""

from __future__ import annotations

import sys

import click

from aoc.errors import SiteError
from aoc.inputs import choose_accounts
from aoc.project import project_or_folder
from aoc.registry import name_puzzles
from aoc.render.message import tell
from aoc.site.accounts import Account
from aoc.site.cache import Cache


@click.command()
@click.argument("days", nargs=-1)
@click.option("--year", type=click.IntRange(2015, 2999), help="The year of DAYS.")
@click.option("--user", metavar="NAME", help="For whom; a part of the name is enough.")
@click.option("--all-users", is_flag=True, help="For everybody.")
@click.option("--update", is_flag=True, help="Also pages of unsolved puzzles anew.")
@click.option("-q", "--quiet", is_flag=True, help="Show only what goes wrong.")
@click.option("--debug", is_flag=True, help="Show the traceback of an error of aoc's own.")
def fetch(
    days: tuple[str, ...],
    year: int | None,
    user: str | None,
    all_users: bool,
    update: bool,
    quiet: bool,
    debug: bool,
) -> int:
    """Get inputs, puzzle pages and accepted answers of DAYS from the site, and keep them.

    What is kept already is not asked for again. Requests are spaced out, as the site's author
    asks: a whole year takes most of a minute.
    """
    if user is not None and all_users:
        raise click.UsageError("choose one of --user and --all-users")
    puzzles = name_puzzles(project_or_folder(), days, year)
    cache = Cache()
    accounts = accounts_with_token(cache, user, all_users)
    from aoc.render.fetch_progress import Fetching
    from aoc.site.fetcher import collect, make_plans, unlocked

    problems: list[SiteError] = []
    plans = make_plans(accounts, unlocked(puzzles), problems, update=update)
    total = sum(plan.requests for plan in plans)
    with Fetching(sys.stdout, total, quiet=quiet) as observer:
        inputs, pages = collect(plans, observer, problems)
    if not quiet and not problems:
        click.echo(f"Fetched {count(inputs, 'input')} and {count(pages, 'page')}.")
    for text in dict.fromkeys(str(problem) for problem in problems):
        tell(text)
    return problems[0].exit_code if problems else 0


def accounts_with_token(cache: Cache, user: str | None, all_users: bool) -> list[Account]:
    """Find the accounts that are meant; raises `SiteError` if there is no token for any."""
    if user is None and not cache.tokens() and cache.default_token() is None:
        raise SiteError(f"{cache.missing()}: `aoc login`")
    accounts = choose_accounts(cache, user, all_users)
    found = [account for account in accounts if account.token is not None]
    if not found:
        raise SiteError(f"no session token of {accounts[0].name}: `aoc login`")
    return found


def count(number: int, what: str) -> str:
    """Write a number of things."""
    return f"{number} {what}{'s' * (number != 1)}"
