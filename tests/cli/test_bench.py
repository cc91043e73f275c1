"""`aoc bench` as a person or a CI runs it: what is measured, how often, and what is kept."""

from __future__ import annotations

import re

import pytest

from tests.support.aoc import Aoc
from tests.support.guest import install_guest
from tests.support.program import Finished, Project

BUSY = "aoc: the machine was busy: measure again when nothing else runs\n"
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
CONSUMED = """\
import time

CALLS = []

def parse(text):
    CALLS.append(1)
    time.sleep(0.005)
    return [*text]

def part1(values):
    count = 0
    time.sleep(0.005)
    while values:
        values.pop()
        count += 1
    return count

def part1_other(values):
    time.sleep(0.05)
    return part1(values)
"""


@pytest.fixture(autouse=True)
def days(project: Project) -> None:
    for day in (1, 2):
        project.day(day, ONCE, TESTS)


def bench(aoc: Aoc, *args: str) -> Finished:
    """Run a short bench."""
    return aoc("bench", "1", "--sample", "--quick", *args)


@pytest.mark.slow
def test_a_bench_keeps_all_minima_and_compares_a_variant_with_its_part(
    aoc: Aoc, project: Project
) -> None:
    project.day(1, CONSUMED, TESTS)
    done = bench(aoc, "--variant", "all", "--json")
    assert (done.code, done.err.replace(BUSY, "")) == (0, "")
    rows = [row for row in done.results if "minima" in row]
    assert [
        (row["what"], row["part"], row["variant"], row["input"]) for row in rows
    ] == [
        ("parse", None, None, "sample 0"),
        ("part 1", 1, None, "sample 0"),
        ("part 1", 1, "other", "sample 0"),
    ]
    for row in rows:
        assert len(row["minima"]) >= 6
        assert 0 < row["seconds"] == min(row["minima"]) <= row["median"]
        assert row["first_call"] is (row["what"] == "parse")
    [row] = [row for row in done.results if "ratio" in row]
    assert (row["variant"], row["against"]["variant"]) == ("other", None)
    assert row["verdict"] in ("slower", "unclear")  # on a busy machine
    assert row["ratio"] == row["seconds"] / row["against_seconds"] > 1
    assert row["interval"][0] <= row["ratio"] <= row["interval"][1]


@pytest.mark.slow
@pytest.mark.windows
def test_people_see_a_bar_for_each_process_and_no_time_of_a_variant_that_is_wrong(
    aoc: Aoc, project: Project
) -> None:
    done = bench(aoc, "--variant", "other")
    assert (done.code, done.err.replace(BUSY, "")) == (1, "")
    # What the day prints is shown with what is wrong alone.
    _, printed, wrong, heading, names, parse, part1 = done.out.splitlines()
    assert printed == "      other"
    assert "part 1 other" in wrong
    assert wrong.endswith("4, expected 3")
    assert heading == "2021/01 Once on sample 0"
    assert names.split() == ["fastest", "median", "processes"]
    for name, row in (("parse", parse), ("part 1", part1)):
        assert re.fullmatch(
            rf"  {name} +\d\S* [µum]s +\d\S* [µum]s  [▁▂▃▄▅▆▇█1-7#]{{6,18}}  .*", row
        )
        assert row.endswith("  first call")
    # Each process is a fresh one, with its own seed of hashes.
    calls = (project.root / "calls").read_text(encoding="utf-8").splitlines()
    parts = [call for call in calls if call.startswith("part1")]
    assert len(parts) == len({*parts}) >= 6


# All are called once in each process, so that a bench does not take long.
VARIANTS = """\
import time

KEPT = []

def part1(text):
    KEPT.append(text)
    time.sleep(0.005)
    return 3

def part1_same(text):
    return part1(text)

def part1_slow(text):
    KEPT.append(text)
    time.sleep(0.1)
    return 3

part2 = part1
part2_slow = part1_slow
part2_slower = part1_slow
part2_slowest = part1_slow
"""


@pytest.mark.slow
def test_a_variant_that_is_slower_than_its_part_can_fail_the_bench(
    aoc: Aoc, project: Project
) -> None:
    project.day(1, VARIANTS, TESTS)
    for variant, code in (("same", 0), ("slow", 1)):
        args = ("--variant", variant, "--part", "1", "--fail-on", "slower")
        assert bench(aoc, *args).code == code


@pytest.mark.slow
def test_there_are_as_many_processes_as_the_comparisons_need(
    aoc: Aoc, project: Project
) -> None:
    project.day(1, VARIANTS, TESTS)
    done = bench(aoc, "--variant", "all", "--json")
    compared = [row for row in done.results if "ratio" in row]
    assert len(compared) == 5
    assert all(len(row["minima"]) >= 7 for row in done.results if "minima" in row)
    slow = [row["verdict"] for row in compared if row["variant"].startswith("slow")]
    assert slow == ["slower"] * 4


PLUGIN = """\
import time
def solve(year, day, data):
    time.sleep(0.05)
    return 3, None
"""


@pytest.mark.slow
def test_another_solver_is_compared_with_the_first_calls_of_the_days(
    aoc: Aoc, project: Project
) -> None:
    args = ("bench", "1", "--sample", "--quick", "--against", "guest")
    done = aoc.process(*args, env=install_guest(project, PLUGIN))
    assert (done.code, done.err.replace(BUSY, "")) == (0, "")
    own, guest = (line for line in done.out.splitlines() if "both parts" in line)
    assert own.startswith("  both parts, called once")
    assert re.match(
        r"  both parts of guest .*  (days \d+(\.\d+)? times faster|unclear) \(", guest
    )


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (
            "1 --sample --input x",
            "--input and --sample do not go together: leave out one",
        ),
        (
            "1 --fail-on slower",
            "--fail-on needs --against or --variant: add it, or leave out --fail-on",
        ),
        (
            "1 --against nobody",
            "--against nobody is neither a commit that git knows in this",
        ),
        ("1 --variant nobody", "there is no variant 'nobody' here: choose from other"),
        ("1-2 --input -", "--input is for one day only: name one day"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    aoc: Aoc, args: str, sentence: str
) -> None:
    done = aoc("bench", *args.split())
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"aoc: {sentence}")
    assert done.err.count("\n") == 1
