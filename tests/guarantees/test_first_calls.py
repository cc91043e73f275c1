"""A time that is shown beside others is measured as they are, or says that it is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.accounts import remember_accounts
from tests.support.aoc import Aoc
from tests.support.histories import keep_bench, keep_run, minima_of
from tests.support.marks import needs_git
from tests.support.program import Project
from tests.support.repository import Repository

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
        *((None, False), (1, True), (2, False)),
        *((None, False), (1, True), (2, False)),
    ]
    for day in (1, 2):
        assert (two_days.root / f"calls{day}").read_text().count("2") >= 2


SLOW = """\
import time

def part1(text):
    return 1

def part2(text):
    time.sleep(0.6)
    return 2
"""


@pytest.mark.slow
@pytest.mark.parametrize("args", ["run 1-2", "run 1 --repeat 2"])
def test_calls_are_made_again_after_a_part_that_takes_long(
    aoc: Aoc, project: Project, args: str
) -> None:
    for day in (1, 2):
        project.day(day, SLOW, SAMPLE)
    lines = aoc(*args.split(), "--sample", "--json").lines
    first_calls = [line["first_call"] for line in lines if line.get("part") != 2]
    assert first_calls == [False] * len(first_calls)
    assert first_calls


def test_the_table_of_many_days_marks_a_first_call(aoc: Aoc, two_days: Project) -> None:
    out = aoc("run", "1-2", "--sample").out
    rows = [line for line in out.splitlines() if "part 1" in line]
    assert len(rows) == 2
    assert marked(out) == [*(" ".join(row.split()) for row in rows), NOTE]


def test_the_table_of_many_inputs_marks_the_times_with_a_first_call(
    aoc: Aoc, project: Project
) -> None:
    # On the input of one account alone, part 1 keeps something, and takes longest.
    keeps = "    if 'z' in text:\n        SEEN.append(text)\n        time.sleep(0.05)\n"
    project.day(1, DAY.format(day=1).replace("    SEEN.append(text)\n", keeps), SAMPLE)
    remember_accounts(
        project, {f"github.user{n}.{n}": "z" if n == 3 else "x" for n in range(5)}, 1
    )
    out = aoc("run", "1", "--user", "all").out
    row, note = marked(out)
    assert row.endswith("s*")
    assert (row.count("*"), note) == (1, NOTE)


def test_the_log_keeps_which_times_are_alike(aoc: Aoc, two_days: Project) -> None:
    aoc("run", "1-2", "--sample")
    aoc("run", "1", "--sample", "--repeat", "3")
    rows = aoc("history", "1", "--json").lines
    assert [row["first_call"] for row in rows] == [False, True, False] * 2
    # Times of another number of calls are not compared with the newest ones.
    out = aoc("history", "1").out
    counts = [
        line.partition(" since ")[0].split()[-2] for line in out.splitlines()[1:4]
    ]
    assert counts == ["1", "2", "1"]


@pytest.fixture
def commits(project: Project) -> list[str]:
    """Three commits of a project with a day."""
    project.day(1, '"""Day 1: Sonar Sweep."""\ndef part1(text): return 1\n')
    repository = Repository(project.root)
    found = []
    for subject in "abc":
        (project.root / "note.txt").write_text(subject, encoding="utf-8")
        found.append(repository.commit(subject))
    return found


RUNS: dict[str, tuple[list[tuple[float, dict[str, Any]]], str]] = {
    "a first call after repeated ones": (
        [(0.01, {"first_call": False}), (1.0, {"first_call": True})],
        "",
    ),
    "a repeated call after first ones": (
        [(1.0, {"first_call": True}), (0.01, {"first_call": False})],
        "",
    ),
    "first calls": (
        [(1.0, {"first_call": True}), (0.1, {"first_call": True})],
        "10 times faster",
    ),
    "repeated calls around a first one": (
        [
            (0.01, {"first_call": False}),
            (1.0, {"first_call": True}),
            (0.02, {"first_call": False}),
        ],
        "2 times slower",
    ),
    "a set number of calls": (
        [(0.01, {"first_call": False}), (0.02, {"first_call": False, "calls": 2})],
        "",
    ),
    "times of which it is not known": ([(0.01, {}), (0.1, {})], "10 times slower"),
    "one after times of which it is not known": (
        [(1.0, {}), (0.1, {"first_call": False})],
        "",
    ),
}


@needs_git
@pytest.mark.parametrize("case", RUNS)
def test_history_compares_times_that_are_alike(
    aoc: Aoc, project: Project, commits: list[str], case: str
) -> None:
    runs, moved = RUNS[case]
    for commit, (seconds, about) in zip(commits, runs, strict=False):
        keep_run(project.root, commit, (1, 1, seconds), parse=None, **about)
    out = aoc("history", "1").out
    assert ("times" in out, moved in out) == (bool(moved), True)
    is_first_call = runs[-1][1].get("first_call", False)
    assert (NOTE in out) is is_first_call
    assert len(marked(out)) == 2 * is_first_call


@needs_git
def test_one_tick_of_a_clock_is_no_event_of_a_bench(
    aoc: Aoc, project: Project, commits: list[str]
) -> None:
    for commit, seconds in zip(commits, (1.6e-7, 1.7e-7, 2.6e-7), strict=True):
        keep_bench(project.root, commit, minima_of(seconds))
    assert "times" not in aoc("history", "1").out
    keep_bench(project.root, commits[2], minima_of(6e-7))
    assert "3.53 times slower" in aoc("history", "1").out


@pytest.fixture
def root(project: Project) -> Path:
    """A project with a first call of day 1 in its history, and a time of day 2 of several."""
    for day in (1, 2):
        project.day(day, f'"""Day {day}: Sweep."""\ndef part1(text): return 1\n')
    keep_run(project.root, None, (1, 1, 0.2), user="sample 0", first_call=True)
    keep_run(project.root, None, (2, 1, 0.3), user="sample 0", first_call=False)
    return project.root


def test_status_marks_a_day_with_a_first_call(aoc: Aoc, root: Path) -> None:
    out = aoc("status", "2021", "--offline").out
    times, note = marked(out)
    assert times == "~200 ms* ~300 ms"
    assert note == "2 days in 500 ms* (~ = on a sample, * = with a first call)"
    rows = aoc("status", "2021", "--offline", "--json").lines
    assert [row["day"] for row in rows if row["first_call"]] == [1]


def test_the_readme_and_its_pictures_mark_a_first_call(aoc: Aoc, root: Path) -> None:
    readme = root / "README.md"
    readme.write_text(
        "<!-- days -->\n<!-- /days -->\n<!-- pictures -->\n<!-- /pictures -->\n"
    )
    assert aoc("report", "--last").out.endswith(" samples · * a first call\n")
    text = readme.read_text(encoding="utf-8")
    assert r"| 1 | Sweep |  | 10.0 µs\* | 200 ms\* | not solved |" in text
    assert "| 2 | Sweep |  | 10.0 µs | 300 ms | not solved |" in text
    assert f"2 days in 500 ms*, 0 of 2 days solved.\n\n\\{NOTE}.\n" in text
    for name in ("calendar", "times"):
        picture = (root / "pictures" / f"{name}-2021.svg").read_text(encoding="utf-8")
        assert "200 ms*" in picture
        assert "samples · * a first call" in picture
    # Those of a report are measured anew.
    for day in (1, 2):
        (root / f"tests/year2021/test_day0{day}.py").write_text(SAMPLE)
    assert "*" not in aoc("report").out
    assert NOTE not in readme.read_text(encoding="utf-8")


def test_the_page_marks_a_first_call(aoc: Aoc, root: Path) -> None:
    assert aoc("report", "--html", "page.html", "--offline").code == 0
    page = (root / "page.html").read_text(encoding="utf-8")
    assert page.count(NOTE) == 1
    assert "200 ms*" in page
    assert "300 ms*" not in page
    keep_run(root, None, (1, 1, 0.2), user="sample 0", first_call=False)
    assert aoc("report", "--html", "page.html", "--offline").code == 0
    assert NOTE not in (root / "page.html").read_text(encoding="utf-8")
