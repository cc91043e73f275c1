"""`aoc bench --against REV` in a real repository."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from tests.support.aoc import Aoc
from tests.support.marks import needs_git, needs_signals
from tests.support.program import Project, Signal
from tests.support.repository import Repository

pytestmark = needs_git

DAY = """\
import time

KEPT = []

def parse(text):
    KEPT.append(1)
    time.sleep(0.005)
    return text

def part1(text):
    KEPT.append(1)
    time.sleep({pause})
    return text.count("x")
"""
TESTS = "def sample(rng):\n    return '{text}\\n'\n"


@pytest.fixture
def repository(project: Project) -> Repository:
    """The repository of a project with one day and one commit, which has another sample."""
    repository = Repository(project.root)
    (project.root / ".gitignore").write_text(".aoc/\n__pycache__/\ntemporary/\n", encoding="utf-8")
    project.day(1, DAY.format(pause=0.005), TESTS.format(text="xx"))
    repository.commit("fast")
    return repository


@pytest.fixture
def temporary(project: Project, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files."""
    folder = project.root / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    project.variables |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder))
    return folder


@pytest.mark.slow
@pytest.mark.windows
def test_a_slower_day_is_found_on_the_same_text_and_the_folder_is_removed(
    aoc: Aoc, project: Project, repository: Repository, temporary: Path
) -> None:
    project.day(1, DAY.format(pause=0.05), TESTS.format(text="xxx"))
    args = ("--sample", "--against", "HEAD", "--fail-slower")
    done = aoc("bench", "1", *args)
    assert "  part 1 of HEAD " in done.out
    assert re.search(r"now \d+(\.\d+)? times slower \(", done.out)
    assert done.code == 1
    assert len(repository.worktrees()) == 1
    assert not os.listdir(temporary)


@pytest.mark.slow
def test_what_fails_at_a_commit_or_is_not_there_is_said_with_its_name(
    aoc: Aoc, project: Project, repository: Repository
) -> None:
    # A branch may have the name of the project's own solver.
    repository.git("branch", "days")
    project.day(1, DAY.format(pause=0).replace("return text.", "return 7 + text."))
    repository.commit("wrong")
    repository.git("rm", "-q", "days/year2021/day01.py")
    repository.commit("nothing")
    project.day(1, DAY.format(pause=0.005), TESTS.format(text="xx"))
    done = aoc(
        "bench", "1", "--sample", "--against", "days", "--against", "HEAD~1", "--against", "HEAD"
    )
    assert done.code == 1
    title, wrong, *_ = done.out.splitlines()
    assert title == "2021/01 by HEAD~1"
    assert wrong.endswith("9, expected 2")
    assert "aoc: 2021/01 is not in HEAD: not compared\n" in done.err
    names = re.findall(r"^  (parse|part \d)( of \S+)? ", done.out, re.MULTILINE)
    assert ["".join(name) for name in names] == [
        "parse",
        "parse of days",
        "parse of HEAD~1",
        "part 1",
        "part 1 of days",
    ]


@pytest.mark.slow
def test_in_a_hook_of_git_what_is_staged_stays(
    aoc: Aoc, project: Project, repository: Repository
) -> None:
    project.day(2, DAY)
    repository.git("add", "-A")
    staged = repository.git("diff", "--cached", "--name-only")
    index = project.root / ".git" / "index"
    env = {"GIT_DIR": ".git", "GIT_INDEX_FILE": str(index), "GIT_PREFIX": ""}
    done = aoc("bench", "1", "--sample", "--against", "HEAD", env=env)
    assert done.code == 0
    assert repository.git("diff", "--cached", "--name-only") == staged != ""
    assert len(repository.worktrees()) == 1


def test_what_is_no_commit_is_refused(aoc: Aoc, repository: Repository) -> None:
    for unknown in ("no-such", "--all", "", "HEAD:.gitignore"):
        done = aoc("bench", "1", f"--against={unknown}")
        assert (done.code, done.out) == (2, "")
        assert f"--against {unknown} is no commit that git knows" in done.err


@needs_signals
def test_the_folder_is_removed_after_ctrl_c(
    aoc: Aoc, project: Project, repository: Repository, temporary: Path
) -> None:
    ready = Signal(temporary / "here")
    waits = f"open({str(temporary / 'here')!r}, 'w');time.sleep"
    project.day(1, DAY.format(pause=60).replace("time.sleep", waits), TESTS.format(text="x"))
    process = aoc.start("bench", "1", "--sample", "--against", "HEAD")
    ready.wait()
    assert len(repository.worktrees()) == 2
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err.splitlines()[-1]) == (130, b"aoc: interrupted")
    assert len(repository.worktrees()) == 1
    assert os.listdir(temporary) == ["here"]
