"""Diagnostics: the subject of the checks, and what a check says about it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from glob import escape, glob
from importlib import import_module
from typing import NamedTuple

from aoc.errors import AocError, ServerError, UnreachableError, UsageError
from aoc.project.project import NoProjectError, Project, find_project
from aoc.site.accounts import Accounts

CHECKS = {
    "name": "installation",
    "python": "installation",
    "tokens": "installation",
    "git": "repository",
}
"""The checks in their order, and the module of this package that each is in."""


class Status(StrEnum):
    """The result of a check. An `ERROR` is wrong; a `WARNING` may be intended."""

    OK = "ok"
    WARNING = "warning"
    ERROR = "error"
    SKIPPED = "skipped"


class Diagnostic(NamedTuple):
    """A result of a check: a sentence for people, and the remedy if something is wrong."""

    status: Status
    message: str
    remedy: str | None = None


class NotCheckedError(AocError):
    """The check cannot be made; the message says why."""


SKIPPING = (NotCheckedError, NoProjectError, ServerError, UnreachableError)
"""The errors that are not about the installation or the project."""


class Subject(NamedTuple):
    """The accounts, and the project of the current folder, if any.

    With `offline` the site is not asked.
    """

    accounts: Accounts
    project: Project | None
    offline: bool

    def personal_inputs(self) -> list[str]:
        """Return the paths of the inputs of all accounts, and of those saved in the project."""
        cache = self.accounts.cache
        paths: list[str] = []
        for user in cache.users():
            folder = os.path.join(cache.folder, user)
            paths += glob(os.path.join(escape(folder), "*_input.txt"))
        if self.project is not None:
            folder = self.project.full_path(self.project.inputs)
            paths += glob(os.path.join(escape(folder), "*", "*.txt"))
        return paths


def find_subject(*, offline: bool) -> Subject:
    """Return the accounts and the project to check."""
    try:
        project = find_project()
    except UsageError:
        # `check_git` needs a project, and says why there is none. The others can do without.
        return Subject(Accounts(), None, offline)
    return Subject(Accounts(), project, offline)


def make_check(name: str, subject: Subject, *, debug: bool) -> Iterator[Diagnostic]:
    """Make a check and yield each diagnostic as soon as it is there.

    An error in the check is a diagnostic, or is raised with `debug`.
    """
    try:
        # Imported here, so that a broken package fails only the check that needs it.
        module = import_module(f"aoc.doctor.{CHECKS[name]}")
        check: Callable[[Subject], Iterable[Diagnostic]]
        check = getattr(module, f"check_{name}")
        yield from check(subject)
    except AocError as error:
        yield diagnostic_of(error)
    except Exception as error:
        # Whatever it is, the other checks have to be made.
        if debug:
            raise
        text = f"the check itself failed with {type(error).__name__}: {error}"
        yield Diagnostic(Status.ERROR, text, "report it, with the output of --debug")


def diagnostic_of(error: AocError) -> Diagnostic:
    """Return what an error says as a diagnostic."""
    status = Status.SKIPPED if isinstance(error, SKIPPING) else Status.ERROR
    return Diagnostic(status, error.what, error.remedy or None)
