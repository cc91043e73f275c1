"""The rules that an answer has to pass before it is sent. They need no request."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from aoc.puzzles import days_in
from aoc.submitting.ledger import Ledger, read_number
from aoc.submitting.outcome import Outcome, Status
from aoc.submitting.precheck import Offer, Offers
from aoc.submitting.replies import brief

__all__ = ["ANYWAY", "Rules", "known_fault"]

ANYWAY = "--force sends it anyway"
SEND_AGAIN = "--force sends it again"


class Rules(NamedTuple):
    """The rules at one time, `now`, in seconds since the epoch.

    `page_seen` means that the puzzle page was fetched, so that the ledger is up to date. With
    `force`, doubtful answers pass, but not those that are certainly wrong.
    """

    ledger: Ledger
    offers: Offers
    now: float
    page_seen: bool = False
    force: bool = False

    def refusal(self, part: int) -> Outcome | None:
        """Return why the answer to a part must not be sent, or `None` if it may be sent."""
        answer = self.offers.get(part, Offer(None)).answer
        for rule in (
            self.refuse_closed_part,
            self.refuse_wrong_answer,
            self.refuse_doubtful_answer,
            self.refuse_during_wait,
        ):
            refused = rule(part, answer or "")
            if refused:
                status, message, *wait = refused
                return Outcome(self.ledger.puzzle, part, answer, status, message, *wait)
        return None

    def refuse_closed_part(self, part: int, answer: str) -> tuple[Status, str] | None:
        """Refuse a part that is solved already, or cannot be answered yet."""
        puzzle = self.ledger.puzzle
        accepted = self.ledger.accepted_answers()
        right = accepted[part - 1]
        if right is not None and right == answer:
            return Status.SOLVED, "the part is solved already, with this answer"
        if right is not None:
            return Status.SOLVED_OTHERWISE, f"the part is solved already, with {right}"
        if part == 2 and puzzle.day == days_in(puzzle.year):
            return (
                Status.NO_PUZZLE,
                "the last star of a year needs no answer: click the link on the page",
            )
        if part == 2 and accepted[0] is None and self.page_seen:
            return Status.CLOSED, "part 1 has to be solved first"
        return None

    def refuse_wrong_answer(self, part: int, answer: str) -> tuple[Status, str] | None:
        """Refuse an answer that is missing, or that is certainly wrong by earlier verdicts."""
        if not answer:
            problem = self.offers.get(part, Offer(None)).problem
            return Status.NO_ANSWER, problem or "there is no answer yet"
        fault = known_fault(self.ledger, part, answer)
        if fault and fault[0] is Status.TRIED:
            return Status.TRIED, f"it was submitted before, and is {fault[1]}"
        return fault

    def refuse_doubtful_answer(self, part: int, answer: str) -> tuple[Status, str] | None:
        """Refuse an answer that should not be sent without `force`."""
        if self.force:
            return None
        problem = self.offers[part].problem
        if problem:
            return self.offers[part].doubt, f"{problem}; {ANYWAY}"
        if part == 2 and answer == self.ledger.accepted_answers()[0]:
            return Status.PART_1_AGAIN, f"it is the answer of part 1; {ANYWAY}"
        tried = self.ledger.wrong_number(part, answer)
        if tried:
            why = f"it is the number {tried.answer}, which was {tried.reply.verdict} already"
            return Status.TRIED, f"{why}; {ANYWAY}"
        if not self.page_seen:
            return None
        last = self.ledger.last_judged(part, answer)
        if last:
            return (
                Status.UNCLEAR,
                f"it was sent before, the site answered {brief(last.message)!r}, and the puzzle "
                f"page does not show it as right; {SEND_AGAIN}",
            )
        if answer in self.ledger.lost_answers(part):
            return (
                Status.UNCLEAR,
                "it was sent before, but the verdict was lost; the puzzle page does not show it as "
                f"right, so it is wrong or never arrived; {SEND_AGAIN}",
            )
        return None

    def refuse_during_wait(self, part: int, answer: str) -> tuple[Status, str, int] | None:
        """Refuse every answer until the site accepts the next one."""
        left = self.ledger.wait_left(self.now)
        return (Status.WAIT, "the site accepts the next answer later", ceil(left)) if left else None


def known_fault(ledger: Ledger, part: int, answer: str) -> tuple[Status, str] | None:
    """Return why an answer is certainly wrong by earlier verdicts of the site, if it is.

    `Status.TRIED` comes with the verdict, `Status.OUT_OF_BOUNDS` with the earlier answer. The same
    number in other characters is not certain: where the answer is text, `07` is not `7`.
    """
    last = ledger.last_judged(part, answer)
    if last and last.reply.verdict.wrong:
        return Status.TRIED, str(last.reply.verdict)
    low, high = ledger.bounds(part)
    number = read_number(answer)
    if number is None and (low is not None or high is not None):
        return Status.OUT_OF_BOUNDS, "it is not a number, and the site expects one"
    if low is not None and number is not None and number <= low:
        return Status.OUT_OF_BOUNDS, f"{low} was too low already"
    if high is not None and number is not None and number >= high:
        return Status.OUT_OF_BOUNDS, f"{high} was too high already"
    return None
