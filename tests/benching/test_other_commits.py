"""`aoc bench --against REV` in a real repository with two commits."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.marks import needs_git, needs_signals
from tests.program import Project, Signal
from tests.repository import Repository

pytestmark = [pytest.mark.slow, needs_git, pytest.mark.usefixtures("repository")]

DAY = """\
import time

KEPT = []

def parse(text):
    KEPT.append(1)
    return text

def part1(text):
    KEPT.append(1)
    time.sleep({pause})
    return text.count("x")
"""
TESTS = "def sample(rng):\n    return '{text}\\n'\n"
IGNORED = ".aoc/\n__pycache__/\n"


@pytest.fixture
def repository(project: Project) -> Repository:
    """The repository of a project with one day and one commit, which has another sample."""
    repository = Repository(project.root)
    (project.root / ".gitignore").write_text(IGNORED, encoding="utf-8")
    project.day(1, DAY.format(pause=0.001), TESTS.format(text="xx"))
    repository.commit("fast")
    return repository


@pytest.fixture
def temporary(project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.setenv(name, str(folder))
    return folder


def test_a_slower_day_is_found_on_the_same_text_and_the_folder_is_removed(
    project: Project, repository: Repository, temporary: Path
) -> None:
    project.day(1, DAY.format(pause=0.02), TESTS.format(text="xxx"))
    args = ("bench", "1", "--sample", "--against", "HEAD", "--fail-on", "slower", "--json")
    done = project.run(*args)
    assert (done.code, done.err) == (1, "")
    head = repository.git("rev-parse", "HEAD").strip()
    verdicts = {row["what"]: row for row in done.results if "ratio" in row}
    assert verdicts["part 1"]["verdict"] == "slower"
    assert verdicts["part 1"]["against"]["commit"] == head
    times = [row for row in done.results if "minima" in row]
    assert {row["commit"] for row in times} == {None, head}
    assert len({row["digest"] for row in times}) == 1
    assert len(repository.worktrees()) == 1
    assert not os.listdir(temporary)


def test_each_commit_has_its_own_time_in_the_history(project: Project) -> None:
    project.day(1, DAY.format(pause=0.02), TESTS.format(text="xx"))
    assert project.run("bench", "1", "--sample", "--quick", "--against", "HEAD").code == 0
    rows = project.run("history", "1", "--json").results
    assert {(row["commit"] is not None, row["changed"]) for row in rows} == {(True, 0), (True, 1)}


@needs_signals
def test_the_folder_is_removed_after_ctrl_c(
    project: Project, repository: Repository, temporary: Path, tmp_path: Path
) -> None:
    waits = DAY.format(pause=60).replace(
        "time.sleep", f"open({str(tmp_path / 'here')!r}, 'w');time.sleep"
    )
    ready = Signal(tmp_path / "here")
    project.day(1, waits, TESTS.format(text="x"))
    process = project.start("bench", "1", "--sample", "--against", "HEAD")
    ready.wait()
    assert len(repository.worktrees()) == 2
    assert os.listdir(temporary)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err.splitlines()[-1]) == (130, b"aoc: interrupted")
    assert len(repository.worktrees()) == 1
    assert not os.listdir(temporary)
