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
from aoc.site.accounts import NO_TOKEN, Accounts, Session


@click.command()
@click.option("--check", is_flag=True, help="Ask the site whether the sessions still work.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per account.")
@debug_option
def whoami(check: bool, as_json: bool, debug: bool) -> int:
    """Show the accounts that are logged in, the default one first.

    The site is asked only about new tokens, or with --check.
    """
    accounts = Accounts()
    sessions = accounts.sessions()
    if not sessions:
        raise SiteError(NO_TOKEN)
    code = 0
    for session in sessions:
        problem = None
        if check or session.account.id is None:
            try:
                session = with_id(session, fetch_and_store_id(accounts, session))
            except SiteError as error:
                problem, code = str(error), error.exit_code
        if as_json:
            write_json(sys.stdout, to_object(session, problem))
        else:
            print_line(to_line(session))
        if problem:
            print_message(problem)
    return code


def with_id(session: Session, user: str) -> Session:
    """Return a session with the id of its account, which is also its name if it had none."""
    has_name = session.name != session.account.name
    account = session.account._replace(id=user)
    return session._replace(name=session.name if has_name else user, account=account)


def fetch_and_store_id(accounts: Accounts, session: Session) -> str:
    """Ask the site for the account id of a session, and store it if it is new."""
    from aoc.site.client import Client

    token = session.account.token
    assert token is not None
    user = Client(session.account._replace(id=None)).fetch_user_id()
    if accounts.id_of(token) != user:
        accounts.store_id(token, user)
    return user


def to_line(session: Session) -> str:
    """Return a line about a session for people."""
    account = session.account
    called = [session.name] if session.name not in (account.name, account.id) else []
    used = ["default" + (" (AOC_SESSION)" if os.environ.get("AOC_SESSION") else "")]
    words = [f"token {account.hint}", *called, *(used if session.default else [])]
    return f"{account.id or 'unknown'}  {', '.join(words)}"


def to_object(session: Session, problem: str | None) -> dict[str, object]:
    """Return a session as the object that JSON has."""
    return {
        "id": session.account.id,
        "name": session.name,
        "default": session.default,
        "problem": problem,
    }
