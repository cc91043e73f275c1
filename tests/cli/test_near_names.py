"""Checks the hints about functions that are called nearly like a part or `parse`."""

from __future__ import annotations

import pytest

from tests.support.aoc import Aoc
from tests.support.program import Project

TESTS = "from aoc import Example\n\nEXAMPLES = [Example('a b', part1=2, part2=3)]\n"
DAY = """\
def parse(text):
    return text.split()

def part1(words):
    return len(words)

def part2(words):
    return sum(map(len, words)) + 1
"""


def missing(name: str, other: str) -> str:
    """Return the hint about a missing function."""
    remedy = f', or write {name} = "{other}" into its layout in [tool.aoc]' * (
        name != "parse"
    )
    return f"{name} is missing: is {other} meant? Then rename it{remedy}"


@pytest.mark.parametrize(
    "other",
    [
        "part_2",
        "Part2",
        "part2_",
        "parttwo",
        "part_two",
        "PART_2",
        "partTwo",
        "part_b",
        "part02",
        "prat2",
        "par2",
        "partt2",
        "pert_2",
    ],
)
def test_a_part_that_is_called_nearly_right_is_named_in_its_row(
    aoc: Aoc, project: Project, other: str
) -> None:
    project.day(1, DAY.replace("part2", other), TESTS)
    done = aoc("run", "1", "--json")
    _, part2 = done.results
    assert (part2["verdict"], part2["reason"]) == ("skipped", missing("part2", other))
    assert (done.code, missing("part2", other) in aoc("run", "1").out) == (0, True)


@pytest.mark.parametrize(
    "other", ["prase", "pasre", "parse_", "Parse", "pars", "parser"]
)
def test_so_is_parse(aoc: Aoc, project: Project, other: str) -> None:
    project.day(1, DAY.replace("parse", other), TESTS)
    done = aoc("run", "1")
    assert (done.code, missing("parse", other) in done.out) == (1, True)


@pytest.mark.parametrize(
    "other", ["part_1", "Part1", "partone", "solve1", "solve_1", "p1"]
)
def test_without_both_parts_it_is_an_error(
    aoc: Aoc, project: Project, other: str
) -> None:
    project.day(
        1, DAY.replace("part1", other).replace("part2", other.replace("1", "2")), TESTS
    )
    done = aoc("run", "1")
    assert (
        "day01.py has neither part1 nor part2: " + missing("part1", other) in done.out
    )
    assert done.code == 1


@pytest.mark.parametrize(
    "more",
    [
        "def part_1(words): return 5",
        "def prase(text): return 5",
        "def part1_(words): return 5",
        "def solve1(words): return 5",
    ],
)
def test_beside_the_real_one_a_near_miss_is_nothing(
    aoc: Aoc, project: Project, more: str
) -> None:
    project.day(1, f"{DAY}\n{more}\n", TESTS)
    done = aoc("run", "1")
    assert (done.code, "meant" in done.out) == (0, False)


@pytest.mark.parametrize(
    "helper",
    ["parse_line", "parse_input", "_parse", "parser", "path2", "part2_fast", "solve2"],
)
def test_a_helper_and_a_variant_are_no_near_miss(
    aoc: Aoc, project: Project, helper: str
) -> None:
    source = f"def {helper}(text):\n    return text.split()\n\n"
    source += f"def part1(text):\n    return len({helper}(text))\n"
    project.day(1, source, TESTS)
    done = aoc("run", "1")
    assert (done.code, "meant" in done.out) == (0, False)


def test_the_names_of_a_layout_count(aoc: Aoc, project: Project) -> None:
    project.configure(
        "layouts = [{ days = 'days/year{year}/day{day:02}.py', part1 = 'silver', part2 = 'gold' }]"
    )
    project.day(1, DAY.replace("part1", "silver").replace("part2", "golde"), TESTS)
    shown = " ".join(aoc("run", "1").out.split())
    assert (
        'gold is missing: is golde meant? Then rename it, or write part2 = "golde"'
        in shown
    )
    assert "part1" not in shown


def test_the_other_part_is_no_near_miss(aoc: Aoc, project: Project) -> None:
    project.configure(
        "layouts = [{ days = 'days/year{year}/day{day:02}.py', part1 = 'sum_a', part2 = 'sum_b' }]"
    )
    project.day(1, DAY.replace("part1", "sum_a").partition("def part2")[0], TESTS)
    assert "meant" not in aoc("run", "1").out
