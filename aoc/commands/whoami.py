"""`aoc whoami`: show which accounts are logged in, and which one is used by default."""

from __future__ import annotations

import os
import sys

import click

from aoc.commands.options import debug_option
from aoc.errors import SiteError
from aoc.render.json_lines import write_json
from aoc.render.message import print_message
from aoc.render.terminal import print_line
from aoc.site.accounts import NO_TOKEN, Account, Accounts


@click.command()
@click.option("--check", is_flag=True, help="Ask the site whether the sessions still work.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per account.")
@debug_option
def whoami(check: bool, as_json: bool, debug: bool) -> int:
    """Show the accounts that are logged in, the default one first.

    The site is asked only about new tokens, or with --check.
    """
    accounts = Accounts()
    sessions = accounts.logged_in()
    if not sessions:
        raise SiteError(NO_TOKEN)
    code = 0
    for name, account in sessions.items():
        problem = None
        if check or account.id is None:
            try:
                user = fetch_and_store_id(accounts, account)
                # Without an id, an account has a name that is made of its token.
                name = user if name == account.name else name
                account = account._replace(id=user)
            except SiteError as error:
                problem, code = str(error), error.exit_code
        is_default = account.token == accounts.default_token()
        if as_json:
            session = {"id": account.id, "name": name, "default": is_default, "problem": problem}
            write_json(sys.stdout, session)
        else:
            print_line(to_line(name, account, is_default=is_default))
        if problem:
            print_message(problem)
    return code


def fetch_and_store_id(accounts: Accounts, account: Account) -> str:
    """Ask the site for the id of an account, and store it if it is new."""
    from aoc.site.client import Client

    client = Client(account._replace(id=None))
    user = client.fetch_user_id()
    return user if accounts.id_of(client.token) == user else accounts.store_id(client.token, user)


def to_line(name: str, account: Account, *, is_default: bool) -> str:
    """Return a line about an account for people."""
    called = [name] if name not in (account.name, account.id) else []
    used = ["default" + (" (AOC_SESSION)" if os.environ.get("AOC_SESSION") else "")]
    words = [f"token {account.hint}", *called, *(used if is_default else [])]
    return f"{account.id or 'unknown'}  {', '.join(words)}"
