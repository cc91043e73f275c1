"""`aoc run` shows an answer as wrong that the site has called wrong before, or has ruled out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from aoc.model import Job, Outcome
from aoc.session import ruled_out
from tests.program import Project

DAY = """\
def parse(text):
    return int(text)

def part1(number):
    return number

def part1_other(number):
    return number

def part2(number):
    return number
"""
TOO_LOW = "That's not the right answer; your answer is too low.  Please wait one minute"
TOO_HIGH = "That's not the right answer; your answer is too high.  Please wait one minute"
WRONG = "That's not the right answer.  If you're stuck, make sure"
ELSES = "That's not the right answer; curiously, it's the right answer for someone else"
TOO_SOON = "You gave an answer too recently; you have to wait"


def submitted(project: Project, *replies: tuple[str, str]) -> None:
    """Write down what was submitted to part 1 of day 1, with the replies."""
    records = [
        {"part": "a", "value": value, "when": "2021-12-01 00:10:00-05:00", "message": message}
        for value, message in replies
    ]
    path = project.cache / "github.alice.1" / "2021_01_post.json"
    path.write_text(json.dumps(records))


@pytest.fixture
def project(project: Project) -> Project:
    """A project whose day 1 answers 5 to both parts."""
    project.day(1, DAY)
    project.remember("5\n", day=1)
    return project


@pytest.mark.slow
@pytest.mark.parametrize(
    ("replies", "reason"),
    [
        ([("5", TOO_LOW)], "too low"),
        ([("5", TOO_HIGH)], "too high"),
        ([("5", WRONG)], "wrong"),
        ([("5", ELSES)], "someone else's"),
        ([("7", TOO_LOW)], "7 was too low already"),
        ([("3", TOO_HIGH)], "3 was too high already"),
        ([("3", TOO_LOW), ("9", TOO_HIGH), ("4", TOO_HIGH)], "4 was too high already"),
    ],
)
def test_an_answer_that_is_known_to_be_wrong_fails(
    project: Project, replies: list[tuple[str, str]], reason: str
) -> None:
    submitted(project, *replies)
    done = project.run("run", "1", "--json", "--variant", "all")
    assert [(r["part"], r["variant"], r["verdict"], r["reason"]) for r in done.results] == [
        (1, None, "fail", reason),
        (1, "other", "fail", reason),
        (2, None, "unknown", None),
    ]
    assert done.code == 1
    shown = project.run("run", "1")
    assert f" 5 ({reason})\n" in shown.out
    assert shown.code == 1


@pytest.mark.parametrize("replies", [[("7", TOO_HIGH)], [("5", TOO_SOON)], [("abc", WRONG)]])
def test_an_answer_that_may_be_right_is_unknown(
    project: Project, replies: list[tuple[str, str]]
) -> None:
    submitted(project, *replies)
    done = project.run("run", "1", "--json")
    assert [r["verdict"] for r in done.results] == ["unknown", "unknown"]
    assert done.code == 0


def test_an_accepted_answer_goes_before_everything(project: Project) -> None:
    project.remember("5\n", day=1, a="5")
    submitted(project, ("5", TOO_LOW))
    assert project.run("run", "1", "--json").results[0]["verdict"] == "pass"


def test_a_broken_record_of_submissions_stops_no_run(project: Project) -> None:
    (project.cache / "github.alice.1" / "2021_01_post.json").write_text("{")
    done = project.run("run", "1", "--json")
    assert [r["verdict"] for r in done.results] == ["unknown", "unknown"]


def test_another_game_is_not_judged_by_submissions(project: Project) -> None:
    project.day(1, DAY.replace("part1(number)", "part1(number, *, more=0)", 1))
    submitted(project, ("5", TOO_LOW))
    first, _ = project.run("run", "1", "--json", "--param", "more=1").results
    assert first["verdict"] == "unknown"


OUTCOME = Outcome(part=1, answer="5", input="github.alice.1", input_kind="personal")


def fault_of(
    project: Project, monkeypatch: pytest.MonkeyPatch, day: int = 1, **changes: Any
) -> str | None:
    """Return why an outcome that differs from `OUTCOME` is known to be wrong."""
    monkeypatch.setenv("AOCD_DIR", str(project.cache))
    return ruled_out(Job("", 2021, day, "Title", "days", ()), OUTCOME._replace(**changes))


def test_an_accepted_answer_to_the_other_part_says_nothing_about_this_one(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    submitted(project, ("5", TOO_LOW))
    project.remember("5\n", day=1, b="5")
    assert fault_of(project, monkeypatch) == "too low"
    project.remember("5\n", day=1, a="6")
    assert fault_of(project, monkeypatch) is None


def test_a_wrong_answer_to_part_2_is_known_once_part_1_is_accepted(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    submitted(project, ("5", TOO_LOW))
    path = project.cache / "github.alice.1" / "2021_01_post.json"
    path.write_text(path.read_text().replace('"part": "a"', '"part": "b"'))
    project.remember("5\n", day=1, a="5")
    assert fault_of(project, monkeypatch, part=2) == "too low"
    assert fault_of(project, monkeypatch) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"answer": None},
        {"part": None},
        {"input": None},
        {"input_kind": "example"},
        {"input": "file inputs/2021/01.txt", "input_kind": "file"},
        {"input": "github.bob.2"},
        {"day": 2},
    ],
    ids=str,
)
def test_what_was_not_submitted_for_this_input_is_unknown(
    project: Project, monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any]
) -> None:
    submitted(project, ("5", TOO_LOW))
    assert fault_of(project, monkeypatch, **changes) is None


def test_without_submissions_nothing_is_known_to_be_wrong(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fault_of(project, monkeypatch) is None
