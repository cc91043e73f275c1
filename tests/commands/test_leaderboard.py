"""Checks `aoc leaderboard`: what it shows of a board, and how seldom it asks for one."""

from __future__ import annotations

import json
import subprocess
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from aoc.site.recent_copies import FRESH
from tests.emulator import Account, Site, unlock_time
from tests.emulator.program import aoc, make_project

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("alice")]

BOARD = "/2021/leaderboard/private/view/1001.json"
NOW = 1_700_000_000


@pytest.fixture
def alice(site: Site) -> Account:
    alice, bob, eve = (site.account(name) for name in ("alice", "bob", "eve"))
    site.boards["alice"] = ["alice", "bob"]
    bob.solve(2021, 1)
    bob.solve(2021, 2, 1)
    for part in (1, 2):
        alice.award(2021, 1, part, unlock_time(2021, 1) + timedelta(minutes=11 * part))
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


def test_it_shows_a_table(site: Site, folder: Path) -> None:
    done = leaderboard(site, folder, "1001")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Leaderboard 1001, Advent of Code 2021"
    assert lines[1].split() == ["score", "stars", "....5...10...15...20...25", "member"]
    assert lines[2].split() == ["1", "6", "3", "★☆" + "·" * 23, "bob"]
    assert lines[3].split() == ["2", "2", "2", "★" + "·" * 24, "alice"]
    assert len(lines) == 4


def test_json_has_a_member_a_line(site: Site, folder: Path) -> None:
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


@pytest.mark.parametrize("number", ["1003", "77"])
def test_a_board_that_is_not_for_you_is_one_sentence_and_not_asked_for_again(
    site: Site, folder: Path, number: str
) -> None:
    site.boards["eve"] = ["eve"]
    done = leaderboard(site, folder, number)
    assert done.returncode == 3
    assert (
        f"there is no board {number} of 2021 with github.alice.1001 as a member, see" in done.stderr
    )
    assert done.stderr.count("\n") == 1
    site.journal.clear()
    assert leaderboard(site, folder, number, at=NOW + 60).stderr == done.stderr
    assert site.requests == ()


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


def test_a_day_has_the_times_the_places_and_the_time_between(site: Site, folder: Path) -> None:
    done = leaderboard(site, folder, "1001", "--day", "2")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Leaderboard 1001, Advent of Code 2021, day 2"
    headings = [
        *("points", "star", "1", "place", "1"),
        *("star", "2", "place", "2", "between", "member"),
    ]
    assert lines[1].split() == headings
    assert lines[2].split() == ["1", "2", "00:10:00", "1", "bob"]
    assert lines[3].split() == ["2", "0", "alice"]
    first, second = leaderboard(site, folder, "1001", "--day", "1").stdout.splitlines()[2:]
    assert first.split() == ["1", "4", "00:10:00", "1", "00:20:00", "1", "00:10:00", "bob"]
    assert second.split() == ["2", "2", "00:11:00", "2", "00:22:00", "2", "00:11:00", "alice"]
    assert site.count("GET", BOARD) == 1


@pytest.mark.parametrize("value", ["1001", '"1001-0abcdef1"', f'"https://adventofcode.com{BOARD}"'])
def test_the_settings_name_the_board_once(site: Site, tmp_path: Path, value: str) -> None:
    folder = make_project(tmp_path / "project", settings=f"year = 2021\nboard = {value}")
    assert "bob" in leaderboard(site, folder).stdout
    assert "00:10:00" in leaderboard(site, folder, "--day", "2").stdout
    assert site.count("GET", BOARD) == 1


def test_without_a_board_one_is_asked_for(site: Site, folder: Path) -> None:
    done = leaderboard(site, folder, "--day", "1")
    assert done.returncode == 2
    assert "or once for all board = 123 below [tool.aoc]" in done.stderr
    assert done.stderr.count("\n") == 1
    assert site.requests == ()


def test_a_day_that_is_none_or_locked_is_not_asked_for(site: Site, folder: Path) -> None:
    assert leaderboard(site, folder, "1001", "--day", "26").returncode == 2
    done = leaderboard(site, folder, "1001", "--day", "13", "--year", "2025")
    assert (done.returncode, done.stderr) == (
        2,
        "aoc: 2025 has no day 13: choose one from 1 to 12\n",
    )
    done = leaderboard(site, folder, "1001", "--day", "12", "--year", "2025")
    assert (done.returncode, done.stderr[:28]) == (3, "aoc: 2025/12 is locked until")
    assert site.requests == ()
