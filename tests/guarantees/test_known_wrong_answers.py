"""`aoc run` shows an answer as wrong that the site has called wrong before, or has ruled out."""

from __future__ import annotations

import json

import pytest

from tests.support.aoc import Aoc
from tests.support.program import Project

DAY = """\
def part1(text):
    return text

def part1_other(text):
    return text

def part2(text):
    return text
"""
TOO_LOW = "That's not the right answer; your answer is too low.  Please wait one minute"
TOO_HIGH = "That's not the right answer; your answer is too high.  Please wait one minute"
WRONG = "That's not the right answer.  If you're stuck, make sure"
ELSES = "That's not the right answer; curiously, it's the right answer for someone else"
TOO_SOON = "You gave an answer too recently; you have to wait"


def submitted(project: Project, *replies: tuple[str, str]) -> None:
    """Let day 1 answer 5 to both parts, after what was submitted to part 1, with the replies."""
    project.day(1, DAY, "from aoc import Example\nEXAMPLES = [Example('5')]\n")
    project.remember("5\n", day=1)
    records = [
        {"part": "a", "value": value, "when": "2021-12-01 00:10:00-05:00", "message": message}
        for value, message in replies
    ]
    path = project.cache / "github.alice.1" / "2021_01_post.json"
    path.write_text(json.dumps(records))


@pytest.mark.parametrize(
    ("replies", "reason"),
    [
        ([("5", TOO_HIGH)], "too high"),
        ([("5", ELSES)], "someone else's"),
        ([("7", TOO_LOW)], "7 was too low already"),
        ([("3", TOO_LOW), ("9", TOO_HIGH), ("4", TOO_HIGH)], "4 was too high already"),
        ([("7", TOO_HIGH), ("5", TOO_SOON), ("abc", WRONG)], None),
    ],
)
def test_an_answer_that_is_known_to_be_wrong_fails(
    aoc: Aoc, project: Project, replies: list[tuple[str, str]], reason: str | None
) -> None:
    submitted(project, *replies)
    done = aoc("run", "1", "--json", "--variant", "all")
    assert "fail" not in {r["verdict"] for r in done.results if r["input"] == "example 1"}
    verdict = "fail" if reason else "unknown"
    own = [(r["part"], r["verdict"], r["reason"]) for r in done.results if "alice" in r["input"]]
    assert own == [
        (1, verdict, reason),
        (2, "unknown", None),
        (1, verdict if reason else "pass", reason),
    ]
    assert done.code == (1 if reason else 0)


def test_the_reason_stands_behind_the_answer(aoc: Aoc, project: Project) -> None:
    submitted(project, ("5", TOO_LOW))
    done = aoc("run", "1")
    assert (done.code, " 5 (too low)\n" in done.out) == (1, True)
    project.day(1, DAY.replace("part1(text)", "part1(text, *, more=0)"))
    results = aoc("run", "1", "--json", "--param", "more=1").results
    assert {r["verdict"] for r in results if r["part"] == 1} == {"unknown"}, "it is another game"
    project.remember("5\n", day=1, a="5")
    assert "1 right" in aoc("run", "1").out, "it was accepted later"
