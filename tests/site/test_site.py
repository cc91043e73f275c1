"""Checks the emulator, mostly by what the unmodified aocd makes of it in a child process."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest
import urllib3

from tests.marks import needs_posix_shell
from tests.program import unignored_signals

from . import Account, Fault, Puzzle, Sheet, Site, dice_sheet, faults, unlock_time

pytestmark = pytest.mark.slow

DAY = "/2021/day/21"
MINE = dice_sheet(7, 1)
PRELUDE = "from aocd.models import Puzzle, User; puzzle = Puzzle(2021, 21)\n"
SUBMIT = "puzzle._submit({!r}, {!r}, reopen=False)"


@pytest.fixture
def alice(site: Site) -> Account:
    account = site.account("alice")
    account.give(2021, 21, MINE)
    return account


def start(site: Site, folder: Path, code: str, name: str = "alice") -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PRELUDE + code]
    env = site.environment(folder, site.account(name).login())
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=env, stdout=pipe, stderr=pipe, text=True)


def finish(child: subprocess.Popen[str]) -> tuple[str, str]:
    with child:
        try:
            return child.communicate(timeout=30)
        finally:
            child.kill()


def aocd(site: Site, folder: Path, code: str, name: str = "alice") -> str:
    child = start(site, folder, code, name)
    out, err = finish(child)
    assert child.returncode == 0, err
    return out.rstrip("\n")


def aocd_error(site: Site, folder: Path, code: str, name: str = "alice") -> str:
    child = start(site, folder, code, name)
    out, err = finish(child)
    assert child.returncode == 1, out
    return err.splitlines()[-1]


class Browser:
    """Asks the site as somebody, through the proxy, once."""

    def __init__(self, site: Site, token: str | None) -> None:
        variables = site.variables(Path())
        self._pool = urllib3.ProxyManager(
            variables["https_proxy"],
            ca_certs=variables["SSL_CERT_FILE"],
            headers={"Cookie": f"session={token}"} if token else {},
            retries=False,
            timeout=20,
        )

    def get(self, path: str) -> urllib3.BaseHTTPResponse:
        return self._pool.request("GET", f"https://adventofcode.com{path}")

    def text(self, path: str) -> str:
        return self.get(path).data.decode()

    def submit(self, answer: str, level: int = 1, path: str = DAY) -> str:
        url, fields = f"https://adventofcode.com{path}/answer", {"level": level, "answer": answer}
        body = {name: str(value) for name, value in fields.items()}
        response = self._pool.request_encode_body("POST", url, body, encode_multipart=False)
        assert response.status == 200
        return response.data.decode()


def test_the_first_input_costs_a_look_at_the_settings_and_one_at_the_input(
    site: Site, alice: Account, tmp_path: Path
) -> None:
    code = "print(puzzle.user.id); print(puzzle.input_data)"
    assert aocd(site, tmp_path, code) == "github.alice.1001\n" + MINE.input.rstrip("\n")
    assert [str(request) for request in site.requests] == ["GET /settings", f"GET {DAY}/input"]
    assert {request.account for request in site.requests} == {alice.id}
    assert all("advent-of-code-data" in request.user_agent for request in site.requests)
    saved = tmp_path / alice.id / "2021_21_input.txt"
    assert saved.read_text() == MINE.input


def test_accounts_have_ids_tokens_and_inputs_of_their_own(site: Site, tmp_path: Path) -> None:
    rita, bob = site.account("rita", "reddit"), site.account("bob")
    assert rita.token
    assert bob.token
    assert rita.token != bob.token
    assert {len(rita.token), len(bob.token)} == {128}
    assert site.sheet("rita", 2021, 2) != site.sheet("bob", 2021, 2)
    code = "print(puzzle.user.id)"
    assert aocd(site, tmp_path, code, "rita") == "reddit.rita.1001"
    assert aocd(site, tmp_path, code, "bob") == "github.bob.1002"


def test_the_page_has_the_examples_of_the_open_parts(
    site: Site, alice: Account, tmp_path: Path
) -> None:
    code = "print(puzzle.title); print([example.answers for example in puzzle.examples])"
    assert aocd(site, tmp_path, code) == "Dirac Dice\n[('739785', None)]"
    alice.solve(2021, 21, 1)
    assert aocd(site, tmp_path, code) == "Dirac Dice\n[('739785', '444356092776315')]"
    code = "print(*(Puzzle(2021, day).examples[0].input_data.count('\\n') for day in (1, 2)))"
    assert aocd(site, tmp_path, code) == "9 4"


def test_the_page_shows_the_answers_that_were_right(
    site: Site, alice: Account, tmp_path: Path
) -> None:
    code = "print(puzzle.answered_a, puzzle.answered_b)"
    assert aocd(site, tmp_path, code) == "False False"
    alice.solve(2021, 21, 1)
    assert aocd(site, tmp_path, code) == "True False"
    alice.solve(2021, 21, 2)
    assert aocd(site, tmp_path, "print(*puzzle.answers)") == f"{MINE.answer1} {MINE.answer2}"


def test_a_right_answer_opens_part_2(site: Site, alice: Account, tmp_path: Path) -> None:
    out = aocd(site, tmp_path, SUBMIT.format(MINE.answer1, "a"))
    assert "That's the right answer!  You are one gold star closer to" in out
    assert alice.solved(2021, 21) == 1
    assert (tmp_path / alice.id / "2021_21a_answer.txt").read_text() == MINE.answer1
    [post] = [request for request in site.requests if request.method == "POST"]
    assert (post.path, post.form) == (f"{DAY}/answer", {"level": "1", "answer": MINE.answer1})
    out = aocd(site, tmp_path, SUBMIT.format(MINE.answer2, "b"))
    assert "You have completed Day 21!" in out
    assert alice.solved(2021, 21) == 2


def test_a_wrong_answer_has_to_wait_a_minute(site: Site, alice: Account, tmp_path: Path) -> None:
    out = aocd(site, tmp_path, SUBMIT.format("1", "a"))
    assert "That's not the right answer; your answer is too low." in out
    assert "Please wait one minute before trying again." in out
    site.clock.advance(26)
    asleep = "import time; time.sleep = lambda seconds: exit(print('sleeps', seconds))\n"
    assert aocd(site, tmp_path, asleep + SUBMIT.format(MINE.answer1, "a")) == "sleeps 34"
    site.clock.advance(34)
    assert "right answer!" in aocd(site, tmp_path, SUBMIT.format(MINE.answer1, "a"))
    assert site.count("POST") == 3


@pytest.mark.parametrize(("misses", "minutes"), [(1, 1), (3, 1), (4, 5), (6, 5), (7, 10), (9, 10)])
def test_waits_grow_with_the_misses(site: Site, alice: Account, misses: int, minutes: int) -> None:
    browser = Browser(site, alice.token)
    for _ in range(misses):
        verdict = browser.submit("x")
        assert browser.submit(MINE.answer1).count("too recently") == 1
        left = alice.attempts[2021, 21].wait_until
        assert left
        site.clock.set(left)
    said = "Please wait one minute before trying again."
    if minutes > 1:
        said = (
            f"Because you have guessed incorrectly {misses} times on this puzzle, "
            f"please wait {minutes} minutes before trying again."
        )
    assert said in verdict
    site.clock.advance(-1)
    assert "too recently" in browser.submit(MINE.answer1)
    site.clock.advance(1)
    assert "That's the right answer!" in browser.submit(MINE.answer1)


def test_the_wait_is_told_in_minutes_and_seconds(site: Site, alice: Account) -> None:
    browser = Browser(site, alice.token)
    for _ in range(4):
        browser.submit("x")
        site.clock.advance(60)
    site.clock.advance(86)
    assert "You have 2m 34s left to wait." in browser.submit("x")
    site.clock.advance(120)
    assert "You have 34s left to wait." in browser.submit("x")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("9" * 9, "That's not the right answer; your answer is too high.  If you're stuck"),
        ("0", "That's not the right answer; your answer is too low.  If you're stuck"),
        ("ABC", "That's not the right answer.  If you're stuck"),
        ("123456", "That's not the right answer; curiously, it's the right answer for someone "),
    ],
)
def test_a_wrong_answer_gets_the_clue_that_it_deserves(
    site: Site, alice: Account, answer: str, said: str
) -> None:
    site.account("bob").give(2021, 21, Sheet("", "123456", "0"))
    assert said in Browser(site, alice.token).submit(answer)


def test_older_years_echo_the_guess(site: Site, alice: Account) -> None:
    site.event(2018)
    verdict = Browser(site, alice.token).submit("<299", path="/2018/day/3")
    echo = '(You guessed <span style="white-space:nowrap;"><code>&lt;299</code>.)</span>'
    assert echo in verdict
    assert "You guessed" not in Browser(site, alice.token).submit("299")


def test_only_the_open_part_takes_an_answer(site: Site, alice: Account) -> None:
    browser = Browser(site, alice.token)
    wrong = "You don't seem to be solving the right level.  Did you already complete it?"
    assert wrong in browser.submit(MINE.answer2 or "", level=2)
    browser.submit(MINE.answer1)
    assert wrong in browser.submit(MINE.answer1)
    assert "right answer!" in browser.submit(MINE.answer2 or "", level=2)


def test_a_puzzle_is_locked_until_midnight_in_the_east(
    site: Site, alice: Account, tmp_path: Path
) -> None:
    site.event(2031)
    browser = Browser(site, alice.token)
    site.clock.set(datetime.fromisoformat("2031-12-01T04:59:59+00:00"))
    for path in ("/2031/day/1", "/2031/day/1/input"):
        assert browser.get(path).status == 404
        assert "Please don't repeatedly request this endpoint" in browser.text(path)
    code = "Puzzle(2031, 1).input_data"
    assert aocd_error(site, tmp_path, code).endswith("2031/01 not available yet")
    site.clock.advance(1)
    assert aocd(site, tmp_path, f"print({code})").splitlines()[0].isdecimal()
    assert browser.get("/2031/day/2").status == 404
    assert browser.get("/2031/day/13").data == b"404 Not Found"


def test_a_dead_session_is_nobody(site: Site, alice: Account, tmp_path: Path) -> None:
    browser = Browser(site, alice.token)
    alice.solve(2021, 21)
    assert "Your puzzle answer was" in browser.text(DAY)
    alice.expire()
    assert "Your puzzle answer was" not in browser.text(DAY)
    assert ">[Log In]<" in browser.text(DAY)
    assert "<form" not in browser.text(DAY)
    assert browser.get(f"{DAY}/input").status == 400
    assert browser.text(f"{DAY}/input").startswith("Puzzle inputs differ by user.  Please log in")
    assert ">[Log In]<" in browser.submit("1")
    for path, home in [("/settings", "/"), ("/2021/leaderboard/self", "/2021/leaderboard")]:
        response = browser.get(path)
        assert (response.status, response.headers["Location"]) == (302, home)
    assert Browser(site, "not-hex").get("/settings").status == 500
    site.fail(faults.expired(), path="/settings")
    assert "DeadTokenError" in aocd_error(site, tmp_path, "puzzle.user.id")


def test_a_session_can_die_before_a_submit(site: Site, alice: Account, tmp_path: Path) -> None:
    site.fail(faults.expired(), "POST")
    error = aocd_error(site, tmp_path, SUBMIT.format(MINE.answer1, "a"))
    assert "DeadTokenError" in error
    assert not alice.stars


def test_the_last_star_comes_with_all_the_others(
    site: Site, alice: Account, tmp_path: Path
) -> None:
    for day in range(1, 25):
        alice.solve(2021, day)
    right = site.sheet("alice", 2021, 25).answer1
    code = f"puzzle = Puzzle(2021, 25)\n{SUBMIT.format(right, 'a')}"
    assert "You've finished every puzzle in Advent of Code 2021!" in aocd(site, tmp_path, code)
    assert alice.count_stars(2021) == 50
    assert aocd(site, tmp_path, "print(Puzzle(2021, 25).answer_a)") == right
    page = Browser(site, alice.token).text("/2021/day/25")
    assert page.count("Your puzzle answer was") == 1
    assert "They provide two gold stars: **" in page


def test_the_last_star_waits_for_the_others(site: Site, alice: Account) -> None:
    browser = Browser(site, alice.token)
    browser.submit(site.sheet("alice", 2021, 25).answer1, path="/2021/day/25")
    assert "You need 48 more stars" in browser.text("/2021/day/25")
    assert "right level" in browser.submit("0", level=2, path="/2021/day/25")
    assert alice.count_stars(2021) == 1


def test_own_times_have_ranks_before_2025(site: Site, alice: Account, tmp_path: Path) -> None:
    site.event(2025)
    code = "print(puzzle.user.get_stats(2021) | puzzle.user.get_stats(2025))"
    assert aocd(site, tmp_path, code) == "{}"
    alice.solve(2021, 21)
    alice.solve(2025, 2, 1)
    alice.award(2025, 2, 2, site.clock.now())
    stats = aocd(site, tmp_path, "import datetime\n" + code)
    first = "'a': {'time': datetime.timedelta(seconds=600)"
    assert f"'2021/21': {{{first}, 'rank': 1234, 'score': 0}}" in stats
    assert f"'2025/02': {{{first}}}" in stats


def test_the_calendar_marks_days_with_stars(site: Site, alice: Account) -> None:
    site.unlock(2021, 21)
    alice.solve(2021, 1)
    alice.solve(2021, 2, 1)
    calendar = Browser(site, alice.token).text("/2021")
    assert 'href="/2021/day/1" class="calendar-day1 calendar-verycomplete"' in calendar
    assert 'href="/2021/day/2" class="calendar-day2 calendar-complete"' in calendar
    assert 'href="/2021/day/21" class="calendar-day21"' in calendar
    assert 'href="/2021/day/22"' not in calendar
    assert "calendar-complete" not in Browser(site, None).text("/2021")


def test_a_private_board_counts_who_was_first(site: Site, alice: Account) -> None:
    bob, carol = site.account("bob"), site.account("carol")
    bob.solve(2021, 1, 1)
    alice.solve(2021, 1)
    path = f"/2021/leaderboard/private/view/{alice.number}.json"
    board = json.loads(Browser(site, bob.token).text(path))
    assert (board["event"], board["owner_id"]) == ("2021", 1001)
    scores = {member["name"]: member["local_score"] for member in board["members"].values()}
    assert scores == {"alice": 2 + 3, "bob": 3, "carol": 0}
    star = board["members"]["1002"]["completion_day_level"]["1"]["1"]
    assert star == {"get_star_ts": int(unlock_time(2021, 1).timestamp()) + 600, "star_index": 0}
    site.boards["alice"] = ["alice", "bob"]
    assert Browser(site, carol.token).get(path).status == 302
    assert len(json.loads(Browser(site, bob.token).text(path))["members"]) == 2


@pytest.mark.parametrize(
    ("fault", "cached"),
    [
        (faults.html(), "<!DOCTYPE html>\n<html><body><h1>Welcome to the hotel"),
        (faults.redirect(), "<!DOCTYPE html>\n<html lang"),
        (faults.empty(), ""),
    ],
)
def test_aocd_caches_what_is_no_input(
    site: Site, tmp_path: Path, fault: Fault, cached: str
) -> None:
    site.fail(fault, path="*/input")
    out = aocd(site, tmp_path, "print(puzzle.input_data)")
    assert out[: len(cached) or None] == cached


def test_a_fault_meets_the_next_requests_of_its_path(site: Site, alice: Account) -> None:
    site.fail(faults.status(500), "GET", "/2021/day/*/input", times=2)
    browser = Browser(site, alice.token)
    assert browser.get(DAY).status == 200
    assert [browser.get(f"{DAY}/input").status for _ in range(3)] == [500, 500, 200]
    site.fail(faults.garbage(), path=DAY)
    assert "<main>" not in browser.text(DAY)
    assert "<main>" in browser.text(DAY)


def test_a_failing_site_does_not_judge(site: Site, alice: Account, tmp_path: Path) -> None:
    site.fail(faults.status(500), "POST")
    error = aocd_error(site, tmp_path, SUBMIT.format(MINE.answer1, "a"))
    assert "AocdError: HTTP 500" in error
    assert not alice.stars


def test_a_verdict_can_be_unheard_of(site: Site, alice: Account, tmp_path: Path) -> None:
    site.fail(faults.unknown_verdict(), "POST")
    assert "having lunch" in aocd(site, tmp_path, SUBMIT.format(MINE.answer1, "a"))
    assert alice.solved(2021, 21) == 1


def test_a_page_that_is_cut_is_asked_for_again_three_times(
    site: Site, alice: Account, tmp_path: Path
) -> None:
    site.fail(faults.cut(), path="*/input", times=4)
    assert "IncompleteRead" in aocd_error(site, tmp_path, "puzzle.input_data")
    assert site.count("GET", f"{DAY}/input") == 4
    assert not list(tmp_path.rglob("*_input.txt"))
    assert aocd(site, tmp_path, "print(puzzle.input_data)") == MINE.input.rstrip("\n")
    site.fail(faults.cut(), path=DAY)
    with pytest.raises(urllib3.exceptions.ProtocolError, match="IncompleteRead"):
        Browser(site, alice.token).get(DAY)


@pytest.mark.parametrize(
    ("fault", "stars"),
    [
        (faults.cut(judged=True), 1),
        (faults.cut(judged=True, sent=0), 1),
        (faults.cut(judged=False), 0),
    ],
)
def test_a_submit_can_be_cut_before_or_after_it_is_judged(
    site: Site, alice: Account, fault: Fault, stars: int
) -> None:
    site.fail(fault, "POST")
    with pytest.raises(urllib3.exceptions.HTTPError, match=r"IncompleteRead|RemoteDisconnected"):
        Browser(site, alice.token).submit(MINE.answer1)
    assert site.count("POST") == 1
    assert alice.solved(2021, 21) == stars


def test_aocd_loses_the_verdict_of_a_submit_that_is_cut(
    site: Site, alice: Account, tmp_path: Path
) -> None:
    site.fail(faults.cut(), "POST")
    assert "IncompleteRead" in aocd_error(site, tmp_path, SUBMIT.format(MINE.answer1, "a"))
    assert site.count("POST") == 1
    assert alice.solved(2021, 21) == 1
    assert not list(tmp_path.rglob("*_post.json"))


def test_aocd_behind_a_proxy_posts_again_when_nothing_comes_back(
    site: Site, alice: Account, tmp_path: Path
) -> None:
    # urllib3 takes a connection that closes before the status line for a proxy out of reach.
    site.fail(faults.cut(sent=0), "POST")
    out = aocd(site, tmp_path, SUBMIT.format(MINE.answer1, "a"))
    assert "You don't seem to be solving the right level." in out
    assert site.count("POST") == 2


@pytest.mark.parametrize("judged", [True, False])
def test_a_client_can_be_killed_in_the_middle_of_a_submit(
    site: Site, alice: Account, tmp_path: Path, *, judged: bool
) -> None:
    with (
        site.hold("POST", judged=judged) as hold,
        start(site, tmp_path, SUBMIT.format(MINE.answer1, "a")) as child,
    ):
        hold.wait()
        assert alice.solved(2021, 21) == judged
        child.kill()
        assert child.wait(20) != 0
    assert site.wait_for("POST", f"{DAY}/answer").form["answer"] == MINE.answer1
    assert site.count("POST") == 1
    assert Browser(site, alice.token).get(DAY).status == 200


def test_a_held_response_comes_when_it_is_released(
    site: Site, alice: Account, tmp_path: Path
) -> None:
    with site.hold("GET", f"{DAY}/input") as hold:
        child = start(site, tmp_path, "print(puzzle.input_data)")
        hold.wait()
        assert Browser(site, alice.token).get(DAY).status == 200
        assert child.poll() is None
    assert finish(child)[0] == MINE.input


def test_waiting_for_a_request_that_does_not_come_ends(site: Site) -> None:
    with pytest.raises(TimeoutError, match=r"no POST None in 0.01 s; requests: none"):
        site.wait_for("POST", timeout=0.01)
    with pytest.raises(TimeoutError, match="no request to hold"):
        site.hold("POST").wait(timeout=0.01)


def test_the_proxy_knows_no_other_host(site: Site, tmp_path: Path) -> None:
    proxy = urllib3.ProxyManager(site.variables(tmp_path)["https_proxy"], retries=False)
    with pytest.raises(urllib3.exceptions.ProxyError, match="403"):
        proxy.request("GET", "https://example.org/")
    assert proxy.request("GET", "http://adventofcode.com/2021").status == 403
    assert site.refused == ("example.org:443", "http://adventofcode.com/2021")
    assert not site.requests


def test_a_client_that_does_not_trust_the_certificate_gets_nothing(site: Site) -> None:
    proxy = urllib3.ProxyManager(site.variables(Path())["https_proxy"], retries=False)
    with pytest.raises(urllib3.exceptions.SSLError, match="CERTIFICATE_VERIFY_FAILED"):
        proxy.request("GET", "https://adventofcode.com/2021")
    assert not site.requests


def test_a_client_that_hangs_holds_up_nobody(site: Site, alice: Account) -> None:
    port = int(site.variables(Path())["https_proxy"].rpartition(":")[2])
    with contextlib.closing(socket.create_connection(("127.0.0.1", port))) as stuck:
        stuck.sendall(b"CONNECT adventofcode.com:443 HTTP/1.1\r\n\r\n")
        assert stuck.recv(12) == b"HTTP/1.0 200"
        assert Browser(site, alice.token).get(DAY).status == 200


def test_the_environment_leads_nowhere_else(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "ALL_PROXY", "no_proxy", "SSL_CERT_DIR", "AOC_SESSION"):
        monkeypatch.setenv(name, "elsewhere")
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", "elsewhere")
    env = site.environment(tmp_path)
    assert "elsewhere" not in env.values()
    assert env["AOCD_DIR"] == str(tmp_path)
    assert env["PATH"] == os.environ["PATH"]
    assert site.environment(tmp_path, "f00")["AOC_SESSION"] == "f00"


def test_a_test_can_put_a_puzzle_of_its_own(site: Site, alice: Account, tmp_path: Path) -> None:
    site.put(Puzzle(2021, 3, "Fish & Chips", "a<b\n", "7", "8", hints=False))
    alice.give(2021, 3, Sheet("mine\n", "70", "80"))
    code = "p = Puzzle(2021, 3); print(p.title, p.examples[0].input_data, p.input_data)"
    assert aocd(site, tmp_path, code) == "Fish & Chips a<b mine"
    assert "too high" not in Browser(site, alice.token).submit("71", path="/2021/day/3")


def test_the_clock_stands_still_unless_it_runs(site: Site) -> None:
    assert site.clock.now() == site.clock.now()
    with pytest.raises(ValueError, match="without a zone"):
        site.clock.set(datetime.fromisoformat("2021-12-01"))
    site.clock.run()
    before = site.clock.now()
    while site.clock.now() == before:
        pass
    site.clock.advance(3600)
    assert (site.clock.now() - before).total_seconds() > 3600


@needs_posix_shell
def test_it_can_be_tried_by_hand(tmp_path: Path) -> None:
    pipe, root = subprocess.PIPE, Path(__file__).parents[2]
    command = [sys.executable, "-m", "tests.site"]
    with unignored_signals():
        child = subprocess.Popen(command, cwd=root, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    with child, contextlib.ExitStack() as at_last:
        at_last.callback(child.kill)
        assert child.stdout
        lines = [child.stdout.readline().strip() for _ in range(6)]
        shell = "\n".join([*lines, f"export AOCD_DIR={tmp_path}", "exec aocd 21 2021"])
        env = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
        done = subprocess.run(
            ["sh", "-c", shell], env=env, capture_output=True, text=True, timeout=60, check=False
        )
        child.send_signal(signal.SIGINT)
        _, log = child.communicate(timeout=20)
    assert "Player 1 starting position:" in done.stdout, done.stderr
    assert child.returncode == 0
    assert "GET /2021/day/21/input -> 200 (github.alice.1001)" in log
    assert "Traceback" not in log
