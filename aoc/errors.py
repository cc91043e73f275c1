"""What can go wrong outside a solver: each error carries its exit code and says what to do next."""

from __future__ import annotations

__all__ = [
    "AocError",
    "DeadSessionError",
    "LockedError",
    "LostResponseError",
    "SiteError",
    "UnreachableError",
    "UsageError",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.puzzle import Puzzle


class AocError(Exception):
    """Something that ends the command: one sentence for people, and the exit code."""

    exit_code = 1


class UsageError(AocError):
    """The command cannot be carried out as it was given."""

    exit_code = 2


class SiteError(AocError):
    """The site or the account is the problem."""

    exit_code = 3


class DeadSessionError(SiteError):
    """The site does not know the session any more."""


class LockedError(SiteError):
    """What was asked for is not there yet: a puzzle, or a page named by its path."""

    def __init__(self, what: Puzzle | str) -> None:
        self.what = what
        super().__init__(f"{what} {self.when()}")

    def when(self) -> str:
        """Say when it is worth trying again."""
        if isinstance(self.what, str):
            return "is not on adventofcode.com, or not yet: check the year, or try once it began"
        from aoc.clock import now
        from aoc.puzzle import local_time, unlock_time

        moment = unlock_time(self.what)
        if now() < moment:
            return f"is locked until {local_time(moment)}: try again then"
        return (
            f"is locked, says the site, though by this computer's clock it opened "
            f"{local_time(moment)}: set the clock, or try again in a minute"
        )


class UnreachableError(SiteError):
    """No request came through to the site, or none that could have changed anything there."""


class LostResponseError(SiteError):
    """The site may have received an answer, but no verdict came back."""
