"""`aoc fetch`: fetch the inputs, puzzle pages and accepted answers that are not cached."""

from __future__ import annotations

import sys

import click

from aoc.commands.days_argument import YEAR, select_any_puzzles
from aoc.commands.option_checks import check_one_of
from aoc.commands.shared_options import debug_option
from aoc.errors import SiteError
from aoc.program import as_typed
from aoc.project import project_or_folder
from aoc.render.message import print_message
from aoc.render.output import print_line
from aoc.site.accounts import Account, Accounts


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
    from aoc.render.fetch_progress import FetchProgress, complete_text
    from aoc.site.fetcher import fetch_missing, plan_fetches, unlocked_puzzles

    problems: list[SiteError] = []
    unlocked = unlocked_puzzles(puzzles)
    plans = plan_fetches(accounts, unlocked, problems, update=update)
    total = sum(plan.requests for plan in plans)
    with FetchProgress(sys.stdout, total, quiet=quiet) as observer:
        inputs, pages = fetch_missing(plans, observer, problems)
    if not quiet and not problems and not total:
        unsolved = not update and any(plan.may_have_changed(unlocked) for plan in plans)
        print_line(as_typed(complete_text(unlocked, [plan.user for plan in plans], unsolved)))
    elif not quiet and not problems:
        print_line(f"Fetched {count(inputs, 'input')} and {count(pages, 'page')}.")
    for text in dict.fromkeys(str(problem) for problem in problems):
        print_message(text)
    return problems[0].exit_code if problems else 0


def accounts_with_token(user: str | None, *, all_users: bool) -> list[Account]:
    """Return the accounts to fetch for. Raises `SiteError` if none of them has a token."""
    accounts = Accounts()
    if user is None and not accounts.tokens() and accounts.default_token() is None:
        raise SiteError(f"{accounts.why_no_token()}: log in with `aoc login`")
    chosen = accounts.choose(user, all_users=all_users)
    with_token = [account for account in chosen if account.token is not None]
    if not with_token:
        raise SiteError(f"no session token for {chosen[0].name}: log in with `aoc login`")
    return with_token


def count(number: int, noun: str) -> str:
    """Return a number with a noun, as in `2 inputs`."""
    return f"{number} {noun}{'s' * (number != 1)}"
