"""`aoc run --profile`: where the time goes, without harm to the run."""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.support.aoc import Aoc
from tests.support.logs import logged
from tests.support.marks import needs_pyinstrument
from tests.support.program import LIMIT, Project

DAY = """\
def parse(text):
    return tuple(sorted(text.split()))

def work(size):
    return sum(number * number for number in range(size))

def part1(words):
    return len(words) + work(1000)
"""
TESTS = "def sample(rng):\n    return 'word ' * 1000\n"


@pytest.fixture(autouse=True)
def day(project: Project) -> None:
    project.day(1, DAY, TESTS)


@pytest.mark.slow
@needs_pyinstrument
def test_each_part_has_a_tree_below_the_run(aoc: Aoc, project: Project) -> None:
    # A part is profiled however long the next one takes.
    long = "import time\ndef part2(words):\n    time.sleep(1)\n    return 2\n"
    project.day(1, f"{DAY}{long}", TESTS)
    done = aoc("run", "1", "--sample", "--profile")
    assert (done.code, done.err) == (0, "")
    run, *blocks = done.out.split("\n\n2021/01 ")
    assert run.count("part 1") == 1
    titles = [block.partition(",")[0] for block in blocks]
    assert titles == ["parse on sample 0", "part 1 on sample 0", "part 2 on sample 0"]
    for block, name in zip(blocks[:2], ("parse", "part1"), strict=True):
        first, _, frame, *_ = block.splitlines()
        assert first.endswith(" calls")
        line = 1 + DAY[: DAY.index(f"def {name}(")].count("\n")
        place = f"{Path('days/year2021/day01.py')}:{line}"
        assert frame.split() == ["100.0%", name, place]
    assert "% work " in blocks[1]
    # The run is in the log, and the calls under the profiler are not.
    assert [one.part for one in logged(project.root)] == [0, 1, 2]


@pytest.mark.slow
@needs_pyinstrument
def test_with_a_part_its_profile_is_the_only_one(aoc: Aoc) -> None:
    done = aoc("run", "1", "--sample", "--profile", "--part", "1")
    _, *blocks = done.out.split("\n\n2021/01 ")
    assert [block.partition(",")[0] for block in blocks] == ["part 1 on sample 0"]


TRAPS = """\
import os, sys, time
print("imported")

def parse(text):
    return text

def part1(text):
    print("printed")
    if sys.getprofile():
        1 / 0
    return 1

def part2(text):
    if sys.getprofile():
        os._exit(3)
    return 2
"""


@pytest.mark.windows
@needs_pyinstrument
def test_what_fails_under_the_profiler_alone_does_not_fail_the_run(
    aoc: Aoc, project: Project
) -> None:
    project.day(2, TRAPS)
    done = aoc("run", "2", "--input", "-", "--profile", "--timeout", LIMIT, stdin="x")
    assert done.code == 0
    assert done.out.count("printed") == done.out.count("imported") == 1
    assert "imported" not in done.err
    said = [line.removeprefix("aoc: 2021/02 part ") for line in done.err.splitlines()[-2:]]
    assert said == [
        "1 on stdin could not be profiled: ZeroDivisionError: division by zero",
        "2 on stdin could not be profiled: ended the process with exit code 3",
    ]


def test_without_the_profiler_nothing_runs_and_the_command_that_installs_it_is_said(
    aoc: Aoc, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyinstrument", None)
    monkeypatch.setattr(sys, "executable", os.path.join("my environment", "python"))
    project.day(1, "open('ran', 'w').close()\n" + DAY, TESTS)
    done = aoc("run", "1", "--profile")
    assert (done.code, done.out) == (2, "")
    sentence = r"--profile needs pyinstrument in .+: `(.+)` installs it\n"
    [command] = re.findall(sentence, done.err)
    assert shlex.split(command)[:3] == [sys.executable, "-m", "pip"]
    assert not (project.root / "ran").exists()
