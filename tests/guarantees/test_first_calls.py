"""A time that is shown beside others is measured as they are, or says that it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.aoc import Aoc
from tests.support.logs import log_run
from tests.support.program import Project

NOTE = "* the time of the first call, which was not repeated"
SAMPLE = "def sample(rng):\n    return 'x'\n"
# A part that keeps something is called once, and the others note their calls. Part 2 takes 5 ms of
# the processor, so it is called again on any machine: where that takes long, something disturbs it.
DAY = """\
import time

SEEN = []

def note(name):
    with open("calls{day}", "a") as file:
        file.write(name)

def parse(text):
    note("p")
    return text

def part1(text):
    SEEN.append(text)
    return 1

def part2(text):
    note("2")
    end = time.process_time() + 0.005
    while time.process_time() < end:
        pass
    return 2
"""


@pytest.fixture
def two_days(project: Project) -> Project:
    """A project with two days, whose part 1 is called once."""
    for day in (1, 2):
        project.day(day, DAY.format(day=day), SAMPLE)
    return project


def marked(out: str) -> list[str]:
    """Return the lines that have a mark, with one blank between words."""
    return [" ".join(line.split()) for line in out.splitlines() if "*" in line]


def test_calls_are_made_again_where_many_days_run(aoc: Aoc, two_days: Project) -> None:
    lines = aoc("run", "1-2", "--sample", "--json").lines
    assert [(line["part"], line["first_call"]) for line in lines] == [
        (None, False),
        (1, True),
        (2, False),
        (None, False),
        (1, True),
        (2, False),
    ]
    for day in (1, 2):
        assert (two_days.root / f"calls{day}").read_text().count("2") >= 2


def test_the_table_of_many_days_marks_a_first_call(aoc: Aoc, two_days: Project) -> None:
    out = aoc("run", "1-2", "--sample").out
    rows = [line for line in out.splitlines() if "part 1" in line]
    assert len(rows) == 2
    assert marked(out) == [*(" ".join(row.split()) for row in rows), NOTE]


@pytest.fixture
def root(project: Project) -> Path:
    """A project with a first call of day 1 in its log, and a time of day 2 of several."""
    for day in (1, 2):
        project.day(day, f'"""Day {day}: Sweep."""\ndef part1(text): return 1\n')
    for day, seconds in ((1, 0.2), (2, 0.3)):
        parts = ((day, 1, seconds), (day, 2, 0.0))
        log_run(project.root, *parts, user="sample 0", first_call=day == 1)
    return project.root


def test_status_marks_a_day_with_a_first_call(aoc: Aoc, root: Path) -> None:
    out = aoc("status", "2021").out
    times, note = marked(out)
    assert times == "~200 ms* ~300 ms"
    assert note == "2 days in 500 ms* (~ = on a sample, * = with a first call)"
    rows = aoc("status", "2021", "--json").lines
    assert [row["day"] for row in rows if row["first_call"]] == [1]


def test_the_readme_and_its_pictures_mark_a_first_call(aoc: Aoc, root: Path) -> None:
    readme = root / "README.md"
    readme.write_text("<!-- days -->\n<!-- /days -->\n<!-- pictures -->\n<!-- /pictures -->\n")
    assert aoc("report").out.endswith("2 days in 500 ms*\n")
    text = readme.read_text(encoding="utf-8")
    assert "| 1 | Sweep |  | 10.0 µs* | 200 ms* | 0.00 µs* |" in text
    assert "| 2 | Sweep |  | 10.0 µs | 300 ms | 0.00 µs |" in text
    assert f"2 days in 500 ms*.\n\n\\{NOTE}.\n" in text
    for name in ("calendar", "times"):
        picture = (root / "pictures" / f"{name}-2021.svg").read_text(encoding="utf-8")
        assert ">200 ms*</text>" in picture
    log_run(root, (1, 1, 0.2), (1, 2, 0.0), user="sample 0")
    assert "*" not in aoc("report").out
    assert NOTE not in readme.read_text(encoding="utf-8")
