"""Checks which answers are refused by what is known without a request, and for which reason."""

from __future__ import annotations

import pytest

from aoc.submitting.ledger import Ledger
from aoc.submitting.precheck import Candidate, Objection
from aoc.submitting.replies import Status
from aoc.submitting.submitter import refusal
from tests.submitting.test_ledger import HIGH, LOW, NOON, SOON, WRONG, folder, ledger

__all__ = ["folder", "ledger"]


def refused(ledger: Ledger, answer: str, part: int = 1, *, force: bool = False) -> Objection | None:
    return refusal(ledger, part, Candidate(answer), page_seen=False, force=force)


def test_a_wrong_answer_is_not_sent_again_by_force_either(ledger: Ledger) -> None:
    ledger.record_verdict(1, "5", NOON, WRONG)
    ledger.record_verdict(1, "6", NOON, SOON)
    why = (Status.TRIED, "it was submitted before, and is wrong")
    assert refused(ledger, "5", force=True) == why
    assert (refused(ledger, "6"), refused(ledger, "5", 2)) == (None, None)


def test_answers_have_to_lie_inside_the_bounds(ledger: Ledger) -> None:
    for answer, message in [("100", LOW), ("7", LOW), ("200", HIGH), ("1000", HIGH), ("x", LOW)]:
        ledger.record_verdict(1, answer, NOON, message)
    kept = [n for n in (-5, 7, 99, 100, 101, 199, 200, 300) if not refused(ledger, str(n))]
    assert kept == [101, 199]
    assert refused(ledger, "0100") == (Status.OUT_OF_BOUNDS, "100 was too low already")
    assert refused(ledger, "0200") == (Status.OUT_OF_BOUNDS, "200 was too high already")
    why = (Status.OUT_OF_BOUNDS, "it is not a number, and the site expects one")
    assert refused(ledger, "ABC", force=True) == why
    assert refused(ledger, "99", 2) is None


@pytest.mark.parametrize("answer", ["007", "+7", "7.0", "0_7"])
def test_the_same_number_is_sent_again_by_force_only(ledger: Ledger, answer: str) -> None:
    ledger.record_verdict(1, "7", NOON - 100, WRONG)
    why = "it is the number 7, which was wrong already; --force sends it anyway"
    assert refused(ledger, answer) == (Status.TRIED, why)
    assert refused(ledger, answer, force=True) is None
    others = ("70", "-7", "7.5", "7e0", "seven", "7,0")
    assert not [other for other in others if refused(ledger, other)]
