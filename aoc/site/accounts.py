"""The accounts: which there are, which one is meant by a name, and how they log in and out.

The session tokens are in files of advent-of-code-data, which are read and written here without it:
`token`, `tokens.json` and `token2id.json`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from aoc.errors import DeadSessionError, SiteError, UsageError
from aoc.files import delete_file, locked, read_text, write_file
from aoc.project.project import project_or_folder
from aoc.site.cache import Cache, is_name, safe_name
from aoc.text import parse_json
from aoc.tokens import clean_token, config_folder, is_id, is_token, token_in_environment

UNNAMED = "default"
"""aocd's name for an account of which it knows only the token."""


ALL = "all"
"""The name that stands for every account."""


FEW = 3
"""How many of many accounts a message names."""


class Account(NamedTuple):
    """An account on the site: aocd's id of it, and its session token; `None` where unknown."""

    id: str | None
    token: str | None

    @property
    def name(self) -> str:
        """A name for messages, which does not show the token."""
        return self.id or f"the account of token {self.hint}"

    @property
    def hint(self) -> str:
        """The last four digits of the token. No message shows more of it."""
        token = self.token or ""
        return f"...{token[-4:]}" if is_token(token) else "(not one)"

    def require_token(self) -> str:
        """Return the session token. Raises `SiteError` if there is none, or another text."""
        if self.token is None:
            raise SiteError("no session token", "log in with `aoc login`")
        if not is_token(self.token):
            # The text is not shown: it may be a password that was pasted by mistake.
            size = f"{len(self.token)} characters, not the 128 hex digits of the cookie `session`"
            source = f"a text in {config_folder()}"
            if self.token == token_in_environment():
                source = "AOC_SESSION"
            raise DeadSessionError(
                f"{source} is not a session token ({size})", remedy_for(self.token)
            )
        return self.token


def remedy_for(token: str) -> str:
    """Return the next step where a token is of no use."""
    if token == token_in_environment():
        return "put a new one into AOC_SESSION, or unset it and `aoc login`"
    return "log in to the site in a browser, then `aoc login`"


NOBODY = Account(None, None)
"""The account where nobody is logged in."""


class Accounts:
    """The accounts that aocd's files name, and those with a folder of inputs in its cache.

    Every method raises `SiteError` for a file that cannot be read, or has another form than aocd's.
    """

    def __init__(self) -> None:
        self.cache = Cache()

    def path(self, name: str) -> str:
        """Return the path of one of aocd's files: `token`, `tokens.json` or `token2id.json`."""
        return os.path.join(config_folder(), name)

    def tokens(self) -> dict[str, str]:
        """Return the session tokens of `tokens.json` by the names of their accounts."""
        content = self._read_json("tokens.json")
        return {name: clean_token(token) for name, token in content.items()}

    def ids(self) -> dict[str, str]:
        """Return the account ids of `token2id.json` by session token."""
        content = self._read_json("token2id.json")
        return {clean_token(token): user for token, user in content.items()}

    def id_of(self, token: str) -> str | None:
        """Return the account id of a session token, if the site was asked for it before."""
        return self.ids().get(token)

    def default_token(self) -> str | None:
        """Return the token of `AOC_SESSION`, or else of the file `token`."""
        return token_in_environment() or self.token_in_file()

    def token_in_file(self) -> str | None:
        """Return the token in the file `token`."""
        return clean_token(self._read("token")) or None

    def by_name(self) -> dict[str, Account]:
        """Return all accounts by name: of `tokens.json`, the default one, and of the folders."""
        ids = self.ids()
        accounts: dict[str, Account] = {}
        for name, token in self.tokens().items():
            # A name of one's own says nothing of the id.
            user = name if is_id(name) else None
            accounts[name] = Account(ids.get(token, user), token)
        default = self.default_token()
        if default and default not in [one.token for one in accounts.values()]:
            account = Account(ids.get(default), default)
            accounts[account.name] = account
        # An account that was logged out still has its inputs.
        users = [account.id for account in accounts.values()]
        for user in self.cache.users():
            if user not in users:
                accounts[user] = Account(user, None)
        return accounts

    def logged_in(self) -> dict[str, Account]:
        """Return the accounts that have a token by name, the default one first."""
        default = self.default_token()
        accounts = [item for item in self.by_name().items() if item[1].token]
        return dict(sorted(accounts, key=lambda item: item[1].token != default))

    def with_id(self, account: Account) -> Account:
        """Return an account with its id, if the id has become known since."""
        if account.id is None and account.token is not None:
            return account._replace(id=self.id_of(account.token))
        return account

    def choose(self, name: str | None) -> Sequence[Account]:
        """Return the accounts to use: with `ALL` each that has a token, else as `find` does.

        Raises `UsageError` if the choice is not clear, or if all are meant and there is none.
        """
        if name != ALL:
            account = self.find(name)
            return [account] if account else []
        # Two names may have tokens of one account: its inputs are needed once.
        accounts = {one.id or one.token: one for one in self.logged_in().values()}
        if not accounts:
            raise UsageError("there is no account yet", "add one with `aoc login`")
        return list(accounts.values())

    def find(self, name: str | None = None) -> Account | None:
        """Return the account to use: with this name or id, or else with a part of it.

        Without a name it is as for `find_default`. Raises `UsageError` if no account or several
        accounts match.
        """
        if name is None:
            return self.find_default()
        accounts = self.by_name()
        names = [key for key in accounts if name in (key, accounts[key].id)]
        if not names:
            names = [key for key in accounts if name in key or name in (accounts[key].id or "")]
        # Two names of one account are one match.
        if len({accounts[key] for key in names}) == 1:
            return accounts[names[0]]
        count = "several accounts" if names else "no account"
        what = f"the name {safe_name(name)} matches {count}"
        if not accounts:
            raise UsageError(what, "add one with `aoc login`")
        raise UsageError(what, f"choose from {few_of(names or accounts)}")

    def find_default(self) -> Account | None:
        """Return the account to use where none is named, or `None` if there is none.

        Raises `UsageError` if there are several and none is the default.
        """
        token = self.default_token()
        if token:
            return Account(self.id_of(token), token)
        accounts = list(self.by_name().values())
        # An account that is logged in is meant rather than a folder that has only inputs.
        with_token = [account for account in accounts if account.token]
        candidates = with_token or accounts
        if len(candidates) > 1:
            # To guess would send answers for another account.
            names = few_of(account.name for account in candidates)
            raise UsageError(f"there are several accounts, {names}", "choose one with --user")
        return candidates[0] if candidates else None

    def store_id(self, token: str, user: str) -> None:
        """Store the account id of a token, so that the site is not asked for it again."""
        with locked(self.path("tokens.json")):
            self._write_json("token2id.json", self.ids() | {token: user})

    def add(self, token: str, user: str, name: str | None = None) -> str:
        """Store the token of a login as the default, instead of the old one of the same account.

        Returns the name of the account: `name`, else the name it had before, else its id.
        Raises `UsageError` for a `name` that another account has or no account can have.
        """
        if name is not None and (name == ALL or not is_name(name)):
            raise UsageError(
                f"--name {safe_name(name)!r} cannot be a name",
                f"use letters and digits, and not {ALL}",
            )
        with locked(self.path("tokens.json")):
            ids = self.ids()
            tokens = self.tokens()
            old_default = self.token_in_file()
            if old_default and old_default not in tokens.values():
                # Only the file `token` has it, and that gets the new one.
                tokens.setdefault(ids.get(old_default, UNNAMED), old_default)
            own_names = [key for key in tokens if ids.get(tokens[key], key) == user]
            if name is None:
                name = own_names[0] if own_names else user
            if name in tokens and name not in own_names:
                raise UsageError(f"--name {name} belongs to another account", "choose another name")
            for own_name in own_names:
                ids.pop(tokens.pop(own_name), None)
            tokens[name] = token
            ids[token] = user
            write_file(self.path("token"), f"{token}\n", private=True)
            self._write_json("tokens.json", tokens)
            self._write_json("token2id.json", ids)
        return name

    def remove(self, accounts: Sequence[Account]) -> list[Account]:
        """Remove all tokens of some accounts; their cached inputs and answers stay.

        Returns those accounts that had a token in the files. `AOC_SESSION` is not changed.
        """
        with locked(self.path("tokens.json")):
            ids = self.ids()
            tokens = self.tokens()
            in_file = self.token_in_file()
            removed: set[str | None] = set()
            logged_out = []
            for account in accounts:
                # An account may have several tokens, by its id and by its name.
                own_tokens = {token for token in ids if ids[token] == account.id}
                if account.token is not None:
                    own_tokens.add(account.token)
                if own_tokens & {*tokens.values(), in_file}:
                    removed |= own_tokens
                    logged_out.append(account)
            if in_file in removed:
                delete_file(self.path("token"))
            tokens = {name: one for name, one in tokens.items() if one not in removed}
            self._write_json("tokens.json", tokens)
            ids = {token: user for token, user in ids.items() if token not in removed}
            self._write_json("token2id.json", ids)
        return logged_out

    def _write_json(self, name: str, content: dict[str, str]) -> None:
        """Write one of aocd's files, which only its owner can read; delete it if it is empty."""
        if content:
            text = json.dumps(content, sort_keys=True, indent=2)
            write_file(self.path(name), text, private=True)
        else:
            delete_file(self.path(name))

    def _read_json(self, name: str) -> dict[str, str]:
        """Return the object in one of aocd's files. Raises `SiteError` for another content."""
        text = self._read(name)
        try:
            content = parse_json(text) if text else {}
        except ValueError:
            content = None
        if isinstance(content, dict):
            users = content if name == "tokens.json" else content.values()
            texts = [*content, *content.values()]
            # Somebody may have swapped names and tokens: then a token would be shown as a name.
            if all(isinstance(text, str) for text in texts) and all(map(is_name, users)):
                return content
        raise SiteError(
            f"{self.path(name)} is not the JSON object of accounts and tokens that aocd keeps "
            "there",
            "delete it, then `aoc login`",
        )

    def _read(self, name: str) -> str:
        """Return the text of one of aocd's files, an empty one if there is none."""
        path = self.path(name)
        try:
            # Editors on Windows may write a BOM, or UTF-16.
            return read_text(path, "replace")
        except FileNotFoundError:
            return ""
        except OSError as error:
            raise SiteError(
                f"{path} cannot be read ({error.strerror})", "fix or delete it, then `aoc login`"
            ) from None


def few_of(names: Iterable[str]) -> str:
    """Return names for a message, in order: all of them, or a few and the number of the others."""
    in_order = sorted(names)
    # One name more is as short as its number.
    if len(in_order) <= FEW + 1:
        return ", ".join(in_order)
    return f"{', '.join(in_order[:FEW])} and {len(in_order) - FEW} others"


def find_contact() -> str | None:
    """Return the user's address for the site's author: an empty one if there is to be none.

    It is in `AOC_CONTACT`, in the settings, or else the reply to `aoc login`; `None` if that has
    not asked yet. Raises `UsageError` for settings that cannot be read.
    """
    contact = os.environ.get("AOC_CONTACT")
    contact = contact or project_or_folder().settings.get("contact")
    if contact:
        return str(contact)
    try:
        return read_text(contact_path(), "replace").strip()
    except OSError:
        return None


def contact_path() -> str:
    """Return the path of the file with the address that the user has typed at login, if any."""
    return os.path.join(config_folder(), "aoc_contact.txt")
