"""Fetching what is not kept yet, puzzle after puzzle, for one account after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from aoc.clock import now
from aoc.errors import DeadSessionError, LockedError, SiteError
from aoc.event import unlock_time
from aoc.results import Puzzle
from aoc.site.cache import Account
from aoc.site.client import Client
from aoc.site.wants import Want, want

__all__ = ["Observer", "Plan", "collect", "make_plans", "unlocked"]


class Observer(Protocol):
    """Who hears how far it is."""

    def begin(self, what: str) -> None:
        """Hear what is about to be fetched."""

    def advance(self) -> None:
        """Hear that a request was made."""

    def line(self, text: str) -> None:
        """Hear what came of a puzzle."""


class Plan(NamedTuple):
    """What to fetch for one account."""

    client: Client
    wants: Sequence[Want]

    @property
    def requests(self) -> int:
        """How many requests that takes."""
        return sum(want.requests for want in self.wants)


def unlocked(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Leave out the puzzles that are still locked; raises `LockedError` if all are."""
    found = [puzzle for puzzle in puzzles if unlock_time(puzzle) <= now()]
    if not found:
        raise LockedError(min(puzzles))
    return found


def make_plans(
    accounts: Iterable[Account],
    puzzles: Sequence[Puzzle],
    problems: list[SiteError],
    *,
    update: bool,
) -> list[Plan]:
    """Find out what is missing for accounts; those that fail at that add to the problems."""
    plans = []
    for account in accounts:
        client = Client(account)
        try:
            user = client.user_id()
        except SiteError as error:
            problems.append(error)
            if isinstance(error, DeadSessionError):
                continue
            break
        wants = [want(client.cache, user, puzzle, update=update) for puzzle in puzzles]
        plans.append(Plan(client, [want for want in wants if want.requests]))
    return plans


def collect(
    plans: Sequence[Plan], observer: Observer, problems: list[SiteError]
) -> tuple[int, int]:
    """Fetch what is missing; gives how many inputs and how many pages were.

    An account whose session is dead is left alone, and so is the site once it fails; what was
    fetched until then is kept. What went wrong is added to the problems.
    """
    inputs = pages = 0
    for plan in plans:
        for wanted in plan.wants:
            whose = f" for {plan.client.user_id()}" if len(plans) > 1 else ""
            done: list[str] = []
            try:
                if wanted.input:
                    observer.begin(f"{wanted.puzzle} input")
                    plan.client.fetch_input(wanted.puzzle)
                    done.append("input")
                    observer.advance()
                if wanted.page:
                    observer.begin(f"{wanted.puzzle} page")
                    plan.client.page(wanted.puzzle)
                    done.append("page")
                    observer.advance()
            except LockedError as error:
                problems.append(error)
            except DeadSessionError as error:
                problems.append(error)
                break
            except SiteError as error:
                problems.append(error)
                return inputs + ("input" in done), pages
            finally:
                if done:
                    observer.line(f"{wanted.puzzle} {' and '.join(done)}{whose}")
            inputs += "input" in done
            pages += "page" in done
    return inputs, pages
