"""What a solver prints is shown once, above the row of the part that printed it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.aoc import Aoc
from tests.support.marks import needs_signals
from tests.support.program import LIMIT, Finished, Project

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


def words_of(done: Finished) -> list[str]:
    """Return the first words of each line: what was printed, or the part of a row."""
    rows = [line.replace("sample 0", "").replace("example 1", "") for line in done.out.splitlines()]
    return [" ".join(row.split()[:2]) for row in rows if row]


@pytest.mark.parametrize("args", ["1 --example", "all --sample -v -j 3"])
def test_prints_stand_above_the_row_of_their_own_part(
    aoc: Aoc, project: Project, args: str
) -> None:
    numbers = (1, 2, 3) if "all" in args else (1,)
    tests = f"from aoc import Example\nEXAMPLES = [Example('x', 1, 2)]\n{SAMPLE}"
    for number in numbers:
        prints = {n: f"print('({n})', *lines)" for n in ("part1", "part2")}
        project.day(number, day(parse="print('(parse)')", **prints), tests)
    shown = [line.split()[:1] for line in words_of(aoc("run", *args.split()))]
    assert [word for [word] in shown if word.startswith(("pa", "("))] == [
        "(parse)",
        "parse",
        "(part1)",
        "part",
        "(part2)",
        "part",
    ] * len(numbers)


def test_the_answers_are_the_last_lines_on_the_screen(aoc: Aoc, project: Project) -> None:
    prints = "[print(n) for n in range({})]"
    project.day(1, day(part1=prints.format(41), part2=prints.format(40)), SAMPLE)
    lines = [line.strip() for line in aoc(*RUN).out.splitlines()]
    assert lines[2:4] == ["... the end of 41 lines; `aoc run -v` shows all", "1"]
    assert lines[42:45] == ["40", lines[43], "0"]
    assert lines[43].startswith("part 1")
    assert lines[84].startswith("part 2")
    everything = aoc(*RUN, "-v").out
    assert "-v" not in everything
    assert [line.strip() for line in everything.splitlines()][2:5] == ["0", "1", "2"]


def test_of_several_days_prints_are_shown_with_verbose_alone(aoc: Aoc, project: Project) -> None:
    tests = f"from aoc import Example\nEXAMPLES = [Example('x', 1, 2)] * 2\n{SAMPLE}"
    prints = "[print('hello') for _ in range(60)]"
    project.day(1, day(parse="print('hello')", part1=prints), tests)
    project.day(2, day(part2=prints), tests)
    project.remember("y", day=1)
    project.remember("y", day=2)
    assert "hello" not in aoc("run", "all").out
    assert aoc("run", "all", "-v").out.count("hello") == 3 * 61 + 3 * 60
    outputs = [line["output"] for line in aoc("run", "all", "--json").lines]
    assert "".join(outputs) == "hello\n" * 363


@pytest.mark.windows
def test_an_error_stands_below_what_was_printed_before_it(aoc: Aoc, project: Project) -> None:
    raises = "print('so far'); raise KeyError('x')"
    project.day(1, day(part1=raises, part2="print('then'); os._exit(3)"), SAMPLE)
    lines = [line.strip() for line in aoc(*RUN).out.splitlines()]
    places = ["so far", "part 1", "Traceback", "KeyError", "then", "part 2"]
    found = [next(n for n, line in enumerate(lines) if line.startswith(word)) for word in places]
    assert found == sorted(found)


LONG = (
    ("print('x' * 10_000_000)", "1 line", "x" * 8000),
    ("print('1 %\\r2 %\\r' * 99_999)", "", "2 %"),
    ("print('\\n' * 50)", "51 lines", None),
    ("os.write(1, b'\\xff' * 1_000_000)", "1 line", "\\xff" * 2000),
)
"""What prints much, what the note says of it, and the last line that is shown."""


@pytest.mark.parametrize(("printed", "note", "shown"), LONG)
def test_the_end_of_a_long_output_is_shown_below_a_note(
    aoc: Aoc, project: Project, printed: str, note: str, shown: str | None
) -> None:
    project.day(1, day(part1=printed), SAMPLE)
    lines = [line.strip(" ") for line in aoc(*RUN).out.splitlines()]
    row = next(n for n, line in enumerate(lines) if line.startswith("part 1"))
    if note:
        assert f"... the end of {note}; `aoc run -v` shows all" in lines[:row]
    assert shown in (None, lines[row - 1])
    # The note stands directly above what is left.
    assert row <= 2 + 1 + 40


def test_a_script_has_printed_its_answer_and_v_shows_what_else(aoc: Aoc, project: Project) -> None:
    project.configure('layouts = [{ days = "{year}/{day}.py", run = "script" }]')
    (project.root / "2021").mkdir()
    source = "print('looking')\nprint('Part 1:', len(open('input.txt').read()))\n"
    (project.root / "2021" / "1.py").write_text(source)
    project.remember("x", day=1)
    assert "looking" not in aoc("run", "1").out
    lines = [line.strip() for line in aoc("run", "1", "-v").out.splitlines()]
    assert lines[1:3] == ["looking", "Part 1: 1"]
    assert [line for line in lines if line.startswith("part 1")] == [lines[4]]


LATE = """\
import threading, time

def part1(text):
    print("before")
    print('  File "day01.py", line 1 in no_frame')
    time.sleep(1000)

def part2(text):
    def talk():
        while True: print('  File "day01.py", line 1 in no_frame')
    threading.Thread(target=talk, daemon=True).start()
    time.sleep(1000)
"""


@pytest.mark.slow
@needs_signals
def test_the_prints_of_a_part_that_is_ended_are_whole_and_none_of_them_is_a_frame(
    aoc: Aoc, project: Project
) -> None:
    project.day(1, LATE, SAMPLE)
    first, second = aoc("run", "1", "--sample", "--json", "--timeout", LIMIT).results
    assert [one["error"]["kind"] for one in (first, second)] == ["timeout"] * 2
    assert first["output"].splitlines() == ["before", '  File "day01.py", line 1 in no_frame']
    for result, place in ((first, "line 6 in part1"), (second, "line 12 in part2")):
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
        "before\n",
        "line 14 in part2",
    )


@pytest.mark.windows
def test_json_has_the_begin_of_a_flood_unless_all_is_wanted(aoc: Aoc, project: Project) -> None:
    project.day(1, day(part1="print('x' * 1_000_000)", part2="print('日' * 1_000_000)"), SAMPLE)
    first, second = aoc(*RUN, "--json").results
    assert first["output"] == "x" * (1 << 16)
    assert (second["output"], second["answer"]) == ("日" * (1 << 16), "2")
    first, second = aoc(*RUN, "--json", "-v").results
    assert first["output"] == "x" * 1_000_000 + "\n"
    out = aoc(*RUN, "-v").out
    assert (out.count("x" * 1_000_000), "shows all" in out) == (1, False)


def test_quiet_shows_the_prints_of_what_fails_alone(aoc: Aoc, project: Project) -> None:
    fails = r"print('bad'); raise ValueError('\udcff')"
    project.day(1, day(part1="print('good')", part2=fails), SAMPLE)
    done = aoc(*RUN, "-q")
    assert r"exception: ValueError: \udcff" in done.out, "a lone surrogate can be shown"
    lines = [line.strip() for line in done.out.splitlines()]
    assert (lines[1], "good" in lines) == ("bad", False)
    assert lines[2].startswith("sample 0             part 2")


def test_what_belongs_to_no_result_goes_to_stderr(aoc: Aoc, project: Project) -> None:
    project.day(1, f"print('imported')\n{day()}")
    done = aoc("run", "1", "--json")
    assert done.out == ""
    assert "imported" in done.err.splitlines()
