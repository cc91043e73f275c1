"""Checks `aoc leaderboard`: what it shows of a board, and how seldom it asks for one."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from aoc.errors import UsageError
from aoc.site.leaderboards import FRESH, parse_board_id
from tests.site import Account, Fault, Site, faults
from tests.site.program import aoc, cache_of, make_project, start

pytestmark = pytest.mark.slow

BOARD = "/2021/leaderboard/private/view/1001.json"
NOW = 1_700_000_000


@pytest.fixture
def alice(site: Site) -> Account:
    alice, bob, eve = (site.account(name) for name in ("alice", "bob", "eve"))
    site.boards["alice"] = ["alice", "bob"]
    bob.solve(2021, 1)
    bob.solve(2021, 2, 1)
    alice.solve(2021, 1)
    eve.solve(2021, 3)
    return alice


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_project(tmp_path / "project", settings="year = 2021")


def leaderboard(
    site: Site, folder: Path, *args: str, at: float = NOW, name: str = "alice"
) -> subprocess.CompletedProcess[str]:
    env = {"AOC_NOW": str(at)}
    return aoc(site, folder, "leaderboard", *args, token=site.account(name).token, env=env)


def members(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_it_shows_a_table(site: Site, alice: Account, folder: Path) -> None:
    done = leaderboard(site, folder, "1001")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Leaderboard 1001, Advent of Code 2021"
    assert lines[1].split() == ["1111111111222222"]
    assert lines[2].split() == ["score", "stars", "1234567890123456789012345", "member"]
    assert lines[3].split() == ["1", "6", "3", "★☆" + "·" * 23, "bob"]
    assert lines[4].split() == ["2", "2", "2", "★" + "·" * 24, "alice"]
    assert len(lines) == 5


def test_json_has_a_member_a_line(site: Site, alice: Account, folder: Path) -> None:
    first, second = members(leaderboard(site, folder, "1001", "--json"))
    assert (first["rank"], first["name"], first["score"], first["stars"]) == (1, "bob", 6, 3)
    assert (first["year"], first["board"], first["id"]) == (2021, 1001, 1002)
    one, two = first["stars_at"]["1"]
    assert two - one == 600
    assert first["stars_at"]["2"] == [first["last_star_at"], None]
    assert second["name"] == "alice"


def test_it_is_asked_for_at_most_every_15_minutes(site: Site, alice: Account, folder: Path) -> None:
    leaderboard(site, folder, "1001")
    assert [str(request) for request in site.requests] == ["GET /settings", f"GET {BOARD}"]
    alice.solve(2021, 2)
    done = leaderboard(site, folder, "1001", "--json", at=NOW + FRESH - 60)
    assert members(done)[1]["stars"] == 2
    assert site.count("GET", BOARD) == 1
    done = leaderboard(site, folder, "1001", "--json", at=NOW + FRESH + 60)
    assert members(done)[1]["stars"] == 4
    assert site.count("GET", BOARD) == 2


def test_two_programs_at_once_ask_once(site: Site, alice: Account, folder: Path) -> None:
    leaderboard(site, folder, "999")
    site.journal.clear()
    command = ("leaderboard", "1001")
    with site.hold("GET", BOARD) as held:
        children = [start(site, folder, *command, token=alice.token)]
        held.wait()
        children.append(start(site, folder, *command, token=alice.token))
        with pytest.raises(TimeoutError):
            site.wait_for("GET", BOARD, count=2, timeout=0.8)
    shown = [child.communicate(timeout=30) for child in children]
    assert shown[0] == shown[1]
    assert [str(request) for request in site.requests] == [f"GET {BOARD}"]


@pytest.mark.parametrize("number", ["1003", "77"])
def test_a_board_that_is_not_for_you_is_one_sentence_and_not_asked_for_again(
    site: Site, alice: Account, folder: Path, number: str
) -> None:
    site.boards["eve"] = ["eve"]
    done = leaderboard(site, folder, number)
    assert done.returncode == 3
    assert (
        f"there is no board {number} of 2021 with github.alice.1001 as a member: see" in done.stderr
    )
    assert done.stderr.count("\n") == 1
    site.journal.clear()
    assert leaderboard(site, folder, number, at=NOW + 60).stderr == done.stderr
    assert site.requests == ()


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (faults.expired(), "there is no board"),
        (faults.status(500), "answered 500"),
        (faults.garbage(), "is not board 1001 of 2021: the site is not asked for it again"),
        (faults.page("{}"), "is not board 1001 of 2021: the site is not asked for it again"),
    ],
)
def test_a_fault_of_the_site_is_one_sentence(
    site: Site, alice: Account, folder: Path, fault: Fault, sentence: str
) -> None:
    site.fail(fault, "GET", BOARD)
    done = leaderboard(site, folder, "1001")
    assert (done.returncode, done.stdout) == (3, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert site.count("GET", BOARD) == 1


def test_a_dead_session_is_told_from_a_board_of_others(
    site: Site, alice: Account, folder: Path
) -> None:
    token = alice.token
    leaderboard(site, folder, "1001")
    alice.expire()
    done = aoc(
        site, folder, "leaderboard", "1001", token=token, env={"AOC_NOW": str(NOW + FRESH + 60)}
    )
    assert done.returncode == 3
    assert "has expired" in done.stderr
    assert token
    assert token not in done.stderr


def test_without_a_token_one_has_to_log_in(site: Site, folder: Path) -> None:
    done = aoc(site, folder, "leaderboard", "1001")
    assert (done.returncode, done.stderr) == (
        3,
        "aoc: no session token: log in with `python -m aoc login`\n",
    )
    assert aoc(site, folder, "leaderboard", "mine").returncode == 2


def test_a_name_cannot_steer_the_terminal(site: Site, alice: Account, folder: Path) -> None:
    nobody = {"stars": 0, "local_score": 0, "last_star_ts": 0, "completion_day_level": {}}
    members = {"5": nobody | {"name": "\x1b[2J[red]x"}, "6": nobody | {"name": None}}
    board = {"owner_id": 1001, "event": "2021", "members": members}
    site.fail(faults.page(json.dumps(board)), "GET", BOARD)
    done = leaderboard(site, folder, "1001")
    assert r"\x1b[2J[red]x" in done.stdout
    assert "(anonymous user #6)" in done.stdout
    assert "\x1b" not in done.stdout


def test_a_folder_that_cannot_be_written_to_means_no_request(
    site: Site, alice: Account, folder: Path
) -> None:
    own = cache_of(folder) / alice.id
    leaderboard(site, folder, "999")
    for path in own.iterdir():
        path.unlink()
    own.rmdir()
    own.write_text("a file")
    site.journal.clear()
    done = leaderboard(site, folder, "1001")
    assert done.returncode == 3
    assert "cannot be written" in done.stderr
    assert site.requests == ()


@pytest.mark.parametrize(
    "word",
    ["123", " 123", "123-0abcdef1", "https://adventofcode.com/2021/leaderboard/private/view/123"],
)
def test_a_board_is_named_by_number_code_or_address(word: str) -> None:
    assert parse_board_id(word) == 123


@pytest.mark.parametrize("word", ["", "x", "-1", "12a", "view/12"])
def test_anything_else_names_none(word: str) -> None:
    with pytest.raises(UsageError):
        parse_board_id(word)
