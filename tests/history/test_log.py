"""What a run adds to the log."""

from __future__ import annotations

import json
import os
import re
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from aoc.history.past_runs import read_records
from aoc.model import Verdict
from tests.accounts import remember_accounts
from tests.history.kept import RESULT, keep, query
from tests.marks import WINDOWS, needs_git
from tests.program import Project

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


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = Project(tmp_path)
    project.day(1, DAY, TESTS)
    return project


def test_a_run_adds_what_it_solved_on_a_whole_input(project: Project) -> None:
    assert project.run("run", "1", "--sample", env={"AOC_NOW": "0"}).code == 0
    parse, record = read_records(str(project.root))
    assert parse[7:14] == (2021, 1, None, "days", None, "sample 0", "sample")
    assert record[7:14] == (2021, 1, 1, "days", None, "sample 0", "sample")
    assert record.verdict == "unknown"
    assert re.fullmatch(r"1970-01-01T00:00:\d\dZ", record.at)
    assert 0 < parse.seconds < 1
    assert 0 < record.seconds < 1


def test_the_text_is_there_as_a_digest_only(project: Project) -> None:
    project.remember("6\n", day=1, a="7")
    done = project.run("run", "1", "--json")
    assert done.code == 0
    [(digest, kind)] = query(project.root, "SELECT digest, kind FROM results WHERE part")
    assert digest == sha256(b"6").hexdigest()
    assert kind == "personal"
    [own] = [line for line in done.results if line["input"] == "github.alice.1" and line["answer"]]
    assert own["digest"] == digest


def test_the_same_text_has_the_same_digest_however_it_came(project: Project) -> None:
    (project.root / "input.txt").write_bytes(b"41\r\n")
    project.run("run", "1", "--sample")
    project.run("run", "1", "--seed=7")
    project.run("run", "1", "--input", "input.txt")
    project.run("run", "1", "--input", "-", stdin=b"41")
    rows = query(project.root, "SELECT kind, digest FROM results WHERE part")
    assert [kind for kind, _ in rows] == ["sample", "sample", "file", "stdin"]
    assert {digest for _, digest in rows} == {sha256(b"41").hexdigest()}


def test_the_python_and_the_machine_are_known(project: Project) -> None:
    project.run("run", "1", "--sample")
    [(python, machine)] = query(project.root, "SELECT DISTINCT python, machine FROM results")
    assert re.fullmatch(r"3\.\d+\.\d+", python)
    assert machine.endswith(f", Python {python.rpartition('.')[0]}")


def test_each_run_is_one_run(project: Project) -> None:
    project.remember("6", day=1, a="7")
    assert project.run("run", "1", "--seed=5").code == 0
    assert project.run("run", "1", "--variant", "all").code == 0
    rows = query(project.root, "SELECT input, variant, verdict, run FROM results WHERE part")
    assert [row[:3] for row in rows] == [
        ("sample 5", None, "unknown"),
        ("github.alice.1", None, "pass"),
        ("github.alice.1", "slow", "pass"),
    ]
    assert rows[0][3] != rows[1][3] == rows[2][3]


def test_examples_are_no_history(project: Project) -> None:
    assert project.run("run", "1", "--example").code == 0
    assert not (project.root / ".aoc").exists()


def test_a_wrong_answer_and_an_error_are_history(project: Project) -> None:
    project.remember("6", day=1, a="8")
    assert project.run("run", "1").code == 1
    project.day(1, DAY.replace("number + 1", "1 // 0"))
    assert project.run("run", "1").code == 1
    rows = query(project.root, "SELECT verdict FROM results WHERE part")
    assert rows == [("fail",), ("error",)]


def test_what_says_nothing_about_a_part_is_left_out(project: Project) -> None:
    project.day(1, DAY.replace("return number + 1", "return None"), TESTS)
    assert project.run("run", "1", "--sample").code == 0
    project.day(1, DAY.replace("int(text)", "1 // 0"), TESTS)
    assert project.run("run", "1", "--sample").code == 1
    assert not (project.root / ".aoc").exists()


def test_a_result_without_times_is_kept(tmp_path: Path) -> None:
    keep(tmp_path, RESULT._replace(verdict=Verdict.ERROR, seconds=None, answer=None))
    [row] = query(tmp_path, "SELECT verdict, seconds, memory FROM results WHERE part")
    assert row == ("error", None, 1000)


def test_a_name_that_is_no_unicode_is_kept_somehow(tmp_path: Path) -> None:
    keep(tmp_path, RESULT._replace(input="file \udcff", input_kind="file"))
    assert query(tmp_path, "SELECT input, kind FROM results WHERE part") == [("file ?", "file")]


def test_a_run_is_one_line_in_one_write(project: Project) -> None:
    project.run("run", "1", "--sample")
    project.run("run", "1", "--sample", "--variant", "all")
    text = (project.root / ".aoc" / "runs.jsonl").read_text("utf-8")
    runs = [json.loads(line) for line in text.splitlines() if line]
    assert [len(run["results"]) for run in runs] == [2, 3]


@pytest.mark.skipif(WINDOWS, reason="on Windows each worker is started as a process")
def test_a_run_waits_for_no_database_and_no_process(project: Project) -> None:
    done = project.run("run", "1", "--sample", env={"PYTHONPROFILEIMPORTTIME": "1"})
    imported = {line.rpartition("|")[2].strip() for line in done.err.splitlines()}
    assert "aoc.history.log" in imported
    assert not imported & {"sqlite3", "subprocess", "hashlib", "dataclasses"}


LONG = """
import time
def parse(text): return int(text)
def part1(number):
    if number == 4:
        time.sleep(2)
    return number
def part2(number): return number
"""


@pytest.mark.slow
def test_a_long_run_is_one_run_however_many_lines_it_has(project: Project) -> None:
    project.day(1, LONG)
    remember_accounts(project, {f"github.user{n}.{n}": f"{n}\n" for n in range(1, 9)}, 1)
    project.run("run", "1", "--user", "all", "-j", "1")
    log = (project.root / ".aoc" / "runs.jsonl").read_text("utf-8")
    assert len(log.split("\n\n")) > 5
    rows = query(
        project.root, "SELECT count(DISTINCT run), part, count(*) FROM results GROUP BY part"
    )
    assert rows == [(1, None, 8), (1, 1, 8), (1, 2, 8)]


@needs_git
def test_git_leaves_the_history_alone(project: Project) -> None:
    subprocess.run(["git", "init", "-q"], cwd=project.root, check=True)
    project.run("run", "1", "--sample")
    command = ["git", "status", "--porcelain", "--untracked-files=all", ".aoc"]
    assert (project.root / ".aoc" / "runs.jsonl").exists()
    assert subprocess.check_output(command, cwd=project.root) == b""


def test_a_gitignore_of_the_user_stays(tmp_path: Path) -> None:
    folder = tmp_path / ".aoc"
    folder.mkdir()
    (folder / ".gitignore").write_text("mine\n", encoding="utf-8")
    keep(tmp_path, RESULT)
    assert (folder / ".gitignore").read_text(encoding="utf-8") == "mine\n"


OBSTACLES = ["a file for a folder", "a folder for a file", *(["a device"] * (os.name != "nt"))]


@pytest.mark.parametrize("obstacle", OBSTACLES)
def test_a_run_without_a_history_says_so_and_does_not_fail(project: Project, obstacle: str) -> None:
    folder = project.root / ".aoc"
    file = folder / "runs.jsonl"
    if obstacle == "a file for a folder":
        folder.write_text("", encoding="utf-8")
    elif obstacle == "a folder for a file":
        file.mkdir(parents=True)
    else:
        folder.mkdir()
        file.symlink_to("/dev/full")
    done = project.run("run", "1", "--sample")
    assert done.code == 0
    assert done.err.count("\n") == 1
    assert done.err.startswith(f"aoc: this run is not in the history: {file} cannot be written (")
    assert project.run("run", "1", "--sample", "--quiet").err == ""
