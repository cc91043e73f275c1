"""What a solver prints is shown once, under the part that printed it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.aoc import Aoc
from tests.support.marks import needs_signals
from tests.support.program import LIMIT, Project

DAY = """\
import logging, os, subprocess, sys

def parse(text):
    {parse}
    return [text]

def part1(lines):
    {part1}
    return 1

def part2(lines):
    {part2}
    return 2
"""
SAMPLE = "def sample(rng):\n    return 'x\\n'\n"
RUN = ("run", "1", "--sample")
LOGS = "logging.getLogger('x').info('hello')"
PRINTS = {
    "print('hello')": "hello\n",
    "print('hello', file=sys.stderr)": "hello\n",
    "logging.getLogger('x').warning('hello')": "hello\n",
    LOGS: "",
    "os.write(1, b'hello\\n')": "hello\n",
    "print('a'); print('b', file=sys.stderr); print('c')": "a\nb\nc\n",
    "sys.stdout.buffer.write(b'\\xff\\n')": "\\xff\n",
    "print('\\udcff')": "\\udcff\n",
}


def day(parse: str = "pass", part1: str = "pass", part2: str = "pass") -> str:
    """Return the source of a day."""
    return DAY.format(parse=parse, part1=part1, part2=part2)


def outputs(results: list[dict[str, Any]]) -> list[tuple[int | None, str]]:
    """Return what parsing and each part have printed."""
    return [(r["part"], r["output"]) for r in results]


@pytest.mark.windows
def test_a_part_that_prints_is_heard_once(aoc: Aoc, project: Project) -> None:
    for number, statement in enumerate(PRINTS, 1):
        project.day(number, day(part1=statement), SAMPLE)
    done = aoc("run", "all", "--sample", "--json")
    assert done.err == ""
    expected = [one for printed in PRINTS.values() for one in ((None, ""), (1, printed), (2, ""))]
    assert outputs(done.lines) == expected
    logged = 1 + [*PRINTS].index(LOGS)
    assert aoc("run", str(logged), "--sample", "--json", "-v").results[0]["output"] == "hello\n"


def test_parse_is_heard_once_though_each_part_gets_its_own_value(
    aoc: Aoc, project: Project
) -> None:
    sample = "print('tests')\ndef sample(rng):\n    print('sample')\n    return 'x'\n"
    parse = "print('hello'); os.write(1, b'you\\n')"
    project.day(1, f"print('day')\n{day(parse, part1='print(1)')}", sample)
    done = aoc(*RUN, "--json")
    assert outputs(done.lines) == [(None, "day\nhello\nyou\n"), (1, "1\n"), (2, "")]
    # It keeps nothing else from being repeated for its time.
    assert [line["first_call"] for line in done.lines] == [True, True, False]


def test_prints_stand_below_their_own_part(aoc: Aoc, project: Project) -> None:
    for number in (1, 2, 3):
        prints = {n: f"print('{number} {n}', *lines)" for n in ("part1", "part2")}
        project.day(number, day(parse=f"print('{number} parse')", **prints), SAMPLE)
    done = aoc("run", "--all", "--sample", "-j", "3")
    words = [line.split()[:3] for line in done.out.splitlines()]
    shown = [w for w in words if w[:1] != ["sample"] and w[1:] and w[0] in ("1", "2", "3", "part")]
    assert [" ".join(w).replace("?", "").strip() for w in shown] == [
        text
        for n in (1, 2, 3)
        for text in (f"{n} parse", "part 1", f"{n} part1 x", "part 2", f"{n} part2 x")
    ]


@pytest.mark.windows
def test_what_was_printed_before_the_end_is_shown(aoc: Aoc, project: Project) -> None:
    ends = ("os.abort()", "os._exit(3)", "raise KeyError('x')", "sys.exit(1)", "return 2.5")
    for number, end in enumerate(ends, 1):
        project.day(number, day(part1=f"print('so far'); {end}"), SAMPLE)
    results = aoc("run", "all", "--sample", "--json").results
    assert [(one["verdict"], one["output"]) for one in results] == [
        *(("error", "so far\n"), ("unknown", ""))
    ] * len(ends)


LATE = """\
import threading

def part1(text):
    print("before")
    print('  File "day01.py", line 1 in no_frame')
    print("no line end", end="")
    while True: pass

def part2(text):
    def talk():
        while True: print('  File "day01.py", line 1 in no_frame')
    threading.Thread(target=talk, daemon=True).start()
    while True: pass
"""


@needs_signals
def test_the_prints_of_a_part_that_is_ended_are_whole_and_none_of_them_is_a_frame(
    aoc: Aoc, project: Project
) -> None:
    project.day(1, LATE, SAMPLE)
    first, second = aoc("run", "1", "--sample", "--json", "--timeout", LIMIT).results
    assert [one["error"]["kind"] for one in (first, second)] == ["timeout"] * 2
    assert first["output"].splitlines() == [
        *("before", '  File "day01.py", line 1 in no_frame', "no line end")
    ]
    for result, place in ((first, "line 7 in part1"), (second, "line 13 in part2")):
        assert place in result["error"]["traceback"]
        assert "no_frame" not in result["error"]["traceback"]
    assert set(second["output"].splitlines()[:-1]) == {'  File "day01.py", line 1 in no_frame'}


FORKS = """import os

def part1(text):
    if not os.fork():
        os.abort()
    os.wait()
    print("went on")
    return 1

def part2(text):
    import faulthandler
    faulthandler.enable()
    print("before")
    os.abort()
"""


@needs_signals
def test_the_crash_of_a_fork_is_output_and_one_that_the_day_asks_for_is_none(
    aoc: Aoc, project: Project
) -> None:
    project.day(1, FORKS, SAMPLE)
    first, second = aoc(*RUN, "--json").results
    went_on, cause, *_, frame = first["output"].splitlines()
    assert (went_on, cause) == ("went on", "Fatal Python error: Aborted")
    assert (first["answer"], frame[-15:]) == ("1", "line 5 in part1")
    assert (second["output"], second["error"]["traceback"][-16:]) == (
        *("before\n", "line 14 in part2"),
    )


@pytest.mark.windows
def test_a_flood_is_cut_unless_all_is_wanted(aoc: Aoc, project: Project) -> None:
    project.day(1, day(part1="print('x' * 1_000_000)"), SAMPLE)
    first, second = aoc(*RUN, "--json").results
    assert first["output"] == "x" * (1 << 16)
    assert (second["output"], second["answer"]) == ("", "2")
    done = aoc(*RUN)
    assert done.out.count("x") < (1 << 16) + 100
    assert "(the first 65536 bytes; -v shows all)" in done.out
    assert aoc(*RUN, "-v").out.count("x" * 1_000_000) == 1


def test_quiet_shows_the_prints_of_what_fails_alone(aoc: Aoc, project: Project) -> None:
    fails = r"print('bad'); raise ValueError('\udcff')"
    project.day(1, day(part1="print('good')", part2=fails), SAMPLE)
    done = aoc(*RUN, "-q")
    assert r"exception: ValueError: \udcff" in done.out, "a lone surrogate can be shown"
    assert ("bad" in done.out, "good" in done.out) == (True, False)


def test_what_belongs_to_no_result_goes_to_stderr(aoc: Aoc, project: Project) -> None:
    project.day(1, f"print('imported')\n{day()}")
    done = aoc("run", "1", "--json")
    assert done.out == ""
    assert "imported" in done.err.splitlines()
