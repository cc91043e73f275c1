"""The checks of `aoc doctor`, in their order; an error in one does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from importlib import import_module
from typing import NamedTuple

from aoc.errors import AocError, ServerError, UnreachableError, UsageError
from aoc.project.project import NoProjectError, Project, find_project
from aoc.site.accounts import Accounts

CHECKS = ("name", "python", "tokens", "cache", "solvers", "project", "git", "clock")
FILES = ("tokens", "cache", "git")
"""The checks in the module `files` of this package; the others are in `installation`."""


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
    """The subject of the checks: the accounts, and the project of the current folder, if any.

    With `offline` the site is not asked.
    """

    accounts: Accounts
    project: Project | None
    offline: bool


def find_subject(*, offline: bool = False) -> Subject:
    """Return the accounts and the project to check."""
    try:
        return Subject(Accounts(), find_project(), offline)
    except UsageError:  # `check_project` says why
        return Subject(Accounts(), None, offline)


def make_check(
    name: str, subject: Subject, *, debug: bool = False
) -> Iterator[Diagnostic]:
    """Make a check and yield each diagnostic as soon as it is there.

    An error in the check is a diagnostic, or is raised with `debug`.
    """
    try:
        # Imported here, so that a broken package fails only the check that needs it.
        module = import_module(
            f"aoc.doctor.{'files' if name in FILES else 'installation'}"
        )
        check: Callable[[Subject], Iterable[Diagnostic]] = getattr(
            module, f"check_{name}"
        )
        yield from check(subject)
    except AocError as error:
        status = Status.SKIPPED if isinstance(error, SKIPPING) else Status.ERROR
        yield Diagnostic(status, error.what, error.remedy or None)
    except Exception as error:  # whatever it is, the other checks have to be made
        if debug:
            raise
        text = f"the check itself failed with {type(error).__name__}: {error}"
        yield Diagnostic(Status.ERROR, text, "report it, with the output of --debug")
