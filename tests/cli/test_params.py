"""`aoc run --param`: values for the keyword-only parameters of parts and variants."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.aoc import Aoc
from tests.support.logs import logged
from tests.support.program import Project

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


@pytest.fixture(autouse=True)
def day(project: Project) -> None:
    project.day(1, DAY, TESTS)


def answers(aoc: Aoc, *params: str, options: str = "--part 1") -> list[dict[str, Any]]:
    """Run day 1 with some parameters, and return its results."""
    words = [word for param in params for word in ("--param", param)]
    return aoc("run", "1", "--input", "-", "--json", *options.split(), *words, stdin="x").results


def test_a_value_has_the_type_of_the_default(aoc: Aoc) -> None:
    params = ("target=30", "name=a=b", "half=2", "flag=True", "sizes=(3,)")
    assert answers(aoc, *params)[0]["answer"] == "(30, 'a=b', 2.0, True, (3,))"
    assert answers(aoc, "flag=False")[0]["answer"] == "(10, 'x', 0.5, False, (1, 2))"


def test_every_part_and_variant_that_takes_it_gets_it(aoc: Aoc, project: Project) -> None:
    found = answers(aoc, "target=7", "name=y", options="--variant all")
    assert [(r["variant"], r["answer"], r["verdict"]) for r in found] == [
        (None, "(7, 'y', 0.5, False, (1, 2))", "unknown"),
        (None, "14", "unknown"),
        ("other", "7", "unknown"),
        ("slow", "14", "pass"),
    ]
    # Another game is not in the log.
    assert logged(project.root) == []


def test_what_is_known_of_an_example_is_not_expected_of_another_game(aoc: Aoc) -> None:
    [result] = aoc("run", "1", "--example", "--param", "target=7", "--json").results
    assert (result["answer"], result["expected"], result["verdict"]) == ("14", None, "unknown")
    [result] = aoc("run", "1", "--example", "--param", "name=y", "--json").results
    assert (result["answer"], result["verdict"]) == ("6", "pass")


@pytest.mark.parametrize(
    ("param", "message"),
    [
        ("sides=3", "takes 'sides': choose from target, name, half, flag, sizes"),
        ("target=x", "--param target=x: write a value of type int"),
        ("target", "'target' is not NAME=VALUE: write it as in target=30"),
    ],
)
def test_what_no_part_takes_is_refused(aoc: Aoc, param: str, message: str) -> None:
    done = aoc("run", "1", "--param", param)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_a_day_without_parameters_says_how_to_write_one(aoc: Aoc, project: Project) -> None:
    project.day(2, "def parse(text):\n    return text\n\ndef part1(text):\n    return 1\n")
    done = aoc("run", "2", "--example", "--param", "target=3")
    assert done.code == 2
    assert "no part of 2021/02 takes parameters" in done.err
    assert "`def part1(data, *, target=...)`" in done.err


IGNORED = "no part of 2021/02 takes 'n_pairs': choose from pairs"
NONE_TAKEN = "no part of 2021/02 takes parameters: write one as `def part1(data, *, n_pairs=...)`"


@pytest.mark.parametrize(
    ("part", "row"),
    [
        ("(text, *, pairs=1000): return pairs", f" 1000, expected 10 ({IGNORED})\n"),
        ("(text, *, pairs=10): return pairs", f" 10 ({IGNORED})\n"),
        ("(text, *, pairs=10): pass", " not solved\n"),
        ("(text, *, n_pairs=1000): return n_pairs", " 10\n"),
        ("(text): return 11", f" 11, expected 10 ({NONE_TAKEN})\n"),
    ],
)
def test_a_parameter_of_an_example_that_no_part_takes_is_named_beside_the_row(
    aoc: Aoc, project: Project, part: str, row: str
) -> None:
    example = 'Example("1\\n2\\n", part1=10, params={"n_pairs": 10})'
    tests = f"from aoc import Example\n\nEXAMPLES = [{example}]\n"
    project.day(2, f"def part1{part}\n\ndef part2(text): return 1\n", tests)
    assert row in aoc("run", "2", "--example").out
