"""Which commit a run is said to be of; the repositories are real ones."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from aoc.history import commits
from aoc.history.commits import Commit, CommitQuestion, subjects_of
from tests.marks import needs_git, needs_posix_shell
from tests.repository import git

pytestmark = needs_git


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with one commit, of one file in a folder."""
    git(tmp_path, "init", "-q")
    (tmp_path / "days").mkdir()
    (tmp_path / "days" / "day01.py").write_text("1\n", encoding="utf-8")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "Add day 1\n\nIt was easy.")
    return tmp_path


def asked(folder: Path) -> Commit | None:
    """Return the answer to the question of the commit of a folder."""
    return CommitQuestion(str(folder)).answer(60)


@pytest.fixture(autouse=True)
def without_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for git, however busy the machine is."""
    monkeypatch.setattr(commits, "PATIENCE", 60.0)


def test_the_commit_of_a_clean_tree(repository: Path) -> None:
    assert asked(repository) == (git(repository, "rev-parse", "HEAD"), False)


@pytest.mark.parametrize("change", ["edit", "new file", "staged", "removed"])
def test_a_tree_that_differs_is_changed(repository: Path, change: str) -> None:
    path = repository / "days" / ("helper.py" if change == "new file" else "day01.py")
    if change == "removed":
        path.unlink()
    else:
        path.write_text("2\n", encoding="utf-8")
    if change == "staged":
        git(repository, "add", ".")
    assert asked(repository) == (git(repository, "rev-parse", "HEAD"), True)


def test_what_python_compiles_is_no_change(repository: Path) -> None:
    cache = repository / "days" / "__pycache__"
    cache.mkdir()
    (cache / "day01.cpython-312.pyc").write_bytes(b"")
    assert asked(repository) == (git(repository, "rev-parse", "HEAD"), False)


def test_of_a_project_in_a_larger_repository_its_own_folder_counts(repository: Path) -> None:
    project = repository / "days"
    (repository / "elsewhere.txt").write_text("", encoding="utf-8")
    assert asked(project) == (git(repository, "rev-parse", "HEAD"), False)


def test_a_worktree_is_at_a_commit_of_its_own(repository: Path, tmp_path: Path) -> None:
    (repository / "days" / "day01.py").write_text("2\n", encoding="utf-8")
    git(repository, "commit", "-q", "-a", "-m", "Change it")
    old = git(repository, "rev-parse", "HEAD~")
    git(repository, "worktree", "add", "-q", str(tmp_path / "old"), old)
    assert asked(tmp_path / "old") == (old, False)


def test_in_a_hook_of_git_it_is_that_of_the_project(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = git(repository, "rev-parse", "HEAD")
    monkeypatch.setenv("GIT_DIR", ".git")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/index")
    assert asked(repository / "days") == (head, False)
    assert subjects_of(str(repository / "days"), {head}) == {head: "Add day 1"}


def test_without_a_commit_there_is_none(tmp_path: Path) -> None:
    assert asked(tmp_path) is None
    git(tmp_path, "init", "-q")
    assert asked(tmp_path) is None


def test_a_broken_repository_has_none(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: nowhere\n", encoding="utf-8")
    assert asked(tmp_path) is None


def test_without_git_there_is_none(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(repository))
    assert asked(repository) is None
    assert subjects_of(str(repository), {"0" * 40}) == {}


@needs_posix_shell
def test_where_git_takes_long_the_commit_is_known_all_the_same(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = git(repository, "rev-parse", "HEAD")
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text(
        f"#!{sys.executable}\n"
        "import signal, sys\n"
        "if 'status' in sys.argv: signal.pause()\n"
        f"print('{head}')\n",
        encoding="utf-8",
    )
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", str(slow.parent))
    question = CommitQuestion(str(repository))
    assert question.git is not None
    monkeypatch.setattr(question.git, "communicate", hurried(question.git.communicate))
    assert question.answer() == (head, None)
    assert question.git.poll() is not None


def hurried(communicate: Callable[..., tuple[str, str]]) -> Callable[..., tuple[str, str]]:
    """Return `communicate` of a process, whose time is up at once if there is a limit."""

    def call(timeout: float | None = None) -> tuple[str, str]:
        return communicate(timeout=None if timeout is None else 0)

    return call


def test_the_first_lines_of_messages_are_known(repository: Path) -> None:
    head = git(repository, "rev-parse", "HEAD")
    gone = "0123456789" * 4
    assert subjects_of(str(repository), {head, gone}) == {head: "Add day 1"}
    assert subjects_of(str(repository), set()) == {}
