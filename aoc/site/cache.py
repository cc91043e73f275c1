"""The folder in which advent-of-code-data keeps tokens, inputs and answers, read without it.

Importing aocd takes longer than a warm run may. Its files are plain; the names follow
`aocd.models.Puzzle` and `aocd.models.User`.
"""

from __future__ import annotations

import json
import os
from typing import NamedTuple

from aoc.errors import SiteError, UsageError
from aoc.results import Puzzle

__all__ = ["Account", "Cache"]


class Account(NamedTuple):
    """Somebody's account: aocd's id for it, unless the site has to be asked; and its token."""

    id: str | None
    token: str | None

    @property
    def name(self) -> str:
        """What to call the account, without giving the token away."""
        return self.id or f"the account of token ...{(self.token or '')[-4:]}"


class Cache:
    """aocd's folder, wherever `AOCD_DIR` and `AOCD_CONFIG_DIR` say that it is."""

    def __init__(self) -> None:
        default = os.path.join("~", ".config", "aocd")
        self.data = os.path.expanduser(os.environ.get("AOCD_DIR") or default)
        self.config = os.path.expanduser(os.environ.get("AOCD_CONFIG_DIR") or self.data)

    def input_path(self, user: str, puzzle: Puzzle) -> str:
        """Say where an account's input is kept."""
        return os.path.join(self.data, user, f"{puzzle.year}_{puzzle.day:02d}_input.txt")

    def answers(self, user: str, puzzle: Puzzle) -> tuple[str | None, str | None]:
        """Give the answers that the site accepted from an account, as far as they are known."""
        start = os.path.join(self.data, user, f"{puzzle.year}_{puzzle.day:02d}")
        return self._answer(f"{start}a_answer.txt"), self._answer(f"{start}b_answer.txt")

    def _answer(self, path: str) -> str | None:
        try:
            with open(path, encoding="utf-8") as file:
                return file.read().strip() or None
        except (OSError, UnicodeDecodeError):
            return None

    def tokens(self) -> dict[str, str]:
        """Give the tokens in `tokens.json`, by the name that they stand under."""
        return self._read_json("tokens.json")

    def default_token(self) -> str | None:
        """Give the token of `AOC_SESSION`, or else of the file `token`."""
        named = os.environ.get("AOC_SESSION", "").strip()
        if named:
            return named
        words = (self._read("token") or "").split()
        return words[0] if words else None

    def owner(self, token: str) -> str | None:
        """Give aocd's id of the account that a token is for, if it was asked before."""
        return self._read_json("token2id.json").get(token)

    def accounts(self) -> list[Account]:
        """Give every account that `tokens.json` names."""
        return [
            Account(self.owner(token) or (name if self._has_folder(name) else None), token)
            for name, token in self.tokens().items()
        ]

    def account(self, name: str | None = None) -> Account | None:
        """Find the account to use: by a part of its name, or else the one of the default token.

        Without either, the only one that there is; `None` if there is none. Raises
        `UsageError` for a name that fits none or several, or where there are several.
        """
        if name is not None:
            return self._named(name)
        token = self.default_token()
        if token:
            return Account(self.owner(token), token)
        found = self.accounts() or [Account(user, None) for user in self.users()]
        if len(found) > 1:
            names = ", ".join(account.name for account in found)
            raise UsageError(
                f"there are several accounts, {names}: choose with --user, or --all-users"
            )
        return found[0] if found else None

    def _named(self, name: str) -> Account:
        tokens = self.tokens()
        known = {key: Account(self.owner(token) or key, token) for key, token in tokens.items()}
        ids = {account.id for account in known.values()}
        known |= {user: Account(user, None) for user in self.users() if user not in ids}
        for token, owner in self._read_json("token2id.json").items():
            if token == self.default_token():
                known[owner] = Account(owner, token)
        fitting = {known[key] for key in known if key == name} or {
            account for key, account in known.items() if name in key or name in (account.id or "")
        }
        if len(fitting) == 1:
            return fitting.pop()
        names = ", ".join(sorted(known)) or "none"
        problem = "fits several accounts" if fitting else "fits no account"
        raise UsageError(f"--user {name} {problem}; there are {names}")

    def users(self) -> list[str]:
        """Give the ids of the accounts that something is cached for."""
        try:
            entries = sorted(os.scandir(self.data), key=lambda entry: entry.name)
        except OSError:
            return []
        return [e.name for e in entries if e.is_dir() and e.name.count(".") == 2]

    def _has_folder(self, name: str) -> bool:
        return os.path.isdir(os.path.join(self.data, name))

    def _read_json(self, name: str) -> dict[str, str]:
        text = self._read(name)
        if text is None:
            return {}
        try:
            found = json.loads(text)
        except ValueError:
            found = None
        if isinstance(found, dict) and all(isinstance(value, str) for value in found.values()):
            return found
        path = os.path.join(self.config, name)
        raise SiteError(
            f"{path} is not the JSON object that aocd keeps there: delete it, then `aoc login`"
        )

    def _read(self, name: str) -> str | None:
        path = os.path.join(self.config, name)
        try:
            with open(path, encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise SiteError(
                f"{path} cannot be read ({error}): mend or delete it, then `aoc login`"
            ) from None
