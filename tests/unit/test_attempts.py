"""Checks `Submitter` in this process, against the emulated site: its steps, waits and errors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

import pytest
from urllib3.connection import HTTPSConnection
from urllib3.exceptions import NewConnectionError

from aoc import files
from aoc.errors import DeadSessionError, LockedError, SiteError, UnreachableError
from aoc.files import locked
from aoc.model import Puzzle, unlock_time
from aoc.site import client
from aoc.site.accounts import Account
from aoc.site.cache import Cache, lock_path
from aoc.site.http import site_http
from aoc.submitting import submitter
from aoc.submitting.ledger import Ledger
from aoc.submitting.precheck import Candidate, Objection
from aoc.submitting.replies import Status
from aoc.submitting.submitter import Submitter
from tests.emulator import Fault, faults
from tests.emulator.program import led_here
from tests.submitting.player import MINE, RIGHT, Player

PUZZLE = Puzzle(2021, 21)
CANDIDATES = {1: Candidate(RIGHT), 2: Candidate(MINE.answer2)}
TOO_SOON = faults.verdict(
    "You gave an answer too recently.  You have 0s left to wait.", judged=False
)
WRONG = "That's not the right answer.  Please wait one minute before trying again."


class Desk:
    """Makes submitters for an account of the emulated site; their clock moves only by waiting."""

    def __init__(self, alice: Player) -> None:
        self.alice = alice
        self.now = 1_700_000_000.0
        self.waits: list[float] = []

    def wait(self, puzzle: Puzzle, seconds: float) -> None:
        """Let the time pass at once, here and on the site."""
        assert puzzle == PUZZLE
        self.waits.append(seconds)
        self.now += seconds
        self.alice.site.clock.advance(seconds)

    def submitter(self, *, waits: bool = False) -> Submitter:
        """Return a submitter for the account."""
        account = Account(self.alice.account.id, self.alice.account.token)
        return Submitter(account, wait=self.wait if waits else None, force=False)

    @property
    def lock(self) -> str:
        """What is locked while the account submits to the puzzle."""
        return lock_path(Cache().submissions_path(self.alice.account.id, PUZZLE))

    @property
    def ledger(self) -> Ledger:
        """The ledger of the account."""
        return Ledger(self.alice.account.id, PUZZLE)

    def lose(self, answer: str) -> None:
        """Record an answer that was sent, and whose verdict was lost."""
        self.ledger.record_intention(1, answer, self.now)


@pytest.fixture
def desk(alice: Player, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """This process is led to the emulated site, and does not wait between requests."""
    desk = Desk(alice)
    monkeypatch.chdir(alice.project)
    for module in (client, submitter):
        monkeypatch.setattr(module, "now", lambda: desk.now)
    with led_here(alice.site, alice.cache, monkeypatch):
        yield desk


def test_what_was_confirmed_is_not_confirmed_again_after_a_wait(desk: Desk) -> None:
    asked: list[int] = []

    def confirm(part: int, page: str) -> Objection | None:
        asked.append(part)
        return None

    desk.alice.site.fail(TOO_SOON, "POST")
    outcome = desk.submitter(waits=True).submit(PUZZLE, CANDIDATES, None, confirm)
    assert (outcome.status, outcome.tries, asked) == (Status.RIGHT, 2, [1])


def test_a_puzzle_takes_answers_from_the_moment_of_its_unlock(desk: Desk) -> None:
    desk.now = unlock_time(PUZZLE) - 0.001
    with pytest.raises(LockedError):
        desk.submitter().submit(PUZZLE, CANDIDATES)
    assert desk.alice.asked == []
    desk.now = unlock_time(PUZZLE)
    assert desk.submitter().submit(PUZZLE, CANDIDATES).status is Status.RIGHT


def test_an_answer_is_sent_a_few_times_with_growing_waits(desk: Desk) -> None:
    desk.alice.site.fail(TOO_SOON, "POST", times=99)
    outcome = desk.submitter(waits=True).submit(PUZZLE, CANDIDATES)
    assert (outcome.status, outcome.tries, desk.waits) == (Status.TOO_SOON, 4, [5, 10, 20])
    assert desk.alice.posts == 4


def test_a_wait_that_is_known_is_no_try_and_no_longer_than_it_has_to_be(desk: Desk) -> None:
    desk.ledger.record_verdict(1, "5", desk.now - 59.5, WRONG)
    desk.alice.site.fail(TOO_SOON, "POST")
    outcome = desk.submitter(waits=True).submit(PUZZLE, CANDIDATES)
    assert (outcome.status, outcome.tries, desk.waits) == (Status.RIGHT, 2, [0.5, 5])


def test_nothing_is_sent_while_another_program_submits(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LOCK_PATIENCE", 0)
    with locked(desk.lock), pytest.raises(SiteError, match=r"another program .* try again later"):
        desk.submitter().submit(PUZZLE, CANDIDATES)
    assert desk.alice.asked == []


def test_other_programs_may_submit_during_a_wait(desk: Desk) -> None:
    desk.alice.site.fail(TOO_SOON, "POST")
    ours = desk.submitter(waits=True)

    def wait(puzzle: Puzzle, seconds: float) -> None:
        with locked(desk.lock):
            desk.wait(puzzle, seconds)

    ours.wait = wait
    assert ours.submit(PUZZLE, CANDIDATES).status is Status.RIGHT
    assert desk.waits == [5]


def test_an_answer_to_part_1_does_not_go_to_part_2_after_a_wait(desk: Desk) -> None:
    desk.alice.site.fail(TOO_SOON, "POST")
    ours = desk.submitter(waits=True)

    def wait(puzzle: Puzzle, seconds: float) -> None:
        desk.wait(puzzle, seconds)
        desk.ledger.record_verdict(1, RIGHT, desk.now, "That's the right answer!")

    ours.wait = wait
    outcome = ours.submit(PUZZLE, dict.fromkeys((1, 2), Candidate("5")))
    assert (outcome.part, outcome.status) == (1, Status.SOLVED_OTHERWISE)
    assert desk.alice.posts == 1


@pytest.mark.parametrize("fault", [faults.expired(), faults.status(404)])
def test_an_answer_that_did_not_count_leaves_no_doubt(desk: Desk, fault: Fault) -> None:
    desk.lose("5")
    desk.alice.site.fail(fault, "POST")
    with pytest.raises((DeadSessionError, LockedError)):
        desk.submitter().submit(PUZZLE, CANDIDATES)
    assert (desk.alice.posts, desk.ledger.lost_answers(1)) == (1, {"5"})


def test_a_site_that_cannot_be_reached_leaves_no_doubt(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(connection: HTTPSConnection) -> NoReturn:
        raise NewConnectionError(connection, "no network")

    ours = desk.submitter()
    ours.fetch_page(PUZZLE)
    site_http().client.pool_manager.clear()
    desk.lose(RIGHT)
    monkeypatch.setattr(HTTPSConnection, "connect", fail)
    ours.force = True
    with pytest.raises(UnreachableError, match="cannot be reached"):
        ours.submit(PUZZLE, CANDIDATES)
    assert desk.ledger.lost_answers(1) == {RIGHT}
