"""`aoc logout`: remove the session tokens of an account; its inputs and answers stay."""

from __future__ import annotations

import os

import click

from aoc.errors import UsageError
from aoc.render.message import print_message
from aoc.site.accounts import Account, Accounts
from aoc.site.token_files import Tokens


@click.command()
@click.argument("name", required=False)
@click.option("--all", "all_accounts", is_flag=True, help="Of every account.")
@click.option("--debug", is_flag=True, help="Show the traceback of an error of aoc's own.")
def logout(name: str | None, all_accounts: bool, debug: bool) -> int:
    """Take away the session tokens of the account NAME, or else of the default account.

    A part of the name is enough. What is cached for it stays, and is used as before.
    """
    if name is not None and all_accounts:
        raise click.UsageError("--all means every account: leave NAME out")
    accounts = Accounts()
    chosen = choose_accounts(accounts, name, all_accounts=all_accounts)
    if not chosen:
        click.echo("Nobody is logged in.")
        return 0
    Tokens(accounts).remove(chosen)
    for account in chosen:
        click.echo(f"Logged out {account.name}; its inputs and answers are kept.")
    if os.environ.get("AOC_SESSION", "").strip() in {account.token for account in chosen}:
        print_message("AOC_SESSION still holds a token of it: unset it")
    left = [session.name for session in accounts.sessions()]
    if left and accounts.default_token() is None:
        print_message(f"no account is the default now; there is {', '.join(left)}")
    return 0


def choose_accounts(accounts: Accounts, name: str | None, *, all_accounts: bool) -> list[Account]:
    """Return the accounts to log out; raises `UsageError` for an account without a session."""
    sessions = accounts.sessions()
    if all_accounts:
        return [session.account for session in sessions]
    if name is None:
        if sessions and not sessions[0].default and len(sessions) > 1:
            names = ", ".join(session.name for session in sessions)
            raise UsageError(f"no account is the default: name one of {names}, or --all")
        return [sessions[0].account] if sessions else []
    account = accounts.find(name)
    if account is None or account.token is None:
        raise UsageError(f"{name} is not logged in")
    return [account]
