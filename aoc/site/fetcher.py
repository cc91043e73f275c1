"""Fetches what the cache does not have: inputs, puzzle pages and the answers on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from aoc.clock import now, unlock_time
from aoc.errors import DeadSessionError, LockedError, SiteError
from aoc.puzzles import Puzzle
from aoc.site.accounts import Account, Accounts
from aoc.site.cache import Cache, CachedPage

if TYPE_CHECKING:
    from aoc.site.client import Client

__all__ = [
    "FetchObserver",
    "FetchPlan",
    "MissingFiles",
    "NewDay",
    "fetch_missing",
    "fetch_new_day",
    "fetch_page_unless",
    "find_missing",
    "plan_fetches",
    "read_or_fetch_page",
    "read_puzzle_page",
    "unlocked_puzzles",
]


class MissingFiles(NamedTuple):
    """Which files of a puzzle have to be fetched for one account."""

    puzzle: Puzzle
    input: bool
    page: bool

    @property
    def requests(self) -> int:
        """The number of requests that this takes."""
        return self.input + self.page


class FetchPlan(NamedTuple):
    """What has to be fetched for one account, whose id is `user`.

    With `update`, pages are fetched even if they are cached.
    """

    client: Client
    user: str
    missing: Sequence[MissingFiles]
    update: bool

    def may_have_changed(self, puzzles: Iterable[Puzzle]) -> bool:
        """Return whether the cached page of a puzzle shows less than both parts as solved."""
        return not all(self.client.cache.has_final_page(self.user, puzzle) for puzzle in puzzles)

    @property
    def requests(self) -> int:
        """The number of requests that this takes."""
        return sum(files.requests for files in self.missing)


class FetchObserver(Protocol):
    """Shows the progress of `fetch_missing`."""

    def show_request(self, name: str) -> None:
        """Show what is fetched next."""

    def count_request(self) -> None:
        """Count a request that has succeeded."""

    def show_fetched(self, text: str) -> None:
        """Show what was fetched of a puzzle."""


class NewDay(NamedTuple):
    """What was fetched for a new day: the HTML of its page, and the error of a missing file."""

    page: str | None = None
    problem: SiteError | None = None


def unlocked_puzzles(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Return the puzzles that are unlocked; raises `LockedError` if there are none."""
    unlocked = [puzzle for puzzle in puzzles if unlock_time(puzzle) <= now()]
    if not unlocked:
        raise LockedError(min(puzzles))
    return unlocked


def find_missing(cache: Cache, user: str, puzzle: Puzzle, *, update: bool = False) -> MissingFiles:
    """Find out what the cache does not have of a puzzle.

    With `update`, a page is missing too if more parts may have been solved since it was fetched.
    """
    if update:
        has_page = cache.has_final_page(user, puzzle)
    else:
        has_page = cache.has_current_page(user, puzzle)
    return MissingFiles(puzzle, not cache.has_input(user, puzzle), not has_page)


def plan_fetches(
    accounts: Iterable[Account],
    puzzles: Sequence[Puzzle],
    problems: list[SiteError],
    *,
    update: bool,
) -> list[FetchPlan]:
    """Find out what has to be fetched for each account.

    An account whose session is dead gets no plan; after any other error of the site, the rest of
    the accounts get none. The errors are added to `problems`.
    """
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
        missing = [find_missing(client.cache, user, puzzle, update=update) for puzzle in puzzles]
        plans.append(
            FetchPlan(client, user, [files for files in missing if files.requests], update)
        )
    return plans


def fetch_missing(
    plans: Sequence[FetchPlan], observer: FetchObserver, problems: list[SiteError]
) -> tuple[int, int]:
    """Fetch what the plans say, and return the numbers of inputs and of pages fetched.

    A locked puzzle is left out. A dead session ends the fetching for its account, any other error
    of the site ends all fetching; what was fetched before stays cached. The errors are added to
    `problems`.
    """
    inputs = pages = 0
    for plan in plans:
        for files in plan.missing:
            whose = f" for {plan.user}" if len(plans) > 1 else ""
            fetched: list[str] = []
            try:
                if files.input:
                    observer.show_request(f"{files.puzzle} input")
                    plan.client.fetch_input(files.puzzle)
                    fetched.append("input")
                    observer.count_request()
                if files.page:
                    observer.show_request(f"{files.puzzle} page")
                    fetch_missing_page(plan, files.puzzle)
                    fetched.append("page")
                    observer.count_request()
            except LockedError as error:
                problems.append(error)
            except DeadSessionError as error:
                problems.append(error)
                break
            except SiteError as error:
                problems.append(error)
                return inputs + ("input" in fetched), pages
            finally:
                if fetched:
                    observer.show_fetched(f"{files.puzzle} {' and '.join(fetched)}{whose}")
            inputs += "input" in fetched
            pages += "page" in fetched
    return inputs, pages


def fetch_missing_page(plan: FetchPlan, puzzle: Puzzle) -> None:
    """Fetch a page, unless another program has done so since the plan was made."""
    cache = plan.client.cache

    def find() -> str | None:
        page = cache.read_page(plan.user, puzzle)
        if plan.update or page is None or not cache.has_current_page(plan.user, puzzle):
            return None
        return page.html

    fetch_page_unless(plan.client, puzzle, find)


def fetch_new_day(account: Account | None, puzzle: Puzzle) -> NewDay:
    """Fetch the page and the input of a puzzle, each unless it is cached.

    Without a token nothing is fetched, and a page in the cache is returned. Raises `LockedError`
    if the site says that the puzzle is locked.
    """
    if account is None or account.token is None:
        cached = read_puzzle_page(Cache(), account and account.id, puzzle)
        return NewDay(cached and cached.html)
    page = None
    try:
        page = read_or_fetch_page(account, puzzle)
        fetch_input_if_missing(account, puzzle)
    except LockedError:
        raise
    except SiteError as error:
        return NewDay(page, error)
    return NewDay(page)


def read_puzzle_page(cache: Cache, user: str | None, puzzle: Puzzle) -> CachedPage | None:
    """Return the cached page of a puzzle, or `None` if there is none, or a broken one.

    Without a `user`, it is the page that all accounts share.
    """
    from aoc.site import pages

    page = cache.read_page(user or "", puzzle)
    return page if page and pages.is_puzzle(page.html) else None


def read_or_fetch_page(account: Account, puzzle: Puzzle, *, solved: int = 0) -> str:
    """Return the HTML of a puzzle page, from the cache or else from the site.

    A cached page is used if it shows at least `solved` parts as solved. Raises `SiteError`.
    """
    cache = Cache()

    def find(user: str) -> str | None:
        page = read_puzzle_page(cache, user, puzzle)
        return page.html if page and page.parts_solved >= solved else None

    found = None if account.id is None else find(account.id)
    if found is not None:
        return found
    from aoc.site.client import Client

    client = Client(account)
    user = client.user_id()
    return fetch_page_unless(client, puzzle, lambda: find(user))


def fetch_page_unless(client: Client, puzzle: Puzzle, find: Callable[[], str | None]) -> str:
    """Fetch a puzzle page and return its HTML, unless `find` returns that from the cache.

    So programs that run at the same time fetch a page once. Raises `SiteError`.
    """
    from aoc.files import check_writable, locked

    cache, user = client.cache, client.user_id()
    check_writable(cache.page_path(user, puzzle, 1))
    with locked(cache.lock_path(cache.own_page_path(user, puzzle, 0))):
        found = find()
        return client.fetch_page(puzzle) if found is None else found


def fetch_input_if_missing(account: Account, puzzle: Puzzle) -> None:
    """Fetch an input unless it is cached. Raises `SiteError`."""
    account = Accounts().with_id(account)
    if account.id is None or not Cache().has_input(account.id, puzzle):
        from aoc.site.client import Client

        Client(account).fetch_input(puzzle)
