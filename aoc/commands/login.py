"""Log in to an account, list the accounts, or log out."""

from __future__ import annotations

import sys
from functools import partial

import click

from aoc.commands.options import command, flag, option
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
@option("--name", metavar="NAME", help="A name for the account.  [default: its id]")
@flag(
    "--list",
    "lists",
    excludes=["--remove", "--name"],
    help="List the accounts, the default one first.",
)
@option(
    "--remove",
    metavar="NAME",
    excludes=["--name"],
    help="Remove the tokens of an account, or of all.",
)
def login(name: str | None, lists: bool, remove: str | None) -> int:
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
        add_account(name)
    return 0


def add_account(name: str | None) -> None:
    """Read a token, check it with the site, and store it as that of the default account."""
    token = read_token()
    from aoc.site.client import Client

    client = Client(Account(None, token))
    user = client.fetch_user_id()
    stored_name = Accounts().add(token, user, name)
    called = "" if stored_name == user else f", called {stored_name}"
    print_line(f"Logged in as {user}{called} (token {client.account.hint}).")
    # Otherwise nobody would understand why the next command is still the other account.
    if token_in_environment() not in ("", token):
        print_message("AOC_SESSION is set to another token, which is used instead: unset it")


def list_accounts() -> int:
    """Print a line for each account, and return the exit code.

    The site is asked only for the id of a new token.
    """
    from aoc.site.client import Client

    accounts = Accounts()
    logged_in = accounts.logged_in()
    if not logged_in:
        # It raises the error with the next step.
        NOBODY.require_token()
    code = 0
    for name, account in logged_in.items():
        words = [f"token {account.hint}"]
        if name not in (account.name, account.id):
            words.append(name)
        if account.token == token_in_environment():
            words.append("default (AOC_SESSION)")
        elif account.token == accounts.default_token():
            words.append("default")
        user = "unknown"
        try:
            user = Client(account).user_id()
        except SiteError as error:
            # The other accounts have to be listed too.
            print_message(str(error))
            code = error.exit_code
        print_line(f"{user}  {', '.join(words)}")
    return code


def remove_account(name: str) -> None:
    """Remove the tokens of the account with this name, or of all. Raises `UsageError`."""
    accounts = Accounts()
    chosen = accounts.choose(name)
    removed = accounts.remove(chosen)
    for account in removed:
        print_line(f"Logged out {account.name}; its inputs and answers are kept.")
    staying = [account for account in chosen if account.token == token_in_environment()]
    for account in staying:
        # No program can change a variable of the shell that has started it.
        print_message(f"AOC_SESSION still has a session of {account.name}: unset it yourself")
    if not removed and not staying:
        raise UsageError(
            "there is no session to remove", "`aoc login --list` shows those there are"
        )


def read_token() -> str:
    """Read the token from the user at the terminal, or else from stdin.

    Raises `UsageError` if there is none.
    """
    if sys.stdin.isatty():
        print_message(f"to find the session token, {HOW}")
        text = ask("Session token", hide_input=True)
        token = only_token("your entry", text)
        if find_contact() is None:
            ask_contact()
        return token
    try:
        data = read_any("-")
    except OSError as error:
        raise UsageError(f"stdin cannot be read: {error.strerror}") from None
    return only_token("stdin", decode_text(data, "replace"))


def only_token(source: str, text: str) -> str:
    """Return the only session token in a text from a source. Raises `UsageError`."""
    tokens = tokens_in(text)
    if len(tokens) > 1:
        raise UsageError(f"{source} has {len(tokens)} session tokens", "enter one of them")
    if not tokens:
        # The text is not shown: it may be a password that was pasted by mistake.
        length = counted(len(text.strip()), "character")
        size = f"it has {length}, and a token has 128, as 53616c7465645f5f..."
        raise UsageError(f"no session token in {source} ({size})", HOW)
    return tokens[0]


def ask_contact() -> None:
    """Ask the user for an address for the site's author, and keep it."""
    print_message(
        "the author of adventofcode.com asks that each request names somebody to write to, in "
        "case a program misbehaves"
    )
    question = "Your e-mail address or website, such as me@example.org (may be empty)?"
    address = ask(question, prompt_suffix=" ", value_proc=to_address)
    # An empty file says that there is to be none.
    write_file(contact_path(), f"{address}\n", private=True)


def to_address(text: str) -> str:
    """Return an address that was entered, without blanks; click asks again after an error."""
    address = text.strip()
    # The token may still be in the clipboard, and be pasted here too.
    if address and (not is_contact(text) or holds_token(text)):
        raise click.UsageError("write an e-mail address or a URL, or nothing")
    return address
