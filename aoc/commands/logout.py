"""`aoc logout`: remove the session tokens of an account; its inputs and answers stay."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from aoc.commands.options import debug_option
from aoc.errors import UsageError
from aoc.render.message import print_message
from aoc.render.terminal import print_line
from aoc.site.accounts import Account, Accounts


@click.command()
@click.argument("name", required=False)
@click.option("--all", "all_accounts", is_flag=True, help="Log out of all accounts.")
@debug_option
def logout(name: str | None, all_accounts: bool, debug: bool) -> int:
    """Log out of the account NAME, or of the default account: remove its session tokens.

    A part of the name is enough. The cached inputs and answers of the account stay.
    """
    if name is not None and all_accounts:
        raise click.UsageError("--all means all accounts: leave out NAME, or --all")
    accounts = Accounts()
    chosen = choose_accounts(accounts, name, all_accounts=all_accounts)
    staying = account_in_environment(accounts, chosen)
    removed = accounts.remove(chosen)
    for account in removed:
        print_line(f"Logged out {account.name}; its inputs and answers are kept.")
    if staying is not None:
        text = f"AOC_SESSION is a session token of {staying.name}, and stays set: unset it yourself"
        if not removed:
            raise UsageError(text)
        print_message(text)
    elif not removed:
        print_line("Nobody is logged in.")
    left = list(accounts.logged_in())
    if left and accounts.default_token() is None:
        if len(left) == 1:
            print_message(f"{left[0]} is the only account left, so it is used from now on")
        else:
            print_message(
                f"no account is the default now: use --user with {' or '.join(left)}, or log in "
                "again with `aoc login`"
            )
    return 0


def account_in_environment(accounts: Accounts, chosen: Sequence[Account]) -> Account | None:
    """Return the account of `AOC_SESSION` if it is among the chosen ones."""
    token = os.environ.get("AOC_SESSION", "").strip()
    if not token:
        return None
    here = Account(accounts.id_of(token), token)
    return here if any(here.token == a.token or here.name == a.name for a in chosen) else None


def choose_accounts(accounts: Accounts, name: str | None, *, all_accounts: bool) -> list[Account]:
    """Return the accounts to log out; raises `UsageError` for an account without a session."""
    sessions = accounts.logged_in()
    if all_accounts:
        return list(sessions.values())
    if name is None:
        if len(sessions) > 1 and accounts.default_token() is None:
            names = ", ".join(sessions)
            raise UsageError(f"no account is the default: name one of {names}, or use --all")
        return list(sessions.values())[:1]
    account = accounts.find(name)
    if account is None or account.token is None:
        raise UsageError(f"{name} is not logged in: `aoc whoami` shows the accounts that are")
    return [account]
