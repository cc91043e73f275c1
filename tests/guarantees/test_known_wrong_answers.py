"""`aoc run` shows an answer as wrong that the site has called wrong before, or has ruled out."""

from __future__ import annotations

import json

import pytest

from tests.aoc import Aoc
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


@pytest.mark.parametrize(
    ("replies", "reason"),
    [
        ([("5", TOO_HIGH)], "too high"),
        ([("5", WRONG)], "wrong"),
        ([("5", ELSES)], "someone else's"),
        ([("7", TOO_LOW)], "7 was too low already"),
        ([("3", TOO_LOW), ("9", TOO_HIGH), ("4", TOO_HIGH)], "4 was too high already"),
    ],
)
def test_an_answer_that_is_known_to_be_wrong_fails(
    aoc: Aoc, project: Project, replies: list[tuple[str, str]], reason: str
) -> None:
    project.day(1, DAY, "from aoc import Example\nEXAMPLES = [Example('5')]\n")
    submitted(project, *replies)
    done = aoc("run", "1", "--json", "--variant", "all")
    parts = [r for r in done.results if r["part"]]
    assert "fail" not in {r["verdict"] for r in parts if r["input"] == "example 1"}
    own = [r for r in parts if r["input"] != "example 1"]
    assert [(r["part"], r["variant"], r["verdict"], r["reason"]) for r in own] == [
        (1, None, "fail", reason),
        (1, "other", "fail", reason),
        (2, None, "unknown", None),
    ]
    assert done.code == 1
    shown = aoc("run", "1")
    assert f" 5 ({reason})\n" in shown.out
    assert shown.code == 1


@pytest.mark.parametrize("replies", [[("7", TOO_HIGH)], [("5", TOO_SOON)], [("abc", WRONG)]])
def test_an_answer_that_may_be_right_is_unknown(
    aoc: Aoc, project: Project, replies: list[tuple[str, str]]
) -> None:
    submitted(project, *replies)
    done = aoc("run", "1", "--json")
    assert [r["verdict"] for r in done.results] == ["unknown", "unknown"]
    assert done.code == 0


def test_an_accepted_answer_goes_before_everything(aoc: Aoc, project: Project) -> None:
    project.remember("5\n", day=1, a="5")
    submitted(project, ("5", TOO_LOW))
    assert aoc("run", "1", "--json").results[0]["verdict"] == "pass"


def test_another_game_is_not_judged_by_submissions(aoc: Aoc, project: Project) -> None:
    project.day(1, DAY.replace("part1(number)", "part1(number, *, more=0)", 1))
    submitted(project, ("5", TOO_LOW))
    first, _ = aoc("run", "1", "--json", "--param", "more=1").results
    assert first["verdict"] == "unknown"
