"""The session tokens in aocd's files: put there at a login, taken away at a logout."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from aoc.errors import UsageError
from aoc.files import discard, locked, write_file
from aoc.site.accounts import Account
from aoc.site.cache import Cache

__all__ = ["Kept", "Tokens", "clean"]

ANYBODY = "default"
"""What aocd calls an account of which it knows only the token."""


class Kept(NamedTuple):
    """An account that is logged in: what it is called, and whether it is the default."""

    name: str
    account: Account
    default: bool


class Tokens:
    """The files `token`, `tokens.json` and `token2id.json`, all for their owner alone.

    Every method raises `SiteError` where the files cannot be read or written.
    """

    def __init__(self, cache: Cache | None = None) -> None:
        self.cache = cache or Cache()

    def path(self, name: str) -> str:
        """Say where a file is."""
        return os.path.join(self.cache.config, name)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Be the only program that changes them."""
        with locked(self.path("tokens.json")):
            yield

    def remember(self, token: str, user: str) -> None:
        """Note whose a token is, so that the site need not be asked again."""
        with self.alone():
            self._write("token2id.json", self.cache.owners() | {token: user})

    def add(self, token: str, user: str, name: str | None = None, *, default: bool = True) -> str:
        """Keep the token of a login, in place of the account's former one; gives its name.

        The name is the one given, else the one that the account had, else its id. Raises
        `UsageError` for a name that another account has.
        """
        with self.alone():
            owners, tokens = self.cache.owners(), self.cache.tokens()
            self._keep_former_default(tokens, owners)
            mine = [key for key, value in tokens.items() if owners.get(value, key) == user]
            name = name or (mine[0] if mine else user)
            if name in tokens and name not in mine:
                raise UsageError(f"--name {name} is another account's: choose another name")
            former = {tokens.pop(key) for key in mine} - {token}
            if default or self.cache.file_token() in former | {None}:
                self._write_text("token", f"{token}\n")
            self._write("tokens.json", tokens | {name: token})
            kept = {key: value for key, value in owners.items() if key not in former}
            self._write("token2id.json", kept | {token: user})
        return name

    def remove(self, accounts: list[Account]) -> None:
        """Take all tokens of accounts away; what is cached for them stays."""
        with self.alone():
            owners, tokens = self.cache.owners(), self.cache.tokens()
            users = {account.id for account in accounts} - {None}
            gone = {account.token for account in accounts}
            gone |= {token for token, user in owners.items() if user in users}
            gone |= {token for name, token in tokens.items() if name in users}
            if self.cache.file_token() in gone:
                discard(self.path("token"), strict=True)
            self._write("tokens.json", {k: v for k, v in tokens.items() if v not in gone})
            self._write("token2id.json", {k: v for k, v in owners.items() if k not in gone})

    def kept(self) -> list[Kept]:
        """Give the accounts that are logged in, the default first."""
        default = self.cache.default_token()
        named = {token: name for name, token in self.cache.tokens().items()}
        if default:
            named = {default: named.get(default, "")} | named
        found = []
        for token, name in named.items():
            account = Account(self.cache.owner(token) or name or None, token)
            found.append(Kept(name or account.name, account, token == default))
        return found

    def _keep_former_default(self, tokens: dict[str, str], owners: dict[str, str]) -> None:
        former = self.cache.file_token()
        if former and former not in tokens.values():
            tokens.setdefault(owners.get(former, ANYBODY), former)

    def _write(self, name: str, content: dict[str, str]) -> None:
        if content:
            self._write_text(name, json.dumps(content, sort_keys=True, indent=2))
        else:
            discard(self.path(name), strict=True)

    def _write_text(self, name: str, text: str) -> None:
        write_file(self.path(name), text, private=True)


def clean(text: str) -> str:
    """Take a token out of what was pasted: without blanks, quotes, and the name of the cookie."""
    words = text.strip().strip("\"'").removeprefix("Cookie:").split()
    return (words[0] if words else "").removeprefix("session=").strip("\"';")
