"""`aoc leaderboard`: what it shows of a board, and how seldom it asks for one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from aoc.site.recent_copies import FRESH
from tests.emulator import Account, Clock, Site, unlock_time
from tests.support.aoc import Aoc
from tests.support.program import Project

BOARD = "/2021/leaderboard/private/view/1001.json"
ASKED = [f"GET {BOARD}"]


@pytest.fixture(autouse=True)
def account(account: Account, site: Site, clock: Clock) -> Account:
    """Somebody with two stars on a board with Bob, who has three."""
    clock.set(datetime(2023, 11, 14, tzinfo=UTC))
    bob, eve = site.account("bob"), site.account("eve")
    site.boards["alice"] = ["alice", "bob"]
    bob.solve(2021, 1)
    bob.solve(2021, 2, 1)
    for part in (1, 2):
        account.award(2021, 1, part, unlock_time(2021, 1) + timedelta(minutes=11 * part))
    eve.solve(2021, 3)
    return account


def test_json_has_a_member_a_line(aoc: Aoc, site: Site) -> None:
    site.expect(*ASKED)
    first, second = aoc("leaderboard", "1001", "--json").lines
    assert (first["rank"], first["name"], first["score"], first["stars"]) == (1, "bob", 6, 3)
    assert (first["year"], first["board"], first["id"]) == (2021, 1001, 1002)
    one, two = first["stars_at"]["1"]
    assert two - one == 600
    assert first["stars_at"]["2"] == [first["last_star_at"], None]
    assert second["name"] == "alice"


def test_it_is_asked_for_at_most_every_15_minutes(
    aoc: Aoc, site: Site, account: Account, clock: Clock
) -> None:
    assert aoc("leaderboard", "1001").code == 0
    assert site.asked() == ASKED
    account.solve(2021, 2)
    clock.advance(FRESH - 60)
    assert aoc("leaderboard", "1001", "--json").lines[1]["stars"] == 2
    assert aoc("leaderboard", "1001", "--day", "1").code == 0
    assert site.asked() == []
    clock.advance(120)
    assert aoc("leaderboard", "1001", "--json").lines[1]["stars"] == 4
    assert site.asked() == ASKED
    # A dead session is told from a board of others.
    clock.advance(FRESH + 60)
    account.expire()
    done = aoc("leaderboard", "1001")
    assert (done.code, "has expired" in done.err) == (3, True)
    assert site.asked() == [*ASKED, "GET /settings"]


@pytest.mark.parametrize("number", ["1003", "77"])
def test_a_board_that_is_not_for_you_is_one_sentence_and_not_asked_for_again(
    aoc: Aoc, site: Site, clock: Clock, number: str
) -> None:
    site.boards["eve"] = ["eve"]
    done = aoc("leaderboard", number)
    assert (done.code, done.err.count("\n")) == (3, 1)
    assert f"there is no board {number} of 2021 with github.alice.1001 as a member" in done.err
    assert site.asked() == [f"GET {BOARD}".replace("1001", number), "GET /settings"]
    clock.advance(60)
    assert aoc("leaderboard", number).err == done.err
    assert site.asked() == []


@pytest.mark.parametrize("value", ['"1001-0abcdef1"', f'"https://adventofcode.com{BOARD}"'])
def test_the_settings_name_the_board_once(
    aoc: Aoc, site: Site, project: Project, value: str
) -> None:
    project.configure(f"year = 2021\nboard = {value}")
    assert "bob" in aoc("leaderboard").out
    assert "00:10:00" in aoc("leaderboard", "--day", "2").out
    assert site.asked() == ASKED


def test_a_day_that_is_none_or_locked_is_not_asked_for(aoc: Aoc) -> None:
    assert aoc("leaderboard", "1001", "--day", "26").code == 2
    done = aoc("leaderboard", "1001", "--day", "13", "--year", "2025")
    assert (done.code, done.err) == (2, "aoc: 2025 has no day 13: choose one from 1 to 12\n")
    done = aoc("leaderboard", "1001", "--day", "12", "--year", "2025")
    assert (done.code, done.err[:28]) == (3, "aoc: 2025/12 is locked until")
