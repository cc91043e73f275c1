"""Where the input of a puzzle comes from: a file, the examples, a sample, or somebody's account."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from aoc.errors import UsageError
from aoc.jobs import Source
from aoc.results import Puzzle
from aoc.site.cache import Account, Cache
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
    """Finds the sources for puzzle after puzzle; `tell` is called with sentences for people."""

    def __init__(self, choice: Choice, tell: Callable[[str], None]) -> None:
        self.choice = choice
        self.tell = tell
        self.cache = Cache()
        self.sampled = False
        self._given: Source | None = None
        self._accounts: Sequence[Account] | None = None

    def sources(self, puzzle: Puzzle) -> tuple[Source, ...]:
        """Give the sources for a puzzle.

        Raises `UsageError` where there is no such file or account, and `SiteError` where an
        input has to be fetched and cannot be.
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
        if not accounts:
            if not self.sampled:
                self.sampled = True
                self.tell(
                    "No session token and no cached input: running made-up samples. "
                    "For your own input log in with `aoc login`."
                )
            return examples, sample(0)._replace(optional=True)
        return (examples, *(self.personal(puzzle, account) for account in accounts))

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
            if self.choice.all_users:
                found = self.cache.accounts()
                if not found:
                    raise UsageError(
                        "--all-users: tokens.json names no account; add one with `aoc login`"
                    )
                self._accounts = found
            else:
                account = self.cache.account(self.choice.user)
                self._accounts = [account] if account else []
        return self._accounts

    def personal(self, puzzle: Puzzle, account: Account) -> Source:
        """Give an account's input, from the cache if it is there, else from the site."""
        if account.id is not None:
            cached = self.cached(puzzle, account.id)
            if cached:
                return cached
        if account.token is None:
            reason = (
                f"no input of {account.name} is cached, and no token to fetch it with: `aoc login`"
            )
            return Source("refused", account.name, reason)
        from aoc.site.client import Client

        client = Client(account)
        text = client.fetch_input(puzzle)
        user = client.user_id()
        return Source("text", user, text, self.cache.answers(user, puzzle))

    def cached(self, puzzle: Puzzle, user: str) -> Source | None:
        """Give an account's input if it is cached."""
        path = self.cache.input_path(user, puzzle)
        try:
            data = read_file(path)
        except FileNotFoundError:
            return None
        except OSError as error:
            return Source("refused", user, f"{path} cannot be read: {error.strerror}")
        source = source_of(user, data, f"{path} ", "; delete it to have it fetched again")
        return source._replace(expected=self.cache.answers(user, puzzle))


def sample(seed: int) -> Source:
    """Make the source of a made-up input."""
    return Source("sample", f"sample {seed}", seed=seed)


def read_file(path: str) -> bytes:
    """Read a file whole."""
    with open(path, "rb") as file:
        return file.read()


def source_of(label: str, data: bytes, start: str, end: str = "") -> Source:
    """Make a source of the bytes of an input, or of the reason to refuse them."""
    try:
        return Source("text", label, decode(data))
    except RefusedTextError as error:
        return Source("refused", label, f"{start}{error}{end}")
