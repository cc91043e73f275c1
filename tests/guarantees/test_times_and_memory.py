"""Times and memory are those of the call itself, whatever ran before or beside it."""

from __future__ import annotations

import os
import re
from typing import Any

import pytest

from tests.support.aoc import Aoc
from tests.support.marks import WINDOWS, needs_glibc, needs_linux
from tests.support.program import Project

SAMPLE = "def sample(rng):\n    return 'x'\n"
DAY = """\
import os, time

def parse(text):
    return text

def part1(text):
    {part1}
    return 1

def part2(text):
    {part2}
    return 2
"""
BIG = "blocks = [bytearray(100_000) for _ in range(1000)]"
# The last block keeps the system from getting the others back when they are freed.
BIG_BUT_ONE = f"global kept; {BIG}; kept = blocks[-1]"
MEDIUM = "blocks = [bytearray(100_000) for _ in range(300)]"


def results(aoc: Aoc, *args: str) -> list[dict[str, Any]]:
    """Run day 1 on a sample."""
    return aoc("run", "1", "--sample", "--json", *args).results


@needs_glibc
@pytest.mark.parametrize("part1", [BIG, BIG_BUT_ONE])
def test_the_memory_of_a_part_does_not_depend_on_what_ran_before(
    aoc: Aoc, project: Project, part1: str
) -> None:
    project.day(1, DAY.format(part1=part1, part2=MEDIUM), SAMPLE)
    _, after_another = results(aoc)
    [alone] = results(aoc, "--part", "2")
    assert alone["peak_memory_bytes"] == pytest.approx(30e6, rel=0.1)
    assert after_another["peak_memory_bytes"] == pytest.approx(30e6, rel=0.1)


HELD = "open('held', 'a').write(open('/proc/self/statm').read().split()[1] + ' ')"


@needs_glibc
def test_each_call_of_a_part_begins_without_the_memory_that_others_have_freed(
    aoc: Aoc, project: Project
) -> None:
    project.day(1, DAY.format(part1=BIG_BUT_ONE, part2=f"{HELD}; {MEDIUM}"), SAMPLE)
    results(aoc)
    pages = [int(held) for held in (project.root / "held").read_text().split()]
    assert len(pages) > 1
    spread = (max(pages) - min(pages)) * os.sysconf("SC_PAGE_SIZE")
    assert spread < 10e6


@needs_glibc
def test_the_memory_of_parse_stands_beside_its_time(aoc: Aoc, project: Project) -> None:
    parse = f"    {MEDIUM}\n    return text"
    day = DAY.format(part1="pass", part2="pass").replace("    return text", parse, 1)
    project.day(1, day, SAMPLE)
    [row] = [line for line in aoc("run", "1", "--sample").out.splitlines() if "  parse  " in line]
    assert re.search(r" parse +\S+ ms +(29|3\d)\.\d MB$", row)


@pytest.mark.skipif(WINDOWS, reason="Windows counts every page")
def test_memory_that_is_too_little_to_be_measured_is_not_shown(aoc: Aoc, project: Project) -> None:
    project.day(1, DAY.format(part1="pass", part2="list(range(1000))"), SAMPLE)
    assert [r["peak_memory_bytes"] for r in results(aoc)] == [None, None]
    assert "kB" not in aoc("run", "1", "--sample").out


@needs_linux
def test_every_call_of_a_part_has_a_limit_for_its_memory(aoc: Aoc, project: Project) -> None:
    note = "import resource; limit = resource.getrlimit(resource.RLIMIT_DATA)[0]"
    note += "; open('calls', 'a').write(f'{limit >= 0} ')"
    project.day(1, DAY.format(part1=note, part2="pass"), SAMPLE)
    results(aoc)
    has_limit = (project.root / "calls").read_text().split()
    assert len(has_limit) > 1
    assert set(has_limit) == {"True"}


def test_a_call_that_imports_what_is_not_the_projects_is_made_again(
    aoc: Aoc, project: Project
) -> None:
    for name in "abcdef":
        (project.root / "days" / f"{name}.py").write_text("")
    imports = "import colorsys, netrc, plistlib, tomllib, wave; open('calls', 'a').write('x')"
    day = DAY.format(part1=imports, part2="pass")
    project.day(1, f"from days import a, b, c, d, e, f\n{day}", SAMPLE)
    results(aoc, "--part", "1")
    assert len((project.root / "calls").read_text()) > 1


KEPT_BY_PARSE = """\
import time
from functools import cache, cached_property

class Map:
    @cached_property
    def size(self):
        time.sleep(0.005)
        return 3

@cache
def parse(text):
    return Map()

def part1(map):
    return map.size
"""


def test_what_a_cached_parse_returned_to_the_first_call_is_found_by_no_other(
    aoc: Aoc, project: Project
) -> None:
    project.day(1, KEPT_BY_PARSE, SAMPLE)
    part1 = results(aoc)[0]
    assert part1["answer"] == "3"
    assert part1["seconds"] >= 0.005


FILLED_BY_PARSE = """\
from functools import cache

@cache
def size(text):
    open("calls", "a").write("x")  # not found
    return len(text)

def parse(text):
    return [size(text)]

def part1(sizes):
    open("calls", "a").write("1")
    return size("x" * sizes[0])
"""


def test_a_call_for_a_time_finds_nothing_that_parse_has_cached(aoc: Aoc, project: Project) -> None:
    project.day(1, FILLED_BY_PARSE, SAMPLE)
    results(aoc)
    # In the first call, part 1 finds what parse has cached, as in a script.
    calls = (project.root / "calls").read_text()
    after_others = calls.split("1")[2:]
    assert after_others
    assert all(after.startswith("x") for after in after_others)
