"""An answer whose verdict does not come back is not sent again, and nothing of it is lost."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.emulator import Account, Clock, Fault, Site, faults
from tests.support.aoc import Aoc
from tests.support.day21 import LOOK, PAGE, RIGHT, RIGHT_2, TESTS, post, recorded, table
from tests.support.marks import needs_pty, needs_signals
from tests.support.program import Project

SUBMIT = ("submit", "21", "--part", "1", "--answer")
UNCLEAR = "it was sent before, but without a verdict; the puzzle page does not show it as right"
TOO_SOON = faults.verdict("You gave an answer too recently.  You have 0s left.", judged=False)


@pytest.fixture
def files(account: Account, project: Project, site: Site) -> Path:
    """The files of an account, in a project with day 21."""
    project.day(21, table(), TESTS)
    site.expect(LOOK)
    return project.account_files(account.id)


pytestmark = pytest.mark.usefixtures("files")


@pytest.mark.parametrize("fault", [faults.cut(), faults.garbage()])
def test_a_right_answer_whose_verdict_is_lost_shows_on_the_page(
    aoc: Aoc, site: Site, account: Account, project: Project, fault: Fault
) -> None:
    site.fail(fault, "POST")
    done = aoc(*SUBMIT, RIGHT)
    assert (done.code, "is right!" in done.out) == (0, True)
    assert recorded(project, account) == [("a", RIGHT)]
    assert aoc(*SUBMIT, RIGHT).code == 0
    assert site.count("POST") == 1


@pytest.mark.parametrize("fault", [faults.cut(judged=False), faults.status(500)])
def test_an_answer_that_may_have_been_lost_is_not_sent_again(
    aoc: Aoc, site: Site, project: Project, fault: Fault
) -> None:
    site.fail(fault, "POST")
    done = aoc(*SUBMIT, "5")
    assert done.code == 3
    assert "5 was sent, but no verdict came back" in done.err
    project.day(21, table("5"), TESTS)
    done = aoc("run", "21", "--submit")
    assert (done.code, site.count("POST")) == (3, 1)
    assert UNCLEAR in done.err


def test_an_unknown_verdict_is_neither_right_nor_wrong(aoc: Aoc, site: Site, clock: Clock) -> None:
    site.fail(faults.unknown_verdict(), "POST")
    done = aoc(*SUBMIT, "5")
    assert done.code == 3
    assert "the site sent a text that aoc does not know: 'The elves are having lunch." in done.err
    done = aoc(*SUBMIT, "5")
    assert (done.code, site.count("POST")) == (3, 1)
    assert UNCLEAR in done.err
    clock.advance(120)
    assert aoc(*SUBMIT, "5", "--force").code == 1
    assert site.count("POST") == 2


def test_another_answer_may_be_sent_after_one_was_lost(aoc: Aoc, site: Site, files: Path) -> None:
    site.fail(faults.cut(judged=False), "POST")
    aoc(*SUBMIT, "5")
    assert aoc(*SUBMIT, RIGHT).code == 0
    assert site.count("POST") == 2
    assert not (files / "2021_21_sent.json").exists()


def test_a_lost_answer_is_remembered_until_the_page_can_be_fetched(aoc: Aoc, site: Site) -> None:
    site.fail(faults.changed(lambda page: page), "GET", PAGE)  # nothing is wrong yet
    site.fail(faults.status(500), "GET", PAGE, times=2)
    site.fail(faults.cut(), "POST")
    done = aoc(*SUBMIT, RIGHT)
    assert done.code == 3
    assert "no verdict came back (adventofcode.com cut the connection): submit again" in done.err
    assert aoc(*SUBMIT, RIGHT).code == 3
    assert aoc(*SUBMIT, RIGHT).code == 0
    assert site.count("POST") == 1


@pytest.mark.parametrize(
    ("method", "judged", "code"), [("GET", False, 0), ("POST", False, 3), ("POST", True, 0)]
)
def test_a_killed_program_has_sent_its_answer_once_or_not(
    aoc: Aoc, site: Site, account: Account, project: Project, method: str, judged: bool, code: int
) -> None:
    with site.hold(method, judged=judged) as hold, aoc.start(*SUBMIT, RIGHT) as child:
        hold.wait()
        child.kill()
        child.communicate(timeout=60)
        assert aoc(*SUBMIT, RIGHT).code == code
    while not account.solved(2021, 21):
        time.sleep(0)
    assert aoc(*SUBMIT, RIGHT).code == 0
    assert site.count("POST") == 1
    assert recorded(project, account) == [("a", RIGHT)]


@pytest.mark.slow
@needs_pty
@needs_signals
@pytest.mark.parametrize(
    ("command", "answer", "found"),
    [
        ("submit 21", RIGHT, "was right: the puzzle page shows it"),
        (
            "run 21 --submit",
            "5",
            "was sent without a verdict: the puzzle page does not show it as right",
        ),
    ],
)
def test_after_ctrl_c_the_next_submission_says_first_what_became_of_the_answer(
    aoc: Aoc,
    site: Site,
    account: Account,
    project: Project,
    clock: Clock,
    command: str,
    answer: str,
    found: str,
) -> None:
    project.day(21, table(answer), TESTS)
    with site.hold("POST", judged=True) as hold, aoc.start("submit", "21") as child:
        hold.wait()
        child.send_signal(signal.SIGINT)
        assert child.wait(60) == 130
    while not account.attempts and not account.solved(2021, 21):
        time.sleep(0)
    clock.advance(60)
    project.day(21, table(), TESTS)
    words = tuple(command.split())
    with aoc.run(words):
        shown = aoc.terminal(*words).end().text
    before, _, after = shown.partition(f"2021/21 part 1: {answer} {found}")
    assert "is right!" not in before
    assert f"{RIGHT_2} is right!" in after or f"part 1: {RIGHT} is right!" in after
    assert site.asked().count(post(answer)) == 1
    # It is said once.
    assert found not in aoc(*words).err
    assert post(answer) not in site.asked()


def test_an_answer_that_was_lost_and_is_not_that_of_the_page_was_wrong(
    aoc: Aoc, site: Site, account: Account
) -> None:
    site.fail(faults.cut(judged=False), "POST")
    aoc(*SUBMIT, "5")
    account.solve(2021, 21, 1)
    wrong = f"2021/21 part 1: 5 was wrong: the puzzle page shows {RIGHT} (sent at "
    assert [wrong in aoc("submit", "21").err for _ in range(2)] == [True, False]
    assert site.asked().count(post("5")) == 1


@pytest.mark.slow
def test_two_programs_at_once_send_an_answer_once(aoc: Aoc, site: Site) -> None:
    with site.hold("POST") as hold, aoc.start(*SUBMIT, RIGHT) as first:
        hold.wait()
        with aoc.start(*SUBMIT, RIGHT) as second:
            with pytest.raises(subprocess.TimeoutExpired):
                second.wait(0.5)
            hold.release()
            out, _ = second.communicate(timeout=60)
        first.communicate(timeout=60)
    assert b"the part is solved already, with this answer" in out
    assert (first.returncode, second.returncode, site.count("POST")) == (0, 0, 1)


def test_a_verdict_that_cannot_be_recorded_is_told_and_found_again(
    aoc: Aoc, site: Site, files: Path
) -> None:
    record = files / "2021_21_post.json"

    def break_record(verdict: bytes) -> bytes:
        record.mkdir()
        return verdict

    site.fail(faults.changed(break_record), "POST")
    done = aoc(*SUBMIT, RIGHT)
    assert done.code == 3
    assert "the site said \"That's the right answer!" in done.err
    record.rmdir()
    assert aoc(*SUBMIT, RIGHT).code == 0
    assert site.count("POST") == 1


@pytest.mark.parametrize(
    ("name", "text"), [("post", "<html>"), ("sent", None), ("post", '[{"part": "c"}]')]
)
def test_nothing_is_sent_until_a_broken_record_is_fixed_or_deleted(
    aoc: Aoc, site: Site, files: Path, name: str, text: str | None
) -> None:
    path = files / f"2021_21_{name}.json"
    path.write_text(text) if text else path.mkdir()
    for _ in range(2):
        done = aoc(*SUBMIT, RIGHT)
        assert (done.code, site.asked()) == (3, [])
        assert f"{path} is not the list of submissions that belongs there" in done.err
    path.unlink() if text else path.rmdir()
    assert aoc(*SUBMIT, RIGHT).code == 0
    assert site.asked() == [LOOK, post(), LOOK]


@pytest.mark.parametrize("second", [TOO_SOON, faults.status(404)])
def test_a_doubt_outlives_a_forced_try_that_is_not_judged(
    aoc: Aoc, site: Site, clock: Clock, second: Fault
) -> None:
    site.fail(faults.cut(judged=False), "POST")
    aoc(*SUBMIT, RIGHT)
    site.fail(second, "POST")
    assert aoc(*SUBMIT, RIGHT, "--force").code == 3
    clock.advance(60)
    done = aoc(*SUBMIT, RIGHT)
    assert (done.code, site.count("POST")) == (3, 2)
    assert UNCLEAR in done.err
    assert aoc(*SUBMIT, RIGHT, "--force").code == 0
    assert site.count("POST") == 3


def test_a_dead_session_sends_nothing(aoc: Aoc, site: Site, project: Project) -> None:
    site.fail(faults.expired())
    done = aoc(*SUBMIT, RIGHT)
    assert (done.code, site.asked()) == (3, [LOOK])
    assert f"...{project.variables['AOC_SESSION'][-4:]}" in done.err
    (project.cache / "token2id.json").unlink()
    site.fail(faults.expired(), times=9)
    assert aoc("run", "21", "--submit").code == 3
    assert site.asked() == ["GET /settings"]
