"""The tracebacks of `aoc run`: they begin at the solver's own frames, and have no others."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.aoc import Aoc
from tests.support.marks import not_on_wine
from tests.support.program import Project

TESTS = "from aoc import Example\nEXAMPLES = [Example('a')]\n"
PARSE = "def parse(text):\n    return [text]\n\n"
HELP = "def first(words):\n    return words[9]\n\n"
# The source of a day, and what its traceback shows of files: names and lines.
DAYS: dict[str, tuple[str, list[tuple[str, int]]]] = {
    "a part": (
        f"{PARSE}{HELP}def part1(words):\n    return first(words)\n",
        [("DAY", 8), ("DAY", 5)],
    ),
    "parse": (
        f"def parse(text):\n    return first(text)\n\n{HELP}part1 = first\n",
        [("DAY", 2), ("DAY", 5)],
    ),
    "a context": (
        f"{PARSE}{HELP}def part1(words):\n    try: first(words)\n"
        "    except IndexError as error: raise KeyError('b')\n",
        [("DAY", 8), ("DAY", 5), ("DAY", 9)],
    ),
    "a group": (
        f"{PARSE}{HELP}def part1(words):\n    try: first(words)\n"
        "    except IndexError as error: raise ExceptionGroup('many', [error, KeyError('b')])\n",
        [("DAY", 8), ("DAY", 5), ("DAY", 9), ("DAY", 8), ("DAY", 5)],
    ),
    "an error that cannot be changed": (
        "import dataclasses\n@dataclasses.dataclass(frozen=True)\nclass Frozen(Exception):\n"
        f"    day: int\n{PARSE}def part1(words):\n    raise Frozen(1)\n",
        [("DAY", 9)],
    ),
    "errors that led to each other": (
        f"{PARSE}def part1(words):\n    one, two = KeyError(1), KeyError(2)\n"
        "    one.__cause__, two.__cause__ = two, one\n    raise one\n",
        [("DAY", 7)],
    ),
    "an import": (f"import nowhere\n{PARSE}", [("DAY", 1)]),
    "an import in a helper": (f"from days.util import lost\n{PARSE}", [("DAY", 1), ("lost.py", 1)]),
    "an import in a part": (
        f"{PARSE}def part1(words):\n    from days.util import lost\n",
        [("DAY", 5), ("lost.py", 1)],
    ),
    "a chain of imports": (
        "import importlib\ntry:\n    importlib.import_module('days.util.lost')\n"
        "except ImportError as error:\n    raise ValueError('no helper') from error\n",
        [("DAY", 3), ("lost.py", 1), ("DAY", 5)],
    ),
    "the syntax of a helper": ("\nfrom days.util import typo\n", [("DAY", 2), ("typo.py", 1)]),
    "an exit": ("import sys\nsys.exit(4)\n", [("DAY", 2)]),
}


def frames(shown: str) -> list[tuple[str, int]]:
    """Return the names of the files in a traceback, and the lines."""
    found = re.findall(r'File "(.*?)", line (\d+)', shown)
    return [(re.sub(r"day\d\d\.py", "DAY", Path(file).name), int(line)) for file, line in found]


def errors_of(aoc: Aoc, *args: str) -> list[dict[str, Any]]:
    """Run all days on their examples, and return their errors."""
    done = aoc("run", "all", "--example", "--json", *args)
    return [{"day": r["day"], **r["error"]} for r in done.results if r["error"]]


@pytest.mark.windows
def test_a_traceback_has_the_frames_of_the_day_alone(aoc: Aoc, project: Project) -> None:
    util = project.root / "days" / "util"
    util.mkdir()
    (util / "lost.py").write_text("import nowhere\n", encoding="utf-8")
    (util / "typo.py").write_text("def (:\n", encoding="utf-8")
    for day, (source, _) in enumerate(DAYS.values(), 1):
        project.day(day, source, TESTS)
    found = {error["day"]: frames(error["traceback"]) for error in errors_of(aoc, "--part", "1")}
    assert {name: found[day] for day, name in enumerate(DAYS, 1)} == {
        name: expected for name, (_, expected) in DAYS.items()
    }


LIFTED = "import sys\nsys.setrecursionlimit(10**6)\n"
CACHED = "from functools import cache\n@cache\ndef deeper(n):\n    return n and 1 + deeper(n - 1)\n"
# Recursions that are too deep, whether Python notices it before the system does or not.
RECURSIONS = {
    "itself": f"{PARSE}def part1(words):\n    return part1(words)\n",
    "a cache": f"{LIFTED}{CACHED}def part1(words):\n    return deeper(10**6)\n",
    "pickled": f"{LIFTED}import pickle\ndef part1(words):\n    for _ in range(10**6):\n"
    "        words = [words]\n    return len(pickle.dumps(words))\n",
}


@pytest.mark.parametrize("source", RECURSIONS.values(), ids=RECURSIONS)
def test_a_recursion_that_is_too_deep_says_so_in_few_lines(
    aoc: Aoc, project: Project, source: str
) -> None:
    project.day(1, source, TESTS)
    done = aoc("run", "1", "--example", "--part", "1")
    assert done.code == 1
    assert done.out.count("the recursion is too deep for the stack") == 1
    assert "check that it ends, or use a list as an explicit stack" in done.out
    # Python 3.14 adds a short note for each level of what is pickled.
    assert len(done.out.splitlines()) <= 150
    assert {name for name, _ in frames(done.out)} <= {"DAY"}


def test_a_script_ends_with_its_threads(aoc: Aoc, project: Project) -> None:
    project.configure('layouts = [{ days = "{year}/{day}.py", run = "script" }]')
    (project.root / "2021").mkdir()
    (project.root / "2021" / "1.py").write_text(
        "import threading\ntext = open('input.txt').read()\n"
        "def main():\n    print('Part 1:', sum(range(10**7)))\n"
        "threading.Thread(target=main).start()\n"
    )
    project.remember("x\n", day=1)
    [part1, _] = aoc("run", "1", "--json").results
    assert part1["answer"] == str(sum(range(10**7)))


def test_a_long_message_keeps_its_end_and_the_frames(aoc: Aoc, project: Project) -> None:
    body = "def part1(words):\n    raise ValueError('a' * 100_000 + 'the end')\n"
    project.day(1, PARSE + body, TESTS)
    [error] = errors_of(aoc)
    assert len(error["traceback"]) < 5_000
    assert error["traceback"].endswith("the end")
    assert frames(error["traceback"]) == [("DAY", 5)]


def test_a_sample_that_raises_shows_its_own_frames(aoc: Aoc, project: Project) -> None:
    sample = "def sample(rng):\n    return make(rng)\n\ndef make(rng):\n    return 'a'[1]\n"
    project.day(1, f"{PARSE}part1 = parse\n", sample)
    [error] = [r["error"] for r in aoc("run", "1", "--sample", "--json").results]
    assert frames(error["traceback"]) == [("test_DAY", 2), ("test_DAY", 5)]


@pytest.mark.windows
@not_on_wine("catches what reads from nowhere")
def test_a_crash_has_the_frames_of_the_day_alone(aoc: Aoc, project: Project) -> None:
    crash = "def part1(words):\n    import ctypes; ctypes.c_int.from_address(8).value\n"
    project.day(1, PARSE + crash, TESTS)
    [error] = errors_of(aoc)
    assert error["kind"] == "crash"
    shown = aoc("run", "1", "--example").out
    assert re.findall(r'File ".*?(\w+\.py)", line (\d+)', shown) == [("day01.py", "5")]
    assert "Fatal Python error" in shown or "Windows fatal exception" in shown
    assert "C stack" not in shown
