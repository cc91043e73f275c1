"""Checks the rules that an answer has to pass: what they refuse, for which reason, and what not."""

from __future__ import annotations

from pathlib import Path

import pytest

from aoc.puzzles import Puzzle
from aoc.site.cache import Cache
from aoc.submitting.ledger import Ledger
from aoc.submitting.outcome import Outcome, Status
from aoc.submitting.precheck import Offer
from aoc.submitting.rules import Rules, known_fault

PUZZLE = Puzzle(2021, 21)
NOON = 1640105999.25
RIGHT = "That's the right answer!"
WRONG = "That's not the right answer.  Please wait one minute before trying again."
LOW = "That's not the right answer; your answer is too low."
HIGH = "That's not the right answer; your answer is too high."
STRANGE = "The elves are having lunch."


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    monkeypatch.setenv("AOCD_DIR", str(tmp_path))
    return Ledger(Cache(), "github.alice.1001", PUZZLE)


def refusal(
    ledger: Ledger,
    answer: str,
    *,
    part: int = 1,
    problem: str = "",
    page_seen: bool = False,
    force: bool = False,
) -> Outcome | None:
    """Return what the rules say to an answer, an hour after the others were sent."""
    offers = {part: Offer(answer, problem)}
    return Rules(ledger, offers, NOON + 3600, page_seen, force).refusal(part)


def reason(refused: Outcome | None) -> tuple[Status, str]:
    assert refused is not None
    return refused.status, refused.message


def test_a_refusal_says_which_answer_to_which_part_it_is_about(ledger: Ledger) -> None:
    ledger.record_verdict(2, "5", NOON, WRONG)
    assert refusal(ledger, "5", part=2) == Outcome(
        PUZZLE, 2, "5", Status.TRIED, "it was submitted before, and is wrong"
    )


def test_nothing_is_taken_for_granted_about_the_page_or_force(ledger: Ledger) -> None:
    assert Rules(ledger, {2: Offer("6")}, NOON).refusal(2) is None
    doubtful = Rules(ledger, {1: Offer("5", "an example fails")}, NOON)
    assert reason(doubtful.refusal(1)) == (
        Status.EXAMPLES,
        "an example fails; --force sends it anyway",
    )


def test_a_missing_answer_is_refused_with_its_reason(ledger: Ledger) -> None:
    offers = {1: Offer(None, "part 1 fails"), 2: Offer(None)}
    rules = Rules(ledger, offers, NOON)
    assert rules.refusal(1) == Outcome(PUZZLE, 1, None, Status.NO_ANSWER, "part 1 fails")
    assert reason(rules.refusal(2)) == (Status.NO_ANSWER, "there is no answer yet")
    assert reason(Rules(ledger, {}, NOON).refusal(2)) == (
        Status.NO_ANSWER,
        "there is no answer yet",
    )


def test_a_solved_part_is_refused_with_its_own_answer(ledger: Ledger) -> None:
    ledger.record_verdict(1, "5", NOON, RIGHT)
    ledger.record_verdict(2, "6", NOON, RIGHT)
    same = (Status.SOLVED, "the part is solved already, with this answer")
    assert reason(refusal(ledger, "5")) == same
    assert reason(refusal(ledger, "6", part=2)) == same
    assert reason(refusal(ledger, "6"))[1] == "the part is solved already, with 5"
    assert reason(refusal(ledger, "5", part=2))[1] == "the part is solved already, with 6"


def test_the_page_opens_part_2_once_part_1_is_solved(ledger: Ledger) -> None:
    assert refusal(ledger, "5", page_seen=True) is None
    assert reason(refusal(ledger, "6", part=2, page_seen=True))[0] is Status.CLOSED
    ledger.record_verdict(1, "5", NOON, RIGHT)
    assert refusal(ledger, "6", part=2, page_seen=True) is None


def test_only_part_2_is_compared_with_the_answer_to_part_1(ledger: Ledger) -> None:
    ledger.record_verdict(2, "6", NOON, RIGHT)
    assert refusal(ledger, "6") is None
    ledger.record_verdict(1, "5", NOON, RIGHT)
    assert reason(refusal(ledger, "6", part=2))[0] is Status.SOLVED


def test_an_unclear_answer_is_refused_once_the_page_does_not_show_it(ledger: Ledger) -> None:
    ledger.record_verdict(1, "5", NOON, STRANGE)
    assert refusal(ledger, "5") is None
    assert reason(refusal(ledger, "5", page_seen=True)) == (
        Status.UNCLEAR,
        "it was sent before, the site answered 'The elves are having lunch.', and the puzzle page "
        "does not show it as right; --force sends it again",
    )
    assert refusal(ledger, "6", page_seen=True) is None


def test_a_lost_answer_is_refused_once_the_page_does_not_show_it(ledger: Ledger) -> None:
    ledger.record_plan(1, "5", NOON)
    ledger.record_sending()
    assert refusal(ledger, "5") is None
    assert refusal(ledger, "6", page_seen=True) is None
    status, message = reason(refusal(ledger, "5", page_seen=True))
    assert status is Status.UNCLEAR
    assert message.startswith("it was sent before, but the verdict was lost; the puzzle page")
    assert message.endswith("--force sends it again")


@pytest.mark.parametrize(("later", "left"), [(0, 60), (0.5, 60), (59.5, 1), (60, None)])
def test_a_wait_is_shown_in_whole_seconds_and_never_too_short(
    ledger: Ledger, later: float, left: int | None
) -> None:
    ledger.record_verdict(1, "5", NOON, WRONG)
    refused = Rules(ledger, {1: Offer("6")}, NOON + later).refusal(1)
    assert (refused and refused.wait_seconds) == left
    if refused:
        assert reason(refused) == (Status.WAIT, "the site accepts the next answer later")


def test_without_a_verdict_no_answer_is_certainly_wrong(ledger: Ledger) -> None:
    assert [known_fault(ledger, 1, answer) for answer in ("5", "ABC")] == [None, None]


def test_the_last_verdict_about_an_answer_counts(ledger: Ledger) -> None:
    ledger.record_verdict(1, "5", NOON, WRONG)
    ledger.record_verdict(1, "5", NOON, STRANGE)
    assert known_fault(ledger, 1, "5") is None
    ledger.record_verdict(1, "5", NOON, LOW)
    assert known_fault(ledger, 1, "5") == (Status.TRIED, "too low")


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
    assert known_fault(ledger, 1, inside) is None
    assert known_fault(ledger, 1, outside) == (Status.OUT_OF_BOUNDS, why)
    assert known_fault(ledger, 1, "0100") == (Status.OUT_OF_BOUNDS, why)
    assert known_fault(ledger, 1, "ABC") == (
        Status.OUT_OF_BOUNDS,
        "it is not a number, and the site expects one",
    )
    assert reason(refusal(ledger, outside)) == (Status.OUT_OF_BOUNDS, why)


@pytest.mark.parametrize("answer", ["007", "+7", "7.0", "7.", "7_", "0_7", "_7"])
def test_the_same_number_is_sent_again_by_force_only(ledger: Ledger, answer: str) -> None:
    ledger.record_verdict(1, "7", NOON - 100, WRONG)
    why = "it is the number 7, which was wrong already; --force sends it anyway"
    assert reason(refusal(ledger, answer)) == (Status.TRIED, why)
    assert refusal(ledger, answer, force=True) is None
    assert refusal(ledger, answer, part=2) is None
    ledger.record_verdict(1, "9", NOON, LOW)
    assert reason(refusal(ledger, answer, force=True))[0] is Status.OUT_OF_BOUNDS


@pytest.mark.parametrize("answer", ["70", "-7", "7.5", "7e0", "seven", "7,0"])
def test_another_number_is_none_that_was_wrong(ledger: Ledger, answer: str) -> None:
    ledger.record_verdict(1, "7", NOON - 100, WRONG)
    assert refusal(ledger, answer) is None
