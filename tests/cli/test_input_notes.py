"""Checks what a run says of missing inputs: the truth, once, and the next step that helps."""

from __future__ import annotations

import os

from tests.support.aoc import Aoc
from tests.support.program import Project

DAY = "def parse(text):\n    return text\n\ndef part1(text):\n    return len(text)\n"
EXAMPLE = "from aoc import Example\nEXAMPLES = [Example('ab\\n', part1=2)]\n"
SAMPLE = "def sample(rng):\n    return 'x'\n"
OWN = "for your own input, log in with `aoc login`, or save it as {}"
INPUT = os.path.join("inputs", "2021", "{}.txt")


def test_without_an_input_and_an_example_the_run_says_where_they_come_from(
    aoc: Aoc, project: Project
) -> None:
    path = os.path.join("tests", "year2021", "test_day21.py")
    for tests, option in ((None, ""), ("EXAMPLES = []\n", " --update")):
        project.day(21, DAY, tests)
        done = aoc("run", "21", "--json")
        assert (done.code, done.err) == (
            0,
            "aoc: there is no input for 2021/21: "
            f"{OWN.format(INPUT.format(21))}; for the examples, "
            f"`aoc new 2021/21{option}` adds those of the puzzle page to {path}\n",
        )


def test_several_days_share_one_note_of_what_they_ran_on(aoc: Aoc, project: Project) -> None:
    for day, tests in enumerate((SAMPLE, SAMPLE, EXAMPLE, EXAMPLE + SAMPLE, SAMPLE), 1):
        project.day(day, DAY, tests)
    project.remember("mine\n", day=5)
    done = aoc("run", "1-4", "--json")
    assert (done.code, done.err) == (
        0,
        "aoc: no session token and no cached input, so "
        "2021/01, 2021/02, 2021/03, 2021/04 ran on a sample, or on the examples alone: "
        f"{OWN.format(INPUT.format('01'))}\n",
    )
    assert aoc("run", "5").err == ""
    [result] = aoc("run", "1", "--user", "alice", "--json").lines
    assert result["error"]["message"] == (
        "no input of github.alice.1 is cached: log in to it with `aoc login`"
    )
