"""The submitter: checks that an answer may be sent, sends it once, and records the verdict.

The order of the steps makes this safe:

1. Take a lock: only one program at a time submits to the puzzle for this account.
2. Check the answer against all that is known locally, then fetch the puzzle page and check again;
   at last make the runs that `aoc.submitting.precheck` still needs.
3. Connect to the site, write the intention to the disk, and send the answer.
4. Write the verdict to the disk.

An answer that was sent but has no verdict is not sent again without `--force`: a lost request
looks the same as a lost response.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from math import ceil

from aoc.errors import DeadSessionError, LockedError, SiteError, UnreachableError
from aoc.files import locked
from aoc.model.puzzles import Puzzle, now, site_now
from aoc.site.accounts import Account
from aoc.site.cache import Cache, lock_path
from aoc.site.client import Client, raise_if_locked
from aoc.submitting.ledger import NOT_SHOWN, Attempt, Ledger, is_alike
from aoc.submitting.precheck import AnswerCandidate
from aoc.submitting.replies import SHORTEST_WAIT, AnswerStatus, Objection

MOST_TRIES = 4
"""How often an answer is sent if the site says each time that it is too soon."""


TakeLost = Callable[["Submitter", Attempt], None]
Candidates = Mapping[int, AnswerCandidate]
Wait = Callable[[Puzzle, float], None]
"""Waits for some seconds until the site accepts the next answer to a puzzle."""


Confirm = Callable[[int, str], Objection | None]
"""Returns the objection to a part's answer by further runs, as `Precheck.objection` does."""


NEVER_RIGHT = (AnswerStatus.NO_ANSWER, AnswerStatus.TRIED, AnswerStatus.OUT_OF_BOUNDS)
"""The objections to an answer that cannot be right, and to none."""


class Submitter:
    """Submits the answers of one account.

    `wait` is called with a puzzle and seconds, and returns when they are over; without it, a wait
    is an outcome. With `force`, doubtful answers are sent, but not those that are certainly wrong.
    `take_lost` is called with each answer of an earlier command whose verdict was lost, once it was
    looked up on the puzzle page, and before anything is sent.
    `pages` has the HTML of the fetched puzzle pages, which show the parts that are solved by now.
    """

    def __init__(
        self,
        account: Account,
        wait: Wait | None = None,
        force: bool = False,
        take_lost: TakeLost = lambda submitter, attempt: None,
    ) -> None:
        self.account = account
        self.take_lost = take_lost
        self.wait = wait
        self.force = force
        self.pages: dict[Puzzle, str] = {}
        self.sent_at: float | None = None
        """When an answer was sent last, by the site's clock, in seconds since the epoch."""

    @cached_property
    def client(self) -> Client:
        """The client of the account. Raises `SiteError` if the account has no token."""
        return Client(self.account)

    def submit(
        self,
        puzzle: Puzzle,
        candidates: Candidates,
        part: int | None = None,
        confirm: Confirm | None = None,
    ) -> Attempt:
        """Submit one of the answers by part: to `part`, or else to the first part that is open.

        With `wait`, it is sent again while the site says that it is too soon: after as long as
        the site said, and longer from try to try. Raises `SiteError` if the site or the ledger
        cannot be used.
        """
        # Before the unlock the site must not be asked.
        raise_if_locked(puzzle)
        # For a new token, the site is asked for the account id first.
        user = self.account.id or self.client.user_id()
        self.account = self.account._replace(id=user)
        tries = 0
        while True:
            # During a wait the lock is free, so the ledger is read anew after it.
            with locked(lock_path(Cache().submissions_path(user, puzzle))):
                ledger = Ledger(user, puzzle)
                attempt = self.check_and_send(ledger, candidates, part, confirm)
                left = ledger.wait_left(now())
            if attempt.status.is_sent:
                tries += 1
            is_too_soon = attempt.status in (AnswerStatus.WAIT, AnswerStatus.TOO_SOON)
            if self.wait is None or not is_too_soon or tries == MOST_TRIES:
                return attempt._replace(tries=tries, wait_seconds=ceil(left) or None)
            # Another program may solve part 1 meanwhile: its answer must not go to part 2.
            part = attempt.part
            shortest = 0
            if tries > 0:
                # The runs have confirmed it before it was sent.
                confirm = None
                # The site seems to count otherwise, so the wait doubles from try to try.
                shortest = SHORTEST_WAIT * 2 ** (tries - 1)
            self.wait(puzzle, max(left, shortest))

    def fetch_page(self, puzzle: Puzzle) -> str:
        """Fetch a puzzle page, and return its HTML. Raises `SiteError`."""
        self.pages[puzzle] = self.client.fetch_page(puzzle)
        return self.pages[puzzle]

    def check_and_send(
        self, ledger: Ledger, candidates: Candidates, chosen: int | None, confirm: Confirm | None
    ) -> Attempt:
        """Send an answer if nothing speaks against it, to the chosen part or the first open one."""
        puzzle = ledger.puzzle
        part = chosen or open_part(ledger)
        objection = self.refusal(ledger, part, candidates[part])
        # A day of which part 2 is written, and part 1 never right, was solved in a browser.
        lacks_part1 = objection is not None and objection.status in NEVER_RIGHT
        has_part2 = candidates[2].answer not in (None, candidates[1].answer)
        may_be_part2 = chosen is None and part == 1 and lacks_part1 and has_part2
        # The site is asked only where nothing speaks against the answer without that, or where the
        # verdict of an earlier one was lost: the page may show that it was right.
        is_asked = not objection or may_be_part2 or ledger.intentions
        if is_asked and puzzle not in self.pages:
            self.fetch_page(puzzle)
            for attempt in ledger.resolve_lost_answers(now()):
                self.take_lost(self, attempt)
            # The page may show part 1 as solved, so that part 2 is the open one.
            part = chosen or open_part(ledger)
            objection = self.refusal(ledger, part, candidates[part])
        # The runs take long, so they come last.
        if not objection and confirm and not self.force:
            objection = self.forcible(confirm(part, self.pages[puzzle]))
        answer = candidates[part].answer
        if objection:
            return Attempt(puzzle, part, answer, *objection)
        assert answer is not None
        attempt = self.send(ledger, part, answer)
        return attempt._replace(sent_at=self.sent_at)

    def refusal(self, ledger: Ledger, part: int, candidate: AnswerCandidate) -> Objection | None:
        """Return why an answer must not be sent, as far as it is known without a request.

        With `force`, doubtful answers pass, but not those that are certainly wrong.
        """
        answer = candidate.answer
        answer_1 = ledger.accepted_answers()[0]
        right = ledger.accepted_answers()[part - 1]
        # The site has no form for a part that is solved, and counts no second answer.
        if right is not None and right != answer:
            reason = f"the part is solved already, with {right}"
            return Objection(AnswerStatus.SOLVED_OTHERWISE, reason)
        if right is not None:
            reason = "the part is solved already, with this answer"
            return Objection(AnswerStatus.SOLVED, reason)
        if part == 2 and ledger.puzzle.is_last:
            reason = "the last star of a year needs no answer: click the link on the page"
            return Objection(AnswerStatus.NO_PUZZLE, reason)
        # Without the page it is not known: part 1 may have been solved in a browser.
        if part == 2 and answer_1 is None and ledger.puzzle in self.pages:
            return Objection(AnswerStatus.CLOSED, "part 1 has to be solved first")
        if answer is None:
            unsolved = Objection(AnswerStatus.NO_ANSWER, "it is not solved yet")
            return candidate.objection or unsolved
        # Neither is sent even by force: the site would make the account wait for nothing.
        fault = ledger.fault(part, answer)
        if fault and fault.status is AnswerStatus.TRIED:
            reason = f"it was submitted before, and is {fault.reason}"
            return Objection(AnswerStatus.TRIED, reason)
        if fault:
            return fault
        if not self.force:
            doubt = candidate.objection or doubt_by_ledger(ledger, part, answer)
            if doubt:
                return self.forcible(doubt)
        # It comes last: a wait for an answer that is not sent after it would be in vain.
        if ledger.wait_left(now()) > 0:
            return Objection(AnswerStatus.WAIT, "the site accepts the next answer later")
        return None

    def forcible(self, objection: Objection | None) -> Objection | None:
        """Return an objection, with the hint how to send the answer anyway."""
        if not objection:
            return None
        reason = f"{objection.reason}; `aoc submit --force` sends it anyway"
        return Objection(objection.status, reason)

    def send(self, ledger: Ledger, part: int, answer: str) -> Attempt:
        """Send an answer, and record the verdict of the site.

        If none comes back, the puzzle page may show that the answer was right.
        """
        puzzle = ledger.puzzle
        intentions_before = len(ledger.intentions)

        def record_intention() -> None:
            self.sent_at = site_now()
            ledger.record_intention(part, answer, now())

        try:
            message = self.client.post_answer(puzzle, part, answer, record_intention)
        except UnreachableError as error:
            if len(ledger.intentions) == intentions_before:
                # No connection was made, so nothing was sent and nothing is in doubt.
                raise
            # A site that loses a verdict may not send its page either.
            with suppress(SiteError):
                self.fetch_page(puzzle)
                ledger.resolve_lost_answers(now())
            if ledger.accepted_answers()[part - 1] == answer:
                message = "its verdict was lost, but the puzzle page shows it as right"
                return Attempt(puzzle, part, answer, AnswerStatus.RIGHT, message)
            message = (
                f"no verdict came back ({error.what}): submit again, which looks at the puzzle "
                "page, and does not send the answer again without --force"
            )
            return Attempt(puzzle, part, answer, AnswerStatus.LOST, message)
        except (DeadSessionError, LockedError):
            # With this response, the site has not looked at the answer.
            ledger.remove_intention()
            raise
        text = " ".join(message.split())
        try:
            status = ledger.record_verdict(part, answer, now(), message)
        except SiteError as error:
            # The verdict could not be written, so at least it is shown.
            raise SiteError(f"the site said {text!r}, but {error}") from None
        if status is AnswerStatus.RIGHT:
            # The page is out of date now: it would show part 1 as open.
            del self.pages[puzzle]
        return Attempt(puzzle, part, answer, status, text)


def open_part(ledger: Ledger) -> int:
    """Return the first part that is not known to be solved, or part 2."""
    return 1 if ledger.accepted_answers()[0] is None else 2


def doubt_by_ledger(ledger: Ledger, part: int, answer: str) -> Objection | None:
    """Return why an answer is likely to be wrong, by the answers that were sent before."""
    answer_1 = ledger.accepted_answers()[0]
    if part == 2 and answer_1 and is_alike(answer, answer_1):
        return Objection(AnswerStatus.PART_1_AGAIN, "it is the answer of part 1")
    for wrong in ledger.wrong_answers(part):
        # `7.0` may be meant otherwise than `7`, so this is a doubt and no fault.
        if is_alike(answer, wrong.answer):
            reason = f"it is the number {wrong.answer}, which was wrong already"
            return Objection(AnswerStatus.TRIED, reason)
    if answer in ledger.lost_answers(part):
        reason = f"it was sent before, but without a verdict; {NOT_SHOWN}"
        return Objection(AnswerStatus.UNCLEAR, reason)
    return None
