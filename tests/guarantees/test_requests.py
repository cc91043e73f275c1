"""Manners towards the site: who asks, how often, how fast."""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from aoc.cli import main
from aoc.errors import AocError
from aoc.model.puzzles import Puzzle
from aoc.site import accounts, http
from aoc.site.client import Client
from aoc.site.recent_copies import FRESH
from tests.emulator import Account, Clock, Site, faults, unlock_time
from tests.support.aoc import Aoc
from tests.support.day21 import EXAMPLE_1, LOOK, TESTS, table
from tests.support.program import Project

INPUT = f"{LOOK}/input"
SETTINGS = "GET /settings"


@pytest.fixture
def unknown(account: Account, project: Project) -> Account:
    """An account of which nothing but the token is known."""
    project.day(21, table(), TESTS)
    (project.cache / "token2id.json").unlink()
    (project.account_files(account.id) / "2021_21_input.txt").unlink()
    return account


def test_a_new_token_costs_two_requests_and_a_warm_run_none(
    aoc: Aoc, site: Site, unknown: Account
) -> None:
    assert aoc("run", "21").code == 0
    assert " " not in site.requests[0].user_agent, "nobody is named without a contact"
    assert site.asked() == [SETTINGS, INPUT]
    assert aoc("run", "21").code == 0
    assert site.asked() == []


def test_a_warm_run_of_everything_for_everybody_asks_nothing(
    aoc: Aoc, site: Site, unknown: Account, project: Project
) -> None:
    project.day(21, f"def part1(text):\n    return {EXAMPLE_1}\n")
    bob = site.account("bob")
    for one in (unknown, bob):
        aoc("login", stdin=one.token or "")
    assert aoc("run", "--all", "--user", "all").code == 0
    assert site.asked() == [SETTINGS, SETTINGS, INPUT, INPUT]
    done = aoc("run", "--all", "--user", "all", "--json")
    assert {line["input"] for line in done.results} == {"example 1", unknown.id, bob.id}


def test_the_site_is_told_who_asks_and_whom_to_write_to(
    aoc: Aoc, site: Site, unknown: Account, project: Project
) -> None:
    project.configure("contact = 'me@example.org'")
    odd = {"AOC_CONTACT": f"jürgen\n@x.org {'5' * 128}"}
    for command, env, contact in (
        ("run 21", {}, "me@example.org"),
        ("status", odd, r"j\xfcrgen\n@x.org ...5555"),
        ("new 20", {}, "me@example.org"),
        ("submit 21", {}, "me@example.org"),
    ):
        aoc(*command.split(), env=env)
        requests = site.requests
        assert requests, f"{command} asks for nothing"
        for request in requests:
            assert request.user_agent == f"aoc-days/{version('aoc-days')} ({contact})"
        site.journal.clear()


@pytest.mark.slow
def test_an_answer_is_never_sent_again_by_itself(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    project.variables["AOC_SITE_TIMEOUT"] = "1"
    lost = [faults.status(), faults.redirect(), faults.garbage(), faults.empty()]
    lost += (faults.cut(), faults.cut(sent=0), faults.cut(judged=False), faults.hold(judged=True))
    errors = dict.fromkeys(lost, "NoResponseError")
    errors |= {faults.expired(): "DeadSessionError", faults.status(404): "LockedError"}
    for number, (fault, error) in enumerate(errors.items()):
        site.fail(fault)
        with aoc.here():
            client = Client(accounts.Account(account.id, account.token))
            with pytest.raises(AocError) as raised:
                client.post_answer(Puzzle(2021, 21), 1, str(number), lambda: None)
        assert raised.type.__name__ == error
        assert [request.form["answer"] for request in site.requests] == [str(number)]
        site.journal.clear()


def test_many_days_are_fetched_slowly(aoc: Aoc, site: Site, unknown: Account) -> None:
    with aoc.here():
        pace = vars(http)["time"]
        start = pace.monotonic()
        assert main(["fetch", "2021/1-8"]) == 0
        assert pace.monotonic() - start > 10, "of a time that waits pass at once"
    assert site.count() == 17


def test_a_request_that_failed_is_not_repeated_for_15_minutes(
    aoc: Aoc, site: Site, account: Account, clock: Clock
) -> None:
    clock.set(unlock_time(2022, 1))
    site.fail(faults.status(429))
    failed = aoc("status")
    assert failed.code == 3
    assert "answered 429" in failed.err
    assert site.asked() == ["GET /2021"]
    clock.advance(FRESH - 60)
    again = aoc("status")
    assert (again.code, again.out) == (3, failed.out)
    assert f"{failed.err.strip()} (not asked again before " in again.err
    assert site.asked() == []
    clock.advance(120)
    assert aoc("status").code == 0
    assert site.asked() == ["GET /2021"]


@pytest.mark.slow
def test_three_cold_programs_at_once_ask_for_everything_once(
    aoc: Aoc, site: Site, unknown: Account
) -> None:
    children = [aoc.start("fetch", "21") for _ in range(3)]
    ended = [(child.communicate(timeout=60)[1], child.returncode) for child in children]
    assert ended == [(b"", 0)] * 3
    assert site.asked() == [SETTINGS, INPUT, LOOK]


def test_the_token_gets_nowhere_but_into_its_files(
    aoc: Aoc, site: Site, unknown: Account, project: Project, tmp_path: Path
) -> None:
    site.expect("GET *")
    token = project.variables.pop("AOC_SESSION")
    assert aoc("login", "--debug", stdin=token).out
    for line in ("login --list", "run 21 -v", "fetch 21", "read 21"):
        assert aoc(*line.split(), "--debug").out
    unknown.expire()
    assert aoc.process("run", "20", "--debug").err
    for line in ("fetch 1", "leaderboard 1001", f"login {token}", f"login --remove {token}"):
        assert aoc(*line.split()).err
    files = {path for path in tmp_path.rglob("*") if path.is_file()}
    holding = {path for path in files if token.encode() in path.read_bytes()}
    names = ("token", "tokens.json", "token2id.json")
    assert holding == {project.cache / name for name in names}
    if sys.platform != "win32":  # Windows has no such modes.
        assert {path.stat().st_mode & 0o777 for path in holding} == {0o600}
