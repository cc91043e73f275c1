"""`aoc leaderboard`: what it shows of a board, and how seldom it asks for one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from aoc.project.settings import BoardName, read_board
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
    assert aoc("leaderboard", "1001", "1").code == 0
    assert site.asked() == []
    clock.advance(120)
    assert aoc("leaderboard", "1001", "--json").lines[1]["stars"] == 4
    assert site.asked() == ASKED
    clock.advance(FRESH + 60)
    account.expire()
    done = aoc("leaderboard", "1001")
    assert (done.code, "has expired" in done.err) == (3, True)
    assert site.asked() == ASKED


def test_a_board_that_is_not_for_you_is_one_sentence_and_not_asked_for_again(
    aoc: Aoc, site: Site, clock: Clock
) -> None:
    site.boards["eve"] = ["eve"]
    for number in ("1003", "77"):
        done = aoc("leaderboard", number)
        assert (done.code, done.err.count("\n")) == (3, 1)
        says = f"there is no board {number} of 2021 for github.alice.1001, unless its"
        assert says in done.err
        assert site.asked() == [f"GET {BOARD}".replace("1001", number)]
        clock.advance(60)
        assert done.err.strip() in aoc("leaderboard", number).err
        assert site.asked() == []


def test_a_number_up_to_25_is_a_day_of_the_board_of_the_settings(
    aoc: Aoc, site: Site, project: Project
) -> None:
    for day in ("2", "02", "25"):
        done = aoc("leaderboard", day)
        assert (done.code, "which leaderboard? " in done.err) == (2, True)
    project.configure('year = 2021\nboard = "1001-0abcdef1"')
    assert [line["day"] for line in aoc("leaderboard", "2", "--json").lines] == [2, 2]
    assert "Leaderboard 1001, Advent of Code 2021, day 25\n" in aoc("leaderboard", "25").out
    assert site.asked() == ASKED
    # A board in the place of the day is not taken for one.
    done = aoc("leaderboard", "2", "1001")
    assert (done.code, "1001 is not in the range 1<=x<=25" in done.err) == (2, True)
    assert aoc("leaderboard", "26").code == 3
    site.expect("GET *")


def test_a_day_that_is_none_or_locked_is_not_asked_for(aoc: Aoc) -> None:
    assert aoc("leaderboard", "1001", "26").code == 2
    done = aoc("leaderboard", "1001", "13", "--year", "2025")
    assert (done.code, done.err) == (2, "aoc: 2025 has no day 13: choose one from 1 to 12\n")
    done = aoc("leaderboard", "1001", "12", "--year", "2025")
    assert (done.code, done.err[:28]) == (3, "aoc: 2025/12 is locked until")


ADDRESSES = {
    "https://adventofcode.com/2021/leaderboard/private/view/1001": None,
    "https://adventofcode.com/2021/leaderboard/private/view/1001/": None,
    "http://www.adventofcode.com/2021/leaderboard/private/view/1001.json": None,
    "adventofcode.com/2021/leaderboard/private/view/1001?order=stars": None,
    "<https://adventofcode.com/2021/leaderboard/private/view/1001#top>": None,
    "https://adventofcode.com/2021/leaderboard/private/view/1001?view_key=ab12cd34": "ab12cd34",
    "https://adventofcode.com/2021/leaderboard/private/view/1001/?order=stars&view_key=k": "k",
    "adventofcode.com/2021/leaderboard/private/view/1001.json?view_key=k&order=local#x": "k",
}


def test_an_address_keeps_its_year_and_its_key() -> None:
    for address, key in ADDRESSES.items():
        assert read_board(address) == BoardName(1001, 2021, key), address


def test_the_year_of_an_address_counts_more_than_any_but_an_option(
    aoc: Aoc, site: Site, clock: Clock
) -> None:
    clock.set(datetime(2023, 12, 3, tzinfo=UTC))
    assert "2021" in aoc("leaderboard", f"https://adventofcode.com{BOARD}").out
    assert site.asked() == ASKED
    done = aoc("leaderboard", f"adventofcode.com{BOARD}", "--year", "2022")
    assert "there is no board 1001 of 2022 for " in done.err
    assert ASKED[0].replace("2021", "2022") in site.asked()
    done = aoc("leaderboard", BOARD.replace("2021", "2014"))
    assert (done.code, done.err) == (2, "aoc: there was no event in 2014: the first was in 2015\n")
    done = aoc("leaderboard", "https://adventofcode.com/2021/leaderboard/private?view_key=secret")
    assert (done.code, "view_key=...' is not a leaderboard: " in done.err) == (2, True)


def test_a_link_with_a_key_needs_no_login_and_is_asked_for_as_seldom(
    aoc: Aoc, site: Site, project: Project, clock: Clock
) -> None:
    del project.variables["AOC_SESSION"]
    site.view_keys["alice"] = "secret-1"
    link = f"https://adventofcode.com{BOARD}?view_key=secret-1"
    assert "bob" in aoc("leaderboard", link).out
    assert [request.account for request in site.requests] == [None]
    assert site.asked() == ASKED
    project.configure(f'year = 2021\nboard = "{link}"')
    assert "00:10:00" in aoc("leaderboard", "2").out
    clock.advance(FRESH - 60)
    assert aoc("leaderboard", env={"AOC_SESSION": "<your token>"}).code == 0
    assert site.asked() == []
    clock.advance(120)
    assert aoc("leaderboard").code == 0
    assert site.asked() == ASKED


def test_a_wrong_key_is_one_sentence_without_it(aoc: Aoc, site: Site, project: Project) -> None:
    project.configure('board = "https://adventofcode.com/2021/?view_key=secret"')
    done = aoc("leaderboard")
    assert (done.code, "view_key=..." in done.err) == (2, True)
    assert "secret" not in done.err
    project.configure("")
    link = f"https://adventofcode.com{BOARD}?view_key="
    done = aoc("leaderboard", f"{link}secret")
    says = "aoc: there is no board 1001 of 2021 with this view_key: ask its owner"
    assert (done.code, done.err.startswith(says)) == (3, True)
    assert "secret" not in done.err
    assert site.asked() == ASKED
    assert done.err.strip() in aoc("leaderboard", f"{link}secret").err
    assert site.asked() == []
    site.view_keys["alice"] = "right"
    assert aoc("leaderboard", f"{link}right").code == 0, "another key is another request"
    assert site.asked() == ASKED
