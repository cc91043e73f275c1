"""What can go wrong outside a solver: each error carries its exit code and says what to do next."""

from __future__ import annotations

__all__ = ["AocError", "SiteError", "UsageError"]


class AocError(Exception):
    """Something that ends the command: one sentence for people, and the exit code."""

    exit_code = 1


class UsageError(AocError):
    """The command cannot be carried out as it was given."""

    exit_code = 2


class SiteError(AocError):
    """The site or the account is the problem."""

    exit_code = 3
