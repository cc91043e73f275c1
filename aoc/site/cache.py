"""The folder in which advent-of-code-data keeps tokens, inputs and answers, read without it.

Importing aocd takes longer than a warm run may. Its files are plain; the names follow
`aocd.models.Puzzle` and `aocd.models.User`.
"""

from __future__ import annotations

import json
import os

from aoc.errors import SiteError, UsageError
from aoc.puzzle import Puzzle
from aoc.site.accounts import Account

__all__ = ["Cache"]

LONG = 64
"""Characters that no name has, but tokens do."""


class Cache:
    """aocd's folder, wherever `AOCD_DIR` and `AOCD_CONFIG_DIR` say that it is."""

    def __init__(self) -> None:
        default = os.path.join("~", ".config", "aocd")
        self.data = os.path.expanduser(os.environ.get("AOCD_DIR") or default)
        self.config = os.path.expanduser(os.environ.get("AOCD_CONFIG_DIR") or self.data)

    def input_path(self, user: str, puzzle: Puzzle) -> str:
        """Say where an account's input is kept."""
        return os.path.join(self.data, user, f"{puzzle.year}_{puzzle.day:02d}_input.txt")

    def answer_path(self, user: str, puzzle: Puzzle, part: int) -> str:
        """Say where the accepted answer to a part is kept."""
        name = f"{puzzle.year}_{puzzle.day:02d}{'ab'[part - 1]}_answer.txt"
        return os.path.join(self.data, user, name)

    def prose_path(self, user: str, puzzle: Puzzle, solved: int) -> str:
        """Say where a puzzle page is kept that shows so many parts as solved: 0, 1 or 2.

        The page of an unsolved puzzle is the same for everybody.
        """
        name = f"{puzzle.year}_{puzzle.day:02d}_prose.{solved}.html"
        return os.path.join(self.data, user if solved else "prose", name)

    def own_prose_path(self, user: str, puzzle: Puzzle, solved: int) -> str:
        """Say where an account's own copy of a page is, which tells that it has solved no more.

        Only that of an unsolved puzzle is in another place than aocd's.
        """
        name = os.path.basename(self.prose_path(user, puzzle, solved))
        return os.path.join(self.data, user, name)

    def prose(self, user: str, puzzle: Puzzle) -> tuple[str, int] | None:
        """Give the fullest page of a puzzle that is kept, and how many parts it has solved."""
        for solved in (2, 1, 0):
            try:
                with open(self.prose_path(user, puzzle, solved), encoding="utf-8") as file:
                    html = file.read()
            except (OSError, UnicodeDecodeError):
                continue
            if "day-desc" in html and "</html>" in html:
                return html, solved
        return None

    def answers(self, user: str, puzzle: Puzzle) -> tuple[str | None, str | None]:
        """Give the answers that the site accepted from an account, as far as they are known."""
        first, second = (self._answer(self.answer_path(user, puzzle, part)) for part in (1, 2))
        return first, second

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
        return self.file_token()

    def file_token(self) -> str | None:
        """Give the token in the file `token`."""
        words = (self._read("token") or "").split()
        return words[0] if words else None

    def missing(self) -> str:
        """Say why there is no token, for a sentence."""
        if self._read("token") is None:
            return "no session token"
        return f"no session token, {os.path.join(self.config, 'token')} is empty"

    def owner(self, token: str) -> str | None:
        """Give aocd's id of the account that a token is for, if it was asked before."""
        return self.owners().get(token)

    def owners(self) -> dict[str, str]:
        """Give aocd's ids of the accounts, by the tokens that it has asked the site about."""
        return self._read_json("token2id.json")

    def accounts(self) -> list[Account]:
        """Give every account that `tokens.json` names."""
        owners = self.owners()
        return [
            Account(owners.get(token) or (name if self._has_folder(name) else None), token)
            for name, token in self.tokens().items()
        ]

    def recognised(self, account: Account) -> Account:
        """Put an account's id in if it has become known meanwhile."""
        if account.id is None and account.token is not None:
            return account._replace(id=self.owner(account.token))
        return account

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
        owners = self.owners()
        default = self.default_token() if owners else None
        known = {
            key: Account(owners.get(token) or key, token) for key, token in self.tokens().items()
        }
        ids = {account.id for account in known.values()}
        known |= {user: Account(user, None) for user in self.users() if user not in ids}
        if default in owners:
            known[owners[default]] = Account(owners[default], default)
        fitting = {known[key] for key in known if key == name} or {
            account for key, account in known.items() if name in key or name in (account.id or "")
        }
        if len(fitting) == 1:
            return fitting.pop()
        names = ", ".join(sorted(known)) or "none"
        problem = "fits several accounts" if fitting else "fits no account"
        # Somebody may have pasted a token where a name was asked for.
        shown = name if len(name) < LONG else f"{name[:4]}..."
        raise UsageError(f"--user {shown} {problem}; there are {names}")

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
            why = getattr(error, "strerror", None) or "it is not text"
            raise SiteError(
                f"{path} cannot be read ({why}): mend or delete it, then `aoc login`"
            ) from None
