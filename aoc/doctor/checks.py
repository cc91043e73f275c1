"""All checks, in the order in which they are made; an error in one does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module

from aoc.doctor.findings import Finding, Status, from_error
from aoc.doctor.subject import Subject
from aoc.errors import AocError

CHECKS = {
    "name": "name_check",
    "python": "python_check",
    "tokens": "token_check",
    "cache": "cache_check",
    "plugins": "plugin_check",
    "project": "project_check",
    "git": "git_check",
    "examples": "example_check",
    "clock": "clock_check",
}
"""The checks by name, and the modules of this package that have them as `check`."""


def make_checks(
    subject: Subject, names: Iterable[str] = tuple(CHECKS), *, debug: bool = False
) -> Iterator[Finding]:
    """Make checks by name, by default all, and yield each finding as soon as it is there.

    An error in a check is a finding, or is raised with `debug`.
    """
    for name in names:
        yield from make_check(name, subject, debug=debug)


def make_check(name: str, subject: Subject, *, debug: bool = False) -> Iterator[Finding]:
    """Make one check and yield its findings; see `make_checks`."""
    try:
        # Imported here, so that a broken package fails only the check that needs it.
        check: Callable[[Subject], Iterable[Finding]]
        check = import_module(f"aoc.doctor.{CHECKS[name]}").check
        yield from check(subject)
    except AocError as error:
        yield from_error(name, error)
    except Exception as error:  # whatever it is, the other checks have to be made
        if debug:
            raise
        what = f"the check itself failed with {type(error).__name__}: {error}"
        yield Finding(name, Status.ERROR, what, "report it, with the output of --debug")
