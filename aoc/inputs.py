"""Where the input of a puzzle comes from: a file, the examples, a sample, or somebody's account."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from aoc.errors import DeadSessionError, LockedError, SiteError, UsageError
from aoc.job import Source
from aoc.puzzle import Puzzle
from aoc.site.accounts import Account, Accounts
from aoc.text import RefusedTextError, decode

__all__ = ["Choice", "Inputs"]


class Choice(NamedTuple):
    """Which inputs were asked for, at most one sort: else personal ones, of one account.

    A file may be `-`, which means stdin; a sample is given by its seed.
    """

    file: str | None = None
    examples: bool = False
    sample: int | None = None
    user: str | None = None
    all_users: bool = False


class Inputs:
    """Finds the sources for puzzle after puzzle; `tell` is called with sentences for people.

    `fetching` is called with each puzzle whose input is asked of the site. What goes wrong there
    is added to `problems`, and the `missing` inputs are left out; without `problems`, it is
    raised.
    """

    def __init__(
        self,
        choice: Choice,
        tell: Callable[[str], None],
        *,
        problems: list[SiteError] | None = None,
        fetching: Callable[[Puzzle], None] = lambda puzzle: None,
    ) -> None:
        self.choice = choice
        self.tell = tell
        self.problems = problems
        self.fetching = fetching
        self.missing: list[Puzzle] = []
        self.known_accounts = Accounts()
        self.cache = self.known_accounts.cache
        self.sampled = False
        self._ids: dict[Account, str | None] = {}
        self._given_up: set[str | None] = set()
        self._given: Source | None = None
        self._accounts: Sequence[Account] | None = None

    def sources(self, puzzle: Puzzle) -> tuple[Source, ...]:
        """Give the sources for a puzzle.

        Raises `UsageError` where there is no such file or account, and `SiteError` where the
        accounts cannot be made out.
        """
        choice = self.choice
        if choice.file is not None:
            return (self.given(choice.file),)
        if choice.sample is not None:
            return (sample(choice.sample),)
        examples = Source("examples")
        if choice.examples:
            return (examples,)
        accounts = self.accounts()
        if not accounts or self.forgotten(puzzle, accounts):
            if not self.sampled:
                self.sampled = True
                missing = self.known_accounts.why_no_token()
                self.tell(
                    f"{missing[0].upper()}{missing[1:]}, and no cached input: running made-up "
                    "samples. For your own input log in with `aoc login`."
                )
            return examples, sample(0)._replace(optional=True)
        personal = (self.personal(puzzle, account) for account in accounts)
        return (examples, *(source for source in personal if source))

    def forgotten(self, puzzle: Puzzle, accounts: Sequence[Account]) -> bool:
        """Say whether nobody asked for an account, and of this one there is but what it left."""
        if self.choice.user is not None or self.choice.all_users:
            return False
        [account] = accounts
        return account.token is None and (
            account.id is None or self.cached(puzzle, account.id) is None
        )

    def given(self, path: str) -> Source:
        """Read the input that was named on the command line, once."""
        if self._given is None:
            label = "stdin" if path == "-" else f"file {path}"
            try:
                data = sys.stdin.buffer.read() if path == "-" else read_file(path)
            except OSError as error:
                raise UsageError(f"--input {path} cannot be read: {error.strerror}") from None
            self._given = source_of(label, data, f"{label} ")
        return self._given

    def accounts(self) -> Sequence[Account]:
        """Give the accounts that were asked for; none if there are none."""
        if self._accounts is None:
            self._accounts = self.known_accounts.choose(
                self.choice.user, all_users=self.choice.all_users
            )
        return self._accounts

    def personal(self, puzzle: Puzzle, account: Account) -> Source | None:
        """Give an account's input, from the cache if it is there, else from the site.

        `None` if the site does not give it.
        """
        account = account._replace(id=self._ids.get(account, account.id))
        if account.id is not None:
            cached = self.cached(puzzle, account.id)
            if cached:
                return cached
        if account.token is None:
            reason = (
                f"no input of {account.name} is cached, and no token to fetch it with: `aoc login`"
            )
            return Source("refused", account.name, reason)
        try:
            return self.fetched(puzzle, account)
        except SiteError as error:
            if self.problems is None:
                raise
            self.missing.append(puzzle)
            if isinstance(error, DeadSessionError):
                self._given_up.add(account.token)
            elif not isinstance(error, LockedError):
                self._given_up |= {account.token for account in self.accounts()}
            self.problems.append(error)
            return None

    def fetched(self, puzzle: Puzzle, account: Account) -> Source | None:
        """Fetch an input, unless the site has shown that it will not give it."""
        if account.token in self._given_up:
            self.missing.append(puzzle)
            return None
        from aoc.site.client import Client

        client = Client(account)
        self.fetching(puzzle)
        try:
            text = client.fetch_input(puzzle)
        finally:
            self._ids[account] = client.account.id
        user = client.user_id()
        return Source("text", user, text, self.cache.answers(user, puzzle))

    def cached(self, puzzle: Puzzle, user: str) -> Source | None:
        """Return the source of an account's cached input, or `None` if it is not cached."""
        path = self.cache.input_path(user, puzzle)
        try:
            text = self.cache.read_input(user, puzzle)
        except RefusedTextError as error:
            reason = f"{path} {error}; delete it to have it fetched again"
            return Source("refused", user, reason, self.cache.answers(user, puzzle))
        except OSError as error:
            return Source("refused", user, f"{path} cannot be read: {error.strerror}")
        if text is None:
            return None
        return Source("text", user, text, self.cache.answers(user, puzzle))


def sample(seed: int) -> Source:
    """Make the source of a made-up input."""
    return Source("sample", f"sample {seed}", seed=seed)


def read_file(path: str) -> bytes:
    """Read a file whole."""
    with open(path, "rb") as file:
        return file.read()


def source_of(label: str, data: bytes, start: str) -> Source:
    """Make a source of the bytes of an input, or of the reason to refuse them."""
    try:
        return Source("text", label, decode(data))
    except RefusedTextError as error:
        return Source("refused", label, f"{start}{error}")
