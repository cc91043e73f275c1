"""The errors outside a solver: each has an exit code and says what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
        from aoc.model.puzzles import local_time, next_puzzle, now, site_now, unlock_time

        moment = unlock_time(page)
        date = local_time(moment)
        if site_now() >= moment:
            what = f"{page} is still locked on the site, but was to unlock on {date}"
            super().__init__(what, "try again in a minute")
            return
        what = f"{page} is locked until {date}"
        # This computer may show a later time.
        if now() >= moment:
            what += " by the site's clock"
        night = "new --wait --open --watch"
        if page != next_puzzle():
            night += f" {page}"
        super().__init__(what, f"`aoc {night}` waits for it")


class UnreachableError(SiteError):
    """The site could not be reached, as `what` says; nothing can have changed there."""

    def __init__(self, what: str, remedy: str = "check the network and try again") -> None:
        super().__init__(f"adventofcode.com {what}", remedy)


class NoResponseError(UnreachableError):
    """The site was asked for a page, and sent no response, or none that can be read."""
