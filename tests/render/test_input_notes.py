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


def test_a_note_names_files_as_seen_from_where_one_stands(project: Project) -> None:
    project.day(21, DAY)
    err = project.run("run", "21", folder="days").err
    assert f"save it as {os.path.join('..', INPUT)};" in err
    assert f"page to {os.path.join('..', TESTS)}\n" in err


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


def test_an_error_of_the_whole_day_is_all_there_is_to_say(project: Project) -> None:
    project.day(21, "import nowhere\n", SAMPLE)
    done = project.run("run", "21", "--json")
    assert (done.code, done.err) == (1, "")


def test_a_plugin_on_a_day_without_samples_promises_none(project: Project) -> None:
    site = project.root / "site"
    info = site / "advent_of_code_ann-1.0.dist-info"
    info.mkdir(parents=True)
    (site / "ann.py").write_text("def solve(year, day, data):\n    return 1, 2\n", encoding="utf-8")
    (info / "METADATA").write_text("Name: advent-of-code-ann\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[adventofcode.user]\nann = ann:solve\n", "utf-8")
    env = {"PYTHONPATH": str(site)}
    done = project.run("run", "2021/21", "--solver", "ann", "--json", env=env)
    assert (done.code, done.out) == (0, "")
    assert "made-up" not in done.err
    assert done.err.startswith("aoc: there is neither an input nor sample(rng) for 2021/21")


@pytest.mark.parametrize(
    ("tests", "remedy"),
    [
        ("EXAMPLES = []\n", "`python -m aoc new 2021/21 --update` adds those of the puzzle page"),
        (None, "`python -m aoc new 2021/21` adds "),
    ],
)
def test_asking_for_examples_that_are_not_there_names_how_to_get_them(
    project: Project, tests: str | None, remedy: str
) -> None:
    project.day(21, DAY, tests)
    done = project.run("run", "21", "--example")
    assert done.err.startswith(f"aoc: there is no example for 2021/21: {remedy}")
    assert "made-up" not in done.err


def test_an_account_without_token_and_input_is_told_to_log_in(project: Project) -> None:
    project.day(21, DAY, SAMPLE)
    project.remember("mine\n", day=20)
    done = project.run("run", "21", "--user", "alice", "--json")
    [error] = [result["error"]["message"] for result in done.results]
    assert error == (
        "no input of github.alice.1 is cached: log in to it with `python -m aoc login`"
    ), json.dumps(done.results)


def test_quiet_is_quiet(project: Project) -> None:
    project.day(21, DAY, SAMPLE)
    assert project.run("run", "21", "--quiet").err == ""
