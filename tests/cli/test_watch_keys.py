"""Checks the keys of `aoc watch`, typed in a terminal; the terminal after it; and the site."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial

import pytest

from tests.emulator import Account, Clock, Site, faults
from tests.support.day21 import EXAMPLE_1, RIGHT, RIGHT_2, TESTS_OF_PART_1, table
from tests.support.day21 import TESTS as TESTS_OF_21
from tests.support.launchers import write_launcher
from tests.support.marks import needs_pty
from tests.support.program import Project
from tests.support.watcher import DAY, HINT, SHELL, TESTS, Typed, day_file, typed

pytestmark = needs_pty

VARIANT = "\ndef part1_slow(words):\n    return sum(1 for _ in words)\n"
INPUT = "GET /2021/day/21/input"
CLEARED = "\x1b[2J"
"""What clears a terminal."""


def modes(watcher: Typed) -> object:
    """Return the modes of a terminal."""
    import termios

    return termios.tcgetattr(watcher.terminal.ours)[:6]


@pytest.mark.slow
def test_keys_choose_what_is_run_and_open_the_puzzle(project: Project) -> None:
    browser = project.root / "browser"
    write_launcher(browser, "#!/bin/sh\necho $1 > opened\n")
    project.day(1, DAY + VARIANT, TESTS)
    with typed(project, "1", env={"BROWSER": str(browser)}) as watcher:
        watcher.until(HINT)
        # What `aoc new --watch` has said stays there.
        assert CLEARED not in watcher.terminal.raw
        watcher.press("e")
        assert "sample 0" not in watcher.until("examples only; h shows")
        watcher.press("1")
        assert "part 2 " not in watcher.until("examples only, part 1; h shows")
        watcher.press("1e")
        assert "2 right, 2 unknown" in watcher.until(HINT)
        watcher.press("v")
        assert "part 1 slow" in watcher.until("variants: all; h shows")
        watcher.press("v")
        assert "part 1 slow" not in watcher.until(HINT)
        watcher.press("\r")
        assert "2 right, 2 unknown" in watcher.until(HINT)
        watcher.press("o")
        watcher.until("https://adventofcode.com/2021/day/1\n")
        for key in "h?":
            watcher.press(key)
            assert "s: submit" in watcher.until("q: quit\n")
        assert watcher.quit() == 0
    assert (project.root / "opened").read_text() == "https://adventofcode.com/2021/day/1\n"


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("\x03", 130)])
def test_the_end_of_it_ends_a_run_and_restores_the_terminal(
    project: Project, key: str, code: int
) -> None:
    wait = "open('began', 'w').close() or __import__('time').sleep(1000)"
    project.day(1, DAY.replace("len(words)", wait), TESTS)
    with typed(project, "1") as watcher:
        before = modes(watcher)
        while not (project.root / "began").exists():
            watcher.read(0.01)
        assert modes(watcher) != before
        watcher.press(key)
        watcher.terminal.process.wait(60)
        assert modes(watcher) == before
        assert watcher.terminal.end().code == code


def test_after_ctrl_z_it_goes_on_and_reads_keys(project: Project) -> None:
    project.day(1, DAY, TESTS)
    with typed(project, "1", through=[sys.executable, "-c", SHELL]) as watcher:
        watcher.until(HINT)
        watcher.press("\x1a")
        watcher.until("stopped\n")
        watcher.press("h")
        watcher.until("q: quit\n")
        assert watcher.quit() == 0


@pytest.fixture
def solved(project: Project, account: Account) -> Project:
    """A project whose day 21 has the right answers, and no input in the cache."""
    project.day(21, table(), TESTS_OF_21)
    (project.account_files(account.id) / "2021_21_input.txt").unlink()
    return project


@pytest.mark.slow
def test_the_input_is_fetched_once_and_s_submits_each_open_part_once(
    site: Site, account: Account, solved: Project
) -> None:
    with typed(solved, "21") as watcher:
        watcher.until(HINT)
        assert site.asked() == [INPUT]
        with day_file(solved, 21).open("a", encoding="utf-8") as file:
            file.write("\n# saved\n")
        assert account.id in watcher.until(HINT)
        watcher.press("s")
        for part in (1, 2):
            watcher.until(f"2021/21 part {part}: ")
            watcher.until(" is right!")
        assert (site.count("POST"), account.solved(2021, 21)) == (2, 2)
        assert INPUT not in site.asked()
        watcher.press("\r")
        assert "4 right" in watcher.until(HINT)
        watcher.press("s")
        watcher.until("nothing to submit")
        assert watcher.quit() == 0
    assert site.asked() == []


@pytest.mark.slow
def test_an_input_that_cannot_be_fetched_is_not_asked_for_again(
    site: Site, account: Account, solved: Project
) -> None:
    account.expire()
    with typed(solved, "21") as watcher:
        assert "sample" not in watcher.until(HINT)
        assert INPUT in site.asked()
        watcher.press("\n")
        watcher.until(HINT)
        assert watcher.quit() == 0
    assert site.asked() == []


HIGHER = [str(int(RIGHT) + more) for more in (3, 2, 1)]
"""Answers that are too high, each lower than the one before."""
GIVEN_UP = "s is given up, since a file was saved or another key was typed: type s again"


@contextmanager
def watching_21(project: Project, source: str, tests: str = TESTS_OF_21) -> Iterator[Typed]:
    """Watch day 21 in a terminal."""
    project.day(21, source, tests)
    with typed(project, "21", columns=300) as watcher:
        watcher.until(HINT)
        yield watcher
        assert watcher.quit() == 0


def save(project: Project, source: str) -> None:
    """Save day 21, in one step, so that the watcher sees one save."""
    path = day_file(project, 21)
    written = path.with_suffix(".new")
    written.write_text(source, encoding="utf-8")
    written.replace(path)


def wait_for_site(watcher: Typed, project: Project) -> None:
    """Let a wrong answer be sent, and the next one wait until the site accepts it."""
    watcher.press("s")
    watcher.until("is too high")
    save(project, table(HIGHER[1]))
    watcher.until(HINT)
    watcher.press("s")
    watcher.until("the site accepts the next answer to 2021/21 in ")


def slow(answer: str) -> str:
    """Return day 21, whose part 2 waits on the own input while there is a file `slow`."""
    wait = """
    import os, time
    while os.path.exists("slow") and text.startswith("Player 1 starting position: 7"):
        time.sleep(0.01)
    other ="""
    return table(answer).replace("\n    other =", wait)


@pytest.mark.slow
def test_the_reply_of_the_site_is_shown_again_above_the_run_that_follows(
    site: Site, account: Account, project: Project
) -> None:
    sent = project.account_files(account.id) / "2021_21_sent.json"
    with watching_21(project, table(HIGHER[0])) as watcher:
        with site.hold("POST", judged=True) as hold:
            watcher.press("s")
            hold.wait()
            [intention] = json.loads(sent.read_text())
        reply = f"2021/21 part 1: {HIGHER[0]} is too high. The site accepts the next answer in "
        watcher.until(reply)
        sent_at = watcher.until(")\n").partition(" (")[2]
        moment = datetime.fromisoformat(intention["when"]).astimezone()
        # The clock of the site is known to a second and the time that a reply took.
        moments = [moment - timedelta(seconds=seconds) for seconds in range(60)]
        assert sent_at in [f"{moment:sent at %H:%M:%S)}\n" for moment in moments]
        watcher.press("\r")
        shown = watcher.until("2021/21 Dirac Dice")
        assert reply in shown
        assert sent_at in shown
        watcher.until(HINT)
        save(project, table(HIGHER[1]))
        assert reply not in watcher.until(HINT)
    assert site.count("POST") == 1


@pytest.mark.slow
def test_s_waits_for_the_end_of_a_run_and_a_save_or_another_run_forgets_it(
    site: Site, account: Account, project: Project
) -> None:
    with watching_21(project, slow(HIGHER[0])) as watcher:
        (project.root / "slow").touch()
        for begin in (partial(save, project, slow(RIGHT)), partial(watcher.press, "\r")):
            watcher.press("\r")
            watcher.until("2021/21 part 2 on ")
            watcher.press("s")
            watcher.until("s waits for the end of the run; ")
            begin()
            watcher.until(f"{GIVEN_UP}\n")
            (project.root / "slow").unlink()
            assert f"{GIVEN_UP}\n" in watcher.until(HINT)
            (project.root / "slow").touch()
        assert site.asked() == []
        watcher.press("\r")
        watcher.until("2021/21 part 2 on ")
        watcher.press("s")
        watcher.until("s waits for the end of the run; ")
        (project.root / "slow").unlink()
        assert GIVEN_UP not in watcher.until(f"{RIGHT_2} is right!")
    assert site.count("POST") == 2


@pytest.mark.slow
def test_a_new_star_and_the_next_part_stay_though_the_tests_are_written(
    site: Site, account: Account, project: Project
) -> None:
    source = table().partition("def part2")[0]
    with watching_21(project, source, TESTS_OF_PART_1) as watcher:
        watcher.press("s")
        watcher.until("test_day21.py: added part2=444356092776315")
        shown = watcher.until(HINT)  # the tests were saved
        assert f"2021/21 part 1: {RIGHT} is right!" in shown
        assert "Part 2 is open: https://adventofcode.com/2021/day/21#part2" in shown
        watcher.press("s")
        watcher.until("2021/21 part 2 was not sent: it is not solved yet")
    assert site.count("POST") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (faults.status(500), "no verdict came back (adventofcode.com answered 500): submit again"),
        (faults.expired(), "has expired: put a new one"),
    ],
)
def test_a_fault_of_the_site_stays_too(
    site: Site, account: Account, project: Project, fault: faults.Fault, said: str
) -> None:
    site.expect("*")
    site.fail(fault, "POST", times=1)
    with watching_21(project, table()) as watcher:
        watcher.press("s")
        watcher.until(said)
        watcher.press("\r")
        assert said in watcher.until(HINT)


@pytest.mark.slow
def test_s_waits_until_the_site_accepts_an_answer_unless_the_day_is_saved(
    site: Site, account: Account, project: Project, clock: Clock
) -> None:
    with watching_21(project, table(HIGHER[0])) as watcher:
        wait_for_site(watcher, project)
        save(project, table(HIGHER[2]))
        watcher.until(f"{GIVEN_UP}\n")
        assert GIVEN_UP in watcher.until(HINT)
        assert site.count("POST") == 1
        clock.advance(60)
        path = project.account_files(account.id) / "2021_21_post.json"
        [verdict] = json.loads(path.read_text())
        # As if it were 58 seconds older.
        verdict["when"] = re.sub(r"^\d{4}", lambda year: str(int(year[0]) - 1), verdict["when"])
        path.write_text(json.dumps([verdict]))
        watcher.press("s")
        watcher.until(f"2021/21 part 1: {HIGHER[2]} is too high")
    assert site.count("POST") == 2


@pytest.mark.slow
def test_a_key_that_quits_ends_the_wait_for_the_site(
    site: Site, account: Account, project: Project
) -> None:
    with watching_21(project, table(HIGHER[0])) as watcher:
        wait_for_site(watcher, project)
    assert site.count("POST") == 1


@pytest.mark.slow
def test_a_second_s_sends_an_answer_whose_guesses_have_all_failed(
    site: Site, account: Account, project: Project
) -> None:
    source = table().partition("def part2")[0]
    guesses = TESTS_OF_PART_1.replace(f"{EXAMPLE_1})", "5, guessed=(1,))")
    with watching_21(project, source, guesses) as watcher:
        # The second one is typed before anybody could read the refusal.
        watcher.press("ss")
        watcher.until("s again sends it anyway\n")
        for again in (partial(save, project, f"{source}\n"), partial(watcher.press, "\r")):
            again()
            assert "s again" not in watcher.until(HINT)
            watcher.press("s")
            watcher.until("s again sends it anyway\n")
        assert site.count("POST") == 0
        watcher.press("s")
        watcher.until(f"2021/21 part 1: {RIGHT} is right!")
    assert site.count("POST") == 1


@pytest.mark.slow
def test_u_adds_the_examples_of_part_2(site: Site, account: Account, project: Project) -> None:
    site.expect("*")
    source = table().partition("def part2")[0]
    with watching_21(project, source, TESTS_OF_PART_1) as watcher:
        account.solve(2021, 21, 1)
        watcher.press("u")
        watcher.until("test_day21.py: added part2=444356092776315 to example 1")
