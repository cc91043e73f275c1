"""`aoc login`: read a session token, check it with the site, and store it where aocd looks."""

from __future__ import annotations

import os
import sys

import click

from aoc.commands.options import debug_option
from aoc.errors import DeadSessionError, UsageError
from aoc.files import read_any
from aoc.render.message import print_message
from aoc.render.terminal import print_line
from aoc.site.accounts import Account, Accounts, extract_token

HOW = (
    "log in to adventofcode.com in a browser, open its developer tools (F12), and copy the "
    "value of the cookie `session`"
)


@click.command()
@click.argument("words", nargs=-1, metavar="")
@click.option("--token-file", metavar="FILE", help="Read the token from this file, or - for stdin.")
@click.option("--name", metavar="NAME", help="A name for the account.  [default: its id]")
@click.option(
    "--default/--no-default",
    default=True,
    help="Use this account by default, without --user, or not.  [default: --default]",
)
@debug_option
def login(
    words: tuple[str, ...], token_file: str | None, name: str | None, default: bool, debug: bool
) -> int:
    """Log in to an account: store its session token. Repeat this when the session has expired.

    Asks for the session token without showing it, or reads it from stdin if that is not a
    terminal. Then it asks the site which account the token belongs to.
    """
    if words:
        raise click.UsageError(
            "a session token on the command line can be read by other users, and stays in the "
            "history of the shell: leave it out, and enter it when `aoc login` asks for it"
        )
    token = read_token(token_file)
    from aoc.site.client import Client

    client = Client(Account(None, token))
    hint = client.account.hint
    try:
        user = client.fetch_user_id()
    except DeadSessionError:
        raise DeadSessionError(
            f"adventofcode.com does not accept the session token {hint}, so nothing was changed: "
            "copy the cookie `session` again, from a browser that is logged in"
        ) from None
    stored_name = Accounts().add(token, user, name, default=default)
    called = "" if stored_name == user else f", called {stored_name}"
    print_line(f"Logged in as {user}{called} (token {hint}).")
    in_environment = os.environ.get("AOC_SESSION", "").strip()
    if in_environment and in_environment != token:
        print_message("AOC_SESSION is set to another token, which is used instead: unset it")
    return 0


def read_token(path: str | None) -> str:
    """Read the token from a file, from stdin, or from the user at the terminal.

    Raises `UsageError` if there is none.
    """
    if path is not None and path != "-":
        text, source = read_file(path), f"--token-file {path}"
    elif path == "-" or not has_terminal():
        text, source = read_stdin(), "stdin"
        if not text.strip() and path is None:
            raise UsageError(
                "there is no terminal to ask for the session token, and stdin is empty: "
                "run `aoc login` in a terminal, or `aoc login --token-file FILE`"
            )
    else:
        print_message(f"to find the session token, {HOW}")
        text = click.prompt(
            "Session token", hide_input=True, err=True, default="", show_default=False
        )
        source = "what was entered"
    token = extract_token(text)
    if token is None:
        length = f" ({len(text.strip())} characters)" if text.strip() else ""
        raise UsageError(
            f"no session token in {source}{length}: a token is 128 digits from 0-9 and a-f; {HOW}"
        )
    return token


def has_terminal() -> bool:
    """Return whether stdin is a terminal, where a person can be asked."""
    return sys.stdin is not None and sys.stdin.isatty()


def read_stdin() -> str:
    """Return all of stdin, in any encoding; an empty text if it is closed or cannot be read."""
    try:
        return read_any("-").decode("utf-8", "replace")
    except OSError:
        return ""


def read_file(path: str) -> str:
    """Return the text of a file that should contain a token, in any encoding."""
    try:
        # It may be a FIFO, as in `--token-file <(pass adventofcode)`.
        return read_any(path).decode("utf-8", "replace")
    except OSError as error:
        raise UsageError(f"--token-file {path} cannot be read: {error.strerror}") from None
