"""Checks the emulator, mostly by what the unmodified aocd makes of it in a child process."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest
import urllib3

from tests.emulator import Account, Site, dice_sheet
from tests.support.marks import needs_posix_shell
from tests.support.program import unignored_signals

DAY = "/2021/day/21"
MINE = dice_sheet(7, 1)
PRELUDE = "from aocd.models import Puzzle, User; puzzle = Puzzle(2021, 21)\n"


def submit(answer: str | None, part: str) -> str:
    return f"puzzle._submit({answer!r}, {part!r}, reopen=False)"


def aocd(site: Site, folder: Path, code: str) -> str:
    """Run code with the unmodified library, as alice."""
    done = subprocess.run(
        [sys.executable, "-c", PRELUDE + code],
        env=site.environment(folder, site.account("alice").token),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.rstrip("\n")


class Browser:
    """Asks the site as somebody, through the proxy, once."""

    def __init__(self, site: Site, token: str | None) -> None:
        variables = site.variables(Path())
        self._pool = urllib3.ProxyManager(
            variables["https_proxy"],
            ca_certs=variables["SSL_CERT_FILE"],
            headers={"Cookie": f"session={token}"} if token else {},
            retries=False,
            timeout=60,
        )

    def get(self, path: str) -> urllib3.BaseHTTPResponse:
        return self._pool.request("GET", f"https://adventofcode.com{path}")

    def text(self, path: str) -> str:
        return self.get(path).data.decode()

    def submit(self, answer: str) -> str:
        url, form = (
            f"https://adventofcode.com{DAY}/answer",
            {"level": "1", "answer": answer},
        )
        response = self._pool.request_encode_body(
            "POST", url, form, encode_multipart=False
        )
        assert response.status == 200
        return response.data.decode()


@pytest.mark.slow
def test_the_library_finds_inputs_and_examples_and_solves_both_parts(
    site: Site, account: Account, tmp_path: Path
) -> None:
    code = "print(puzzle.user.id); print(puzzle.input_data)"
    examples = "\nprint(puzzle.title, [example.answers for example in puzzle.examples])"
    assert aocd(site, tmp_path, code + examples) == (
        f"{account.id}\n{MINE.input}Dirac Dice [('739785', None)]"
    )
    requests = site.requests
    assert [*map(str, requests[:2])] == ["GET /settings", f"GET {DAY}/input"]
    assert {request.account for request in requests} == {account.id}
    assert all("advent-of-code-data" in request.user_agent for request in requests)
    assert (tmp_path / account.id / "2021_21_input.txt").read_text() == MINE.input
    out = aocd(
        site,
        tmp_path,
        f"{submit(MINE.answer1, 'a')}\n{submit(MINE.answer2, 'b')}{examples}",
    )
    assert "That's the right answer!  You are one gold star closer to" in out
    assert "You have completed Day 21!" in out
    assert out.endswith("Dirac Dice [('739785', '444356092776315')]")
    assert account.solved(2021, 21) == 2
    post, _ = [request for request in site.requests if request.method == "POST"]
    assert (post.path, post.form) == (
        f"{DAY}/answer",
        {"level": "1", "answer": MINE.answer1},
    )


def test_a_wrong_answer_has_to_wait_a_minute(site: Site, account: Account) -> None:
    browser = Browser(site, account.token)
    out = browser.submit("1")
    assert "That's not the right answer; your answer is too low." in out
    assert "Please wait one minute before trying again." in out
    site.clock.advance(26)
    assert "You have 34s left to wait." in browser.submit(MINE.answer1)
    site.clock.advance(34)
    assert "right answer!" in browser.submit(MINE.answer1)
    assert site.count("POST") == 3


def test_a_puzzle_is_locked_until_midnight_in_the_east(
    site: Site, account: Account
) -> None:
    site.event(2031)
    browser = Browser(site, account.token)
    site.clock.set(datetime.fromisoformat("2031-12-01T04:59:59+00:00"))
    for path in ("/2031/day/1", "/2031/day/1/input"):
        assert browser.get(path).status == 404
        assert "Please don't repeatedly request this endpoint" in browser.text(path)
    site.clock.advance(1)
    assert browser.text("/2031/day/1/input").splitlines()[0].isdecimal()
    assert browser.get("/2031/day/2").status == 404
    assert browser.get("/2031/day/13").data == b"404 Not Found"


def test_a_dead_session_is_nobody(site: Site, account: Account) -> None:
    browser = Browser(site, account.token)
    account.solve(2021, 21)
    assert "Your puzzle answer was" in browser.text(DAY)
    account.expire()
    assert "Your puzzle answer was" not in browser.text(DAY)
    assert ">[Log In]<" in browser.text(DAY)
    assert "<form" not in browser.text(DAY)
    assert browser.get(f"{DAY}/input").status == 400
    assert browser.text(f"{DAY}/input").startswith(
        "Puzzle inputs differ by user.  Please log in"
    )
    assert ">[Log In]<" in browser.submit("1")
    for path, home in [
        ("/settings", "/"),
        ("/2021/leaderboard/self", "/2021/leaderboard"),
    ]:
        response = browser.get(path)
        assert (response.status, response.headers["Location"]) == (302, home)
    assert Browser(site, "not-hex").get("/settings").status == 500


def test_the_proxy_knows_no_other_host(site: Site, tmp_path: Path) -> None:
    proxy = urllib3.ProxyManager(site.variables(tmp_path)["https_proxy"], retries=False)
    with pytest.raises(urllib3.exceptions.ProxyError, match="403"):
        proxy.request("GET", "https://example.org/")
    assert proxy.request("GET", "http://adventofcode.com/2021").status == 403
    assert site.refused == ("example.org:443", "http://adventofcode.com/2021")
    assert not site.requests


@pytest.mark.slow
@needs_posix_shell
def test_it_can_be_tried_by_hand(tmp_path: Path) -> None:
    pipe, root = subprocess.PIPE, Path(__file__).parents[2]
    command = [sys.executable, "-m", "tests.emulator"]
    with unignored_signals():
        child = subprocess.Popen(
            command, cwd=root, stdin=pipe, stdout=pipe, stderr=pipe, text=True
        )
    with child, contextlib.ExitStack() as at_last:
        at_last.callback(child.kill)
        assert child.stdout
        lines = [child.stdout.readline().strip() for _ in range(6)]
        shell = "\n".join([*lines, f"export AOCD_DIR={tmp_path}", "exec aocd 21 2021"])
        env = os.environ | {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        }
        done = subprocess.run(
            ["sh", "-c", shell],
            env=env,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        child.send_signal(signal.SIGINT)
        _, log = child.communicate(timeout=60)
    assert "Player 1 starting position:" in done.stdout, done.stderr
    assert child.returncode == 0
    assert "GET /2021/day/21/input -> 200 (github.alice.1001)" in log
    assert "Traceback" not in log
