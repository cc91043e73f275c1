"""`aoc login`: read a session token, check it with the site, and store it where aocd looks."""

from __future__ import annotations

import os
import sys

import click

from aoc.errors import DeadSessionError, SiteError, UsageError
from aoc.render.message import print_message
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
    from aoc.site.token_files import Tokens

    client = Client(Account(None, token))
    hint = client.account.hint
    try:
        user = client.fetch_user_id()
    except DeadSessionError:
        raise DeadSessionError(
            f"adventofcode.com knows no session of token {hint}, nothing is changed: copy the "
            "cookie `session` anew from a browser that is logged in"
        ) from None
    stored_name = Tokens().add(token, user, name, default=default)
    called = "" if stored_name == user else f", called {stored_name}"
    click.echo(f"Logged in as {user}{called} (token {hint}).")
    in_environment = os.environ.get("AOC_SESSION", "").strip()
    if in_environment and in_environment != token:
        print_message("AOC_SESSION is set to another token and goes first: unset it")
    return 0


def read_token(path: str | None) -> str:
    """Read the token from a file, from stdin, or from the user at the terminal.

    Raises `UsageError` if there is none.
    """
    from aoc.site.token_files import extract_token

    if path is not None and path != "-":
        text, source = read_file(path), f"--token-file {path}"
    elif path == "-" or not sys.stdin.isatty():
        text, source = sys.stdin.read(), "stdin"
    else:
        click.echo(f"For the token, {HOW}.", err=True)
        text = click.prompt("Session token", hide_input=True, err=True, default="")
        source = "the answer"
    token = extract_token(text)
    if not token:
        raise UsageError(f"{source} has no token in it: {HOW}")
    return token


def read_file(path: str) -> str:
    """Return the text of a file that should hold a token."""
    try:
        # Editors on Windows may put a BOM at the start.
        with open(path, encoding="utf-8-sig") as file:
            return file.read()
    except OSError as error:
        raise UsageError(f"--token-file {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SiteError(f"--token-file {path} is not text: put the token alone into it") from None
