"""Session tokens added at a login and removed at a logout, in the files of advent-of-code-data."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from contextlib import AbstractContextManager
from glob import escape, glob

from aoc.errors import SiteError, UsageError
from aoc.files import delete_file, discard, locked, write_file
from aoc.site.accounts import Account, Accounts
from aoc.site.cache import name_problem, shown
from aoc.tokens import FILES

__all__ = ["Tokens", "extract_token"]

TOKEN = re.compile(r"(?<![0-9A-Za-z])([0-9a-f]{128}|[0-9a-f]{96})\1*(?![0-9A-Za-z])")
"""A session token: 128 digits, or 96 in former years; perhaps pasted twice by mistake."""
UNNAMED = "default"
"""aocd's name for an account of which it knows only the token."""


class Tokens:
    """Writes `token`, `tokens.json` and `token2id.json`, so that only their owner can read them.

    Every method raises `SiteError` if the files cannot be read or written.
    """

    def __init__(self, accounts: Accounts | None = None) -> None:
        self.accounts = accounts or Accounts()

    def store_id(self, token: str, user: str) -> None:
        """Store the account id of a token, so that the site is not asked for it again.

        Raises `SiteError` for an id that cannot be the name of a folder.
        """
        check_id(user)
        with self._locked():
            self._write_json("token2id.json", self.accounts.ids() | {token: user})

    def add(self, token: str, user: str, name: str | None = None, *, default: bool = True) -> str:
        """Store the token of a login, instead of the old token of the same account.

        Returns the name of the account: `name`, else the name it had before, else its id.
        Raises `UsageError` for a `name` that another account has or no account can have, and
        `SiteError` for an id that cannot be the name of a folder.
        """
        check_id(user)
        problem = None if name is None else name_problem(name)
        if name is not None and problem:
            raise UsageError(f"--name {shown(name)!r} {problem}: choose another name")
        with self._locked():
            ids, tokens = self.accounts.ids(), self.accounts.tokens()
            self._name_old_default(tokens, ids)
            mine = [key for key, value in tokens.items() if ids.get(value, key) == user]
            name = name or (mine[0] if mine else user)
            if name in tokens and name not in mine:
                raise UsageError(f"--name {name} belongs to another account: choose another name")
            old = {tokens.pop(key) for key in mine} - {token}
            if default or self.accounts.token_in_file() in old | {None}:
                write_file(self.accounts.path("token"), f"{token}\n", private=True)
            self._write_json("tokens.json", tokens | {name: token})
            others = {key: value for key, value in ids.items() if key not in old}
            self._write_json("token2id.json", others | {token: user})
        return name

    def remove(self, accounts: Iterable[Account]) -> list[Account]:
        """Remove all tokens of some accounts; their cached inputs and answers stay.

        Returns those accounts that had a token in the files. `AOC_SESSION` is not changed.
        """
        with self._locked():
            ids, tokens = self.accounts.ids(), self.accounts.tokens()
            in_file = self.accounts.token_in_file()
            stored = {*tokens.values(), in_file}
            removed: set[str | None] = set()
            logged_out = []
            for account in accounts:
                theirs = {account.token}
                theirs |= {token for token, user in ids.items() if user == account.id}
                theirs |= {token for name, token in tokens.items() if name == account.id}
                if theirs & stored - {None}:
                    removed |= theirs - {None}
                    logged_out.append(account)
            if in_file in removed:
                delete_file(self.accounts.path("token"))
            self._write_json("tokens.json", {k: v for k, v in tokens.items() if v not in removed})
            self._write_json("token2id.json", {k: v for k, v in ids.items() if k not in removed})
            self._discard_remains()
        return logged_out

    def _locked(self) -> AbstractContextManager[None]:
        """Let no other program change the files in a `with` block."""
        return locked(self.accounts.path("tokens.json"))

    def _name_old_default(self, tokens: dict[str, str], ids: dict[str, str]) -> None:
        """Add the token of the file `token` to the named ones, because a login may replace it."""
        old = self.accounts.token_in_file()
        if old and old not in tokens.values():
            tokens.setdefault(ids.get(old, UNNAMED), old)

    def _write_json(self, name: str, content: dict[str, str]) -> None:
        path = self.accounts.path(name)
        if content:
            write_file(path, json.dumps(content, sort_keys=True, indent=2), private=True)
        else:
            delete_file(path)

    def _discard_remains(self) -> None:
        """Delete temporary files of programs that were killed while they wrote tokens.

        Nobody writes such files now, since that needs the lock.
        """
        for name in FILES:
            target = os.path.realpath(self.accounts.path(name))
            for path in glob(f"{escape(target)}.[0-9]*.tmp"):
                discard(path)


def check_id(user: str) -> None:
    """Raise `SiteError` for an id from the site that cannot be the name of a folder."""
    problem = name_problem(user)
    if problem:
        raise SiteError(
            f"adventofcode.com names this account {shown(user)!r}, which {problem}, so it cannot "
            "be the name of a folder: change the name of the account, then `aoc login` again"
        )


def extract_token(text: str) -> str | None:
    """Return the one session token in a pasted text, or `None` if there is none, or several.

    The text may be the token alone, with blanks, quotes or line ends anywhere, or whatever a
    browser copies: `session=...`, all cookies of a request, a row of its table of cookies.
    """
    text = text.replace("\0", "")  # PowerShell writes files as UTF-16.
    found = {match[1] for match in TOKEN.finditer(text)}
    # A long line that was copied from a terminal or a mail may have been broken.
    found = found or {match[1] for match in TOKEN.finditer("".join(text.split()))}
    return found.pop() if len(found) == 1 else None
