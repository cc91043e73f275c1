"""Handing answers in: whether one may be sent now, sending it once, and keeping what came of it.

The order of things is what makes it safe. Under a lock that every program takes, the answer is
held against all that is known without asking; then against the puzzle page; then it is written
down durably; then it is sent, and the very moment noted; then the verdict is recorded, and only
then is it taken for settled. An answer that is still on its way when the next program comes is
not sent again, unless somebody insists: to its sender, a request that was lost looks like one
whose response was.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from aoc.clock import now
from aoc.errors import DeadSessionError, LockedError, SiteError, UnreachableError
from aoc.puzzle import Puzzle, unlock_time
from aoc.site.accounts import Account
from aoc.site.cache import Cache
from aoc.submitting.ledger import Ledger
from aoc.submitting.outcome import Offer, Offers, Outcome, What
from aoc.submitting.post_request import before_posting
from aoc.submitting.replies import Said
from aoc.submitting.rules import Rules

if TYPE_CHECKING:
    from aoc.site.client import Client

__all__ = ["Submitter"]

PATIENCE = 120
"""Seconds to wait for another program that is submitting to the same puzzle."""


class Submitter:
    """Hands in the answers of one account.

    `tell` is called with sentences for people, `pause` with a puzzle and the seconds of a wait
    that is to be sat out; without `pause`, a wait is an outcome. `force` is that
    of `aoc.submitting.rules.Rules`.
    """

    def __init__(
        self,
        account: Account,
        *,
        tell: Callable[[str], None],
        pause: Callable[[Puzzle, float], None] | None = None,
        force: bool = False,
    ) -> None:
        self.account = account
        self.tell = tell
        self.pause = pause
        self.force = force
        self.cache = Cache()
        self.seen: set[Puzzle] = set()
        self.frugal = False
        self._client: Client | None = None

    @property
    def client(self) -> Client:
        """The way to the site; raises `SiteError` where the account has no token."""
        if self._client is None:
            if self.account.token is None:
                raise SiteError(f"no session token of {self.account.name}: log in with `aoc login`")
            from aoc.site.client import Client

            self._client = Client(self.account)
        return self._client

    def hand_in(self, puzzle: Puzzle, offers: Offers, part: int | None = None) -> Outcome:
        """Send one answer, that of a part or else of the first part that is open.

        Raises `SiteError` where the site or the record cannot be used.
        """
        first = offers.get(part or 1, Offer(None))
        if self.account.id is None and first.problem and not self.force:
            # Nothing is known of this account, and nothing needs to be asked.
            what = What.NO_ANSWER if first.answer is None else What.EXAMPLES
            return Outcome(puzzle, part or 1, first.answer, what, first.problem)
        if now() < unlock_time(puzzle):
            raise LockedError(puzzle)
        ledger = self.ledger(puzzle)
        wanted = part or (1 if ledger.accepted()[0] is None else 2)
        while True:
            with self.alone(ledger):
                outcome = self.attempt(ledger, offers, wanted, fixed=part is not None)
            if not self.pause or not outcome.what.waits:
                return outcome
            self.pause(puzzle, ledger.wait_left(now()))

    def ledger(self, puzzle: Puzzle) -> Ledger:
        """Give the record of a puzzle; for a new token the site is asked whose it is."""
        if self.account.id is None:
            # That request takes the place of a look at the page beforehand: it is two at most.
            self.frugal = True
            self.account = self.account._replace(id=self.client.user_id())
        assert self.account.id is not None
        return Ledger(self.cache, self.account.id, puzzle)

    @contextmanager
    def alone(self, ledger: Ledger) -> Iterator[None]:
        """Be the only program that submits to a puzzle for an account."""
        from filelock import FileLock, Timeout

        lock = FileLock(ledger.lock_path)
        try:
            os.makedirs(os.path.dirname(ledger.lock_path), exist_ok=True)
            try:
                lock.acquire(timeout=0)
            except Timeout:
                self.tell(f"Another program is submitting to {ledger.puzzle}: waiting for it.")
                lock.acquire(timeout=PATIENCE)
        except Timeout:
            raise SiteError(
                f"another program has been submitting to {ledger.puzzle} for {PATIENCE} s: "
                "try again once it is done"
            ) from None
        except (OSError, NotImplementedError) as error:
            raise SiteError(
                f"{ledger.lock_path} cannot be locked ({error}), so nothing is submitted: "
                "mend that first"
            ) from None
        try:
            yield
        finally:
            lock.release()

    def attempt(self, ledger: Ledger, offers: Offers, part: int, *, fixed: bool) -> Outcome:
        """Send an answer if nothing speaks against it; the lock is held."""
        refused = self.rules(ledger, offers).refuse(part)
        if refused:
            return refused
        if self.worth_a_look(ledger, offers, part):
            self.look(ledger)
            if not fixed and ledger.accepted()[0] is not None:
                part = 2
            refused = self.rules(ledger, offers).refuse(part)
            if refused:
                return refused
        answer = offers[part].answer
        assert answer is not None
        return self.send(ledger, part, answer)

    def worth_a_look(self, ledger: Ledger, offers: Offers, part: int) -> bool:
        """Say whether to look at the puzzle page before sending an answer."""
        if ledger.puzzle in self.seen:
            return False
        return not self.frugal or bool(self.rules(ledger, offers)._replace(seen=True).refuse(part))

    def rules(self, ledger: Ledger, offers: Offers) -> Rules:
        """Give the rules of this moment."""
        return Rules(ledger, offers, now(), ledger.puzzle in self.seen, self.force)

    def fetch_page(self, puzzle: Puzzle) -> str:
        """Fetch the puzzle page that a right answer has changed; gives its HTML."""
        ledger = self.ledger(puzzle)
        with self.alone(ledger):
            return self.look(ledger)

    def look(self, ledger: Ledger) -> str:
        """Fetch the puzzle page, and settle what it tells about; gives its HTML."""
        page = self.client.page(ledger.puzzle)
        self.seen.add(ledger.puzzle)
        ledger.settle(now())
        return page

    def send(self, ledger: Ledger, part: int, answer: str) -> Outcome:
        """Send an answer, and record what the site says to it."""
        puzzle = ledger.puzzle
        client = self.client
        ledger.intend(part, answer, now())
        try:
            with before_posting(ledger.leave):
                message = client.post(puzzle, part, answer)
        except (DeadSessionError, LockedError, UnreachableError):
            ledger.forget(part, answer)
            raise
        except SiteError as error:
            if answer not in ledger.lost(part):
                raise
            return self.recover(ledger, part, answer, error)
        plain = " ".join(message.split())
        try:
            reply = ledger.record(part, answer, now(), message)
        except SiteError as error:
            raise SiteError(f"the site said {plain!r}, but {error}") from None
        outcome = Outcome(puzzle, part, answer, What(reply.said), plain, reply.wait or None)
        if reply.said is not Said.WRONG_PART or puzzle in self.seen:
            return outcome
        self.look(ledger)
        return self.rules(ledger, {part: Offer(answer)}).refuse(part) or outcome

    def recover(self, ledger: Ledger, part: int, answer: str, error: SiteError) -> Outcome:
        """Find out what became of an answer whose verdict did not come back."""
        about = (ledger.puzzle, part, answer)
        try:
            self.look(ledger)
        except SiteError:
            shown = "and the puzzle page cannot be had either"
        else:
            if ledger.accepted()[part - 1] == answer:
                message = "its verdict was lost, but the puzzle page shows it as right"
                return Outcome(*about, What.RIGHT, message)
            shown = "and the puzzle page does not show it as right"
        return Outcome(
            *about,
            What.LOST,
            f"no verdict came back ({error}), {shown}; run this again to look at the page once "
            "more: it will not be sent a second time without --force",
        )
