"""Checks what a run says of missing inputs: the truth, once, and the next step that helps."""

from __future__ import annotations

import os

import pytest

from tests.aoc import Aoc
from tests.program import Project

DAY = "def parse(text):\n    return text\n\ndef part1(text):\n    return len(text)\n"
EXAMPLE = "from aoc import Example\nEXAMPLES = [Example('ab\\n', part1=2)]\n"
SAMPLE = "def sample(rng):\n    return 'x'\n"
TESTS = os.path.join("tests", "year2021", "test_day21.py")
INPUT = os.path.join("inputs", "2021", "21.txt")
OWN = f"for your own input, log in with `python -m aoc login`, or save it as {INPUT}"
WHY = "aoc: no session token and no cached input, so "
NEITHER = f"aoc: there is neither an input nor sample(rng) for 2021/21: {OWN}; for the examples, "


@pytest.mark.parametrize(
    ("tests", "note"),
    [
        (EXAMPLE + SAMPLE, f"{WHY}2021/21 ran on a made-up input (sample 0): {OWN}\n"),
        (EXAMPLE, f"{WHY}only the examples of 2021/21 were run: {OWN}\n"),
        (
            "EXAMPLES = []\n",
            f"{NEITHER}`python -m aoc new 2021/21 --update` adds those of the puzzle page to "
            f"{TESTS}\n",
        ),
        (None, f"{NEITHER}`python -m aoc new 2021/21` adds those of the puzzle page to {TESTS}\n"),
    ],
    ids=["example and sample", "example", "empty tests", "no tests"],
)
def test_without_an_input_the_run_says_what_it_ran_on(
    aoc: Aoc, project: Project, tests: str | None, note: str
) -> None:
    project.day(21, DAY, tests)
    done = aoc("run", "21", "--json")
    assert (done.code, done.err) == (0, note)


def test_several_days_share_one_note(aoc: Aoc, project: Project) -> None:
    for day, tests in enumerate((SAMPLE, SAMPLE, EXAMPLE, EXAMPLE + SAMPLE, SAMPLE), 1):
        project.day(day, DAY, tests)
    project.remember("mine\n", day=5)
    first = os.path.join("inputs", "2021", "01.txt")
    assert aoc("run", "1-4", "--json").err == (
        f"{WHY}2021/01, 2021/02, 2021/04 ran on a made-up input (sample 0), "
        f"and only the examples of 2021/03 were run: {OWN.replace(INPUT, first)}\n"
    )
    assert aoc("run", "5").err == ""


def test_an_account_without_token_and_input_is_told_to_log_in(aoc: Aoc, project: Project) -> None:
    project.day(21, DAY, SAMPLE)
    project.remember("mine\n", day=20)
    [result] = aoc("run", "21", "--user", "alice", "--json").lines
    assert result["error"]["message"] == (
        "no input of github.alice.1 is cached: log in to it with `python -m aoc login`"
    )
