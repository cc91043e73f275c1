"""Log in to an account, list the accounts, or log out."""

from __future__ import annotations

import sys
from functools import partial

import click

from aoc.commands.options import Word, command, flag, option
from aoc.errors import SiteError, UsageError
from aoc.files import read_any, write_file
from aoc.project.settings import is_contact
from aoc.render.format import counted
from aoc.render.terminal import print_line, print_message
from aoc.site.accounts import NOBODY, Account, Accounts, contact_path, find_contact
from aoc.text import decode_text
from aoc.tokens import holds_token, token_in_environment, tokens_in

ask = partial(click.prompt, default="", show_default=False, err=True)
HOW = (
    "log in to adventofcode.com in a browser, open its developer tools (F12), and copy the "
    "value of the cookie `session`"
)


@command
@option(
    "--token-file",
    type=Word("file"),
    help="Read the token from this file, or - for stdin.",
)
@option("--name", metavar="NAME", help="A name for the account.  [default: its id]")
@flag("--no-default", "stays", help="Leave the default account as it is.")
@flag(
    *("--list", "lists"),
    excludes=["--remove", "--token-file", "--name", "--no-default"],
    help="List the accounts, the default one first.",
)
@option(
    "--remove",
    type=Word("user"),
    excludes=["--token-file", "--name", "--no-default"],
    help="Remove the tokens of an account, or of all.",
)
def login(
    token_file: str | None,
    name: str | None,
    stays: bool,
    lists: bool,
    remove: str | None,
) -> int:
    """Log in to an account: store its session token. Repeat this when the session has expired.

    Asks for the session token without showing it, or reads it from stdin if that is not a
    terminal. Then it asks the site whose it is. Removing an account leaves its cached inputs and
    answers.
    """
    if lists:
        return list_accounts()
    if remove is not None:
        remove_account(remove)
    else:
        add_account(token_file, name, default=not stays)
    return 0


def add_account(token_file: str | None, name: str | None, *, default: bool) -> None:
    """Read a token, check it with the site, and store it."""
    token = read_token(token_file)
    from aoc.site.client import Client

    client = Client(Account(None, token))
    user = client.fetch_user_id()
    stored_name = Accounts().add(token, user, name, default=default)
    called = "" if stored_name == user else f", called {stored_name}"
    print_line(f"Logged in as {user}{called} (token {client.account.hint}).")
    if token_in_environment() not in ("", token):
        print_message(
            "AOC_SESSION is set to another token, which is used instead: unset it"
        )


def list_accounts() -> int:
    """Print a line for each account, and return the exit code.

    The site is asked only for the id of a new token.
    """
    from aoc.site.client import Client

    accounts = Accounts()
    sessions = accounts.logged_in()
    if not sessions:
        NOBODY.require_token()
    default_words = "default (AOC_SESSION)" if token_in_environment() else "default"
    code = 0
    for name, account in sessions.items():
        words = [f"token {account.hint}"]
        words += [name] if name not in (account.name, account.id) else []
        words += [default_words] if account.token == accounts.default_token() else []
        try:
            user = Client(account).user_id()
        except SiteError as error:
            print_message(str(error))
            user, code = "unknown", error.exit_code
        print_line(f"{user}  {', '.join(words)}")
    return code


def remove_account(name: str) -> None:
    """Remove the tokens of the account with this name, or of all. Raises `UsageError`."""
    accounts = Accounts()
    chosen = accounts.choose(name, "--remove")
    removed = accounts.remove(chosen)
    for account in removed:
        print_line(f"Logged out {account.name}; its inputs and answers are kept.")
    staying = [account for account in chosen if account.token == token_in_environment()]
    for account in staying:
        print_message(
            f"AOC_SESSION still has a session of {account.name}: unset it yourself"
        )
    if not removed and not staying:
        raise UsageError(
            "there is no session to remove: `aoc login --list` shows those there are"
        )


def read_token(path: str | None) -> str:
    """Read the token from a file, from stdin, or from the user at the terminal.

    Raises `UsageError` if there is none.
    """
    asks = path is None and sys.stdin is not None and sys.stdin.isatty()
    if asks:
        print_message(f"to find the session token, {HOW}")
        source, text = "your entry", ask("Session token", hide_input=True)
    else:
        source = "stdin" if path in (None, "-") else f"--token-file {path}"
        try:
            # It may be a FIFO, as in `--token-file <(pass adventofcode)`.
            text = decode_text(read_any(path or "-"), "replace")
        except OSError as error:
            raise UsageError(f"{source} cannot be read: {error.strerror}") from None
    tokens = tokens_in(text)
    if len(tokens) > 1:
        raise UsageError(
            f"{source} has {len(tokens)} session tokens: enter one of them"
        )
    if not tokens:
        length = counted(len(text.strip()), "character")
        size = f"it has {length}, and a token has 128, as 53616c7465645f5f..."
        raise UsageError(f"no session token in {source} ({size}): {HOW}")
    if asks and find_contact() is None:
        print_message(
            "the author of adventofcode.com asks that each request names somebody to write to, in "
            "case a program misbehaves"
        )
        question = (
            "Your e-mail address or website, such as me@example.org (may be empty)?"
        )
        address = ask(question, prompt_suffix=" ", value_proc=to_address)
        # An empty file says that there is to be none.
        write_file(contact_path(), f"{address}\n", private=True)
    return tokens[0]


def to_address(text: str) -> str:
    """Return an address that was entered, without blanks; click asks again after an error."""
    if text.strip() and (not is_contact(text) or holds_token(text)):
        raise click.UsageError("write an e-mail address or a URL, or nothing")
    return text.strip()
