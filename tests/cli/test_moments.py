"""The moments that commands add to the log: looks, runs that left no result, and answers."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from tests.emulator import Account, Clock, Site, faults, unlock_time
from tests.support.aoc import Aoc
from tests.support.day21 import DICE, RIGHT, RIGHT_2, TESTS, table
from tests.support.marks import WINDOWS, needs_pty
from tests.support.program import Project
from tests.support.watcher import DAY, HINT, day_file, piped, typed
from tests.support.watcher import TESTS as TESTS_OF_WATCHED

SAMPLE = f"\ndef sample(rng):\n    return {DICE!r}\n"


@pytest.fixture(autouse=True)
def noon(clock: Clock) -> None:
    clock.set(unlock_time(2021, 21) + timedelta(hours=12))


def moments(project: Project) -> list[dict[str, Any]]:
    """Return the moments in the log, oldest first."""
    path = project.root / ".aoc" / "runs.jsonl"
    if not path.exists():
        return []
    lines = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]
    return [line for line in lines if "moment" in line]


def kinds(project: Project) -> list[tuple[str, int]]:
    """Return the kinds and days of the moments."""
    return [(moment["moment"], moment["day"]) for moment in moments(project)]


def test_a_look_at_one_puzzle_is_a_moment(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    site.expect("GET /*")
    browser = {"BROWSER": "true"}
    for day, words in enumerate(("new", "read", "fetch", "open"), 1):
        assert aoc(words, str(day), env=browser).code == 0, words
    assert kinds(project) == [("look", day) for day in (1, 2, 3, 4)]
    first = moments(project)[0]
    assert first == {
        "moment": "look",
        "at": "2021-12-21T17:00:00Z",
        "year": 2021,
        "day": 1,
    }


def test_several_days_a_locked_one_and_a_failure_are_no_look(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    site.expect("GET /*")
    assert aoc("fetch", "1-2").code == 0
    for command in ("new", "read", "fetch", "open"):
        assert aoc(command, "22").code == 3
    for command in ("fetch", "read"):
        site.fail(faults.status(500), "GET", "*")
        assert aoc(command, "3").code == 3
    assert kinds(project) == []


def test_there_is_no_log_outside_of_a_project_and_none_is_missed(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    site.expect("GET /*")
    outside = project.root / "outside"
    outside.mkdir()
    away = {"AOC_PROJECT": ""}
    (project.root / "days").rename(project.root / "gone")
    assert aoc("read", "1", folder=outside, env=away).code == 0
    assert not list(outside.iterdir())
    assert not (project.root / ".aoc").exists()
    (project.root / "gone").rename(project.root / "days")
    (project.root / ".aoc").write_text("no folder", encoding="utf-8")
    done = aoc("read", "1")
    assert (done.code, done.err) == (0, "")


def test_a_run_without_a_result_is_a_moment(aoc: Aoc, project: Project) -> None:
    project.day(21, table(), TESTS + SAMPLE)
    assert aoc("run", "21", "--sample").code == 0
    assert kinds(project) == []
    assert aoc("run", "21", "--example").code == 0
    project.day(21, "def part1(text, *, x=0):\n    return x\n", TESTS + SAMPLE)
    assert aoc("run", "21", "--sample", "--param", "x=1").code == 0
    assert kinds(project) == [("run", 21)] * 2
    project.day(21, table(), TESTS + SAMPLE)
    project.day(20, "def part1(text):\n    return None\n", TESTS + SAMPLE)
    assert aoc("run", "20", "21", "--sample").code == 0
    assert kinds(project)[2:] == [("run", 20)]


def test_a_run_writes_once(aoc: Aoc, project: Project) -> None:
    project.day(21, table(), TESTS + SAMPLE)
    project.day(20, "def part1(text):\n    return None\n", TESTS + SAMPLE)
    opened = project.customize(
        "import sys\n"
        "def note(event, args):\n"
        "    if event == 'open' and str(args[0]).endswith('runs.jsonl'):\n"
        f"        open({str(project.root / 'opened')!r}, 'a').write('x')\n"
        "sys.addaudithook(note)\n"
    )
    assert aoc.process("run", "20", "21", "--sample", env=opened).code == 0
    assert (project.root / "opened").read_text() == "x"


def test_an_answer_is_a_moment_with_its_reply(
    aoc: Aoc, site: Site, account: Account, project: Project, clock: Clock
) -> None:
    site.expect("GET /*", "POST *")
    project.day(21, table(), TESTS)
    assert aoc("submit", "21", "--answer", "1").code == 1
    assert aoc("submit", "21", "--answer", "1").code == 1
    clock.advance(600)
    assert aoc("run", "21", "--submit").code == 0
    answers = [one for one in moments(project) if one["moment"] == "answer"]
    facts = [(one["part"], one["answer"], one["reply"]) for one in answers]
    assert facts == [(1, "1", "too low"), (1, RIGHT, "right"), (2, RIGHT_2, "right")]
    assert {one["user"] for one in answers} == {account.id}


@pytest.mark.skipif(WINDOWS, reason="the pipe of a watch is read as it comes")
def test_a_watch_is_a_look_and_each_of_its_runs_a_run(project: Project) -> None:
    project.day(1, DAY, TESTS_OF_WATCHED)
    with piped(project, "1") as watcher:
        watcher.until("in all\n")
        assert kinds(project) == [("look", 1), ("run", 1)]
        day_file(project).write_text(DAY.replace("7", "8"), encoding="utf-8")
        watcher.until("in all\n")
        assert kinds(project) == [("look", 1), ("run", 1), ("run", 1)]


@needs_pty
def test_a_locked_puzzle_that_is_watched_has_no_look(project: Project) -> None:
    project.day(1, DAY, TESTS_OF_WATCHED)
    before = {"AOC_NOW": str(unlock_time(2021, 1).timestamp() - 3600)}
    with typed(project, "1", env=before) as watcher:
        watcher.until(HINT)
        assert watcher.quit() == 0
    assert kinds(project) == [("run", 1)]
