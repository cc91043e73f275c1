"""Answers that are ready are shown, whatever hangs before them; at Ctrl-C, all that there are."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from collections import Counter
from collections.abc import Sequence

import pytest

from tests.support.logs import logged
from tests.support.marks import needs_pty, needs_signals
from tests.support.program import AOC, Project, unignored_signals
from tests.support.watcher import HINT, Typed, typed

pytestmark = [needs_pty, needs_signals]

DAY = """\
import os, time

def hangs(name):
    while os.path.exists(name):
        time.sleep(0.01)

def parse(text):
    return text

def part1(text):
    return len(text)

def part2(text):
    {part2}
    return 7
"""
TESTS = """\
from aoc import Example

EXAMPLES = [Example("ab", part1=2, part2=7)]

def sample(rng):
    return "abc"
"""
HEADING = re.compile(r"2021/\d\d")
ROW = re.compile(r"  (.{20}) (parse|part \d|part 1 brute| {5}) *([✔✘?-]|  ) ")
ON_EXAMPLE = "text == 'ab' and hangs('slow')"
ON_SAMPLE = "text == 'abc' and hangs('slow')"
NONE_ON_EXAMPLE = f"{ON_SAMPLE}\n    if text == 'ab': return None"
VARIANT = "\ndef part1_brute(text):\n    hangs('slow')\n    return len(text)\n"


def add_day(project: Project, day: int, part2: str = "", more: str = "") -> None:
    """Write a day, and let what hangs in days hang."""
    project.day(day, DAY.format(part2=part2) + more, TESTS)
    (project.root / "slow").touch()


def rows_of(text: str) -> list[tuple[str, ...]]:
    """Return the rows of a table: the day, the input and the part, and the verdict."""
    rows: list[tuple[str, ...]] = []
    day = label = ""
    for written in text.split("\n"):
        line = written.rpartition("\r")[2]
        row = ROW.match(line.removeprefix("^C"))
        if row:
            label = row[1].strip() or label
            rows.append((day, label, row[2].strip(), row[3].strip()))
        elif HEADING.fullmatch(line):
            day, label = line, ""
    return rows


def wait_for(run: Typed, rows: Sequence[tuple[str, ...]]) -> None:
    """Wait until these rows are there, in whatever order."""
    while not set(rows) <= set(rows_of(run.text)):
        assert run.read(60), run.text


DAYS = ("2021/01", "2021/02", "2021/03")
PARSES = [("2021/01", label, "parse", "") for label in ("example 1", "sample 0")]
PASSED = ("2021/01", "example 1", "part 1", "✔")
PASSED_2 = ("2021/01", "example 1", "part 2", "✔")
FAILED_2 = ("2021/01", "example 1", "part 2", "✘")
SKIPPED_2 = ("2021/01", "example 1", "part 2", "-")
OWN = ("2021/01", "sample 0", "part 1", "?")
OWN_2 = ("2021/01", "sample 0", "part 2", "?")
PART_1 = "\ndef part1(text):\n    text == 'abc' and hangs('slow')\n    return len(text)\n"
BRUTE = [("2021/01", label, "part 1 brute", "✔") for label in ("example 1", "sample 0")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "part2", "more", "ready", "later"),
    [
        ("", ON_EXAMPLE, "", [PASSED, OWN, OWN_2], [PASSED_2]),
        ("", NONE_ON_EXAMPLE, "", [PASSED, OWN], [FAILED_2, OWN_2]),
        ("\x03", NONE_ON_EXAMPLE, "", [PASSED, OWN], [SKIPPED_2]),
        ("\x03", "", PART_1, [PASSED, PASSED_2], []),
        ("", "", VARIANT, [PASSED, PASSED_2, OWN, OWN_2], BRUTE),
    ],
    ids=["an example", "None", "Ctrl-C and None", "Ctrl-C and part 1", "a variant"],
)
def test_what_hangs_in_a_day_keeps_no_other_answer_from_the_screen(
    project: Project,
    key: str,
    part2: str,
    more: str,
    ready: list[tuple[str, ...]],
    later: list[tuple[str, ...]],
) -> None:
    add_day(project, 1, part2, more)
    with typed(project, "1", "--jobs=2", "--variant=all", command="run") as run:
        wait_for(run, PARSES + ready)
        if not key:
            (project.root / "slow").unlink()
        run.press(key)
        shown = run.terminal.end()
    expected = PARSES + ready + later
    assert Counter(rows_of(shown.text)) == Counter(expected)
    assert shown.code == (130 if key else int(FAILED_2 in expected))
    kept = Counter((row.input, row.part) for row in logged(project.root))
    assert kept["sample 0", 1] == (OWN in expected)
    assert set(kept.values()) <= {1}


@pytest.mark.slow
def test_a_day_that_hangs_keeps_no_later_one_from_the_screen(project: Project) -> None:
    add_day(project, 1)
    add_day(project, 2, ON_SAMPLE)
    add_day(project, 3)
    with typed(project, "1-3", "--jobs=3", command="run") as run:
        # Part 1 of the day that hangs is there, too: its time would come after part 2.
        answers = [(day, "sample 0", "part 1", "?") for day in DAYS]
        answers += [(day, "sample 0", "part 2", "?") for day in (DAYS[0], DAYS[2])]
        wait_for(run, answers)
        run.press("\x03")
        shown = run.terminal.end()
    assert shown.code == 130
    answers += [(day, "sample 0", "parse", "") for day in DAYS]
    # Those of the same day may come one after the other where the computer is slow.
    on_examples = {(day, "examples", "", "✔") for day in DAYS}
    rows = rows_of(shown.text)
    assert set(rows) == {*answers, *on_examples}
    assert len([row for row in rows if row not in on_examples]) == len(answers)


@pytest.mark.slow
def test_lines_of_json_wait_for_no_example_that_hangs(project: Project) -> None:
    add_day(project, 1, ON_EXAMPLE)
    with unignored_signals():
        child = subprocess.Popen(
            [*AOC, "run", "1", "--jobs=2", "--json"],
            cwd=project.root,
            stdout=subprocess.PIPE,
            env=project.environment(),
            text=True,
        )
    with child:
        assert child.stdout
        lines = [json.loads(child.stdout.readline()) for _ in range(5)]
        child.send_signal(signal.SIGINT)
        assert child.stdout.read() == ""
    assert child.returncode == 130
    # What waits for its best time may come later.
    assert {(line["input"], line["part"]) for line in lines} == {
        *(("example 1", part) for part in (None, 1)),
        *(("sample 0", part) for part in (None, 1, 2)),
    }


@pytest.mark.slow
def test_ctrl_c_shows_all_answers_of_a_watched_day(project: Project) -> None:
    hangs = "if text == 'ab': return None\n    text == 'cd' and hangs('slow')"
    tests = TESTS.replace("part2=7)", "part2=7), Example('cd', part2=7)")
    add_day(project, 1, hangs)
    (project.root / "tests" / "year2021" / "test_day01.py").write_text(tests)
    (project.root / "slow").unlink()
    with typed(project, "1") as watcher:
        assert "✘" in watcher.until(HINT)
        (project.root / "slow").touch()
        watcher.press("\r")
        # Another example may still show that this one is wrong.
        assert "not solved" not in watcher.until("part 2 on example 2")
        watcher.press("\x03")
        assert "not solved" in watcher.until("interrupted")
        assert watcher.terminal.end().code == 130
