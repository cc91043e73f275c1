"""Where the input of a puzzle comes from: a file, the tests, the project or an account."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

from aoc.errors import LockedError, SiteError, UsageError
from aoc.files import read_any, read_bytes
from aoc.model.inputs import EXAMPLE_NAMES, Input, InputKind, RefusedTextError, decode
from aoc.model.puzzles import Puzzle
from aoc.project.day_tests import tests_path
from aoc.project.project import Project
from aoc.site.accounts import NOBODY, Account, Accounts

NAMES_AN_EXAMPLE = re.compile(EXAMPLE_NAMES.encode())
"""Part of the name of a file that a script may read an example from."""
LATE_PAUSE = 30.0
"""Seconds after which the site may be asked again for an input that it refused."""


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

    `before_fetch` is called with each puzzle whose input is about to be fetched. If that fails, the
    error is raised where the inputs are made with `raises`; else the input is left out, and its
    puzzle is added to `missing` with the error. Nothing is asked for twice. A puzzle whose input
    cannot be fetched because there is no session token is added to `without_input`.
    """

    def __init__(
        self,
        project: Project,
        choice: InputChoice,
        *,
        raises: bool = False,
        before_fetch: Callable[[Puzzle], None] = lambda puzzle: None,
    ) -> None:
        self.project = project
        self.choice = choice
        self.raises = raises
        self.before_fetch = before_fetch
        self.missing: list[tuple[Puzzle, SiteError]] = []
        self.without_input: list[Puzzle] = []
        self.known_accounts = Accounts()
        self.cache = self.known_accounts.cache
        self.refused: dict[str, SiteError] = {}
        """Why nothing more is asked for with a session token."""
        self.refused_at = 0.0
        """When that was so last, as `monotonic` has it."""
        self._file_input: Input | None = None
        self._accounts: Sequence[Account] | None = None

    @property
    def problems(self) -> list[SiteError]:
        """Why inputs are missing: each error once."""
        return list(dict.fromkeys(error for _, error in self.missing))

    def check(self) -> None:
        """Read the source that all puzzles share: the file, or the list of accounts.

        Raises `UsageError` where there is no such file or account, and `SiteError` where the
        account files cannot be read.
        """
        if self.choice.file is not None:
            self.file_input(self.choice.file)
        elif self.choice.is_personal:
            self.accounts()

    def most_per_puzzle(self) -> int:
        """Return how many inputs besides the examples a puzzle has at most.

        Raises the errors of `check`.
        """
        return 1 if self.choice.user is None else len(self.accounts())

    def accounts(self) -> Sequence[Account]:
        """Return the accounts that were asked for; none if there are none."""
        # Read once: a run asks for them with each puzzle.
        if self._accounts is None:
            self._accounts = self.known_accounts.choose(self.choice.user)
        return self._accounts

    def of(self, puzzle: Puzzle) -> Iterator[Input]:
        """Yield the inputs of a puzzle; each is read when it is asked for.

        Raises the errors of `check`.
        """
        choice = self.choice
        if choice.file is not None:
            yield self.file_input(choice.file)
            return
        if choice.seed is not None:
            yield Input(InputKind.SAMPLE, f"sample {choice.seed}", seed=choice.seed)
            return
        if choice.examples:
            # Also without a file of tests: the day is loaded, and the run says what is missing.
            yield Input(InputKind.EXAMPLES)
            return
        if self.has_tests(puzzle):
            yield Input(InputKind.EXAMPLES)
        example = self.first_example(puzzle)
        for personal_input in self.personal_inputs(puzzle):
            yield personal_input._replace(first_example=example)

    def has_tests(self, puzzle: Puzzle) -> bool:
        """Return whether the tests of a puzzle are there, perhaps as a broken link."""
        return os.path.lexists(tests_path(self.project.root, *puzzle))

    def first_example(self, puzzle: Puzzle) -> str | None:
        """Return the first example of a cached page, for a script that may lack its file.

        Parsing a page takes long, so it is done only for a script that names such a file.
        """
        if not self.project.is_script(puzzle):
            return None
        if not names_an_example(self.project.day_files(puzzle)):
            return None
        page = self.cache.read_page("", puzzle)
        if not page:
            return None
        from aoc.site.examples import find_examples

        for example in find_examples(page):
            return example.text
        return None

    def file_input(self, path: str) -> Input:
        """Return the input in the file that was named on the command line; it is read once."""
        if self._file_input is None:
            try:
                data = read_any(path)
            except OSError as error:
                raise UsageError(f"--input {path} cannot be read: {error.strerror}") from None
            kind = InputKind.FILE
            label = f"file {path}"
            if path == "-":
                kind = InputKind.STDIN
                label = "stdin"
            self._file_input = input_of(kind, label, data)
        return self._file_input

    def switch_examples(self) -> None:
        """Run on the examples alone from now on, or on the input again."""
        self.choice = self.choice._replace(examples=not self.choice.examples)

    def begin_again(self) -> None:
        """Look again for what was missing, and in the file of the command line, as in a new run."""
        self.missing.clear()
        # The site may be there again; but a day may be saved every few seconds.
        if monotonic() > self.refused_at + LATE_PAUSE:
            self.refused.clear()
        # What came from stdin does not come again.
        if self.choice.file != "-":
            self._file_input = None

    def personal_inputs(self, puzzle: Puzzle) -> Iterator[Input]:
        """Yield each account's input, or a substitute for it, unless it cannot be fetched."""
        accounts = self.accounts()
        if self.choice.user is None:
            account = accounts[0] if accounts else NOBODY
            default = self.default_input(puzzle, account)
            if default:
                yield default
            return
        for account in accounts:
            # Nobody knows of which account a file of the project is, so it is not used here.
            of_account = self.cached_input(puzzle, account)
            if of_account is None:
                of_account = self.site_input(puzzle, account)
            if of_account:
                yield of_account

    def default_input(self, puzzle: Puzzle, account: Account) -> Input | None:
        """Return the input where no account was named; `None` if it cannot be fetched."""
        cached = self.cached_input(puzzle, account)
        if cached:
            return cached
        own = self.own_file(puzzle)
        if own:
            return own
        if account.token is not None:
            return self.site_input(puzzle, account)
        if self.project.is_script(puzzle):
            # It may have its input in a file that nobody else knows of, so it runs without one.
            unknown = Input(InputKind.FILE, "file of its own", "")
            return self.with_own_answers(puzzle, unknown)
        if puzzle not in self.without_input:
            self.without_input.append(puzzle)
        # So that a year runs on a fresh machine; without a function that makes it, it is left out.
        return Input(InputKind.SAMPLE, "sample 0", optional=True)

    def own_file(self, puzzle: Puzzle) -> Input | None:
        """Return the input in the project's own file; its account is not known."""
        try:
            name = self.project.input_name(puzzle)
        except UsageError as error:
            return Input(InputKind.FILE, "file of its own", problem=str(error))
        todo = ": save your puzzle input there, or delete the file"
        path = self.project.full_path(name)
        own = kept_input(InputKind.FILE, f"file {name}", path, name, todo)
        return self.with_own_answers(puzzle, own) if own else None

    def with_own_answers(self, puzzle: Puzzle, own: Input) -> Input:
        """Return an input with the project's own answers, or with the problem that they have."""
        try:
            return own._replace(expected=self.project.answers(puzzle))
        except UsageError as error:
            return own._replace(problem=own.problem or str(error))

    def cached_input(self, puzzle: Puzzle, account: Account) -> Input | None:
        """Return an account's cached input, or `None` if it is not cached."""
        # The id may have become known by fetching.
        account = self.known_accounts.with_id(account)
        if account.id is None:
            return None
        path = self.cache.input_path(account.id, puzzle)
        todo = ": delete it, and it is fetched again"
        cached = kept_input(InputKind.PERSONAL, account.id, path, path, todo)
        if cached is None:
            return None
        return cached._replace(expected=self.cache.answers(account.id, puzzle))

    def site_input(self, puzzle: Puzzle, account: Account) -> Input | None:
        """Return an account's input from the site; `None` if it cannot be fetched."""
        token = account.token
        if token is None:
            reason = f"no input of {account.name} is cached: log in to it with `aoc login`"
            return Input(InputKind.PERSONAL, account.name, problem=reason)
        error = self.refused.get(token)
        if error is None:
            from aoc.site.client import Client

            self.before_fetch(puzzle)
            try:
                client = Client(account)
                text = client.fetch_input(puzzle)
                user = client.user_id()
                expected = self.cache.answers(user, puzzle)
                return Input(InputKind.PERSONAL, user, text, expected)
            except SiteError as refusal:
                if self.raises:
                    raise
                error = refusal
                self.refused_at = monotonic()
        # The site would refuse other puzzles too, unless it is this one that is locked.
        if not isinstance(error, LockedError):
            self.refused[token] = error
        self.missing.append((puzzle, error))
        return None


def names_an_example(paths: Sequence[str]) -> bool:
    """Return whether the code in files names a file that has an example."""
    for path in paths:
        # Of a file that cannot be read, the row of the day says so.
        with suppress(OSError):
            if NAMES_AN_EXAMPLE.search(read_bytes(path)):
                return True
    return False


def kept_input(kind: InputKind, label: str, path: str, name: str, todo: str) -> Input | None:
    """Return the input in a file, see `input_of`; `None` if there is no file."""
    try:
        data = read_bytes(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        problem = f"{name} cannot be read ({error.strerror}){todo}"
        return Input(kind, label, problem=problem)
    return input_of(kind, label, data, name, todo)


def input_of(kind: InputKind, label: str, data: bytes, name: str = "", todo: str = "") -> Input:
    """Return the input in these bytes, or one with the reason to refuse them.

    `name` stands in the reason in place of the label, and `todo` at its end.
    """
    try:
        text = decode(data)
    except RefusedTextError as error:
        return Input(kind, label, problem=f"{name or label} {error}{todo}")
    # Some scripts need an empty line, or none, behind the last group of lines.
    end = data[len(data.rstrip(b"\r\n")) :]
    return Input(kind, label, text, ending="\n" * end.count(b"\n"))
