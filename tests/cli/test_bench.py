"""`aoc bench` as a person or a CI runs it: what is measured, and how often."""

from __future__ import annotations

import re

import pytest

from tests.support.aoc import Aoc
from tests.support.program import Finished, Project

TESTS = "def sample(rng):\n    return f'{rng.random()}\\n'\n"
# What keeps something is called once in each process, and what sleeps takes the same time in each,
# so that there are no more processes than usual.
ONCE = '''\
"""Day 1: Once."""

import time

CALLS = []

def note(name):
    CALLS.append(name)
    print(name)
    with open("calls", "a") as file:
        print(name, hash("x"), file=file)
    time.sleep(0.005)

def parse(text):
    note("parse")
    return text

def part1(text):
    note("part1")
    return 3

def part1_other(text):
    note("other")
    return 4
'''
# Each call gets a value of its own, which it may change.
VARIANTS = """\
import time

KEPT = []

def parse(text):
    KEPT.append(1)
    time.sleep(0.005)
    return [*text]

def part1(values):
    KEPT.append(1)
    time.sleep(0.005)
    count = 0
    while values:
        values.pop()
        count += 1
    return count

def part1_same(values):
    return part1(values)

def part1_slow(values):
    time.sleep(0.1)
    return part1(values)
"""


@pytest.fixture(autouse=True)
def days(project: Project) -> None:
    for day in (1, 2):
        project.day(day, ONCE, TESTS)


def bench(aoc: Aoc, *args: str) -> Finished:
    """Run a bench."""
    return aoc("bench", "1", "--sample", *args)


@pytest.mark.slow
@pytest.mark.windows
def test_people_see_a_bar_for_each_process_and_no_time_of_a_variant_that_is_wrong(
    aoc: Aoc, project: Project
) -> None:
    done = bench(aoc, "--variant", "other")
    assert done.code == 1
    # What the day prints is shown with what is wrong alone.
    _, printed, wrong, heading, names, parse, part1 = done.out.splitlines()
    assert printed == "      other"
    assert "part 1 other" in wrong
    assert wrong.endswith("4, expected 3")
    assert heading == "2021/01 Once on sample 0"
    assert names.split() == ["fastest", "median", "processes"]
    for name, row in (("parse", parse), ("part 1", part1)):
        assert re.fullmatch(rf"  {name} +\d\S* [µum]s +\d\S* [µum]s  [▁▂▃▄▅▆▇█1-7#]{{10}}  .*", row)
        assert row.endswith("  first call")
    # Each process is a fresh one, with its own seed of hashes.
    calls = (project.root / "calls").read_text(encoding="utf-8").splitlines()
    parts = [call for call in calls if call.startswith("part1")]
    assert len(parts) == len({*parts}) == 10


@pytest.mark.slow
def test_a_variant_that_is_slower_than_its_part_can_fail_the_bench(
    aoc: Aoc, project: Project
) -> None:
    project.day(1, VARIANTS, TESTS)
    fails = ("--part", "1", "--fail-slower")
    assert bench(aoc, "--variant", "same", *fails).code == 0
    done = bench(aoc, "--variant", "slow", *fails)
    assert done.code == 1
    parse, part, slow = done.out.splitlines()[2:]
    assert parse.endswith("  first call")
    assert part.startswith("  part 1 ")
    assert re.match(r"  part 1 slow .*  \d+(\.\d+)? times slower \(", slow)


@pytest.mark.slow
def test_what_is_unclear_is_said_with_what_would_decide_it(aoc: Aoc, project: Project) -> None:
    once = "\n\ndef part1_once(text):\n    KEPT.append(text)\n    return 3\n"
    project.day(1, f"KEPT = []\n\ndef part1(text):\n    return 3{once}", TESTS)
    done = bench(aoc, "--variant", "once", "--fail-slower")
    assert done.code == 0
    assert re.search(r"  unclear \(.+\)  first call\n$", done.out)
    assert "aoc: unclear: measure again when nothing else runs, and compare" in done.err
