"""Variants of a part: whatever can be called as the part is, for every command alike."""

from __future__ import annotations

import pytest

from tests.support.aoc import Aoc
from tests.support.program import Project
from tests.support.pytest_session import run_pytest

DAY = """\
from dataclasses import dataclass
from functools import cache, partial
from operator import add as part1_add

def make(least):
    return lambda numbers: part1(numbers, least=least)

def parse(text):
    return tuple(int(word) for word in text.split())

def part1(numbers, *, least=2, factor=1):
    return factor * sum(number for number in numbers if number > least)

part1_short = lambda numbers, *, least=2: sum(x for x in numbers if x > least)

@cache
def part1_kept(numbers, /, depth=3, *, least=2):
    return part1(numbers, least=least)

def part1_any(*values, **options):
    return part1(*values, **options)

def part1_scaled(numbers, by, *, least=2):
    return part1(numbers, least=least, factor=by)

part1_made = partial(part1_scaled, by=1)

def part1_score(first, second):
    return first * second

def part1_helper():
    return 3

def part1_above(numbers, *, limit):
    return part1(numbers, least=limit)

class part1_Walker:
    def __init__(self, numbers):
        self.numbers = numbers

@dataclass
class part1_State:
    first: int

part1_least = 2
class Walker:
    def run(self, numbers):
        return part1(numbers)

part1_method = Walker().run
part1_typed: object = lambda numbers: part1(numbers)
part1_first = part1_second = make(2)

def part2(numbers):
    return max(numbers)
"""
TESTS = """\
from aoc import Example

EXAMPLES = [Example("1 2 3\\n", part1=3, part2=3)]
"""
VARIANTS = ["any", "first", "kept", "made", "method", "second", "short", "typed"]


@pytest.fixture(autouse=True)
def day(project: Project) -> None:
    project.day(1, DAY, TESTS)


@pytest.mark.slow
def test_a_function_that_takes_something_else_is_a_helper_in_each_command(
    aoc: Aoc, project: Project
) -> None:
    (project.root / "own.txt").write_text("1 5 9\n")
    for options in ("--example", "--input own.txt"):
        done = aoc("run", "1", *options.split(), "--variant", "all", "--json")
        assert done.code == 0
        variants = {row["variant"] for row in done.results} - {None}
        assert sorted(variants) == VARIANTS
    assert aoc("fuzz", "1", "--runs", "5").code == 0


@pytest.mark.slow
def test_pytest_has_a_test_for_each_variant_and_none_for_a_helper(project: Project) -> None:
    session = run_pytest(project.root)
    names = ["part1", *(f"part1_{name}" for name in VARIANTS), "part2"]
    passed = {f"example-1[{name}]": "PASSED" for name in names}
    assert session.outcomes["test_day01"] == passed


def test_a_variant_of_a_part_that_is_not_wanted_keeps_no_other_from_running(
    aoc: Aoc, project: Project
) -> None:
    parts = ("part1", "part1_slow", "part2", "part2_fast")
    project.day(1, "".join(f"def {name}(text): return 2\n" for name in parts), TESTS)
    done = aoc("run", "1", "--example", "--part", "2", "--variant", "all", "--json")
    assert [row["variant"] for row in done.results] == [None, "fast"]
