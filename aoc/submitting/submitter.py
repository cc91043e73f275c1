"""Submits an answer: checks that it may be sent, sends it once, and records the verdict.

The order of the steps makes this safe:

1. Take a lock: only one program at a time submits to the puzzle for this account.
2. Check the answer against all that is known locally, then fetch the puzzle page and check again;
   at last run what `aoc.submitting.precheck` still needs.
3. Write the answer to the disk, send it, and record the moment of sending.
4. Record the verdict.

An answer that was sent but has no verdict is not sent again without `--force`: a lost request
looks the same as a lost response.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from aoc.clock import now, unlock_time
from aoc.errors import DeadSessionError, LockedError, SiteError, UnreachableError
from aoc.puzzles import Puzzle
from aoc.site.accounts import Account
from aoc.site.cache import Cache
from aoc.submitting.ledger import Ledger
from aoc.submitting.outcome import Outcome, Status
from aoc.submitting.post_request import before_body
from aoc.submitting.precheck import Offer, Offers, Precheck
from aoc.submitting.replies import SHORTEST_WAIT, SiteVerdict, brief
from aoc.submitting.rules import ANYWAY, Rules

if TYPE_CHECKING:
    from aoc.site.client import Client

__all__ = ["Submitter"]

PATIENCE = 120
"""Seconds to wait for another program that submits to the same puzzle."""
TRIES = 4
"""How often an answer is sent if the site says each time that it is too soon."""


class Submitter:
    """Submits the answers of one account.

    `notify` is called with sentences for people. `wait` is called with a puzzle and seconds,
    and returns when they are over; without it, a wait is an outcome. `force` is that of
    `aoc.submitting.rules.Rules`.
    """

    def __init__(
        self,
        account: Account,
        *,
        notify: Callable[[str], None],
        wait: Callable[[Puzzle, float], None] | None = None,
        force: bool = False,
    ) -> None:
        self.account = account
        self.notify = notify
        self.wait = wait
        self.force = force
        self.cache = Cache()
        self.pages_seen: set[Puzzle] = set()
        self.saves_requests = False
        self._client: Client | None = None

    @property
    def client(self) -> Client:
        """The client of the account. Raises `SiteError` if the account has no token."""
        if self._client is None:
            if self.account.token is None:
                raise SiteError(
                    f"no session token for {self.account.name}: log in with `aoc login`"
                )
            from aoc.site.client import Client

            self._client = Client(self.account)
        return self._client

    def submit(
        self,
        puzzle: Puzzle,
        offers: Offers,
        part: int | None = None,
        precheck: Precheck | None = None,
    ) -> Outcome:
        """Submit one answer: to `part`, or else to the first part that is open.

        An answer that a run gave has a `precheck`. Raises `SiteError` if the site or the ledger
        cannot be used. A file of the ledger that cannot be understood is set aside, so that this
        happens once.
        """
        first = offers.get(part or 1, Offer(None))
        if self.account.id is None and first.problem and not self.force:
            # Nothing has to be known about this account, so the site is not asked.
            if first.answer is None:
                return Outcome(puzzle, part or 1, None, Status.NO_ANSWER, first.problem)
            reason = f"{first.problem}; {ANYWAY}"
            return Outcome(puzzle, part or 1, first.answer, first.doubt, reason)
        if now() < unlock_time(puzzle):
            raise LockedError(puzzle)
        ledger = self.open_ledger(puzzle)
        return self.submit_until_judged(ledger, offers, part, precheck)

    def submit_until_judged(
        self, ledger: Ledger, offers: Offers, part: int | None, precheck: Precheck | None
    ) -> Outcome:
        """Submit one answer, and with `wait` again while the site says that it is too soon.

        Before each new try, this waits as long as the site said, and longer from try to try.
        """
        open_part = part
        tries = 0
        while True:
            with self.lock(ledger):
                ledger.set_aside_broken()
                if open_part is None:
                    open_part = 1 if ledger.accepted_answers()[0] is None else 2
                fixed = part is not None
                outcome = self.check_and_send(ledger, offers, open_part, precheck, fixed=fixed)
                left = ledger.wait_left(now())
            tries += outcome.status.sent
            if not self.wait or not outcome.status.waits or tries == TRIES:
                return outcome._replace(tries=tries)
            growing = SHORTEST_WAIT * 2 ** (tries - 1) if tries else 0
            self.wait(ledger.puzzle, max(left, growing))

    def fetch_page(self, puzzle: Puzzle) -> str:
        """Fetch the puzzle page after a right answer has changed it, and return its HTML."""
        ledger = self.open_ledger(puzzle)
        with self.lock(ledger):
            return self.fetch_page_and_resolve(ledger)

    def open_ledger(self, puzzle: Puzzle) -> Ledger:
        """Return the ledger of a puzzle; for a new token, ask the site for the account id first."""
        if self.account.id is None:
            # To make two requests at most, the puzzle page is not fetched before sending then.
            self.saves_requests = True
            self.account = self.account._replace(id=self.client.user_id())
        assert self.account.id is not None
        return Ledger(self.cache, self.account.id, puzzle)

    @contextmanager
    def lock(self, ledger: Ledger) -> Iterator[None]:
        """Keep other programs from submitting to the puzzle for this account."""
        from filelock import FileLock, Timeout

        lock = FileLock(ledger.lock_path)
        try:
            os.makedirs(os.path.dirname(ledger.lock_path), exist_ok=True)
            try:
                lock.acquire(timeout=0)
            except Timeout:
                self.notify(f"another program is submitting to {ledger.puzzle}: waiting for it")
                lock.acquire(timeout=PATIENCE)
        except Timeout:
            raise SiteError(
                f"another program has been submitting to {ledger.puzzle} for {PATIENCE} s: "
                "try again when it is done"
            ) from None
        except (OSError, NotImplementedError) as error:
            raise SiteError(
                f"{ledger.lock_path} cannot be locked ({error}), so nothing is submitted: "
                "fix this first"
            ) from None
        try:
            yield
        finally:
            lock.release()

    def check_and_send(
        self, ledger: Ledger, offers: Offers, part: int, precheck: Precheck | None, *, fixed: bool
    ) -> Outcome:
        """Send an answer if it passes the rules and the precheck. The lock must be held.

        Unless the part is `fixed`, part 2 is used if the puzzle page shows part 1 as solved.
        """
        refusal = self.rules(ledger, offers).refusal(part)
        if refusal:
            return refusal
        if self.needs_page(ledger, offers, part):
            self.fetch_page_and_resolve(ledger)
            if not fixed and ledger.accepted_answers()[0] is not None:
                part = 2
            refusal = self.rules(ledger, offers).refusal(part)
            if refusal:
                return refusal
        answer = offers[part].answer
        assert answer is not None
        if precheck and not self.force:
            found = precheck.objection(part, partial(self.read_or_fetch_page, ledger, part))
            if found:
                return Outcome(ledger.puzzle, part, answer, found[0], f"{found[1]}; {ANYWAY}")
            # The page may have been fetched only now.
            refusal = self.rules(ledger, offers).refusal(part)
            if refusal:
                return refusal
        return self.send(ledger, part, answer)

    def read_or_fetch_page(self, ledger: Ledger, part: int) -> str:
        """Return the HTML of the puzzle page that shows a part, from the cache if it is there."""
        page = self.cache.read_page(ledger.user, ledger.puzzle)
        if page and page.parts_solved >= part - 1:
            return page.html
        return self.fetch_page_and_resolve(ledger)

    def needs_page(self, ledger: Ledger, offers: Offers, part: int) -> bool:
        """Return whether to fetch the puzzle page before an answer is sent."""
        if ledger.puzzle in self.pages_seen:
            return False
        if not self.saves_requests:
            return True
        rules = self.rules(ledger, offers)._replace(page_seen=True)
        return rules.refusal(part) is not None

    def rules(self, ledger: Ledger, offers: Offers) -> Rules:
        """Return the rules at this time."""
        return Rules(ledger, offers, now(), ledger.puzzle in self.pages_seen, self.force)

    def fetch_page_and_resolve(self, ledger: Ledger) -> str:
        """Fetch the puzzle page, update the ledger from it, and return its HTML."""
        page = self.client.fetch_page(ledger.puzzle)
        self.pages_seen.add(ledger.puzzle)
        ledger.resolve_lost_answers(now())
        return page

    def send(self, ledger: Ledger, part: int, answer: str) -> Outcome:
        """Send an answer, and record the verdict of the site."""
        puzzle = ledger.puzzle
        client = self.client
        is_sent = False

        def record_sending() -> None:
            nonlocal is_sent
            ledger.record_sending()
            is_sent = True

        ledger.record_plan(part, answer, now())
        try:
            with before_body(record_sending):
                message = client.post_answer(puzzle, part, answer)
        except (DeadSessionError, LockedError, UnreachableError):
            ledger.remove_plan(part, answer)
            raise
        except SiteError as error:
            if not is_sent:
                raise
            return self.outcome_without_verdict(ledger, part, answer, error)
        text = " ".join(message.split())
        try:
            reply = ledger.record_verdict(part, answer, now(), message)
        except SiteError as error:
            raise SiteError(f"the site said {brief(message)!r}, but {error}") from None
        status = Status(reply.verdict)
        outcome = Outcome(puzzle, part, answer, status, text, reply.wait_seconds or None)
        if reply.verdict is not SiteVerdict.WRONG_PART or puzzle in self.pages_seen:
            return outcome
        self.fetch_page_and_resolve(ledger)
        return self.rules(ledger, {part: Offer(answer)}).refusal(part) or outcome

    def outcome_without_verdict(
        self, ledger: Ledger, part: int, answer: str, error: SiteError
    ) -> Outcome:
        """Fetch the puzzle page to find out what happened to an answer whose verdict was lost."""
        about = (ledger.puzzle, part, answer)
        try:
            self.fetch_page_and_resolve(ledger)
        except SiteError:
            page_says = "and the puzzle page could not be fetched either"
        else:
            if ledger.accepted_answers()[part - 1] == answer:
                message = "its verdict was lost, but the puzzle page shows it as right"
                return Outcome(*about, Status.RIGHT, message)
            page_says = "and the puzzle page does not show it as right"
        return Outcome(
            *about,
            Status.LOST,
            f"no verdict came back ({error}), {page_says}: run this again, which only looks at the "
            "page, and does not send the answer again without --force",
        )
