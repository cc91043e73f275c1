"""The accounts: which there are, which one is the default, and which one has a name.

The session tokens are in files of advent-of-code-data, which are read here without it:
`token`, `tokens.json` and `token2id.json`. `aoc.site.token_files` writes them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from aoc.errors import SiteError, UsageError
from aoc.files import read_bytes
from aoc.site.cache import Cache, name_problem, shown
from aoc.text import parse_json, printable
from aoc.tokens import LIKELY_DIGITS, config_folder, holds_token, is_id

__all__ = ["Account", "Accounts", "Session"]


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
        return printable(f"...{token[-4:]}", kept="") if len(token) > 16 else "(a short one)"


class Session(NamedTuple):
    """A session token that is stored: its name, its account, and whether it is the default."""

    name: str
    account: Account
    default: bool


class Accounts:
    """The accounts that aocd's files name; `cache` is the folder of their inputs.

    Every method raises `SiteError` for files that cannot be read, or that have a token where a
    name belongs, or a name that cannot be that of a folder.
    """

    def __init__(self, cache: Cache | None = None) -> None:
        self.cache = cache or Cache()
        self.folder = config_folder()

    def path(self, name: str) -> str:
        """Return the path of one of aocd's files: `token`, `tokens.json` or `token2id.json`."""
        return os.path.join(self.folder, name)

    def tokens(self) -> dict[str, str]:
        """Return the session tokens of `tokens.json` by the names of their accounts."""
        found = self._read_json("tokens.json")
        self._check_names("tokens.json", found, found.values())
        return {name: token for name, token in found.items() if token.strip()}

    def ids(self) -> dict[str, str]:
        """Return the account ids of `token2id.json` by session token."""
        found = self._read_json("token2id.json")
        self._check_names("token2id.json", found.values(), found)
        return found

    def id_of(self, token: str) -> str | None:
        """Return the account id of a session token, if the site was asked for it before."""
        return self.ids().get(token)

    def default_token(self) -> str | None:
        """Return the token of `AOC_SESSION`, or else of the file `token`."""
        return os.environ.get("AOC_SESSION", "").strip() or self.token_in_file()

    def token_in_file(self) -> str | None:
        """Return the token in the file `token`."""
        words = (self._read("token") or "").split()
        return words[0] if words else None

    def why_no_token(self) -> str:
        """Return the reason why there is no default token, as a part of a sentence."""
        if self._read("token") is None:
            return "no session token"
        return f"no session token ({self.path('token')} is empty)"

    def named(self) -> dict[str, Account]:
        """Return the accounts of `tokens.json` by their names there."""
        ids = self.ids()
        return {
            name: Account(ids.get(token) or self._id_named(name), token)
            for name, token in self.tokens().items()
        }

    def _id_named(self, name: str) -> str | None:
        """Return the name of a token if it is an id of aocd as well, by all that is known."""
        return name if is_id(name) or self.cache.has_user(name) else None

    def sessions(self) -> list[Session]:
        """Return the sessions that are stored, the default one first."""
        default = self.default_token()
        found = {
            account.token: Session(name, account, account.token == default)
            for name, account in self.named().items()
        }
        if default and default not in found:
            account = Account(self.id_of(default), default)
            found[default] = Session(account.name, account, True)
        return sorted(found.values(), key=lambda session: not session.default)

    def with_id(self, account: Account) -> Account:
        """Return an account with its id, if the id has become known since."""
        if account.id is None and account.token is not None:
            return account._replace(id=self.id_of(account.token))
        return account

    def choose(self, name: str | None, *, all_users: bool = False) -> Sequence[Account]:
        """Return the accounts to use: all of `tokens.json`, or the one that `find` finds, if any.

        Raises `UsageError` if the choice is not clear, or if all are meant and there is none.
        """
        if not all_users:
            account = self.find(name)
            return [account] if account else []
        accounts = list(self.named().values())
        if not accounts:
            raise UsageError("--all-users: there is no account yet: add one with `aoc login`")
        return accounts

    def find(self, name: str | None = None) -> Account | None:
        """Return the account to use: the one with this name, or a name that contains it.

        Without a name it is the account of the default token, or else the only account that
        there is, or `None`. Raises `UsageError` if no account or several accounts match.
        """
        if name is not None:
            return self._find_by_name(name)
        token = self.default_token()
        if token:
            return Account(self.id_of(token), token)
        accounts = list(self.named().values())
        accounts = accounts or [Account(user, None) for user in self.cache.users()]
        if len(accounts) > 1:
            names = ", ".join(account.name for account in accounts)
            raise UsageError(f"there are several accounts, {names}: choose one with --user")
        return accounts[0] if accounts else None

    def _find_by_name(self, name: str) -> Account:
        known = self.named()
        default, ids = self.default_token(), self.ids()
        tokenless = set(self.cache.users()) - {account.id for account in known.values()}
        known |= {user: Account(user, None) for user in tokenless}
        if default in ids:
            known[ids[default]] = Account(ids[default], default)
        matching = {known[key] for key in known if key == name} or {
            account for key, account in known.items() if name in key or name in (account.id or "")
        }
        if len(matching) == 1:
            return matching.pop()
        names = ", ".join(sorted(known))
        problem = "matches several accounts" if matching else "matches no account"
        remedy = f"choose from {names}" if names else "add one with `aoc login`"
        raise UsageError(f"--user {shown(name)} {problem}: {remedy}")

    def _read_json(self, name: str) -> dict[str, str]:
        text = self._read(name)
        if text is None:
            return {}
        try:
            found = parse_json(text)
        except ValueError:
            found = None
        if isinstance(found, dict) and all(isinstance(value, str) for value in found.values()):
            return found
        raise SiteError(
            f"{self.path(name)} is not the JSON object that aocd keeps there: delete it, "
            "then `aoc login`"
        )

    def _check_names(self, file: str, names: Iterable[str], tokens: Iterable[str]) -> None:
        """Raise `SiteError` for a file with what cannot be a name or an id; no token is shown."""
        path = self.path(file)
        if any(map(is_id, tokens)) or any(holds_token(n, digits=LIKELY_DIGITS) for n in names):
            raise SiteError(
                f"{path} has a session token where the name of an account belongs: swap the two "
                "files back if tokens.json and token2id.json were swapped, or delete them, then "
                "`aoc login`"
            )
        for name in names:
            problem = name_problem(name)
            if problem:
                raise SiteError(
                    f"{path} names an account {shown(name)!r}, which {problem}: rename it there, "
                    "or delete the file, then `aoc login`"
                )

    def _read(self, name: str) -> str | None:
        path = self.path(name)
        try:
            # Editors on Windows may put a BOM at the start.
            return read_bytes(path).decode("utf-8-sig")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", None) or "it is not text"
            raise SiteError(
                f"{path} cannot be read ({why}): fix or delete it, then `aoc login`"
            ) from None
