"""Checks `aoc status`: whose stars it shows, with which times, and when it asks the site."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from aoc.site.pages import LATE
from aoc.site.recent_copies import FRESH
from tests.emulator import Account, Clock, Fault, Site, faults, unlock_time
from tests.support.aoc import Aoc
from tests.support.logs import log_run
from tests.support.marks import needs_pty
from tests.support.program import Finished, Project
from tests.support.report_days import SOLVED

CALENDAR, TIMES = "GET /2021", "GET /2021/leaderboard/self"


@pytest.fixture(autouse=True)
def noon(clock: Clock) -> None:
    clock.set(unlock_time(2021, 25) + timedelta(hours=12))


@pytest.fixture
def account(account: Account) -> Account:
    account.solve(2021, 1)
    account.solve(2021, 2, 1)
    return account


def days(done: Finished) -> dict[int, dict[str, Any]]:
    return {day["day"]: day for day in done.lines}


def test_with_all_stars_there_is_nothing_to_ask(
    aoc: Aoc, site: Site, account: Account, clock: Clock
) -> None:
    for day in range(1, 26):
        account.solve(2021, day)
    assert "50 of 50 stars" in aoc("status").out
    assert site.asked() == [CALENDAR]
    clock.advance(30 * FRESH)
    aoc("status")


def test_times_are_those_of_the_last_run_on_the_own_input(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    site.expect(CALENDAR)
    project.take_ours(21)
    assert aoc("run", "21").code == 0
    own = days(aoc("status", "--json"))
    assert aoc("run", "21", "--sample").code == 0
    found = days(aoc("status", "--json"))
    assert found == own
    day = found[21]
    assert (day["title"], day["sample"]) == ("Dirac Dice", False)
    assert day["part1_seconds"] > 0
    parts = ("parse_seconds", "part1_seconds", "part2_seconds")
    assert day["seconds"] == pytest.approx(sum(day[part] for part in parts))
    assert found[20]["seconds"] is None


def test_without_an_account_it_shows_the_times_of_samples(aoc: Aoc, project: Project) -> None:
    project.take_ours(21)
    assert aoc("run", "21", "--sample").code == 0
    done = aoc("status")
    assert done.code == 0
    for words in ("21 ☆☆", "1 day in", "~ = on a sample"):
        assert words in done.out
    assert done.err.endswith("so no star is known: log in with `aoc login`\n")


def test_a_pasted_input_is_ones_own(aoc: Aoc, project: Project) -> None:
    project.day(3, SOLVED, "def sample(rng):\n    return 'x\\n'\n")
    pasted = project.root / "inputs" / "2021" / "03.txt"
    pasted.parent.mkdir(parents=True)
    pasted.write_text("1\n2\n", encoding="utf-8")
    assert aoc("run", "3").code == 0
    # The later run does not count.
    assert aoc("run", "3", "--sample").code == 0
    shown = aoc("status", "2021").out
    assert "1 day in" in shown
    assert "~" not in shown
    assert days(aoc("status", "2021", "--json"))[3]["sample"] is False


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (faults.expired(), "expired"),
        (faults.garbage(), "is not the calendar of 2021: try again later"),
    ],
)
def test_what_is_known_is_shown_where_the_site_fails(
    aoc: Aoc, site: Site, account: Account, project: Project, fault: Fault, sentence: str
) -> None:
    own = project.account_files(account.id)
    (own / "2021_04a_answer.txt").write_text("7")
    site.fail(fault, "GET", "/2021")
    done = aoc("status", "--json")
    assert done.code == 3
    assert sentence in done.err
    assert done.err.count("\n") == 1
    assert site.asked() == [CALENDAR]
    assert "value" not in json.loads((own / "2021_calendar.json").read_text())
    assert {day: row["stars"] for day, row in days(done).items() if row["stars"]} == {4: 1}


def test_a_second_status_within_15_minutes_sends_nothing(
    aoc: Aoc, site: Site, account: Account, clock: Clock
) -> None:
    plain = aoc("status").out
    assert site.asked() == [CALENDAR]
    first = aoc("status", "--times")
    assert first.out.startswith(plain)
    assert site.asked() == [TIMES]
    account.solve(2021, 3)
    clock.advance(FRESH - 60)
    assert (aoc("status", "--times"), site.asked()) == (first, [])
    clock.advance(120)
    assert "00:10:00" in aoc("status", "--times").out
    assert site.asked() == [CALENDAR, TIMES]


def test_json_has_the_times_of_the_stars(aoc: Aoc, site: Site, account: Account) -> None:
    site.expect(CALENDAR, TIMES)
    account.award(2021, 2, 2, unlock_time(2021, 4))
    found = days(aoc("status", "--times", "--json"))
    assert found[1]["part1_after_seconds"] == 600
    assert found[1]["part2_after_seconds"] == 1200
    assert found[2]["part2_after_seconds"] == LATE
    assert found[3]["part1_after_seconds"] is None


def test_it_shows_the_years_that_are_named(aoc: Aoc, project: Project) -> None:
    project.day(1, SOLVED, year=2016)
    project.day(1, SOLVED, year=2021)
    (project.account_files("github.alice.1") / "2018_03a_answer.txt").write_text("7")
    done = aoc("status", "2016", "2018", "2021")
    assert (done.code, done.err) == (0, "")
    assert done.out == aoc("status", "2018", "all").out
    headings = [line for line in done.out.splitlines() if line.startswith("Advent of Code")]
    assert headings == [
        "Advent of Code 2016: 0 of 50 stars, github.alice.1",
        "Advent of Code 2018: 1 of 50 stars, github.alice.1",
        "Advent of Code 2021: 0 of 50 stars, github.alice.1",
    ]
    assert done.out.endswith("\nAll 3 years: 1 of 150 stars\n")


def test_words_that_are_no_years_are_refused(aoc: Aoc) -> None:
    for words, sentence in (
        ("2018 --year 2016", "--year and YEARS do not go together: leave out one"),
        ("2021 5", "'5' is not a year: write 2021, 2015-2024, or all"),
    ):
        done = aoc("status", *words.split())
        assert (done.code, done.out) == (2, "")
        assert sentence in done.err


def test_a_site_that_fails_is_asked_once_for_all_years(
    aoc: Aoc, site: Site, account: Account
) -> None:
    site.fail(faults.status(500), "GET", "*")
    done = aoc("status", "2018", "2021")
    assert (done.code, done.err.count("\n")) == (3, 1)
    assert len(site.asked()) == 1
    assert "All 2 years: 0 of 100 stars" in done.out


@needs_pty
@pytest.mark.parametrize("columns", [80, 140])
def test_a_calendar_keeps_its_shape(aoc: Aoc, project: Project, columns: int) -> None:
    times = [(day, 1, 0.0946e-3) for day in range(1, 26)]
    log_run(project.root, *times, parse=3e-6, user="sample 0")
    shown = aoc.shown("status", "2021", columns=columns, env={"TERM": "dumb"}).lines
    assert max(map(len, shown)) <= columns
    week = next(index for index, line in enumerate(shown) if line.split()[:1] == ["6"])
    assert shown[week].count("☆☆") == 7
    assert shown[week + 1].count("~97.6") == 7
    assert len(shown[week + 1].replace(" µs", "µs").split()) == 7
