"""What `aoc run` runs, shows and exits with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.aoc import Aoc
from tests.support.program import Project

DAY = '''\
"""Day {day}: The {day}th Day."""

def parse(text):
    return text.split()

def part1(words, *, least=0):
    return len([word for word in words if len(word) > least])

def part1_plain(words, *, least=0):
    return sum(len(word) > least for word in words)

def part2(words):
    words.append("spoilt")
    return " ".join(words[:2])
'''
TESTS = """\
from aoc import Example

EXAMPLES = [
    Example("one two three\\n", part1=3, part2="one two"),
    Example("one two three\\n", part1=1, name="long", params={"least": 4}),
]

def sample(rng):
    return "a b c\\n"
"""


@pytest.fixture(autouse=True)
def solved(project: Project) -> None:
    for day in (1, 3, 12):
        project.day(day, DAY.format(day=day), TESTS)


@pytest.mark.real_start
def test_json_has_an_object_per_line_with_the_fields_of_the_design(aoc: Aoc) -> None:
    done = aoc("run", "1", "--example", "--json")
    assert (done.code, done.err) == (0, "")
    assert list(done.lines[0]) == [
        "year",
        "day",
        "title",
        "solver",
        "variant",
        "input",
        "input_kind",
        "part",
        "answer",
        "expected",
        "verdict",
        "seconds",
        "first_call",
        "peak_memory_bytes",
        "error",
        "drawing",
        "reason",
        "output",
        "digest",
    ]
    assert (done.lines[0]["part"], done.lines[0]["verdict"]) == (None, "unknown")
    first, second, third = done.results
    assert first["title"] == "The 1th Day"
    assert (first["answer"], first["expected"], first["verdict"]) == ("3", "3", "pass")
    assert (second["part"], second["answer"]) == (2, "one two")
    assert (third["input"], third["part"], third["answer"]) == ("long", 1, "1")
    assert first["seconds"] > 0


@pytest.mark.parametrize(
    ("args", "days"),
    [
        ("1-5,12", [1, 3, 12]),
        ("3 1", [3, 1]),
        ("", [12]),
        ("--all --exclude 2-5,12", [1]),
        ("1-12 -x 2021/1 -x days/year2021/day12.py", [3]),
        ("2021 -x https://adventofcode.com/2021/day/3 -x 2020", [1, 12]),
    ],
)
def test_days_are_understood(aoc: Aoc, args: str, days: list[int]) -> None:
    done = aoc("run", "--sample", "--part", "1", "--json", *args.split())
    assert [r["day"] for r in done.results] == days


def test_an_excluded_day_without_a_year_is_left_out_of_each_year(
    aoc: Aoc, project: Project
) -> None:
    for year, day in ((2024, 11), (2024, 21), (2025, 11), (2025, 12)):
        project.day(day, DAY.format(day=day), TESTS, year)
    done = aoc("run", "2024-2025", "-x", "12-21", "--example", "-p", "1", "--json")
    days = [(r["year"], r["day"]) for r in done.results if r["input"] == "long"]
    assert days == [(2024, 11), (2025, 11)]


@pytest.mark.parametrize(
    ("days", "message"),
    [
        ("4-9", f"no solver for 4-9, because {Path('days/year2021/day04.py')} does not exist: "),
        ("2016", f"no solver for 2016, because {Path('days/year2016/day01.py')} does not exist: "),
        (
            "1-3 -x 1 -x 2021/3",
            "--exclude leaves no day to run: exclude fewer, or name more days\n",
        ),
        ("all -x dice", "'dice' is not a day: write 21, "),
    ],
)
def test_days_that_are_none_are_a_clear_line(aoc: Aoc, days: str, message: str) -> None:
    done = aoc("run", *days.split())
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_a_missing_day_of_several_does_not_stop_the_others(aoc: Aoc) -> None:
    done = aoc("run", "1,2", "4-9", "3", "--sample", "--part", "1", "--json")
    assert ([r["day"] for r in done.results], done.code) == ([1, 3], 2)
    first, second = done.err.splitlines()
    assert first.startswith("aoc: no solver for 2021/02, because ")
    assert second.startswith("aoc: no solver for 4-9, because ")


def test_variants_are_judged_by_the_part_itself(aoc: Aoc, project: Project) -> None:
    done = aoc("run", "1", "--sample", "--variant", "all", "--json")
    assert [(r["part"], r["variant"], r["verdict"]) for r in done.results] == [
        (1, None, "unknown"),
        (2, None, "unknown"),
        (1, "plain", "pass"),
    ]
    project.day(1, DAY.format(day=1).replace("sum(", "1 + sum("), TESTS)
    done = aoc("run", "1", "--sample", "--variant", "all", "--json")
    assert (done.results[2]["verdict"], done.code) == ("fail", 1)


@pytest.mark.real_start
def test_the_table_says_what_is_wrong(aoc: Aoc, project: Project) -> None:
    project.day(3, DAY.format(day=3).replace("len([", "1 + len(["), TESTS)
    done = aoc("run", "1-3", "--example")
    assert done.code == 1
    assert "4, expected 3" in done.out
    assert "3 right\n" in done.out  # those of day 1 share a line
    assert "\x1b" not in done.out
    assert done.out.splitlines()[-1].startswith("4 right, 2 wrong")
    lines = aoc("run", "--all", "--example", "-q").out.splitlines()
    assert [line.split()[0] for line in lines] == ["2021/03", "example", "long", "7"]
    project.day(3, DAY.format(day=3).replace("return len", "len"), TESTS)
    assert "not solved\n" in aoc("run", "3", "--example").out
    assert re.fullmatch(r"3 right; \S+ m?s in all\n", aoc("run", "1", "--example", "-q").out)


def test_input_that_a_day_finds_malformed_is_no_traceback(aoc: Aoc, project: Project) -> None:
    project.day(1, "def parse(text):\n    return int(text)\n\npart1 = parse\n")
    assert "Traceback" in aoc("run", "1", "--input", "-", stdin="x").out
    project.day(1, "def parse(text):\n    raise ValueError('line 1: no')\n\npart1 = parse\n")
    out = aoc("run", "1", "--input", "-", stdin="x").out
    assert "parse: line 1: no" in out
    assert "Traceback" not in out


def test_outside_of_a_project_it_says_where_to_go(
    aoc: Aoc, tmp_path_factory: pytest.TempPathFactory
) -> None:
    done = aoc("run", folder=tmp_path_factory.mktemp("nowhere"))
    assert done.code == 2
    assert "no project in" in done.err
    assert "aoc init" in done.err
