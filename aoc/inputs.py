"""Where the input of a puzzle comes from: a file, the examples, a sample or an account."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from aoc.errors import DeadSessionError, LockedError, SiteError, UsageError
from aoc.examples import tests_path
from aoc.files import read_any
from aoc.model import Puzzle, Source
from aoc.program import as_typed
from aoc.project import Project
from aoc.project_inputs import project_input_source
from aoc.site.accounts import Account, Accounts
from aoc.text import RefusedTextError, decode

__all__ = ["Choice", "Inputs"]


class Choice(NamedTuple):
    """Which inputs were asked for: at most one kind; else the personal ones of one account.

    `file` may be `-`, for stdin; `sample` is a seed.
    """

    file: str | None = None
    examples: bool = False
    sample: int | None = None
    user: str | None = None
    all_users: bool = False


class Inputs:
    """Finds the inputs of puzzle after puzzle, for a project.

    `before_fetch` is called with each puzzle whose input is about to be fetched. If that fails,
    the error is added to `problems`, the input is left out, and its puzzle is added to `missing`;
    without `problems`, the error is raised. Nothing is asked for twice. A puzzle whose input cannot
    be fetched because there is no session token is added to `without_input`.
    """

    def __init__(
        self,
        choice: Choice,
        project: Project,
        *,
        problems: list[SiteError] | None = None,
        before_fetch: Callable[[Puzzle], None] = lambda puzzle: None,
    ) -> None:
        self.choice = choice
        self.project = project
        self.problems = problems
        self.before_fetch = before_fetch
        self.missing: list[Puzzle] = []
        self.without_input: list[Puzzle] = []
        self.known_accounts = Accounts()
        self.cache = self.known_accounts.cache
        self._ids: dict[Account, str | None] = {}
        self._unusable_tokens: set[str | None] = set()
        self._asked: set[tuple[Puzzle, str | None]] = set()
        self._file_source: Source | None = None
        self._accounts: Sequence[Account] | None = None

    def check(self) -> None:
        """Read what all puzzles share: the file, or which accounts there are.

        Raises `UsageError` where there is no such file or account, and `SiteError` where the
        account files cannot be read.
        """
        if self.choice.file is not None:
            self.file_source(self.choice.file)
        elif self.choice.sample is None and not self.choice.examples:
            self.accounts()

    def most(self) -> int:
        """Return how many inputs besides the examples a puzzle has at most. Raises as `check`."""
        return len(self.accounts()) if self.choice.all_users else 1

    def sources(self, puzzle: Puzzle) -> Iterator[Source]:
        """Yield the sources of a puzzle's inputs; each is read when it is asked for.

        Raises what `check` raises.
        """
        choice = self.choice
        if choice.file is not None:
            yield self.file_source(choice.file)
        elif choice.sample is not None:
            yield sample_source(choice.sample)
        else:
            if choice.examples or os.path.exists(tests_path(self.project.root, *puzzle)):
                yield Source("examples")
            if not choice.examples:
                yield from filter(None, self.personal_sources(puzzle))

    def personal_sources(self, puzzle: Puzzle) -> Iterator[Source | None]:
        """Yield the source of each account's input, or of what stands in for it; `None` if none."""
        accounts = self.accounts()
        if self.choice.user is not None or self.choice.all_users:
            # Nobody knows of which account a file of the project is, so it is not used here.
            for account in accounts:
                yield self.personal_source(puzzle, account)
            return
        [account] = accounts or [Account(None, None)]
        own = self.kept_source(puzzle, account)
        if own is None and account.token is None:
            if puzzle not in self.without_input:
                self.without_input.append(puzzle)
            own = sample_source(0)._replace(optional=True)
        yield own or self.uncached_source(puzzle, account)

    def kept_source(self, puzzle: Puzzle, account: Account) -> Source | None:
        """Return the source of the user's own input from the cache, or else from the project."""
        project = self.project
        cached = self.cached_source(puzzle, account)
        return cached or project_input_source(project.root, project.settings, puzzle)

    def file_source(self, path: str) -> Source:
        """Return the source of the file that was named on the command line; it is read once."""
        if self._file_source is None:
            label = "stdin" if path == "-" else f"file {path}"
            try:
                data = read_any(path)
            except OSError as error:
                raise UsageError(f"--input {path} cannot be read: {error.strerror}") from None
            self._file_source = source_of("stdin" if path == "-" else "file", label, data)
        return self._file_source

    def forget_file(self) -> None:
        """Read the file that was named on the command line again, unless it is stdin."""
        if self.choice.file != "-":
            self._file_source = None

    def accounts(self) -> Sequence[Account]:
        """Return the accounts that were asked for; none if there are none."""
        if self._accounts is None:
            self._accounts = self.known_accounts.choose(
                self.choice.user, all_users=self.choice.all_users
            )
        return self._accounts

    def personal_source(self, puzzle: Puzzle, account: Account) -> Source | None:
        """Return the source of an account's input, from the cache or else from the site.

        `None` if it cannot be fetched.
        """
        return self.cached_source(puzzle, account) or self.uncached_source(puzzle, account)

    def uncached_source(self, puzzle: Puzzle, account: Account) -> Source | None:
        """Return the source of an account's input from the site; `None` if it cannot be fetched."""
        account = account._replace(id=self._ids.get(account, account.id))
        if account.token is None:
            reason = (
                f"no input of {account.name} is cached, and there is no session token to fetch it: "
                "log in to this account with `aoc login`"
            )
            return Source("personal", account.name, problem=as_typed(reason))
        try:
            return self.fetched_source(puzzle, account)
        except SiteError as error:
            if self.problems is None:
                raise
            self.missing.append(puzzle)
            if isinstance(error, DeadSessionError):
                self._unusable_tokens.add(account.token)
            elif not isinstance(error, LockedError):
                self._unusable_tokens |= {account.token for account in self.accounts()}
            self.problems.append(error)
            return None

    def fetched_source(self, puzzle: Puzzle, account: Account) -> Source | None:
        """Fetch an input, unless the site was asked for it or has refused the token before."""
        if account.token in self._unusable_tokens or (puzzle, account.token) in self._asked:
            self.missing.append(puzzle)
            return None
        self._asked.add((puzzle, account.token))
        from aoc.site.client import Client

        client = Client(account)
        self.before_fetch(puzzle)
        try:
            text = client.fetch_input(puzzle)
        finally:
            self._ids[account] = client.account.id
        user = client.user_id()
        return Source("personal", user, text, self.cache.answers(user, puzzle))

    def cached_source(self, puzzle: Puzzle, account: Account) -> Source | None:
        """Return the source of an account's cached input, or `None` if it is not cached."""
        user = self._ids.get(account, account.id)
        if user is None:
            return None
        path = self.cache.input_path(user, puzzle)
        try:
            text = self.cache.read_input(user, puzzle)
        except RefusedTextError as error:
            reason = f"{path} {error}: delete it, and it is fetched again"
            return Source("personal", user, problem=reason)
        except OSError as error:
            return Source("personal", user, problem=f"{path} cannot be read: {error.strerror}")
        if text is None:
            return None
        return Source("personal", user, text, self.cache.answers(user, puzzle))


def sample_source(seed: int) -> Source:
    """Return the source of a made-up input."""
    return Source("sample", f"sample {seed}", seed=seed)


def source_of(kind: str, label: str, data: bytes, name: str | None = None) -> Source:
    """Return a source of the bytes of an input, or of the reason to refuse them."""
    try:
        return Source(kind, label, decode(data))
    except RefusedTextError as error:
        return Source(kind, label, problem=f"{name or label} {error}")
