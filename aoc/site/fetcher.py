"""Fetching what the cache lacks: what that is, and getting it from the site."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from aoc.clock import now
from aoc.errors import DeadSessionError, LockedError, SiteError
from aoc.puzzle import Puzzle, days_in, unlock_time
from aoc.site.accounts import Account
from aoc.site.cache import Cache
from aoc.text import RefusedTextError, decode

if TYPE_CHECKING:
    from aoc.site.client import Client

__all__ = [
    "Arrival",
    "Observer",
    "Plan",
    "Want",
    "arrive",
    "collect",
    "find_page",
    "has_input",
    "has_page",
    "is_complete",
    "make_plans",
    "unlocked",
    "want",
]


class Want(NamedTuple):
    """What to fetch of one puzzle."""

    puzzle: Puzzle
    input: bool
    page: bool

    @property
    def requests(self) -> int:
        """How many requests that takes."""
        return self.input + self.page


def want(cache: Cache, user: str, puzzle: Puzzle, *, update: bool = False) -> Want:
    """Say what to fetch; with `update` also a page on which parts may have been solved since."""
    page = is_complete(cache, user, puzzle) if update else has_page(cache, user, puzzle)
    return Want(puzzle, not has_input(cache, user, puzzle), not page)


def has_input(cache: Cache, user: str, puzzle: Puzzle) -> bool:
    """Say whether an input is kept, and can be one."""
    try:
        with open(cache.input_path(user, puzzle), "rb") as file:
            decode(file.read())
    except (OSError, RefusedTextError):
        return False
    return True


def has_page(cache: Cache, user: str, puzzle: Puzzle) -> bool:
    """Say whether a page is kept that shows every part that is known to be solved.

    The answers that it shows are to be kept as well; the last day has but one.
    """
    kept = cache.prose(user, puzzle)
    if kept is None or not os.path.exists(cache.own_prose_path(user, puzzle, kept[1])):
        return False
    first, second = cache.answers(user, puzzle)
    last_day = puzzle.day == days_in(puzzle.year)
    wanted = (0, 1 if first else 3, 2 if first and (second or last_day) else 3)
    return wanted[kept[1]] == kept[1] >= bool(first) + bool(second)


def is_complete(cache: Cache, user: str, puzzle: Puzzle) -> bool:
    """Say whether a page is kept that will not change any more: both parts are solved."""
    kept = cache.prose(user, puzzle)
    return kept is not None and kept[1] == 2 and has_page(cache, user, puzzle)


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
        from aoc.site.client import Client

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


class Arrival(NamedTuple):
    """What came of it: the HTML of the page if it could be had, and why anything is missing."""

    page: str | None = None
    problem: SiteError | None = None


def arrive(account: Account | None, puzzle: Puzzle) -> Arrival:
    """Find the page of a puzzle, and have its input in the cache.

    Costs a request for each that is not there yet, none without a token. Raises `LockedError`
    where the site says that it is too soon.
    """
    if account is None or account.token is None:
        user = (account and account.id) or ""
        cached = Cache().prose(user, puzzle)
        return Arrival(cached[0] if cached else None)
    page = None
    try:
        page = find_page(account, puzzle)
        fetch_input(account, puzzle)
    except LockedError:
        raise
    except SiteError as error:
        return Arrival(page, error)
    return Arrival(page)


def find_page(account: Account, puzzle: Puzzle, *, solved: int = 0) -> str:
    """Give the page of a puzzle: a cached one with so many parts solved, or else a fresh one.

    Raises `SiteError`.
    """
    cache = Cache()
    user = account.id
    if user is not None:
        cached = cache.prose(user, puzzle)
        if cached and cached[1] >= solved:
            return cached[0]
    if account.token is None:
        raise SiteError(f"no session token of {account.name}: `aoc login`")
    from aoc.site.client import Client

    client = Client(account)
    if user is None:
        cached = cache.prose(client.user_id(), puzzle)
        if cached and cached[1] >= solved:
            return cached[0]
    return client.page(puzzle)


def fetch_input(account: Account, puzzle: Puzzle) -> None:
    """Fetch an input unless it is cached. Raises `SiteError`."""
    cache = Cache()
    user = account.id or cache.owner(account.token or "")
    if user is None or not os.path.exists(cache.input_path(user, puzzle)):
        from aoc.site.client import Client

        Client(account._replace(id=user)).fetch_input(puzzle)
