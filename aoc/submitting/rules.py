"""The rules that an answer has to meet before it is sent, going by what is known without asking."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from aoc.puzzle import days_in
from aoc.submitting.ledger import Ledger, read_number
from aoc.submitting.outcome import Offer, Offers, Outcome, What

__all__ = ["Rules"]


class Rules(NamedTuple):
    """The rules at a moment, `now` in seconds since the epoch.

    `seen` says whether the puzzle page was looked at, so that what it tells is in the ledger;
    with `force`, what is doubtful is let through, but not what is certain to be wrong.
    """

    ledger: Ledger
    offers: Offers
    now: float
    seen: bool = False
    force: bool = False

    def refuse(self, part: int) -> Outcome | None:
        """Say why the answer to a part is not to be sent; `None` if nothing speaks against it."""
        answer = self.offers.get(part, Offer(None)).answer
        for rule in (self.finished, self.certain, self.doubtful, self.waiting):
            found = rule(part, answer or "")
            if found:
                what, message, *wait = found
                return Outcome(self.ledger.puzzle, part, answer, what, message, *wait)
        return None

    def finished(self, part: int, answer: str) -> tuple[What, str] | None:
        """Say whether the part takes no answer any more, or not yet."""
        puzzle = self.ledger.puzzle
        accepted = self.ledger.accepted()
        right = accepted[part - 1]
        if right is not None and right == answer:
            return What.SOLVED, "it is solved already, with this answer"
        if right is not None:
            return What.SOLVED_OTHERWISE, f"it is solved already, with {right}"
        if part == 2 and puzzle.day == days_in(puzzle.year):
            return What.NO_PUZZLE, "the last star of a year is no answer but a link on the page"
        if part == 2 and accepted[0] is None and self.seen:
            return What.CLOSED, "part 1 has to be solved first"
        return None

    def certain(self, part: int, answer: str) -> tuple[What, str] | None:
        """Say whether there is no answer, or one that is known to be wrong."""
        if not answer:
            problem = self.offers.get(part, Offer(None)).problem
            return What.NO_ANSWER, problem or "there is no answer yet"
        past = self.ledger.tried(part, answer)
        if past and past.reply.said.wrong:
            return What.TRIED, f"it was tried before, and is {past.reply.said}"
        low, high = self.ledger.bounds(part)
        number = read_number(answer)
        if number is None and (low is not None or high is not None):
            return What.OUT_OF_BOUNDS, "it is no number, and the site asks for one"
        if low is not None and number is not None and number <= low:
            return What.OUT_OF_BOUNDS, f"{low} was too low already"
        if high is not None and number is not None and number >= high:
            return What.OUT_OF_BOUNDS, f"{high} was too high already"
        return None

    def doubtful(self, part: int, answer: str) -> tuple[What, str] | None:
        """Say whether the answer should not be sent, unless somebody insists."""
        if self.force:
            return None
        problem = self.offers[part].problem
        if problem:
            return What.EXAMPLES, f"{problem}; --force sends it all the same"
        if part == 2 and answer == self.ledger.accepted()[0]:
            return What.PART_1_AGAIN, "it is the answer of part 1; --force sends it all the same"
        if not self.seen:
            return None
        past = self.ledger.tried(part, answer)
        if past:
            said = " ".join(past.message.split())
            return (
                What.UNCLEAR,
                f"it was sent before, to which the site said {said!r}, and the puzzle page does "
                f"not show it as right; {AGAIN}",
            )
        if answer in self.ledger.lost(part):
            return (
                What.UNCLEAR,
                "it was sent before and the verdict lost; the puzzle page does not show it as "
                f"right, so it is wrong or never arrived; {AGAIN}",
            )
        return None

    def waiting(self, part: int, answer: str) -> tuple[What, str, int] | None:
        """Say whether the site takes no answer yet."""
        left = self.ledger.wait_left(self.now)
        return (What.WAIT, "a wait is running", ceil(left)) if left else None


AGAIN = "--force sends it again"
