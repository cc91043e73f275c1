"""A git repository made up for a test."""

from __future__ import annotations

import subprocess
from pathlib import Path

AUTHOR = ("-c", "user.name=a", "-c", "user.email=a@example.org")


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder, as somebody, and return what it prints."""
    command = ("git", *AUTHOR, *arguments)
    return subprocess.check_output(command, cwd=folder, encoding="utf-8").strip()


class Repository:
    """A repository in a folder."""

    def __init__(self, root: Path, *options: str) -> None:
        self.root = root
        root.mkdir(exist_ok=True)
        self.git("init", "-q", *options)

    def git(self, *arguments: str) -> str:
        """Run git, and return what it prints."""
        return git(self.root, *arguments)

    def commit(self, message: str) -> str:
        """Commit all files, and return the id of the commit."""
        self.git("add", "-A")
        self.git("commit", "-qm", message)
        return self.git("rev-parse", "HEAD")

    def worktrees(self) -> list[str]:
        """Return a line for each worktree that the repository knows."""
        return self.git("worktree", "list").splitlines()
