"""`aoc run --param`: values for the keyword-only parameters of parts and variants."""

from __future__ import annotations

from typing import Any

import pytest

from tests.program import Project

DAY = """\
import functools

def parse(text):
    return text

def part1(text, *, target=10, name="x", half=0.5, flag=False, sizes=(1, 2)):
    return repr((target, name, half, flag, sizes))

def part1_other(text, *, target=10):
    return target

@functools.cache
def part2(text, *, target=3):
    return target * 2

def part2_slow(text, *, target=3):
    return target + target
"""
TESTS = "from aoc import Example\n\nEXAMPLES = [Example('x', part2=6)]\n"


@pytest.fixture
def project(project: Project) -> Project:
    """A project whose day 1 has parameters of several types."""
    project.day(1, DAY, TESTS)
    return project


def answers(project: Project, *args: str) -> list[dict[str, Any]]:
    """Run day 1 with some parameters, and return its results."""
    (project.root / "x.txt").write_text("x")
    return project.run("run", "1", "--input", "x.txt", "--json", *args).results


@pytest.mark.parametrize(
    ("param", "answer"),
    [
        ("target=30", "(30, 'x', 0.5, False, (1, 2))"),
        ("name=a=b", "(10, 'a=b', 0.5, False, (1, 2))"),
        ("half=2", "(10, 'x', 2.0, False, (1, 2))"),
        ("flag=yes", "(10, 'x', 0.5, True, (1, 2))"),
        ("flag=False", "(10, 'x', 0.5, False, (1, 2))"),
        ("sizes=(3,)", "(10, 'x', 0.5, False, (3,))"),
    ],
)
def test_a_value_has_the_type_of_the_default(project: Project, param: str, answer: str) -> None:
    assert answers(project, "--part", "1", "--param", param)[0]["answer"] == answer


def test_every_part_and_variant_that_takes_it_gets_it(project: Project) -> None:
    found = answers(project, "--param", "target=7", "--param", "name=y", "--variant", "all")
    assert [(r["variant"], r["answer"], r["verdict"]) for r in found] == [
        (None, "(7, 'y', 0.5, False, (1, 2))", "unknown"),
        ("other", "7", "unknown"),
        (None, "14", "unknown"),
        ("slow", "14", "pass"),
    ]


def test_what_is_known_of_an_example_is_not_expected_of_another_game(project: Project) -> None:
    [result] = project.run("run", "1", "--example", "--param", "target=7", "--json").results
    assert (result["answer"], result["expected"], result["verdict"]) == ("14", None, "unknown")
    [result] = project.run("run", "1", "--example", "--param", "name=y", "--json").results
    assert (result["answer"], result["verdict"]) == ("6", "pass")


def test_another_game_is_not_part_of_the_history(project: Project) -> None:
    project.run("run", "1", "--input", "x.txt", "--param", "target=7")
    assert not (project.root / ".aoc").exists()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--param", "sides=3"], "takes 'sides': choose from target, name, half, flag, sizes"),
        (["--param", "target=x"], "--param target=x: write a value of type int"),
        (["--param", "sizes=3"], "--param sizes=3: write a value of type tuple"),
        (["--param", "flag=maybe"], "--param flag=maybe: write a value of type bool"),
        (["--param", "target"], "'target' is not NAME=VALUE: write it as in target=30"),
        (["--param", "target=3", "--submit"], "--submit and --param do not go together"),
    ],
)
def test_what_no_part_takes_is_refused(project: Project, args: list[str], message: str) -> None:
    done = project.run("run", "1", *args)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_a_day_without_parameters_says_how_to_write_one(project: Project) -> None:
    project.day(2, "def parse(text):\n    return text\n\ndef part1(text):\n    return 1\n")
    done = project.run("run", "2", "--example", "--param", "target=3")
    assert done.code == 2
    assert "no part of 2021/02 takes parameters" in done.err
    assert "`def part1(data, *, target=...)`" in done.err
