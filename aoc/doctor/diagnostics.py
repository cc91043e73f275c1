"""Diagnostics: the subject of the checks, and what a check says about it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from enum import StrEnum
from glob import escape, glob
from typing import NamedTuple

from aoc.errors import AocError, ServerError, UnreachableError, UsageError
from aoc.project.project import NoProjectError, Project, find_project
from aoc.site.accounts import Accounts


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
    project = None
    # `check_git` needs a project, and says why there is none. The others can do without.
    with suppress(UsageError):
        project = find_project()
    return Subject(Accounts(), project, offline)


def diagnose(
    check: Callable[[Subject], Iterable[Diagnostic]], subject: Subject
) -> Iterator[Diagnostic]:
    """Yield each diagnostic of a check as soon as it is there, the last of an error in it."""
    try:
        yield from check(subject)
    except AocError as error:
        yield diagnostic_of(error)


def diagnostic_of(error: AocError) -> Diagnostic:
    """Return what an error says as a diagnostic."""
    status = Status.SKIPPED if isinstance(error, SKIPPING) else Status.ERROR
    return Diagnostic(status, error.what, error.remedy or None)
