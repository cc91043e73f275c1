"""Checks which answers are refused by what is known without a request, and for which reason."""

from __future__ import annotations

import pytest

from aoc.model import Puzzle
from aoc.submitting.ledger import Ledger
from aoc.submitting.precheck import Candidate, Objection
from aoc.submitting.replies import Status
from aoc.submitting.submitter import refusal
from tests.submitting.test_ledger import (
    HIGH,
    LOW,
    NOON,
    RIGHT,
    SOON,
    STRANGE,
    USER,
    WRONG,
    folder,
    ledger,
)

__all__ = ["folder", "ledger"]

FAILS = Candidate("5", (Status.EXAMPLES, "an example of part 1 fails"))


def refused(
    ledger: Ledger, answer: str | Candidate, part: int = 1, *, seen: bool = False, **options: bool
) -> Objection | None:
    """Return why an answer is refused; `seen` says that the puzzle page was fetched."""
    candidate = Candidate(answer) if isinstance(answer, str) else answer
    force = options.get("force", False)
    return refusal(ledger, part, candidate, page_seen=seen, force=force)


def status(found: Objection | None) -> Status | None:
    """Return the status of a refusal."""
    return found and found[0]


def test_a_new_puzzle_may_be_answered(ledger: Ledger) -> None:
    assert refused(ledger, "5") is None
    assert refused(ledger, "5", seen=True) is None


def test_a_missing_answer_is_refused_with_its_reason(ledger: Ledger) -> None:
    failed = (Status.NO_ANSWER, "part 1 fails")
    assert refused(ledger, Candidate(None, failed)) == failed
    assert refused(ledger, Candidate(None)) == (Status.NO_ANSWER, "there is no answer yet")


def test_a_wrong_answer_is_not_sent_again_by_anybody(ledger: Ledger) -> None:
    ledger.record_verdict(1, "5", NOON, WRONG)
    ledger.record_verdict(2, "7", NOON, LOW)
    why = (Status.TRIED, "it was submitted before, and is wrong")
    assert refused(ledger, "5", force=True) == why
    assert refused(ledger, "7", 2) == (Status.TRIED, "it was submitted before, and is too low")
    assert (refused(ledger, "6"), refused(ledger, "8", 2)) == (None, None)


def test_an_answer_that_was_not_looked_at_may_be_sent_again(ledger: Ledger) -> None:
    ledger.record_verdict(1, "5", NOON, SOON)
    ledger.record_verdict(1, "6", NOON, "You don't seem to be solving the right level.")
    assert (refused(ledger, "5", seen=True), refused(ledger, "6", seen=True)) == (None, None)


def test_answers_have_to_lie_inside_the_bounds(ledger: Ledger) -> None:
    for answer, message in [("100", LOW), ("7", LOW), ("200", HIGH), ("1000", HIGH), ("x", LOW)]:
        ledger.record_verdict(1, answer, NOON, message)
    kept = [n for n in (-5, 7, 99, 100, 101, 199, 200, 300) if not refused(ledger, str(n))]
    assert kept == [101, 199]
    assert refused(ledger, "0100") == (Status.OUT_OF_BOUNDS, "100 was too low already")
    assert refused(ledger, "0200") == (Status.OUT_OF_BOUNDS, "200 was too high already")
    assert refused(ledger, "99", 2) is None


@pytest.mark.parametrize(
    ("message", "inside", "outside", "why"),
    [
        (LOW, "101", "99", "100 was too low already"),
        (HIGH, "99", "101", "100 was too high already"),
    ],
)
def test_one_bound_rules_out_one_side(
    ledger: Ledger, message: str, inside: str, outside: str, why: str
) -> None:
    ledger.record_verdict(1, "100", NOON, message)
    assert refused(ledger, inside) is None
    assert refused(ledger, outside) == (Status.OUT_OF_BOUNDS, why)
    assert refused(ledger, "ABC", force=True) == (
        Status.OUT_OF_BOUNDS,
        "it is not a number, and the site expects one",
    )


def test_a_solved_part_is_refused_with_its_own_answer(ledger: Ledger) -> None:
    ledger.record_verdict(1, "5", NOON, RIGHT)
    ledger.record_verdict(2, "6", NOON, RIGHT)
    same = (Status.SOLVED, "the part is solved already, with this answer")
    assert refused(ledger, "5") == same
    assert refused(ledger, "6", 2) == same
    other = (Status.SOLVED_OTHERWISE, "the part is solved already, with 5")
    assert refused(ledger, "6", force=True) == other
    assert status(refused(ledger, "5", 2)) is Status.SOLVED_OTHERWISE


def test_part_2_has_an_answer_of_its_own(ledger: Ledger) -> None:
    ledger.record_verdict(1, "5", NOON, RIGHT)
    why = "it is the answer of part 1; --force sends it anyway"
    assert refused(ledger, "5", 2) == (Status.PART_1_AGAIN, why)
    assert refused(ledger, "5", 2, force=True) is None
    assert refused(ledger, "6", 2, seen=True) is None


def test_part_2_comes_after_part_1(ledger: Ledger) -> None:
    assert refused(ledger, "6", 2) is None
    why = (Status.CLOSED, "part 1 has to be solved first")
    assert refused(ledger, "6", 2, seen=True) == why


@pytest.mark.parametrize(("year", "last"), [(2021, 25), (2025, 12)])
def test_the_last_star_is_no_answer(ledger: Ledger, year: int, last: int) -> None:
    final = Ledger(USER, Puzzle(year, last))
    assert status(refused(final, "5", 2)) is Status.NO_PUZZLE
    assert refused(final, "5") is None


def test_an_answer_with_an_objection_is_sent_by_force_only(ledger: Ledger) -> None:
    why = "an example of part 1 fails; --force sends it anyway"
    assert refused(ledger, FAILS) == (Status.EXAMPLES, why)
    assert refused(ledger, FAILS, force=True) is None


def test_an_answer_without_a_verdict_is_refused_once_the_page_does_not_show_it(
    ledger: Ledger,
) -> None:
    for answer in "57":
        ledger.record_intention(1, answer, NOON)
    ledger.record_verdict(1, "7", NOON, STRANGE)
    for answer in "57":
        assert refused(ledger, answer) is None
        assert refused(ledger, answer, seen=True) == (
            Status.UNCLEAR,
            "it was sent before, but without a verdict; the puzzle page does not show it as right, "
            "so it is wrong or never arrived; --force sends it anyway",
        )
        assert refused(ledger, answer, seen=True, force=True) is None
    assert refused(ledger, "6", seen=True) is None


@pytest.mark.parametrize("answer", ["007", "+7", "7.0", "0_7"])
def test_the_same_number_is_sent_again_by_force_only(ledger: Ledger, answer: str) -> None:
    ledger.record_verdict(1, "7", NOON - 100, WRONG)
    why = "it is the number 7, which was wrong already; --force sends it anyway"
    assert refused(ledger, answer) == (Status.TRIED, why)
    assert refused(ledger, answer, force=True) is None
    assert refused(ledger, answer, 2) is None
    ledger.record_verdict(1, "9", NOON, LOW)
    assert status(refused(ledger, answer, force=True)) is Status.OUT_OF_BOUNDS


@pytest.mark.parametrize("answer", ["70", "-7", "7.5", "7e0", "seven", "7,0"])
def test_another_number_is_none_that_was_wrong(ledger: Ledger, answer: str) -> None:
    ledger.record_verdict(1, "7", NOON - 100, WRONG)
    assert refused(ledger, answer) is None
