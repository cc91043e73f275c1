"""How often and when an answer is sent: tries, waits and locks, for a program that waits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from aoc import files
from aoc.errors import SiteError, UnreachableError
from aoc.files import locked
from aoc.model import Puzzle, now
from aoc.site import http
from aoc.site.accounts import Account as OurAccount
from aoc.site.cache import Cache, lock_path
from aoc.submitting.ledger import Ledger
from aoc.submitting.precheck import Candidate, Objection
from aoc.submitting.replies import Status
from aoc.submitting.submitter import Submitter
from tests.aoc import Aoc
from tests.emulator import Account, Clock, Site, faults
from tests.guarantees.day21 import LOOK, MINE, RIGHT, post
from tests.program import NOWHERE

PUZZLE = Puzzle(2021, 21)
CANDIDATES = {1: Candidate(RIGHT), 2: Candidate(MINE.answer2)}
TOO_SOON = faults.verdict(
    "You gave an answer too recently.  You have 0s left to wait.", judged=False
)
WRONG = "That's not the right answer.  Please wait one minute before trying again."


class Desk:
    """Makes submitters for an account of the emulated site; their clock moves only by waiting."""

    def __init__(self, site: Site, account: Account, clock: Clock) -> None:
        self.site, self.account, self.clock = site, OurAccount(account.id, account.token), clock
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
    def lock(self) -> str:
        """What is locked while the account submits to the puzzle."""
        return lock_path(Cache().submissions_path(self.account.id or "", PUZZLE))

    @property
    def ledger(self) -> Ledger:
        """The ledger of the account."""
        return Ledger(self.account.id or "", PUZZLE)


@pytest.fixture
def desk(
    aoc: Aoc, site: Site, account: Account, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Desk]:
    """This process is the program."""
    for module in ("aoc.site.client", "aoc.submitting.submitter"):
        monkeypatch.setattr(f"{module}.now", lambda: clock.now().timestamp())
    site.expect(LOOK, post())
    site.may_resend = True
    with aoc.here():
        yield Desk(site, account, clock)


def test_what_was_confirmed_is_not_confirmed_again_after_a_wait(desk: Desk) -> None:
    asked: list[int] = []

    def confirm(part: int, page: str) -> Objection | None:
        asked.append(part)
        return None

    desk.site.fail(TOO_SOON, "POST")
    outcome = desk.submitter(waits=True).submit(PUZZLE, CANDIDATES, None, confirm)
    assert (outcome.status, outcome.tries, asked) == (Status.RIGHT, 2, [1])


def test_an_answer_is_sent_a_few_times_with_growing_waits(desk: Desk) -> None:
    desk.site.fail(TOO_SOON, "POST", times=99)
    outcome = desk.submitter(waits=True).submit(PUZZLE, CANDIDATES)
    assert (outcome.status, outcome.tries, desk.waits) == (Status.TOO_SOON, 4, [5, 10, 20])
    assert desk.site.count("POST") == 4


def test_a_wait_that_is_known_is_no_try_and_no_longer_than_it_has_to_be(desk: Desk) -> None:
    desk.ledger.record_verdict(1, "5", desk.clock.now().timestamp() - 59.5, WRONG)
    desk.site.fail(TOO_SOON, "POST")
    outcome = desk.submitter(waits=True).submit(PUZZLE, CANDIDATES)
    assert (outcome.status, outcome.tries, desk.waits) == (Status.RIGHT, 2, [0.5, 5])


def test_nothing_is_sent_while_another_program_submits(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LOCK_PATIENCE", 0)
    with locked(desk.lock), pytest.raises(SiteError, match=r"another program .* try again later"):
        desk.submitter().submit(PUZZLE, CANDIDATES)
    assert desk.site.asked() == []


def test_an_answer_to_part_1_does_not_go_to_part_2_after_a_wait(desk: Desk) -> None:
    desk.site.fail(TOO_SOON, "POST")
    ours = desk.submitter(waits=True)

    def wait(puzzle: Puzzle, seconds: float) -> None:
        desk.wait(puzzle, seconds)
        with locked(desk.lock):  # others may submit during a wait
            desk.ledger.record_verdict(1, RIGHT, now(), "That's the right answer!")

    ours.wait = wait
    outcome = ours.submit(PUZZLE, dict.fromkeys((1, 2), Candidate("5")))
    assert (outcome.part, outcome.status) == (1, Status.SOLVED_OTHERWISE)
    assert desk.site.count("POST") == 1


def test_a_site_that_cannot_be_reached_leaves_no_doubt(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.ledger.record_intention(1, RIGHT, now())
    ours = desk.submitter(force=True)
    ours.fetch_page(PUZZLE)
    monkeypatch.setenv("https_proxy", NOWHERE)
    http.site_http.cache_clear()
    with pytest.raises(UnreachableError, match="cannot be reached"):
        ours.submit(PUZZLE, CANDIDATES)
    assert desk.ledger.lost_answers(1) == {RIGHT}
