"""Waiting for the site before an answer is sent again: how long, and how often."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.site import Fault, Site, faults
from tests.site.program import cache_of
from tests.submitting.player import RIGHT, Player

# The program, but with a wait that takes no time.
SUBMIT = """
import json, sys
from aoc import model
from aoc.model import Puzzle
from aoc.render.messages import outcome_text
from aoc.site import http
from aocd.utils import HttpClient
from aoc.site.accounts import Accounts
from aoc.submitting import submitter
from aoc.submitting.precheck import Candidate
later = 0.0
def wait(puzzle, seconds):
    global later
    waits.append(round(seconds))
    later += seconds
waits = []
http.WINDOW = 0
HttpClient._limiter = lambda client: None
submitter.now = lambda: model.now() + later
account = Accounts().find(None)
made = submitter.Submitter(account, wait=wait)
outcome = made.submit(Puzzle(2021, 21), {1: Candidate(sys.argv[1])}, 1)
print(json.dumps([waits, outcome.status, outcome.status.exit_code, outcome_text(outcome)]))
"""


def too_soon(left: str) -> Fault:
    """Return what the site says to an answer for which it is too soon."""
    text = f"You gave an answer too recently.  You have {left} left to wait."
    return faults.verdict(text, judged=False)


def submit(alice: Player) -> tuple[list[int], str, int, str]:
    """Submit the right answer; return how long it waited each time, and what came of it."""
    done = subprocess.run(
        [sys.executable, "-c", SUBMIT, RIGHT],
        cwd=alice.project,
        env=alice.site.environment(cache_of(alice.project), alice.account.token),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    waits, status, code, text = json.loads(done.stdout)
    return waits, status, code, text


def test_a_site_that_says_0_s_for_ever_gets_a_handful_of_tries(alice: Player) -> None:
    alice.site.fail(too_soon("0s"), "POST", times=99)
    waits, status, code, text = submit(alice)
    assert (waits, status, code) == ([5, 10, 20], "too soon", 3)
    assert f"{RIGHT} was not checked. The site accepts the next answer in " in text
    assert text.endswith("Try again later.")
    assert alice.posts == 4


@pytest.mark.slow
@pytest.mark.parametrize(("left", "seconds"), [("0s", 5), ("2m 34s", 154)])
def test_a_try_waits_as_long_as_the_site_said(alice: Player, left: str, seconds: int) -> None:
    alice.site.fail(too_soon(left), "POST")
    waits, status, _, _ = submit(alice)
    assert (waits, status, alice.posts) == ([seconds], "right", 2)


@pytest.mark.slow
def test_waiting_for_an_earlier_answer_is_no_try(alice: Player) -> None:
    alice.submit("5")
    alice.site.clock.advance(60)
    alice.site.fail(too_soon("1s"), "POST")
    waits, status, _, _ = submit(alice)
    assert (len(waits), waits[1:], status) == (2, [5], "right")
    assert 50 < waits[0] <= 60


@pytest.mark.slow
def test_without_wait_an_answer_is_sent_once(alice: Player, site: Site) -> None:
    site.fail(too_soon("0s"), "POST", times=99)
    alice.submit(RIGHT)
    assert (alice.code, alice.posts) == (3, 1)
    assert "was not checked. The site accepts the next answer in 5 s" in alice.said
    assert alice.said.endswith("Use --wait to wait.\n")
    alice.submit(RIGHT)
    assert (alice.code, alice.posts) == (3, 1)
