"""What speaks against an answer, how often and when it is sent, and what the site says to it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

import pytest

from aoc.errors import UnreachableError
from aoc.files import locked
from aoc.model.inputs import Example
from aoc.model.puzzles import Puzzle, now
from aoc.model.results import ErrorKind, Failure, Result, Verdict
from aoc.site import http
from aoc.site.accounts import Account as OurAccount
from aoc.site.cache import Cache, lock_path
from aoc.submitting.ledger import Ledger
from aoc.submitting.precheck import AnswerCandidate, Precheck
from aoc.submitting.replies import AnswerStatus, Objection, read_reply
from aoc.submitting.submitter import Submitter
from tests.emulator import Account, Clock, Site, faults
from tests.emulator.puzzles import make_puzzle
from tests.support.aoc import Aoc
from tests.support.day21 import LOOK, MINE, RIGHT, post
from tests.support.program import NOWHERE
from tests.support.results import changed, made_result
from tests.unit.test_published_examples import page

PUZZLE = Puzzle(2021, 21)
CANDIDATES = {1: AnswerCandidate(RIGHT), 2: AnswerCandidate(MINE.answer2)}
TOO_SOON = faults.verdict(
    "You gave an answer too recently.  You have 0s left to wait.", judged=False
)
MISS = "That's not the right answer.  Please wait one minute before trying again."


class Desk:
    """Makes submitters for an account of the emulated site; their clock moves only by waiting."""

    def __init__(self, site: Site, account: Account, clock: Clock) -> None:
        self.site, self.clock = site, clock
        self.account = OurAccount(account.id, account.token)
        self.waits: list[float] = []

    def wait(self, puzzle: Puzzle, seconds: float) -> None:
        """Let the time pass at once, here and on the site."""
        assert puzzle == PUZZLE
        self.waits.append(seconds)
        self.clock.advance(seconds)

    def submitter(self, *, waits: bool = False, force: bool = False) -> Submitter:
        """Return a submitter for the account."""
        return Submitter(self.account, wait=self.wait if waits else None, force=force)

    @property
    def ledger(self) -> Ledger:
        """The ledger of the account."""
        return Ledger(self.account.id or "", PUZZLE)


@pytest.fixture
def desk(
    aoc: Aoc, site: Site, account: Account, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Desk]:
    """This process is the program."""
    monkeypatch.setattr("aoc.submitting.submitter.now", lambda: clock.now().timestamp())
    site.expect(LOOK, post())
    site.may_resend = True
    with aoc.here():
        yield Desk(site, account, clock)


def test_an_answer_is_sent_a_few_times_with_growing_waits(desk: Desk) -> None:
    desk.site.fail(TOO_SOON, "POST", times=99)
    outcome = desk.submitter(waits=True).submit(PUZZLE, CANDIDATES)
    assert (outcome.status, outcome.tries) == (AnswerStatus.TOO_SOON, 4)
    assert desk.waits == [5, 10, 20]
    assert desk.site.count("POST") == 4


def test_a_wait_that_is_known_is_no_try_and_no_longer_than_it_has_to_be(desk: Desk) -> None:
    confirmed: list[int] = []

    def confirm(part: int, page: str) -> Objection | None:
        confirmed.append(part)
        return None

    desk.ledger.record_verdict(1, "5", desk.clock.now().timestamp() - 59.5, MISS)
    desk.site.fail(TOO_SOON, "POST")
    outcome = desk.submitter(waits=True).submit(PUZZLE, CANDIDATES, None, confirm)
    assert (outcome.status, outcome.tries) == (AnswerStatus.RIGHT, 2)
    assert (desk.waits, confirmed) == ([0.5, 5], [1])


def test_an_answer_to_part_1_does_not_go_to_part_2_after_a_wait(desk: Desk) -> None:
    desk.site.fail(TOO_SOON, "POST")
    ours = desk.submitter(waits=True)

    def wait(puzzle: Puzzle, seconds: float) -> None:
        desk.wait(puzzle, seconds)
        with locked(lock):  # others may submit during a wait
            desk.ledger.record_verdict(1, RIGHT, now(), "That's the right answer!")

    lock = lock_path(Cache().submissions_path(desk.account.id or "", PUZZLE))
    ours.wait = wait
    outcome = ours.submit(PUZZLE, dict.fromkeys((1, 2), AnswerCandidate("5")))
    assert (outcome.part, outcome.status) == (1, AnswerStatus.SOLVED_OTHERWISE)
    assert desk.site.count("POST") == 1


def test_a_site_that_cannot_be_reached_leaves_no_doubt(desk: Desk) -> None:
    desk.ledger.record_intention(1, RIGHT, now())
    ours = desk.submitter(force=True)
    ours.fetch_page(PUZZLE)
    # The fixture restores the variables at its end.
    os.environ["https_proxy"] = NOWHERE
    http.site_http.cache_clear()
    with pytest.raises(UnreachableError, match="cannot be reached"):
        ours.submit(PUZZLE, CANDIDATES)
    assert [*desk.ledger.lost_answers(1)] == [RIGHT]


ME, BOB = "github.alice.1001", "github.bob.1002"
FAILURE = Failure(ErrorKind.TIMEOUT, "took too long")


def result(answer: str | None, label: str | None = ME, part: int | None = 1) -> Result:
    kind = "personal" if label in (ME, BOB) else "example"
    return made_result(2021, 21, None, "days", None, label, part, answer, input_kind=label and kind)


def checked(*results: Result) -> Precheck:
    return Precheck(PUZZLE, results, ME, lambda *_: (), print)


def test_what_failed_for_somebody_else_does_not_speak_against_it() -> None:
    failed = changed(result("6", BOB), error=FAILURE, verdict=Verdict.FAIL)
    assert checked(result("5"), failed).candidates[1] == AnswerCandidate("5")


LETTERS = "its letters cannot be read: send them with `aoc submit 2021/21 --answer LETTERS`"
NO_ANSWERS: Sequence[tuple[str, Sequence[Result]]] = (
    ("", ()),
    ("", [result(None)]),
    ("part 1 fails", [changed(result(None), error=FAILURE)]),
    ("part 1 fails", [changed(result(None, None, None), error=FAILURE)]),
    ("the solvers disagree: 5, 6", [result("5"), result("6")]),
    (LETTERS, [result("##\n  ")]),
)


def test_there_may_be_no_answer() -> None:
    for problem, results in NO_ANSWERS:
        none = Objection(AnswerStatus.NO_ANSWER, problem) if problem else None
        assert checked(*results).candidates[1] == AnswerCandidate(None, none), problem


def test_examples_that_cannot_be_run_speak_against_it(monkeypatch: pytest.MonkeyPatch) -> None:
    example = Example("x", part1=1, params={"n": 2})
    monkeypatch.setattr("aoc.site.examples.read_examples", lambda *_: [example])
    html = page(make_puzzle(2021, 21), solved=1)
    objection = checked(result("5")).objection(1, html)
    assert objection
    assert objection.status == AnswerStatus.NO_EXAMPLES


def test_a_plugin_has_no_part_2_alone() -> None:
    passed = changed(result("739785", "example 1", 2), expected="739785", verdict=Verdict.PASS)
    answers = [result("5"), result("6", part=2), passed]
    assert checked(*(changed(one, solver="wim") for one in answers)).objection(2, "") is None


STUCK = "  If you're stuck, make sure you're using the full input data.  "
ONE = "Please wait one minute before trying again. [Return to Day 21]"
WRONG = "That's not the right answer"
ELSES = (
    f"{WRONG}; curiously, it's the right answer for someone else; you might be logged in to the "
    f"wrong account or just unlucky.{STUCK}{ONE}"
)
FOUR = "Because you have guessed incorrectly 4 times on this puzzle, please wait 5 minutes before"
SOON = "You gave an answer too recently; you have to wait after submitting an answer before trying"


RIGHT_ANSWERS = (
    "That's the right answer!  You are one gold star closer to finding",
    "\n  That\u2019s  the\nright answer! ",
    f"That's the right answer! {ONE}",
    "Congratulations!  You've finished every puzzle in Advent of Code 2021!",
)
REPLIES = {
    **dict.fromkeys(RIGHT_ANSWERS, (AnswerStatus.RIGHT, 0)),
    f"{WRONG}.{STUCK}{ONE}": (AnswerStatus.WRONG, 60),
    f"{WRONG}; your answer is too high.{STUCK}{ONE}": (AnswerStatus.TOO_HIGH, 60),
    f"{WRONG}; your answer is too low.{STUCK}{ONE}": (AnswerStatus.TOO_LOW, 60),
    ELSES: (AnswerStatus.SOMEONE_ELSES, 60),
    f"{WRONG}.{STUCK}{FOUR} trying again.": (AnswerStatus.WRONG, 300),
    f"{WRONG}. Please wait a while before trying again.": (AnswerStatus.WRONG, 60),
    f"{WRONG}.{ONE} (You guessed That's the right answer.)": (AnswerStatus.WRONG, 60),
    f"{SOON} again.  You have 2m 34s left to wait.": (AnswerStatus.TOO_SOON, 154),
    SOON: (AnswerStatus.TOO_SOON, 60),
    "You don't seem to be solving the right level.": (AnswerStatus.WRONG_PART, 0),
    "The elves are having lunch.": (AnswerStatus.UNKNOWN, 0),
    f"The elves are having lunch. {ONE}": (AnswerStatus.UNKNOWN, 60),
    "The elves say: your answer is too low.": (AnswerStatus.UNKNOWN, 0),
    "": (AnswerStatus.UNKNOWN, 0),
}
LEFT = {"34s": 34, "2m": 120, "0s": 5, "4s": 5, "6s": 6, "24h": 86400, "23h 59m 59s": 86399}
"""The seconds to wait for what is left: never nothing."""


def test_every_sentence_of_the_site_is_read() -> None:
    assert {message: read_reply(message) for message in REPLIES} == REPLIES
    for left, seconds in LEFT.items():
        message = f"You gave an answer too recently. You have {left} left to wait."
        assert read_reply(message) == (AnswerStatus.TOO_SOON, seconds)
