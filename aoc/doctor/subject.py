"""What is checked: the accounts, the project if there is one, and whether the site is asked."""

from __future__ import annotations

from typing import NamedTuple

from aoc.errors import UsageError
from aoc.project import Project, find_project
from aoc.site.accounts import Accounts


class Subject(NamedTuple):
    """What is checked; `no_project` is the reason why there is no project."""

    accounts: Accounts
    project: Project | None = None
    no_project: UsageError | None = None
    offline: bool = False


def find_subject(*, offline: bool = False) -> Subject:
    """Return what is to be checked, with the project of the current folder.

    With `offline` the site is not asked.
    """
    accounts = Accounts()
    try:
        return Subject(accounts, find_project(), offline=offline)
    except UsageError as error:
        return Subject(accounts, no_project=error, offline=offline)
