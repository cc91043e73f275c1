"""What a run adds to the log, and which lines of it count."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.aoc import Aoc
from tests.support.logs import log_run, logged
from tests.support.marks import WINDOWS, needs_git, needs_linux, needs_signals
from tests.support.program import ROOT, Project, Signal
from tests.support.repository import Repository

DAY = """
def parse(text): return int(text)
def part1(number): return number + 1
def part1_slow(number): return number + 1
def part2(number): return None
"""
TESTS = """
from aoc import Example
EXAMPLES = [Example("1", part1=2)]
def sample(rng): return "41"
"""


@pytest.fixture(autouse=True)
def root(project: Project) -> Path:
    """A project with a day."""
    project.day(1, DAY, TESTS)
    return project.root


def verdicts(root: Path) -> list[tuple[int, int, str]]:
    """Return the day, the part and the verdict of each result in the log."""
    return [(one.puzzle.day, one.part, one.verdict) for one in logged(root)]


def test_a_run_is_one_line_with_what_its_days_answered_on_whole_inputs(
    aoc: Aoc, project: Project, root: Path
) -> None:
    project.day(2, DAY, TESTS)
    assert aoc("run", "1-2", "--sample", "--variant", "all").code == 0
    assert aoc("run", "1", "--sample").code == 0
    text = (root / ".aoc" / "runs.jsonl").read_text(encoding="utf-8")
    first, _ = [json.loads(line)["results"] for line in text.splitlines() if line]
    assert [(row["day"], row["part"], row["verdict"]) for row in first] == [
        (1, None, "unknown"),
        (1, 1, "unknown"),
        (1, 2, "skipped"),
        (2, None, "unknown"),
        (2, 1, "unknown"),
        (2, 2, "skipped"),
    ]
    assert {(row["kind"], row["input"]) for row in first} == {("sample", "sample 0")}


def test_wrong_answers_and_errors_are_in_it(aoc: Aoc, project: Project, root: Path) -> None:
    project.remember("6", day=1, a="8")
    for part1 in ("number + 1", "1 // 0"):
        project.day(1, DAY.replace("number + 1", part1))
        assert aoc("run", "1").code == 1
    assert [one for one in verdicts(root) if one[2] in ("fail", "error")] == [
        (1, 1, "fail"),
        (1, 1, "error"),
    ]


def test_a_look_into_a_day_is_not_in_it(aoc: Aoc, project: Project, root: Path) -> None:
    project.day(1, "def part1(text, *, x=1): return x\n", TESTS)
    assert aoc("run", "1", "--example").code == 1
    assert aoc("run", "1", "--sample", "--param", "x=2").code == 0
    assert not (root / ".aoc").exists()


STOPS = """
def parse(text): return int(text)
def part1(number): return number
def part2(number):
    # Meanwhile the program reads the answer of part 1, which an interrupt could keep it from.
    sum(range(10_000_000))
    open({!r}, "w").close()
    while True:
        pass
"""


@needs_signals
def test_a_run_that_is_interrupted_has_its_results_in_it(
    aoc: Aoc, project: Project, root: Path
) -> None:
    project.day(1, STOPS.format(str(root / "ready")), TESTS)
    ready = Signal(root / "ready")
    running = aoc.start("run", "1", "--sample", "--timeout", "0")
    ready.wait()
    running.send_signal(2)
    running.communicate(timeout=60)
    assert verdicts(root) == [(1, 0, "unknown"), (1, 1, "unknown")]


@pytest.mark.skipif(WINDOWS, reason="on Windows each worker is started as a process")
def test_a_run_waits_for_no_database_and_no_process(aoc: Aoc) -> None:
    done = aoc.process("run", "1", "--sample", env={"PYTHONPROFILEIMPORTTIME": "1"})
    imported = {line.rpartition("|")[2].strip() for line in done.err.splitlines()}
    assert "aoc.log" in imported
    assert not imported & {"sqlite3", "subprocess", "hashlib", "dataclasses"}


@needs_git
def test_git_leaves_the_log_alone_unless_the_user_wants_it(aoc: Aoc, root: Path) -> None:
    repository = Repository(root)
    status = ("status", "--porcelain", "--untracked-files=all", ".aoc")
    aoc("run", "1", "--sample")
    assert repository.git(*status) == ""
    (root / ".aoc" / ".gitignore").write_text("", encoding="utf-8")
    aoc("run", "1", "--sample")
    assert "runs.jsonl" in repository.git(*status)


@needs_linux
def test_a_run_without_a_log_says_so_and_does_not_fail(aoc: Aoc, root: Path) -> None:
    file = root / ".aoc" / "runs.jsonl"
    file.parent.mkdir()
    file.symlink_to("/dev/full")
    done = aoc("run", "1", "--sample")
    assert (done.code, done.err.count("\n")) == (0, 1)
    assert done.err.startswith(f"aoc: this run is not in the log: {file} cannot be written (")
    assert aoc("run", "1", "--sample", "--quiet").err == ""


STRANGE = (
    # Torn.
    b'{"results": [{"year": 2021, "day": 1, "part"',
    # No JSON.
    b"<<<<<<< HEAD",
    b'{"results": "\xff"}',
    b"\0" * 4096,
    # Of another log.
    b'{"level": "info", "msg": "started", "time": 1}',
    b'{"results": 5}',
    b"[1]",
    # Too deep.
    b"[" * 100_000,
    # With a verdict that nobody knows.
    b'{"results": [{"year": 2021, "day": 1, "part": 1, "kind": '
    b'"sample", "input": "sample 0", "verdict": "splendid", "seconds": 1, '
    b'"first_call": false}]}',
)


def test_lines_that_are_none_of_ours_are_left_out(aoc: Aoc, root: Path) -> None:
    log_run(root, (1, 1, 0.125))
    path = root / ".aoc" / "runs.jsonl"
    whole = path.read_bytes()
    # The next run is whole, also after a line without its end.
    path.write_bytes(b"\n".join([b"", *STRANGE, whole + STRANGE[0]]))
    assert verdicts(root) == [(1, 0, "unknown"), (1, 1, "pass")]
    assert "1 day in 125 ms" in aoc("status", "2021").out
    assert aoc("run", "1", "--sample").code == 0
    assert len(logged(root)) == 2 + 3


@pytest.mark.windows
def test_a_log_that_cannot_be_read_is_one_sentence(aoc: Aoc, root: Path) -> None:
    (root / ".aoc" / "runs.jsonl").mkdir(parents=True)
    why = os.strerror(errno.EACCES if WINDOWS else errno.EISDIR)
    done = aoc("status", "2021")
    assert (done.code, done.out, done.err.count("runs.jsonl")) == (1, "", 1)
    assert f"runs.jsonl cannot be read ({why}): fix this" in done.err


WRITER = """
import sys
from pathlib import Path
from tests.support.logs import log_run
sys.stdin.readline()
for _ in range(12):
    log_run(Path(sys.argv[1]), *[(int(sys.argv[2]), 1, 0.5)] * 20, parse=None)
"""


@pytest.mark.slow
@pytest.mark.skipif(WINDOWS, reason="there, to find the end and to write are two steps")
def test_four_programs_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    children = []
    for day in range(1, 5):
        command = [sys.executable, "-c", WRITER, str(tmp_path), str(day)]
        child = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, cwd=ROOT)
        children.append(child)
    for child in children:
        child.communicate("\n", timeout=60)
    days = [one.puzzle.day for one in logged(tmp_path)]
    assert sorted(days) == sorted([1, 2, 3, 4] * 12 * 20)
