"""What a run adds to the history."""

from __future__ import annotations

import os
import re
import signal
from hashlib import sha256
from pathlib import Path

import pytest

from tests.support.accounts import remember_accounts
from tests.support.aoc import Aoc
from tests.support.kept import query, records
from tests.support.marks import WINDOWS, needs_git, needs_signals
from tests.support.program import Project, Signal
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


def test_a_run_adds_what_it_solved_on_a_whole_input(aoc: Aoc, root: Path) -> None:
    assert aoc("run", "1", "--sample", env={"AOC_NOW": "0"}).code == 0
    parse, record = records(root)
    assert parse[7:14] == (2021, 1, None, "days", None, "sample 0", "sample")
    assert record[7:14] == (2021, 1, 1, "days", None, "sample 0", "sample")
    assert record.verdict == "unknown"
    assert re.fullmatch(r"1970-01-01T00:00:\d\dZ", record.at)
    assert parse.time.seconds > 0
    assert record.time.seconds > 0
    [(python, machine)] = query(root, "SELECT DISTINCT python, machine FROM results")
    assert re.fullmatch(r"3\.\d+\.\d+", python)
    assert machine.endswith(f", Python {python.rpartition('.')[0]}")


def test_the_same_text_has_the_same_digest_however_it_came(
    aoc: Aoc, project: Project, root: Path
) -> None:
    (root / "input.txt").write_bytes(b"41\r\n")
    aoc("run", "1", "--seed=7")
    aoc("run", "1", "--input", "input.txt")
    aoc("run", "1", "--input", "-", stdin="41")
    project.remember("41\n", day=1, a="42")
    done = aoc("run", "1", "--json")
    assert done.code == 0
    rows = query(root, "SELECT kind, digest FROM results WHERE part")
    assert [kind for kind, _ in rows] == ["sample", "file", "stdin", "personal"]
    assert {digest for _, digest in rows} == {sha256(b"41").hexdigest()}
    [own] = [
        line
        for line in done.results
        if line["input"] == "github.alice.1" and line["answer"]
    ]
    assert own["digest"] == rows[0][1]


def test_each_run_has_a_line_for_its_examples_and_one_for_its_input(
    aoc: Aoc, project: Project, root: Path
) -> None:
    project.remember("6", day=1, a="7")
    assert aoc("run", "1", "--seed=5").code == 0
    assert aoc("run", "1", "--variant", "all").code == 0
    rows = query(root, "SELECT input, variant, verdict, run FROM results WHERE part")
    assert [row[:3] for row in rows] == [
        ("sample 5", None, "unknown"),
        ("github.alice.1", None, "pass"),
        ("github.alice.1", "slow", "pass"),
    ]
    assert rows[0][3] != rows[1][3] == rows[2][3]
    lines = (root / ".aoc" / "runs.jsonl").read_text("utf-8").splitlines()
    assert sum(map(bool, lines)) == 1 + 2


@needs_git
def test_what_was_changed_is_known_of_each_day_that_ran(
    aoc: Aoc, project: Project, root: Path
) -> None:
    project.day(2, DAY, TESTS)
    repository = Repository(root)
    repository.git("add", ".")
    repository.git("commit", "-qm", "Begin")
    project.day(2, DAY.replace("+ 1", "+ 2"))
    assert aoc("run", "1", "2", "--sample").code == 0
    project.remember("6", day=1)
    project.day(1, DAY, TESTS.replace("41", "42"))
    assert aoc("run", "1").code == 0
    assert aoc("run", "1", "--sample").code == 0
    rows = query(root, "SELECT day, kind, changed FROM results WHERE part")
    assert rows == [
        (1, "sample", False),
        (2, "sample", True),
        (1, "personal", False),
        (1, "sample", True),
    ]


def test_wrong_answers_and_errors_are_history_and_what_says_nothing_is_none(
    aoc: Aoc, project: Project, root: Path
) -> None:
    assert aoc("run", "1", "--example").code == 0
    project.day(1, DAY.replace("return number + 1", "return None"), TESTS)
    assert aoc("run", "1", "--sample").code == 0
    assert records(root) == []
    project.remember("6", day=1, a="8")
    for part1 in ("number + 1", "1 // 0"):
        project.day(1, DAY.replace("number + 1", part1))
        assert aoc("run", "1").code == 1
    assert query(root, "SELECT verdict FROM results WHERE part") == [
        ("fail",),
        ("error",),
    ]


STOPS = """
import time
def parse(text): return int(text)
def part1(number):
    time.sleep({} * (number == 1))
    return number
def part2(number):
    while number == 5:
        open({!r}, "w").close()
        time.sleep(1000)
    return number
"""


@pytest.mark.slow
@needs_signals
# A killed run may lose what came in its first two seconds.
@pytest.mark.parametrize(("name", "seconds"), [("SIGINT", 0), ("SIGKILL", 2.1)])
def test_a_run_that_is_cut_off_has_its_results_in_the_history(
    aoc: Aoc, project: Project, root: Path, name: str, seconds: float
) -> None:
    remember_accounts(project, {f"github.user.{n}": f"{n}\n" for n in range(1, 9)}, 1)
    project.day(1, STOPS.format(seconds, str(root / "ready")))
    ready = Signal(root / "ready")
    running = aoc.start("run", "1", "--user", "all", "-j", "1", "--timeout", "0")
    ready.wait()
    running.send_signal(getattr(signal, name))
    running.communicate(timeout=60)
    [(runs, results)] = query(
        root, "SELECT count(DISTINCT run), count(part) FROM results"
    )
    assert runs == 1
    assert results in (8, 9)


@pytest.mark.skipif(WINDOWS, reason="on Windows each worker is started as a process")
def test_a_run_waits_for_no_database_and_no_process(aoc: Aoc) -> None:
    done = aoc.process("run", "1", "--sample", env={"PYTHONPROFILEIMPORTTIME": "1"})
    imported = {line.rpartition("|")[2].strip() for line in done.err.splitlines()}
    assert "aoc.history.log" in imported
    assert not imported & {"sqlite3", "subprocess", "dataclasses"}


@needs_git
def test_git_leaves_the_history_alone_unless_the_user_wants_it(
    aoc: Aoc, root: Path
) -> None:
    repository = Repository(root)
    status = ("status", "--porcelain", "--untracked-files=all", ".aoc")
    aoc("run", "1", "--sample")
    assert repository.git(*status) == ""
    (root / ".aoc" / ".gitignore").write_text("", encoding="utf-8")
    aoc("run", "1", "--sample")
    assert "runs.jsonl" in repository.git(*status)


@pytest.mark.windows
@pytest.mark.parametrize("obstacle", ["a folder", *(["a device"] * (os.name != "nt"))])
def test_a_run_without_a_history_says_so_and_does_not_fail(
    aoc: Aoc, root: Path, obstacle: str
) -> None:
    file = root / ".aoc" / "runs.jsonl"
    if obstacle == "a folder":
        file.mkdir(parents=True)
    else:
        file.parent.mkdir()
        file.symlink_to("/dev/full")
    done = aoc("run", "1", "--sample")
    assert (done.code, done.err.count("\n")) == (0, 1)
    assert done.err.startswith(
        f"aoc: this run is not in the history: {file} cannot be written ("
    )
    assert aoc("run", "1", "--sample", "--quiet").err == ""
