"""Checks `Submitter` in this process, against the emulated site: its steps, waits and errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from threading import Thread
from typing import NoReturn

import pytest
from filelock import FileLock
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
from aoc.submitting.ledger import Attempt, Ledger
from aoc.submitting.precheck import Candidate, Objection
from aoc.submitting.replies import Status
from aoc.submitting.submitter import Submitter
from tests.site import Fault, faults
from tests.site.program import led_here
from tests.submitting.player import DAY, MINE, RIGHT, Player

PUZZLE = Puzzle(2021, 21)
LOOK = f"GET {DAY}"
SETTINGS = "GET /settings"
SEND = f"POST {DAY}/answer level=1 answer={RIGHT}"
SEND_2 = f"POST {DAY}/answer level=2 answer={MINE.answer2}"
UNSURE = Candidate(RIGHT, (Status.EXAMPLES, "not sure"))
CANDIDATES = {1: Candidate(RIGHT), 2: Candidate(MINE.answer2)}
WRONG_PART = faults.verdict("You don't seem to be solving the right level.", judged=False)
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

    def submitter(
        self, *, known: bool = True, waits: bool = False, force: bool = False
    ) -> Submitter:
        """Return a submitter for an account whose id is known or not."""
        account = Account(self.alice.account.id if known else None, self.alice.account.token)
        if not known:
            (self.alice.cache / "token2id.json").unlink(missing_ok=True)
        wait = self.wait if waits else None
        return Submitter(account, wait=wait, force=force)

    @property
    def lock(self) -> str:
        """What is locked while the account submits to the puzzle."""
        return lock_path(Cache().submissions_path(self.alice.account.id, PUZZLE))

    @property
    def ledger(self) -> Ledger:
        """The ledger of the account."""
        return Ledger(self.alice.account.id, PUZZLE)

    def lose(self, part: int, answer: str) -> None:
        """Record an answer that was sent, and whose verdict was lost."""
        self.ledger.record_intention(part, answer, self.now)

    @property
    def lost(self) -> set[str]:
        """The answers to part 1 whose verdict was lost."""
        return self.ledger.lost_answers(1)


@pytest.fixture
def desk(alice: Player, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """This process is led to the emulated site, and does not wait between requests."""
    desk = Desk(alice)
    monkeypatch.chdir(alice.project)
    for module in (client, submitter):
        monkeypatch.setattr(module, "now", lambda: desk.now)
    with led_here(alice.site, alice.cache, monkeypatch):
        yield desk


def failing(error: BaseException) -> object:
    """Return a function that only raises an error."""

    def fail(*args: object, **options: object) -> NoReturn:
        raise error

    return fail


def test_a_right_answer_is_an_outcome_with_the_words_of_the_site(desk: Desk) -> None:
    outcome = desk.submitter().submit(PUZZLE, CANDIDATES)
    text = "That's the right answer! You are one gold star closer to finding the sleigh keys."
    assert outcome._replace(message="") == Attempt(PUZZLE, 1, RIGHT, Status.RIGHT, "", None, 1)
    assert outcome.message.startswith(text)
    assert desk.alice.asked == [LOOK, SEND]


def test_a_wrong_answer_comes_with_the_seconds_to_wait(desk: Desk) -> None:
    outcome = desk.submitter().submit(PUZZLE, {1: Candidate("5")})
    assert (outcome.status, outcome.wait_seconds, outcome.tries) == (Status.TOO_LOW, 60, 1)


def test_the_page_is_looked_at_once_and_again_after_a_star(desk: Desk) -> None:
    ours = desk.submitter()
    assert [ours.submit(PUZZLE, CANDIDATES).part for _ in range(2)] == [1, 2]
    assert ours.submit(PUZZLE, CANDIDATES).status is Status.SOLVED
    assert desk.alice.asked == [LOOK, SEND, LOOK, SEND_2]


def test_what_was_confirmed_is_not_confirmed_again_after_a_wait(desk: Desk) -> None:
    asked: list[int] = []

    def confirm(part: int, page: str) -> Objection | None:
        asked.append(part)
        return None

    desk.alice.site.fail(TOO_SOON, "POST")
    outcome = desk.submitter(waits=True).submit(PUZZLE, CANDIDATES, None, confirm)
    assert (outcome.status, outcome.tries, asked) == (Status.RIGHT, 2, [1])


def test_for_a_new_token_the_site_is_asked_whose_it_is(desk: Desk) -> None:
    ours = desk.submitter(known=False)
    assert ours.submit(PUZZLE, CANDIDATES).status is Status.RIGHT
    assert ours.account.id == desk.alice.account.id
    assert desk.alice.asked == [SETTINGS, LOOK, SEND]


def test_an_answer_goes_to_part_2_if_part_1_is_known_to_be_solved(desk: Desk) -> None:
    desk.alice.account.solve(2021, 21, 1)
    desk.ledger.record_verdict(1, RIGHT, desk.now, "That's the right answer!")
    outcome = desk.submitter().submit(PUZZLE, CANDIDATES)
    assert (outcome.part, outcome.status) == (2, Status.RIGHT)


def test_an_answer_goes_to_part_2_if_the_page_shows_part_1_as_solved(desk: Desk) -> None:
    desk.alice.account.solve(2021, 21, 1)
    outcome = desk.submitter().submit(PUZZLE, CANDIDATES)
    assert (outcome.part, outcome.status) == (2, Status.RIGHT)
    assert desk.alice.asked == [LOOK, SEND_2]


def test_an_answer_to_a_named_part_goes_to_no_other(desk: Desk) -> None:
    desk.alice.account.solve(2021, 21, 1)
    outcome = desk.submitter().submit(PUZZLE, CANDIDATES, 1)
    assert (outcome.part, outcome.status, outcome.tries) == (1, Status.SOLVED, 0)
    assert desk.alice.asked == [LOOK]


def test_a_doubtful_answer_is_sent_by_force_only(desk: Desk) -> None:
    outcome = desk.submitter().submit(PUZZLE, {1: UNSURE})
    why = "not sure; --force sends it anyway"
    assert outcome == Attempt(PUZZLE, 1, RIGHT, Status.EXAMPLES, why)
    account = Account(desk.alice.account.id, desk.alice.account.token)
    usual = Submitter(account)
    assert usual.submit(PUZZLE, {1: UNSURE}).status is Status.EXAMPLES
    assert desk.alice.asked == []
    assert desk.submitter(force=True).submit(PUZZLE, {1: UNSURE}).status is Status.RIGHT


def test_what_is_found_at_last_speaks_against_it_too(desk: Desk) -> None:
    objection = (Status.DISAGREES, "part 2 returned 5 alone")
    asked: list[int] = []

    def confirm(part: int, page: str) -> Objection | None:
        asked.append(part)
        assert RIGHT not in page
        return objection

    outcome = desk.submitter().submit(PUZZLE, CANDIDATES, None, confirm)
    assert outcome.status is Status.DISAGREES
    assert outcome.message == "part 2 returned 5 alone; --force sends it anyway"
    assert (asked, desk.alice.asked) == ([1], [LOOK])
    assert desk.submitter(force=True).submit(PUZZLE, CANDIDATES, 1, confirm).status is Status.RIGHT
    assert asked == [1]


def test_a_puzzle_takes_answers_from_the_moment_of_its_unlock(desk: Desk) -> None:
    desk.now = unlock_time(PUZZLE) - 0.001
    with pytest.raises(LockedError):
        desk.submitter().submit(PUZZLE, CANDIDATES)
    assert desk.alice.asked == []
    desk.now = unlock_time(PUZZLE)
    assert desk.submitter().submit(PUZZLE, CANDIDATES).status is Status.RIGHT


def test_an_account_without_a_token_cannot_submit(desk: Desk) -> None:
    ours = Submitter(Account(desk.alice.account.id, None))
    message = f"no session token for {desk.alice.account.id}: log in with `aoc login`"
    with pytest.raises(SiteError, match=message):
        ours.submit(PUZZLE, CANDIDATES)


def test_one_client_makes_all_requests(desk: Desk) -> None:
    ours = desk.submitter()
    assert ours.client is ours.client
    assert ours.client.account == ours.account


def test_the_page_settles_what_was_lost(desk: Desk) -> None:
    desk.lose(1, RIGHT)
    desk.alice.account.solve(2021, 21, 1)
    ours = desk.submitter()
    assert ours.submit(PUZZLE, CANDIDATES, 1).status is Status.SOLVED
    assert (desk.lost, desk.ledger.accepted_answers()[0]) == (set(), RIGHT)
    assert ours.submit(PUZZLE, CANDIDATES, 1).status is Status.SOLVED
    assert desk.alice.asked == [LOOK]


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


def test_without_a_way_to_wait_a_wait_is_the_outcome(desk: Desk) -> None:
    desk.ledger.record_verdict(1, "5", desk.now - 59.5, WRONG)
    outcome = desk.submitter().submit(PUZZLE, CANDIDATES)
    assert (outcome.status, outcome.wait_seconds, outcome.tries) == (Status.WAIT, 1, 0)
    desk.now += 1
    desk.alice.site.fail(TOO_SOON, "POST")
    outcome = desk.submitter().submit(PUZZLE, CANDIDATES)
    assert (outcome.status, outcome.wait_seconds, outcome.tries) == (Status.TOO_SOON, 5, 1)


def test_an_answer_that_is_refused_or_judged_is_not_waited_for(desk: Desk) -> None:
    ours = desk.submitter(waits=True)
    assert ours.submit(PUZZLE, {1: Candidate("5")}).status is Status.TOO_LOW
    assert ours.submit(PUZZLE, {1: Candidate("5")}).status is Status.TRIED
    assert desk.waits == []


def test_nothing_is_sent_while_another_program_submits(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LOCK_PATIENCE", 0)
    with locked(desk.lock), pytest.raises(SiteError, match=r"another program .* try again later"):
        desk.submitter().submit(PUZZLE, CANDIDATES)
    assert desk.alice.asked == []


def test_an_answer_is_sent_once_the_other_program_is_done(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = locked(desk.lock)
    other.__enter__()
    acquire = FileLock.acquire

    def end_the_other(lock: FileLock, timeout: float) -> object:
        assert desk.alice.asked == []
        monkeypatch.setattr(FileLock, "acquire", acquire)
        other.__exit__(None, None, None)
        return acquire(lock, timeout)

    monkeypatch.setattr(FileLock, "acquire", end_the_other)
    assert desk.submitter().submit(PUZZLE, CANDIDATES).status is Status.RIGHT


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


def test_the_first_submission_makes_the_folder_of_the_account(desk: Desk) -> None:
    for path in desk.alice.files.iterdir():
        path.unlink()
    desk.alice.files.rmdir()
    assert desk.submitter().submit(PUZZLE, CANDIDATES).status is Status.RIGHT


@pytest.mark.parametrize("fault", [faults.expired(), faults.status(404)])
def test_an_answer_that_did_not_count_leaves_no_doubt(desk: Desk, fault: Fault) -> None:
    desk.lose(1, "5")
    desk.alice.site.fail(fault, "POST")
    with pytest.raises((DeadSessionError, LockedError)):
        desk.submitter().submit(PUZZLE, CANDIDATES)
    assert (desk.alice.posts, desk.lost) == (1, {"5"})


def test_a_site_that_cannot_be_reached_leaves_no_doubt(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = desk.submitter()
    ours.fetch_page(PUZZLE)
    site_http().client.pool_manager.clear()
    desk.lose(1, RIGHT)
    monkeypatch.setattr(Ledger, "record_intention", failing(AssertionError()))
    no_network = NewConnectionError(HTTPSConnection("nowhere"), "no network")
    monkeypatch.setattr(HTTPSConnection, "connect", failing(no_network))
    ours.force = True
    with pytest.raises(UnreachableError, match="cannot be reached"):
        ours.submit(PUZZLE, CANDIDATES)
    assert desk.lost == {RIGHT}


def test_an_intention_that_cannot_be_written_ends_the_submission(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Ledger, "record_intention", failing(SiteError("the disk is full")))
    with pytest.raises(SiteError, match="the disk is full"):
        desk.submitter().submit(PUZZLE, CANDIDATES)
    assert desk.alice.asked == [LOOK]


def test_an_answer_is_on_the_disk_when_it_arrives(desk: Desk) -> None:
    path = desk.alice.files / "2021_21_sent.json"
    with desk.alice.site.hold("POST", judged=True) as hold:
        thread = Thread(target=desk.submitter().submit, args=(PUZZLE, CANDIDATES))
        thread.start()
        hold.wait(60)
        assert [one["value"] for one in json.loads(path.read_text())] == [RIGHT]
        hold.release()
        thread.join()
    assert not path.exists()


@pytest.mark.parametrize("part", [1, 2])
def test_a_lost_verdict_on_a_right_answer_is_found_on_the_page(desk: Desk, part: int) -> None:
    desk.alice.account.solve(2021, 21, part - 1)
    desk.alice.site.fail(faults.cut(), "POST")
    outcome = desk.submitter().submit(PUZZLE, CANDIDATES)
    assert (outcome.part, outcome.status, outcome.tries) == (part, Status.RIGHT, 1)
    assert outcome.message == "its verdict was lost, but the puzzle page shows it as right"
    assert desk.ledger.lost_answers(part) == set()


def test_a_lost_verdict_on_another_answer_stays_in_doubt(desk: Desk) -> None:
    desk.alice.site.fail(faults.status(500), "POST")
    outcome = desk.submitter().submit(PUZZLE, CANDIDATES)
    assert (outcome.status, outcome.answer, outcome.tries) == (Status.LOST, RIGHT, 1)
    assert outcome.message.startswith(
        "no verdict came back (adventofcode.com answered 500): run this again"
    )
    assert desk.alice.asked == [LOOK, SEND, LOOK]
    assert desk.lost == {RIGHT}


def test_a_lost_verdict_stays_in_doubt_without_the_page(desk: Desk) -> None:
    ours = desk.submitter()
    ours.fetch_page(PUZZLE)
    desk.alice.site.fail(faults.status(500), "POST")
    desk.alice.site.fail(faults.status(500), "GET", DAY)
    outcome = ours.submit(PUZZLE, CANDIDATES)
    assert outcome.status is Status.LOST
    assert "(adventofcode.com answered 500): run this again" in outcome.message
    assert desk.lost == {RIGHT}


def test_a_verdict_that_cannot_be_recorded_is_shown(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Ledger, "record_verdict", failing(SiteError("the disk is full")))
    with pytest.raises(SiteError) as caught:
        desk.submitter().submit(PUZZLE, CANDIDATES)
    assert str(caught.value).startswith("the site said \"That's the right answer!")
    assert str(caught.value).endswith(", but the disk is full")


def test_a_wrong_part_that_the_page_did_not_show_is_the_outcome(desk: Desk) -> None:
    desk.alice.site.fail(WRONG_PART, "POST")
    assert desk.submitter().submit(PUZZLE, CANDIDATES).status is Status.WRONG_PART
    assert desk.alice.asked == [LOOK, SEND]
    assert desk.lost == set()
