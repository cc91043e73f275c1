"""Another commit of a project in a folder of its own, in a real repository."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from aoc.benches import find_commit, worktree
from tests.marks import needs_git, needs_posix_shell
from tests.repository import Repository

pytestmark = needs_git


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository with two commits of a file; the file has changed since."""
    repository = Repository(tmp_path / "repository")
    file = repository.root / "project" / "file"
    file.parent.mkdir()
    for text in ("old", "new"):
        file.write_text(text, encoding="utf-8")
        repository.commit(text)
    file.write_text("newest", encoding="utf-8")
    return repository


def test_a_commit_is_found_by_any_name_that_git_knows(repository: Repository) -> None:
    root = str(repository.root)
    newest = find_commit(root, "HEAD")
    assert newest is not None
    assert newest == find_commit(root, newest[:8]) == find_commit(root, "HEAD~0")
    assert find_commit(root, "HEAD~1") not in (None, newest)
    for unknown in ("no-such", "HEAD~7", "--all", "", "HEAD:project/file"):
        assert find_commit(root, unknown) is None


def test_it_works_in_a_hook_of_git(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    staged = repository.git("diff", "--cached", "--name-only")
    with monkeypatch.context() as patch:
        patch.setenv("GIT_DIR", ".git")
        patch.setenv("GIT_INDEX_FILE", str(repository.root / ".git" / "index"))
        patch.setenv("GIT_PREFIX", "")
        old = find_commit(str(repository.root / "project"), "HEAD~1") or ""
        with worktree(str(repository.root / "project"), old) as folder:
            assert Path(folder, "file").read_text(encoding="utf-8") == "old"
    assert repository.git("diff", "--cached", "--name-only") == staged
    assert len(repository.worktrees()) == 1


@needs_posix_shell
def test_no_hook_of_the_repository_runs(repository: Repository, tmp_path: Path) -> None:
    hook = repository.root / ".git" / "hooks" / "post-checkout"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n", encoding="utf-8")
    hook.chmod(0o755)
    subprocess.run(("git", "checkout", "-q", "HEAD~1"), cwd=repository.root, check=False)
    subprocess.run(("git", "checkout", "-fq", "HEAD~1"), cwd=repository.root, check=True)
    assert (tmp_path / "ran").exists(), "git does not run hooks here"
    (tmp_path / "ran").unlink()
    with worktree(str(repository.root), "HEAD"):
        pass
    assert not (tmp_path / "ran").exists()
