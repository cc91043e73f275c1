"""The errors outside a solver: each has an exit code and says what to do next."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.model.puzzles import Puzzle


class AocError(Exception):
    """An error that ends the command, with one sentence for people and an exit code.

    `what` says what is wrong, and `remedy` what to do next; it is empty if `what` says both.
    """

    exit_code = 1

    def __init__(self, what: str, remedy: str = "") -> None:
        self.what = what
        self.remedy = remedy
        super().__init__(f"{what}: {remedy}" if remedy else what)


class UsageError(AocError):
    """The command line, a setting or a file of the user is wrong."""

    exit_code = 2


class SiteError(AocError):
    """The site or the account is the problem."""

    exit_code = 3


class DeadSessionError(SiteError):
    """The session token is one that the site no longer accepts, or none at all."""


class ServerError(SiteError):
    """The site answered with an error of its own, which may pass."""


class LockedError(SiteError):
    """A puzzle is still locked, or the site has no such page; `page` is the puzzle or the page."""

    def __init__(self, page: Puzzle | str) -> None:
        self.page = page
        if isinstance(page, str):
            what = f"{page} is not on adventofcode.com, or not yet"
            super().__init__(what, "check the year, or try again later")
            return
        from aoc.model.puzzles import local_time, now, unlock_time

        moment = unlock_time(page)
        if now() < moment:
            what = f"{page} is locked until {local_time(moment)}"
            super().__init__(what, "try again then")
            return
        # One of the two clocks is wrong. Nobody can know which, so both ways are named.
        super().__init__(
            f"{page} is still locked on the site, but unlocked by this computer's clock on "
            f"{local_time(moment)}",
            "set the clock, or try again in a minute",
        )


class UnreachableError(SiteError):
    """The site could not be reached, as `what` says; nothing can have changed there."""

    def __init__(
        self, what: str, remedy: str = "check the network and try again"
    ) -> None:
        super().__init__(f"adventofcode.com {what}", remedy)


class NoResponseError(UnreachableError):
    """The site was asked for a page, and sent no response, or none that can be read."""
