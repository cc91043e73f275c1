"""`aoc whoami`: which accounts are logged in, and which of them is used."""

from __future__ import annotations

import json
import os

import click

from aoc.errors import SiteError
from aoc.render.message import tell
from aoc.site.cache import Cache
from aoc.site.tokens import Kept, Tokens


@click.command()
@click.option("--check", is_flag=True, help="Ask the site whether the sessions are alive.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per account.")
@click.option("--debug", is_flag=True, help="Show the traceback of an error of aoc's own.")
def whoami(check: bool, as_json: bool, debug: bool) -> int:
    """Show the accounts that are logged in, the one that is used by default first.

    Asks the site only about a token that it was never asked about, or with --check.
    """
    kept = Tokens().kept()
    if not kept:
        raise SiteError(f"{Cache().missing()}: `aoc login`")
    code = 0
    for one in kept:
        problem = None
        if check or one.account.id is None:
            try:
                one = told(one, ask(one))
            except SiteError as error:
                problem, code = str(error), error.exit_code
        click.echo(to_json(one, problem) if as_json else to_line(one))
        if problem:
            tell(str(problem))
    return code


def told(kept: Kept, user: str) -> Kept:
    """Put in whose account it is."""
    known = kept.name != kept.account.name
    return Kept(kept.name if known else user, kept.account._replace(id=user), kept.default)


def ask(kept: Kept) -> str:
    """Ask the site whose an account's token is."""
    from aoc.site.client import Client

    assert kept.account.token is not None
    user = Client(kept.account._replace(id=None)).look_up()
    if Cache().owner(kept.account.token) != user:
        Tokens().remember(kept.account.token, user)
    return user


def to_line(kept: Kept) -> str:
    """Write an account for people."""
    called = [kept.name] if kept.name not in (kept.account.name, kept.account.id) else []
    used = ["default" + (" (AOC_SESSION)" if os.environ.get("AOC_SESSION") else "")]
    words = [f"token {kept.account.hint}", *called, *(used if kept.default else [])]
    return f"{kept.account.id or 'unknown'}  {', '.join(words)}"


def to_json(kept: Kept, problem: str | None) -> str:
    """Write an account for machines."""
    about = {"id": kept.account.id, "name": kept.name, "default": kept.default, "problem": problem}
    return json.dumps(about)
