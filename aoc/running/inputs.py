"""Where the input of a puzzle comes from: a file, the tests, the project or an account."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from aoc.errors import DeadSessionError, LockedError, SiteError, UsageError
from aoc.files import read_any, read_bytes, shown_path
from aoc.model.input_text import RefusedTextError, decode, lock_at, lock_of
from aoc.model.inputs import Input, InputKind
from aoc.model.puzzles import Puzzle
from aoc.program import as_typed
from aoc.project.day_tests import tests_path
from aoc.project.project import Project
from aoc.site.accounts import Account, Accounts

LOCKED_ENDINGS = (
    *(".age", ".asc", ".enc", ".gpg", ".pgp"),
    *(".txt.age", ".txt.asc", ".txt.enc", ".txt.gpg", ".txt.pgp"),
)
"""The ends of files with encrypted inputs, which lie beside the plain ones that git ignores."""
LOCKED_BESIDE = "is encrypted: decrypt into a file without this ending"


class InputChoice(NamedTuple):
    """Which inputs were asked for; by default, the examples and the input of the default account.

    At most one kind: a `file`, `-` for stdin; the `examples` alone; the sample that is made from a
    `seed`; or the personal ones of a `user`, or of `all`.
    """

    file: str | None = None
    examples: bool = False
    seed: int | None = None
    user: str | None = None

    @property
    def is_personal(self) -> bool:
        """Whether the personal inputs are asked for."""
        return self.file is None and not self.examples and self.seed is None


class Inputs:
    """Finds the inputs of puzzle after puzzle, for a project.

    `before_fetch` is called with each puzzle whose input is about to be fetched. If that fails,
    the error is added to `problems`, the input is left out, and its puzzle is added to `missing`
    with the error; without `problems`, the error is raised. Nothing is asked for twice. A puzzle
    whose input cannot be fetched because there is no session token is added to `without_input`.
    Encrypted files are no inputs: `locked` has the name of each by its puzzle, and the sentence
    about it.
    """

    def __init__(
        self,
        project: Project,
        choice: InputChoice,
        *,
        problems: list[SiteError] | None = None,
        before_fetch: Callable[[Puzzle], None] = lambda puzzle: None,
    ) -> None:
        self.project = project
        self.choice = choice
        self.problems = problems
        self.before_fetch = before_fetch
        self.missing: list[tuple[Puzzle, SiteError]] = []
        self.without_input: list[Puzzle] = []
        self.locked: dict[Puzzle, tuple[str, str]] = {}
        self.known_accounts = Accounts()
        self.cache = self.known_accounts.cache
        self._refused: dict[object, SiteError] = {}
        """Why session tokens are of no use, or for which puzzles they are not."""
        self._file_input: Input | None = None
        self._accounts: Sequence[Account] | None = None

    def check(self) -> int:
        """Read the source that all puzzles share: the file, or the list of accounts.

        Returns how many inputs besides the examples a puzzle has at most. Raises `UsageError` where
        there is no such file or account, and `SiteError` where the account files cannot be read.
        """
        if self.choice.file is not None:
            self.file_input(self.choice.file)
        elif self.choice.is_personal:
            self.accounts()
        return len(self.accounts()) if self.choice.user == "all" else 1

    def accounts(self) -> Sequence[Account]:
        """Return the accounts that were asked for; none if there are none."""
        if self._accounts is None:
            self._accounts = self.known_accounts.choose(self.choice.user)
        return self._accounts

    def of(self, puzzle: Puzzle) -> Iterator[Input]:
        """Yield the inputs of a puzzle; each is read when it is asked for.

        Raises the errors of `check`.
        """
        if self.choice.file is not None:
            yield self.file_input(self.choice.file)
        elif self.choice.seed is not None:
            yield Input(
                InputKind.SAMPLE, f"sample {self.choice.seed}", seed=self.choice.seed
            )
        else:
            if self.choice.examples or os.path.lexists(
                tests_path(self.project.root, *puzzle)
            ):
                yield Input(InputKind.EXAMPLES)
            if not self.choice.examples:
                example = self.example(puzzle)
                for source in filter(None, self.personal_inputs(puzzle)):
                    yield source._replace(first_example=example)

    def count(self, puzzle: Puzzle) -> int:
        """Return how many inputs `of` yields, if none is missing; none is read."""
        if not self.choice.is_personal:
            return 1
        has_tests = os.path.lexists(tests_path(self.project.root, *puzzle))
        return has_tests + (1 if self.choice.user is None else len(self.accounts()))

    def example(self, puzzle: Puzzle) -> str | None:
        """Return the first example of a cached page, for a script that may lack its file."""
        files = self.project.day_files(puzzle) if self.project.is_script(puzzle) else ()
        named = False
        for path in files:
            with suppress(OSError):  # the row of the day says so
                named |= re.search(rb"sampl|exampl|test", read_bytes(path)) is not None
        if named and (page := self.cache.read_page("", puzzle)):
            from aoc.site.examples import find_examples

            return next((example.text for example in find_examples(page)), None)
        return None

    def file_input(self, path: str) -> Input:
        """Return the input in the file that was named on the command line; it is read once."""
        if self._file_input is None:
            try:
                data = read_any(path)
            except OSError as error:
                raise UsageError(
                    f"--input {path} cannot be read: {error.strerror}"
                ) from None
            kind = InputKind.FILE
            label = f"file {path}"
            if path == "-":
                kind = InputKind.STDIN
                label = "stdin"
            self._file_input = input_of(kind, label, data)
        return self._file_input

    def forget_file(self) -> None:
        """Read the file that was named on the command line again, unless it is stdin."""
        if self.choice.file != "-":
            self._file_input = None

    def personal_inputs(self, puzzle: Puzzle) -> Iterator[Input | None]:
        """Yield each account's input, or a substitute for it; `None` if it cannot be fetched."""
        accounts = self.accounts()
        if self.choice.user is not None:
            # Nobody knows of which account a file of the project is, so it is not used here.
            for account in accounts:
                yield self.cached_input(puzzle, account) or self.site_input(
                    puzzle, account
                )
            return
        [account] = accounts or [Account(None, None)]
        self.locked.pop(puzzle, None)
        source = self.cached_input(puzzle, account)
        # Nothing is fetched in the place of a locked file: the next commit would publish it.
        can_fetch = account.token is not None and puzzle not in self.locked
        source = source or self.own_file(puzzle)
        if source is None and not can_fetch and self.project.is_script(puzzle):
            source = self.with_own_answers(
                puzzle, Input(InputKind.FILE, "file of its own", "")
            )
        elif source is None and not can_fetch:
            if puzzle not in self.without_input:
                self.without_input.append(puzzle)
            source = Input(InputKind.SAMPLE, "sample 0", optional=True)
        yield source or self.site_input(puzzle, account)

    def own_file(self, puzzle: Puzzle) -> Input | None:
        """Return the input in the project's own file; its account is not known."""
        try:
            name = self.project.input_name(puzzle)
        except UsageError as error:
            return Input(InputKind.FILE, "file of its own", problem=str(error))
        todo = ": save your puzzle input there, or delete the file"
        path = self.project.full_path(name)
        source = self.kept_input(
            puzzle, InputKind.FILE, f"file {name}", path, name, todo
        )
        if source is None and puzzle not in self.locked:
            for locked in self.project.own_files(puzzle, *LOCKED_ENDINGS):
                self.locked[puzzle] = (locked, LOCKED_BESIDE)
        return source and self.with_own_answers(puzzle, source)

    def with_own_answers(self, puzzle: Puzzle, source: Input) -> Input:
        """Return an input with the project's own answers, or with the problem that they have."""
        try:
            path = self.project.answers_path(puzzle)
            expected = self.project.answers(puzzle)
        except UsageError as error:
            return source._replace(problem=source.problem or str(error))
        if expected == (None, None) and (lock := lock_at(path)):
            self.locked[puzzle] = (shown_path(path), lock)
        return source._replace(expected=expected)

    def cached_input(self, puzzle: Puzzle, account: Account) -> Input | None:
        """Return an account's cached input, or `None` if it is not cached."""
        account = self.known_accounts.with_id(
            account
        )  # which may have become known by fetching
        if account.id is None:
            return None
        path = self.cache.input_path(account.id, puzzle)
        todo = ": delete it, and it is fetched again"
        source = self.kept_input(
            puzzle, InputKind.PERSONAL, account.id, path, path, todo
        )
        return source and source._replace(
            expected=self.cache.answers(account.id, puzzle)
        )

    def kept_input(
        self,
        puzzle: Puzzle,
        kind: InputKind,
        label: str,
        path: str,
        name: str,
        todo: str,
    ) -> Input | None:
        """Return the input in a file, see `input_of`; `None` if it is missing or locked."""
        try:
            data = read_bytes(path)
        except (FileNotFoundError, NotADirectoryError):
            if not os.path.islink(path):
                return None
            return Input(
                kind,
                label,
                problem=f"{name} is a link to a file that is not there{todo}",
            )
        except OSError as error:
            return Input(
                kind, label, problem=f"{name} cannot be read ({error.strerror}){todo}"
            )
        if lock := lock_of(data):
            self.locked[puzzle] = (name, lock)
            return None
        return input_of(kind, label, data, name, todo)

    def site_input(self, puzzle: Puzzle, account: Account) -> Input | None:
        """Return an account's input from the site; `None` if it cannot be fetched.

        Nothing is asked for twice, nor with a token that the site has refused.
        """
        token = account.token
        if token is None:
            reason = (
                f"no input of {account.name} is cached: log in to it with `aoc login`"
            )
            return Input(InputKind.PERSONAL, account.name, problem=as_typed(reason))
        refusal = self._refused.get(token) or self._refused.get((token, puzzle))
        if refusal is None:
            from aoc.site.client import Client

            self.before_fetch(puzzle)
            try:
                client = Client(account)
                text, user = client.fetch_input(puzzle), client.user_id()
                return Input(
                    InputKind.PERSONAL, user, text, self.cache.answers(user, puzzle)
                )
            except SiteError as error:
                if self.problems is None:
                    raise
                self.problems.append(error)
                refusal = error
                if isinstance(error, LockedError):
                    self._refused[token, puzzle] = error
                elif isinstance(error, DeadSessionError):
                    self._refused[token] = error
                else:
                    tokens = [account.token for account in self.accounts()]
                    self._refused.update(dict.fromkeys(tokens, error))
        self.missing.append((puzzle, refusal))
        return None


def input_of(
    kind: InputKind, label: str, data: bytes, name: str = "", todo: str = ""
) -> Input:
    """Return the input in these bytes, or one with the reason to refuse them.

    `name` stands in the reason in place of the label, and `todo` at its end.
    """
    try:
        return Input(kind, label, decode(data))
    except RefusedTextError as error:
        return Input(kind, label, problem=f"{name or label} {error}{todo}")
