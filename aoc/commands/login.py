"""`aoc login`: take a session token, check it with the site, and keep it where aocd looks."""

from __future__ import annotations

import os
import sys

import click

from aoc.errors import DeadSessionError, SiteError, UsageError
from aoc.render.message import tell
from aoc.site.accounts import Account

HOW = (
    "log in to adventofcode.com in a browser, open its developer tools (F12), and copy the "
    "value of the cookie `session`"
)


@click.command()
@click.argument("words", nargs=-1, metavar="")
@click.option("--token-file", metavar="FILE", help="Take the token from this file, or - for stdin.")
@click.option("--name", metavar="NAME", help="What to call the account; its id, if not given.")
@click.option(
    "--default/--no-default",
    default=True,
    help="Use this account where no other is named; that is the rule for the newest.",
)
@click.option("--debug", is_flag=True, help="Show the traceback of an error of aoc's own.")
def login(
    words: tuple[str, ...], token_file: str | None, name: str | None, default: bool, debug: bool
) -> int:
    """Add an account, or the new session of one whose old session has expired.

    Asks for the session token without showing it; reads it from stdin where that is no terminal.
    The site is asked whose it is.
    """
    if words:
        raise click.UsageError(
            "a token on the command line can be read by everybody, and stays in the shell's "
            "history: leave it out, and enter it when asked"
        )
    token = read_token(token_file)
    from aoc.site.client import Client
    from aoc.site.tokens import Tokens

    client = Client(Account(None, token))
    hint = client.account.hint
    try:
        user = client.look_up()
    except DeadSessionError:
        raise DeadSessionError(
            f"adventofcode.com knows no session of token {hint}, nothing is changed: copy the "
            "cookie `session` anew from a browser that is logged in"
        ) from None
    kept = Tokens().add(token, user, name, default=default)
    called = "" if kept == user else f", called {kept}"
    click.echo(f"Logged in as {user}{called} (token {hint}).")
    named = os.environ.get("AOC_SESSION", "").strip()
    if named and named != token:
        tell("AOC_SESSION is set to another token and goes first: unset it")
    return 0


def read_token(path: str | None) -> str:
    """Read the token from a file, from stdin, or from somebody at the terminal.

    Raises `UsageError` where there is none.
    """
    from aoc.site.tokens import clean

    if path is not None and path != "-":
        text, source = read_file(path), f"--token-file {path}"
    elif path == "-" or not sys.stdin.isatty():
        text, source = sys.stdin.read(), "stdin"
    else:
        click.echo(f"For the token, {HOW}.", err=True)
        text = click.prompt("Session token", hide_input=True, err=True, default="")
        source = "the answer"
    token = clean(text)
    if not token:
        raise UsageError(f"{source} has no token in it: {HOW}")
    return token


def read_file(path: str) -> str:
    """Read a file that is to hold a token."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise UsageError(f"--token-file {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SiteError(f"--token-file {path} is not text: put the token alone into it") from None
