"""Checks what a run says of missing inputs: the truth, once, and the next step that helps."""

from __future__ import annotations

import json
import os

import pytest

from tests.program import Project

DAY = "def parse(text):\n    return text\n\ndef part1(text):\n    return len(text)\n"
EXAMPLE = "from aoc import Example\nEXAMPLES = [Example('ab\\n', part1=2)]\n"
SAMPLE = "def sample(rng):\n    return 'x'\n"
TESTS = os.path.join("tests", "year2021", "test_day21.py")
INPUT = os.path.join("inputs", "2021", "21.txt")
LOGIN = "log in with `python -m aoc login`"
OWN = f"for your own input, {LOGIN}, or save it as {INPUT}"
WHY = "aoc: no session token and no cached input, so "


@pytest.mark.parametrize(
    ("tests", "note"),
    [
        (EXAMPLE + SAMPLE, f"{WHY}2021/21 ran on a made-up input (sample 0): {OWN}\n"),
        (SAMPLE, f"{WHY}2021/21 ran on a made-up input (sample 0): {OWN}\n"),
        (EXAMPLE, f"{WHY}only the examples of 2021/21 were run: {OWN}\n"),
        (
            "EXAMPLES = []\n",
            "aoc: there is neither an input nor sample(rng) for 2021/21: "
            f"{OWN}; for the examples, "
            f"`python -m aoc new 2021/21 --update` adds those of the puzzle page to {TESTS}\n",
        ),
        (
            None,
            "aoc: there is neither an input nor sample(rng) for 2021/21: "
            f"{OWN}; for the examples, "
            f"`python -m aoc new 2021/21` adds those of the puzzle page to {TESTS}\n",
        ),
    ],
    ids=["example and sample", "sample", "example", "empty tests", "no tests"],
)
def test_without_an_input_the_run_says_what_it_ran_on(
    project: Project, tests: str | None, note: str
) -> None:
    project.day(21, DAY, tests)
    done = project.run("run", "21", "--json")
    assert (done.code, done.err) == (0, note)


def test_several_days_share_one_note(project: Project) -> None:
    for day, tests in enumerate((SAMPLE, SAMPLE, SAMPLE, EXAMPLE, EXAMPLE + SAMPLE), 1):
        project.day(day, DAY, tests)
    done = project.run("run", "--all", "--json")
    first = os.path.join("inputs", "2021", "01.txt")
    assert done.err == (
        f"{WHY}2021/01, 2021/02, 2021/03, 2021/05 ran on a made-up input (sample 0), "
        f"and only the examples of 2021/04 were run: {OWN.replace(INPUT, first)}\n"
    )


def test_a_note_of_samples_is_not_shown_for_days_with_an_input(project: Project) -> None:
    for day in (20, 21):
        project.day(day, DAY, SAMPLE)
        project.remember("mine\n", day=day)
    assert project.run("run", "--all").err == ""


def test_an_account_without_token_and_input_is_told_to_log_in(project: Project) -> None:
    project.day(21, DAY, SAMPLE)
    project.remember("mine\n", day=20)
    done = project.run("run", "21", "--user", "alice", "--json")
    [error] = [result["error"]["message"] for result in done.results]
    assert error == (
        "no input of github.alice.1 is cached: log in to it with `python -m aoc login`"
    ), json.dumps(done.results)
