"""Checks `aoc status`: whose stars it shows, with which times, and when it asks the site."""

from __future__ import annotations

import json
import subprocess
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from aoc.site.recent_copies import FRESH
from aoc.site.stars import LATE
from tests.commands.report_days import SOLVED
from tests.program import Project
from tests.site import Account, Fault, Site, dice_sheet, faults, unlock_time
from tests.site.program import aoc, cache_of, make_project

pytestmark = pytest.mark.usefixtures("alice")

NOON = unlock_time(2021, 25).timestamp() + 43200


@pytest.fixture
def alice(site: Site) -> Account:
    account = site.account("alice")
    account.give(2021, 21, dice_sheet(7, 1))
    account.solve(2021, 1)
    account.solve(2021, 2, 1)
    return account


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_project(tmp_path / "project", (2021, 21))


def status(
    site: Site, folder: Path, *args: str, at: float = NOON, name: str = "alice"
) -> subprocess.CompletedProcess[str]:
    env = {"AOC_NOW": str(at)}
    return aoc(site, folder, "status", *args, token=site.account(name).token, env=env)


def days(done: subprocess.CompletedProcess[str]) -> dict[int, dict[str, Any]]:
    return {day["day"]: day for day in map(json.loads, done.stdout.splitlines())}


def stars(done: subprocess.CompletedProcess[str]) -> dict[int, int]:
    return {number: day["stars"] for number, day in days(done).items() if day["stars"]}


def asked(site: Site) -> list[str]:
    requests = [str(request) for request in site.requests]
    site.journal.clear()
    return requests


def test_it_draws_the_calendar(site: Site, folder: Path) -> None:
    done = status(site, folder, "2021")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Advent of Code 2021: 3 of 50 stars, github.alice.1001"
    assert lines[2].split() == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    assert lines[3] == " " * 20 + "      1 ★★      2 ★☆      3 ☆☆      4 ☆☆      5 ☆☆"
    assert lines[3].index("1") < lines[2].index("Wed") + 3 <= lines[3].index("2")
    assert max(map(len, lines)) <= 79


def test_offline_the_site_is_not_asked(site: Site, folder: Path) -> None:
    done = status(site, folder, "--offline")
    assert (done.returncode, done.stderr, asked(site)) == (0, "", [])


def test_with_all_stars_there_is_nothing_to_ask(site: Site, alice: Account, folder: Path) -> None:
    for day in range(1, 26):
        alice.solve(2021, day)
    done = status(site, folder)
    assert "50 of 50 stars" in done.stdout
    asked(site)
    status(site, folder, at=NOON + 30 * FRESH)
    assert asked(site) == []


@pytest.mark.slow
def test_times_are_those_of_the_last_run_on_the_own_input(
    site: Site, alice: Account, folder: Path
) -> None:
    assert aoc(site, folder, "run", "21", token=alice.token).returncode == 0
    own = days(status(site, folder, "--json"))[21]
    assert aoc(site, folder, "run", "21", "--sample").returncode == 0
    asked(site)
    done = status(site, folder, "--json")
    day = days(done)[21]
    assert day == own
    assert (day["title"], day["made_up"]) == ("Dirac Dice", False)
    assert day["part1_seconds"] > 0
    parts = ("parse_seconds", "part1_seconds", "part2_seconds")
    assert day["seconds"] == pytest.approx(sum(day[part] for part in parts))
    assert days(done)[20]["seconds"] is None
    assert asked(site) == []


def test_without_an_account_it_shows_the_times_of_samples(site: Site, folder: Path) -> None:
    assert aoc(site, folder, "run", "21", "--sample").returncode == 0
    done = aoc(site, folder, "status")
    assert done.returncode == 0
    assert "21 ☆☆" in done.stdout
    assert "1 day in" in done.stdout
    assert "~ = on a made-up input" in done.stdout
    assert done.stderr.endswith("so no star is known: log in with `python -m aoc login`\n")
    assert asked(site) == []


def test_an_answer_that_was_recorded_is_a_star(project: Project) -> None:
    project.day(5, "def parse(text):\n    return text\n")
    for stars, answer in enumerate(("7", "8"), 1):
        assert project.run("submit", "5", "--accepted", answer).code == 0
        days = [json.loads(line) for line in project.run("status", "--json").out.splitlines()]
        assert [day["stars"] for day in days if day["stars"]] == [stars]


def test_a_pasted_input_is_ones_own(project: Project) -> None:
    project.day(3, SOLVED, "def sample(rng):\n    return 'x\\n'\n")
    pasted = project.root / "inputs" / "2021" / "03.txt"
    pasted.parent.mkdir(parents=True)
    pasted.write_text("1\n2\n", encoding="utf-8")
    for args in (("run", "3"), ("run", "3", "--sample")):  # the later run does not count
        assert project.run(*args).code == 0
    assert "1 day in" in (shown := project.run("status", "2021", "--offline").out)
    assert "~" not in shown
    found = project.run("status", "2021", "--offline", "--json").out.splitlines()
    assert json.loads(found[2])["made_up"] is False


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (faults.expired(), "expired"),
        (faults.status(500), "answered 500"),
        (faults.cut(), "cut the connection"),
        (faults.garbage(), "is not the calendar of 2021: the site is not asked for"),
    ],
)
def test_what_is_known_is_shown_where_the_site_fails(
    site: Site, alice: Account, folder: Path, fault: Fault, sentence: str
) -> None:
    own = cache_of(folder) / alice.id
    own.mkdir(parents=True)
    (own / "2021_04a_answer.txt").write_text("7")
    site.fail(fault, "GET", "/2021")
    done = status(site, folder, "--json")
    assert done.returncode == 3
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert alice.token
    assert alice.token not in done.stderr
    assert asked(site) == ["GET /settings", "GET /2021"]
    assert "value" not in json.loads((own / "2021_calendar.json").read_text())
    assert stars(done) == {4: 1}


TIMES = "GET /2021/leaderboard/self"


def test_it_shows_when_the_stars_came(site: Site, folder: Path) -> None:
    plain = status(site, folder).stdout
    done = status(site, folder, "--times")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(plain)
    rows = [line.split() for line in done.stdout.removeprefix(plain).splitlines()]
    assert rows[1:] == [
        ["day", "star", "1", "star", "2", "between"],
        ["1", "00:10:00", "00:20:00", "00:10:00"],
        ["2", "00:10:00"],
    ]


def test_a_second_status_within_15_minutes_sends_nothing(
    site: Site, alice: Account, folder: Path
) -> None:
    first = status(site, folder, "--times")
    assert asked(site) == ["GET /settings", "GET /2021", TIMES]
    alice.solve(2021, 3)
    second = status(site, folder, "--times", at=NOON + FRESH - 60)
    assert (second.stdout, asked(site)) == (first.stdout, [])
    assert "00:10:00" in status(site, folder, "--times", at=NOON + FRESH + 60).stdout
    assert asked(site) == ["GET /2021", TIMES]


@pytest.mark.slow
def test_json_has_the_times_and_the_attempts(site: Site, alice: Account, folder: Path) -> None:
    alice.award(2021, 2, 2, unlock_time(2021, 4))
    own = cache_of(folder) / alice.id
    own.mkdir(parents=True)
    sent = {"part": "a", "value": "1", "when": "2021-12-01 00:09:00-05:00"}
    wrong = sent | {"message": "That's not the right answer."}
    right = sent | {"message": "That's the right answer!", "value": "2"}
    (own / "2021_01_post.json").write_text(json.dumps([wrong, right]))
    found = days(status(site, folder, "--times", "--json"))
    fields = ("after_seconds", "late", "attempts")
    assert [found[1][f"part1_{field}"] for field in fields] == [600, False, 2]
    assert [found[1][f"part2_{field}"] for field in fields] == [1200, False, None]
    assert [found[2][f"part2_{field}"] for field in fields] == [LATE, True, None]
    assert [found[3][f"part1_{field}"] for field in fields] == [None, False, None]


@pytest.mark.slow
def test_the_places_are_those_on_the_board_of_the_settings(site: Site, tmp_path: Path) -> None:
    folder = make_project(tmp_path / "mine", settings="year = 2021\nboard = 1001")
    site.boards["alice"] = ["alice", "bob"]
    site.account("bob").award(2021, 1, 1, unlock_time(2021, 1) + timedelta(minutes=5))
    first = status(site, folder, "--times")
    assert first.stdout.splitlines()[-2].split()[-2:] == ["2", "1"]
    assert sum("private/view" in request for request in asked(site)) == 1
    assert status(site, folder, "--times").stdout == first.stdout
    assert status(site, folder, "--times", "--offline").stdout == first.stdout
    assert days(status(site, folder, "--json"))[1]["part1_place"] == 2
    assert asked(site) == []
