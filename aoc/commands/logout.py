"""`aoc logout`: take an account's tokens away; its inputs and answers stay."""

from __future__ import annotations

import os

import click

from aoc.errors import UsageError
from aoc.render.message import tell
from aoc.site.accounts import Account
from aoc.site.cache import Cache
from aoc.site.tokens import Tokens


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
    tokens = Tokens()
    accounts = chosen(tokens, name, all_accounts)
    if not accounts:
        click.echo("Nobody is logged in.")
        return 0
    tokens.remove(accounts)
    for account in accounts:
        click.echo(f"Logged out {account.name}; its inputs and answers are kept.")
    if os.environ.get("AOC_SESSION", "").strip() in {account.token for account in accounts}:
        tell("AOC_SESSION still holds a token of it: unset it")
    left = [kept.name for kept in tokens.kept()]
    if left and Cache().default_token() is None:
        tell(f"no account is the default now; there is {', '.join(left)}")
    return 0


def chosen(tokens: Tokens, name: str | None, all_accounts: bool) -> list[Account]:
    """Find the accounts to log out; raises `UsageError` for a name of nobody who is logged in."""
    kept = tokens.kept()
    if all_accounts:
        return [one.account for one in kept]
    if name is None:
        if kept and not kept[0].default and len(kept) > 1:
            names = ", ".join(one.name for one in kept)
            raise UsageError(f"no account is the default: name one of {names}, or --all")
        return [kept[0].account] if kept else []
    account = tokens.cache.account(name)
    if account is None or account.token is None:
        raise UsageError(f"{name} is not logged in")
    return [account]
