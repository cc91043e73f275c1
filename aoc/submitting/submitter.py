"""Submits an answer: checks that it may be sent, sends it once, and records the verdict.

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
from dataclasses import dataclass, field
from functools import cached_property, partial
from math import ceil

from aoc.errors import DeadSessionError, LockedError, SiteError, UnreachableError
from aoc.files import locked
from aoc.model.puzzles import Puzzle, now
from aoc.site.accounts import Account
from aoc.site.cache import Cache, lock_path
from aoc.site.client import Client, raise_if_locked
from aoc.submitting.ledger import Attempt, Ledger, read_number
from aoc.submitting.precheck import Candidate, Objection
from aoc.submitting.replies import OPTION_HINTS, SHORTEST_WAIT, AnswerStatus, Hints

TRIES = 4
"""How often an answer is sent if the site says each time that it is too soon."""
Candidates = Mapping[int, Candidate]
Wait = Callable[[Puzzle, float], None]
"""Waits for some seconds until the site accepts the next answer to a puzzle."""
Confirm = Callable[[int, str], Objection | None]
"""Returns the objection to a part's answer by further runs, as `Precheck.objection` does."""


@dataclass
class Submitter:
    """Submits the answers of one account.

    `wait` is called with a puzzle and seconds, and returns when they are over; without it, a wait
    is an outcome. With `force`, doubtful answers are sent, but not those that are certainly wrong.
    """

    account: Account
    wait: Wait | None = None
    force: bool = False
    hints: Hints = OPTION_HINTS
    pages: dict[Puzzle, str] = field(default_factory=dict)
    """The HTML of the fetched puzzle pages, which show the parts that are solved by now."""

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
        raise_if_locked(puzzle)
        # For a new token, the site is asked for the account id first.
        user = self.account.id or self.client.user_id()
        self.account = self.account._replace(id=user)
        tries = 0
        while True:
            with locked(lock_path(Cache().submissions_path(user, puzzle))):
                ledger = Ledger(user, puzzle)
                outcome = self.check_and_send(ledger, candidates, part, confirm)
                left = ledger.wait_left(now())
            tries += outcome.status.is_sent
            waits = outcome.status in (AnswerStatus.WAIT, AnswerStatus.TOO_SOON)
            if not self.wait or not waits or tries == TRIES:
                return outcome._replace(tries=tries, wait_seconds=ceil(left) or None)
            part = outcome.part
            if tries:  # what was sent once is confirmed
                confirm = None
            # The wait doubles from try to try; before the first one, there is only what is left.
            self.wait(puzzle, max(left, 2**tries // 2 * SHORTEST_WAIT))

    def fetch_page(self, puzzle: Puzzle) -> str:
        """Fetch a puzzle page, and return its HTML. Raises `SiteError`."""
        self.pages[puzzle] = self.client.fetch_page(puzzle)
        return self.pages[puzzle]

    def check_and_send(
        self,
        ledger: Ledger,
        candidates: Candidates,
        chosen: int | None,
        confirm: Confirm | None,
    ) -> Attempt:
        """Send an answer if nothing speaks against it, to the chosen part or the first open one."""
        puzzle = ledger.puzzle
        page_seen = puzzle in self.pages
        part = chosen or (1 if ledger.accepted_answers()[0] is None else 2)
        answer = candidates[part].answer
        found = refusal(
            ledger,
            part,
            candidates[part],
            page_seen=page_seen,
            force=self.force,
            hints=self.hints,
        )
        if not found and not page_seen:
            self.fetch_page(puzzle)
            ledger.resolve_lost_answers(now())
            return self.check_and_send(ledger, candidates, chosen, confirm)
        if not found and confirm and not self.force:
            found = forcible(confirm(part, self.pages[puzzle]), self.hints)
        if found:
            return Attempt(puzzle, part, answer, *found)
        assert answer is not None
        return self.send(ledger, part, answer)

    def send(self, ledger: Ledger, part: int, answer: str) -> Attempt:
        """Send an answer, and record the verdict of the site.

        If none comes back, the puzzle page may show that the answer was right.
        """
        puzzle, before = ledger.puzzle, len(ledger.intentions)
        record_intention = partial(ledger.record_intention, part, answer, now())
        try:
            message = self.client.post_answer(puzzle, part, answer, record_intention)
        except UnreachableError as error:
            if len(ledger.intentions) == before:
                raise
            with suppress(SiteError):
                self.fetch_page(puzzle)
                ledger.resolve_lost_answers(now())
            if ledger.accepted_answers()[part - 1] == answer:
                message = "its verdict was lost, but the puzzle page shows it as right"
                return Attempt(puzzle, part, answer, AnswerStatus.RIGHT, message)
            message = f"no verdict came back ({error.what}): {self.hints.lost}"
            return Attempt(puzzle, part, answer, AnswerStatus.LOST, message)
        except (DeadSessionError, LockedError):
            ledger.remove_intention()
            raise
        text = " ".join(message.split())
        try:
            status = ledger.record_verdict(part, answer, now(), message)
        except SiteError as error:
            raise SiteError(f"the site said {text!r}, but {error}") from None
        if status is AnswerStatus.RIGHT:
            del self.pages[puzzle]
        return Attempt(puzzle, part, answer, status, text)


def forcible(doubt: Objection | None, hints: Hints) -> Objection | None:
    """Return an objection, with the hint how to send the answer anyway."""
    return (doubt[0], f"{doubt[1]}; {hints.force}") if doubt else None


def refusal(
    ledger: Ledger,
    part: int,
    candidate: Candidate,
    *,
    page_seen: bool,
    force: bool,
    hints: Hints,
) -> Objection | None:
    """Return why an answer must not be sent, as far as it is known without a request.

    `page_seen` means that the puzzle page was fetched, so that the ledger is up to date. With
    `force`, doubtful answers pass, but not those that are certainly wrong.
    """
    answer = candidate.answer
    accepted = ledger.accepted_answers()
    right = accepted[part - 1]
    if right is not None and right != answer:
        return (
            AnswerStatus.SOLVED_OTHERWISE,
            f"the part is solved already, with {right}",
        )
    if right is not None:
        return AnswerStatus.SOLVED, "the part is solved already, with this answer"
    if part == 2 and ledger.puzzle.is_last:
        why = "the last star of a year needs no answer: click the link on the page"
        return AnswerStatus.NO_PUZZLE, why
    if part == 2 and accepted[0] is None and page_seen:
        return AnswerStatus.CLOSED, "part 1 has to be solved first"
    if (
        answer is None
        and candidate.objection
        and candidate.objection[0] is AnswerStatus.EXAMPLES
    ):
        # An example has failed, which has ended the run.
        return forcible(candidate.objection, hints)
    if answer is None:
        return candidate.objection or (AnswerStatus.NO_ANSWER, "there is no answer yet")
    found: Objection | None = ledger.fault(part, answer)
    if found and found[0] is AnswerStatus.TRIED:
        return AnswerStatus.TRIED, f"it was submitted before, and is {found[1]}"
    if not found and not force:
        objection = candidate.objection or doubt(
            ledger, part, answer, page_seen=page_seen
        )
        found = forcible(objection, hints)
    if not found and ledger.wait_left(now()):
        found = AnswerStatus.WAIT, "the site accepts the next answer later"
    return found


def doubt(
    ledger: Ledger, part: int, answer: str, *, page_seen: bool
) -> Objection | None:
    """Return why an answer is likely to be wrong, by the answers that were sent before."""
    number = read_number(answer)
    if part == 2 and answer == ledger.accepted_answers()[0]:
        return AnswerStatus.PART_1_AGAIN, "it is the answer of part 1"
    if number in ledger.wrong_numbers(part):
        return AnswerStatus.TRIED, f"it is the number {number}, which was wrong already"
    if page_seen and answer in ledger.lost_answers(part):
        why = "it was sent before, but without a verdict"
        page = (
            "the puzzle page does not show it as right, so it is wrong or never arrived"
        )
        return AnswerStatus.UNCLEAR, f"{why}; {page}"
    return None
