"""One's own times: an evening with the program, and what `aoc status` says of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from unittest import mock

import pytest

from tests.emulator import Account, Clock, Site, dice_sheet, unlock_time
from tests.support.aoc import Aoc
from tests.support.day21 import RIGHT, RIGHT_2, TESTS, table
from tests.support.program import Project

UNLOCK = unlock_time(2021, 21)
HOUR = 3600
OFFLINE = ("status", "21", "--offline")


class Evening:
    """Somebody who solves day 21 with the program, at minutes after the unlock."""

    def __init__(self, aoc: Aoc, site: Site, project: Project, clock: Clock) -> None:
        site.expect("GET /*", "POST *")
        project.day(21, table(), TESTS)
        self.aoc = aoc
        self.clock = clock

    def at(
        self,
        minutes: float,
        *words: str,
        code: int = 0,
        token: str | None = None,
        start: datetime = UNLOCK,
    ) -> str:
        """Run the program, which exits with a code, and return what it prints."""
        self.clock.set(start + timedelta(minutes=minutes))
        done = self.aoc(*words, env={"AOC_SESSION": token} if token else {})
        assert done.code == code, done
        return done.out

    def solve(self, start: datetime = UNLOCK) -> None:
        """Look at the puzzle, run it, be wrong, take a break, and get both stars."""
        self.at(2, "read", "21", start=start)
        self.at(10, "run", "21", "--example", start=start)
        self.at(12, "submit", "21", "--answer", "1", code=1, start=start)
        self.at(14, "run", "21", start=start)
        self.at(14.5, "submit", "21", "--answer", RIGHT, start=start)
        # Eight hours later.
        self.at(494.5, "read", "21", start=start)
        self.at(504.5, "run", "21", "--submit", start=start)

    def told(self, *words: str) -> str:
        """Return the sentence about the own times of the day."""
        return self.aoc(*OFFLINE, "--times", *words).out.splitlines()[-1]


@pytest.fixture
def evening(
    aoc: Aoc, site: Site, account: Account, project: Project, clock: Clock
) -> Iterator[Evening]:
    project.variables["TZ"] = "UTC"
    # The clock stands still in this process alone.
    aoc.is_process = False
    with mock.patch("aoc.model.puzzles.seconds_since_start", return_value=0.0):
        yield Evening(aoc, site, project, clock)


@pytest.mark.slow
def test_an_evening_is_told_in_a_sentence(evening: Evening) -> None:
    evening.solve()
    told = evening.told()
    assert told == (
        "part 1 after 12 min 30 s, 2 runs, 1 wrong; "
        "part 2 10 min later, 1 run, without a break of 8 h"
    )
    # To polish the day, and to read it again, changes nothing.
    evening.at(600, "run", "21")
    evening.at(601, "read", "21")
    assert evening.told() == told


def test_the_answers_to_a_day_are_listed(evening: Evening) -> None:
    evening.solve()
    assert evening.aoc(*OFFLINE).out.splitlines() == [
        "2021/21 Dirac Dice: 2 stars, github.alice.1001",
        "",
        "            sent at  part           answer  reply",
        "2021-12-21 05:12:00     1                1  too low",
        f"2021-12-21 05:14:30     1 {RIGHT:>16}  right",
        f"2021-12-21 13:24:30     2 {RIGHT_2:>16}  right",
    ]
    [row] = evening.aoc(*OFFLINE, "--json").lines
    assert [answer["reply"] for answer in row["answers"]] == [
        "too low",
        "right",
        "right",
    ]
    assert row["answers"][0]["at"] == UNLOCK.timestamp() + 720


@pytest.mark.slow
def test_a_year_has_a_column_for_each_of_the_times(evening: Evening) -> None:
    evening.solve()
    shown = evening.aoc("status", "--times", "--offline").out
    heading, row = shown.splitlines()[-2:]
    assert re.split(" {2,}", heading) == [
        *("day", "star 1", "star 2", "between", "own 1", "own 2", "runs", "breaks"),
        *("attempts 1", "attempts 2"),
    ]
    assert row.split() == [*("21", "00:12:30", "00:10:00", "3", "08:00:00", "2", "1")]
    days = evening.aoc("status", "--json", "--offline").lines
    names = ("own_seconds", "runs", "wrong", "break_seconds")
    values = {
        name: [days[20][f"part{part}_{name}"] for part in (1, 2)] for name in names
    }
    assert values == {
        "own_seconds": [750, 600],
        "runs": [2, 1],
        "wrong": [1, 0],
        "break_seconds": [0, 8 * HOUR],
    }
    assert days[19]["part1_own_seconds"] is None


@pytest.mark.slow
def test_an_old_year_has_own_times_where_the_site_has_none(evening: Evening) -> None:
    years_later = unlock_time(2024, 8) + timedelta(hours=5)
    evening.solve(years_later)
    shown = evening.aoc("status", "21", "--times").out
    row = shown.splitlines()[-3]
    assert row.split()[:5] == ["21", ">24h", ">24h", "00:12:30", "00:10:00"]
    assert "part 1 after 12 min 30 s" in shown


def test_without_a_look_none_is_made_up(evening: Evening) -> None:
    evening.at(10, "run", "21")
    evening.at(11, "submit", "21", "--answer", RIGHT)
    evening.at(16, "submit", "21", "--answer", RIGHT_2)
    assert evening.told() == (
        "part 1 is solved, but no first look is known, 1 run; part 2 5 min later"
    )


def test_a_star_from_the_form_of_the_site_counts(
    evening: Evening, account: Account
) -> None:
    evening.at(4, "read", "21")
    account.solve(2021, 21)
    evening.at(30, "status", "21", "--times")
    assert evening.told() == "part 1 after 6 min; part 2 10 min later"
    # The accepted answers are known only from the page.
    assert "no answer was sent from this computer" in evening.aoc(*OFFLINE).out
    evening.at(31, "read", "21", "--update")
    assert evening.aoc(*OFFLINE).out.splitlines()[-1].split() == ["2", RIGHT_2, "right"]


def test_what_is_not_solved_or_not_known_is_said(evening: Evening) -> None:
    evening.at(4, "read", "21")
    evening.at(5, "run", "21")
    assert evening.told() == "part 1 is not solved yet; part 2 is not solved yet"
    folder = evening.aoc.project.account_files("github.alice.1001")
    (folder / "2021_21a_answer.txt").write_text(RIGHT, encoding="utf-8")
    assert evening.told() == (
        "part 1 at a time that is not known; part 2 is not solved yet"
    )


@pytest.mark.slow
def test_a_log_that_is_torn_or_edited_loses_its_lines_alone(evening: Evening) -> None:
    evening.solve()
    log = evening.aoc.project.root / ".aoc" / "runs.jsonl"
    told = evening.told()
    odd: tuple[object, ...] = (
        {"moment": "nap", "at": "2021-12-21T05:03:00Z", "year": 2021, "day": 21},
        {"moment": "look", "at": "yesterday", "year": 2021, "day": 21},
        {"moment": "look", "at": "2021-12-21T05:00:30Z", "year": 2021, "day": 26},
        {"moment": "answer", "at": "2021-12-21T05:00:30Z", "year": 2021, "day": 21},
    )
    with log.open("a", encoding="utf-8") as file:
        for fields in odd:
            file.write(f"{json.dumps(fields)}\n")
        file.write('{"moment": "look", "at": "2021-12-21T05:00')
    done = evening.aoc(*OFFLINE, "--times")
    assert done.err.startswith("aoc: 5 lines of ")
    assert done.out.splitlines()[-1] == told
    # The records of the account are left.
    log.unlink()
    assert evening.told() == (
        "part 1 is solved, but no first look is known, 1 wrong; "
        "part 2 is solved, but its start is not known"
    )


@pytest.mark.slow
def test_each_account_has_its_own_answers_and_times(
    evening: Evening, site: Site, project: Project
) -> None:
    evening.solve()
    bob = site.account("bob")
    bob.give(2021, 21, dice_sheet(7, 1))
    evening.at(520, "submit", "21", "--answer", RIGHT, token=bob.token)
    [alice] = evening.aoc(*OFFLINE, "--json", "--user", "alice").lines
    [row] = evening.aoc(*OFFLINE, "--json", "--user", "bob").lines
    assert len(alice["answers"]) == 3
    assert len(row["answers"]) == 1
    assert row["part1_own_seconds"] > alice["part1_own_seconds"]
    assert row["part2_own_seconds"] is None


@pytest.mark.slow
def test_a_night_over_midnight_in_another_time_zone(evening: Evening) -> None:
    # 21:00 of the day before in California, and 14:00 in Japan.
    for minutes, zone, *words in (
        (0, "America/Los_Angeles", "read", "21"),
        (20, "Asia/Tokyo", "submit", "21", "--answer", RIGHT),
        (25, "America/Los_Angeles", "submit", "21", "--answer", RIGHT_2),
    ):
        evening.clock.set(UNLOCK + timedelta(minutes=minutes))
        # A time zone is read when a process begins.
        assert evening.aoc.process(*words, env={"TZ": zone}).code == 0
    there = {"TZ": "America/Los_Angeles"}
    shown = evening.aoc.process(*OFFLINE, env=there).out
    assert "2021-12-20 21:20:" in shown
    [day] = evening.aoc(*OFFLINE, "--json").lines
    assert day["part1_own_seconds"] == pytest.approx(1200, abs=60)
    assert day["part2_own_seconds"] == pytest.approx(300, abs=60)


def test_a_locked_day_has_nothing_to_show(evening: Evening) -> None:
    assert evening.at(-600, "status", "21", code=3) == ""
