"""Checks the history: what `aoc run` adds to it, and how it is read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from aoc.history.records import (
    Record,
    append_results,
    history_path,
    latest_records,
    read_records,
)
from aoc.puzzle import Puzzle
from aoc.results import Result, Verdict
from tests.marks import needs_git
from tests.program import Project

DAY = """
def parse(text): return int(text)
def part1(number): return number + 1
def part2(number): return None
"""
TESTS = """
from aoc import Example
EXAMPLES = [Example("1", part1=2)]
def sample(rng): return "41"
"""
SUM = Result(2021, 1, "Sums", "days", None, "github.alice.1", 1, "3", None, Verdict.PASS, 0.5, 0.25)

WRITER = """
import sys
from aoc.results import Result, Verdict
from aoc.history.records import append_results
day, rounds, lines = map(int, sys.argv[2:])
result = Result(2021, day, None, "days", None, "alice", 1, "3", None, Verdict.PASS, 0.5, 0.25)
for _ in range(rounds):
    append_results(sys.argv[1], [result] * lines, ["alice"])
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = Project(tmp_path)
    project.day(1, DAY, TESTS)
    return project


def records(project: Project) -> list[Record]:
    return read_records(str(project.root))


def test_a_run_adds_what_it_solved_on_a_whole_input(project: Project) -> None:
    assert project.run("run", "1", "--sample", env={"AOC_NOW": "0"}).code == 0
    [record] = records(project)
    assert (record.year, record.day, record.solver) == (2021, 1, "days")
    assert (record.input, record.part, record.verdict) == ("sample 0", 1, "unknown")
    assert (record.variant, record.at) == (None, "1970-01-01T00:00:00Z")
    assert record.seconds is not None
    assert record.parse_seconds is not None
    assert 0 < record.seconds < 1
    assert 0 < record.parse_seconds < 1


def test_runs_add_up(project: Project) -> None:
    project.remember("6", day=1, a="7")
    assert project.run("run", "1", "--sample=5").code == 0
    assert project.run("run", "1").code == 0
    assert [(record.input, record.verdict) for record in records(project)] == [
        ("sample 5", "unknown"),
        ("github.alice.1", "pass"),
    ]


def test_examples_are_no_history(project: Project) -> None:
    assert project.run("run", "1", "--example").code == 0
    assert not (project.root / ".aoc").exists()


def test_a_wrong_answer_and_an_error_are_history(project: Project) -> None:
    project.remember("6", day=1, a="8")
    assert project.run("run", "1").code == 1
    project.day(1, DAY.replace("number + 1", "1 // 0"))
    assert project.run("run", "1").code == 1
    assert [record.verdict for record in records(project)] == ["fail", "error"]


@needs_git
def test_git_leaves_the_history_alone(project: Project) -> None:
    subprocess.run(["git", "init", "-q"], cwd=project.root, check=True)
    project.run("run", "1", "--sample")
    command = ["git", "status", "--porcelain", "--untracked-files=all", ".aoc"]
    assert (project.root / ".aoc" / "history.jsonl").exists()
    assert subprocess.check_output(command, cwd=project.root) == b""


@pytest.mark.parametrize("obstacle", ["a file for a folder", "a folder for a file", "no disk"])
def test_a_project_that_cannot_be_written_to_runs_all_the_same(
    project: Project, obstacle: str
) -> None:
    kept = project.root / ".aoc"
    if obstacle == "a file for a folder":
        kept.write_text("")
    elif obstacle == "no disk" and os.name == "nt":
        pytest.skip("Windows has no /dev/full")
    else:
        kept.mkdir()
        if obstacle == "a folder for a file":
            (kept / "history.jsonl").mkdir()
        else:
            (kept / "history.jsonl").symlink_to("/dev/full")
    done = project.run("run", "1", "--sample")
    assert (done.code, done.err) == (0, "")


def test_broken_lines_are_skipped(tmp_path: Path) -> None:
    append_results(str(tmp_path), [SUM], ["github.alice.1"])
    path = Path(history_path(str(tmp_path)))
    whole = path.read_bytes()
    broken = [b"\xff\xfe", b"[]", b"{}", b"null", b'{"year": "2021"}', whole[:40], b"[" * 100_000]
    path.write_bytes(b"\n".join([*broken, whole]))
    assert [record.day for record in read_records(str(tmp_path))] == [1]


def test_lines_end_alike_on_every_system(tmp_path: Path) -> None:
    for day in (1, 2):
        append_results(str(tmp_path), [SUM._replace(day=day)], ["github.alice.1"])
    data = Path(history_path(str(tmp_path))).read_bytes()
    assert data.endswith(b"}\n")
    assert (data.count(b"\n"), data.count(b"\r")) == (2, 0)


def test_a_torn_line_does_not_spoil_the_next(tmp_path: Path) -> None:
    append_results(str(tmp_path), [SUM], ["github.alice.1"])
    path = Path(history_path(str(tmp_path)))
    path.write_bytes(path.read_bytes()[:-30])
    append_results(str(tmp_path), [SUM._replace(day=2)], ["github.alice.1"])
    assert [record.day for record in read_records(str(tmp_path))] == [2]


def test_a_name_that_is_no_unicode_is_kept_somehow(tmp_path: Path) -> None:
    odd = SUM._replace(input="file \udcff")
    append_results(str(tmp_path), [odd], ["file \udcff"])
    [record] = read_records(str(tmp_path))
    assert record.input is not None
    assert record.input.startswith("file ")


def test_programs_that_write_at_once_tear_no_line(tmp_path: Path) -> None:
    writers, rounds, lines = 4, 25, 50
    children = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), *map(str, (day, rounds, lines))]
        )
        for day in range(1, writers + 1)
    ]
    assert [child.wait() for child in children] == [0] * writers
    text = Path(history_path(str(tmp_path))).read_text("utf-8")
    days = [record.day for record in read_records(str(tmp_path))]
    assert sorted(days) == sorted([*range(1, writers + 1)] * rounds * lines)
    # A writer that sees another at work may take its line for a torn one, and leave one blank.
    assert len(days) == len([line for line in text.split("\n") if line])


def test_the_last_time_on_the_own_input_counts() -> None:
    def run(time: float, **changes: Any) -> Record:
        record = Record(2021, 1, "days", None, "alice", 1, "pass", time, 0.1, "")
        return record._replace(**changes)

    records = [
        run(1, input="sample 0"),
        run(2),
        run(3, verdict="unknown"),
        run(4, input="sample 0"),
        run(5, variant="slow"),
        run(6, solver="other"),
        run(7, verdict="fail"),
        run(8, verdict="error", seconds=None),
    ]
    key = (Puzzle(2021, 1), 1)
    assert latest_records(records, "days", "alice")[key].seconds == 3
    assert latest_records(records, "days", "bob")[key].seconds == 4
    assert latest_records(records, "days")[key].seconds == 4
    assert latest_records(records[5:6], "days") == {}
