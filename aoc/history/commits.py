"""Which commit the files of a project are at, asked of git while something else is done."""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from subprocess import Popen

__all__ = ["Commit", "CommitQuestion"]

PATIENCE = 0.1
"""Seconds to wait for git at the end of a run; it may have to read a large project."""
STATUS = (
    *("--no-optional-locks", "status", "--porcelain=v2", "--branch", "--no-renames"),
    *("--", ".", ":(exclude,glob)**/__pycache__/**"),
)
"""Shows the commit and what differs from it; takes no lock that another git would wait for."""
HEAD = ("rev-parse", "--verify", "--quiet", "HEAD")
"""Shows the commit alone, at once."""
OID = "# branch.oid "


class Commit(NamedTuple):
    """The commit that a project is at, in full, and whether its files differ from it.

    `changed` is `None` where git takes too long to find that out.
    """

    commit: str
    changed: bool | None


class CommitQuestion:
    """git, which has been asked for the commit of the project at `root`; see `answer`.

    git is not started where no folder above has a repository.
    """

    def __init__(self, root: str) -> None:
        self.root = root
        self.git: Popen[str] | None = None
        if is_in_repository(root):
            import subprocess

            from aoc.git import git_environment

            # Messages of git are for nobody: what is not known is left out.
            nothing = subprocess.DEVNULL
            with suppress(OSError):
                self.git = subprocess.Popen(
                    ("git", *STATUS),
                    cwd=root,
                    env=git_environment(),
                    stdin=nothing,
                    stdout=subprocess.PIPE,
                    stderr=nothing,
                    encoding="utf-8",
                    errors="replace",
                )

    def answer(self, patience: float = PATIENCE) -> Commit | None:
        """Return the commit; `None` if there is none yet, or git cannot say it.

        `patience` is how many seconds git may still take to find out what has changed.
        """
        if self.git is None:
            return None
        import subprocess

        try:
            output, _ = self.git.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            self.git.kill()
            self.git.communicate()
            return head_of(self.root)
        # A Ctrl-C in a terminal ends git too.
        return head_of(self.root) if self.git.returncode else read_status(output)


def is_in_repository(folder: str) -> bool:
    """Return whether a folder, or one above it, is that of a git repository or worktree."""
    while not os.path.lexists(os.path.join(folder, ".git")):
        folder, before = os.path.dirname(folder), folder
        if folder == before:
            return False
    return True


def head_of(root: str) -> Commit | None:
    """Ask git for the commit alone."""
    from aoc.git import git_output

    oid = git_output(root, *HEAD, seconds=PATIENCE)
    return Commit(oid, None) if oid else None


def read_status(output: str) -> Commit | None:
    """Read what git's status says. The commit is `None` in a repository that has none."""
    lines = output.splitlines()
    oid = next((line.removeprefix(OID) for line in lines if line.startswith(OID)), "(initial)")
    if not oid.isalnum():
        return None
    return Commit(oid, any(not line.startswith("#") for line in lines))


def subjects_of(root: str, commits: Collection[str]) -> dict[str, str]:
    """Return the first lines of the messages of commits, as far as git knows them."""
    if not commits or not is_in_repository(root):
        return {}
    from aoc.git import git_output

    # One commit that is not there any more would keep git from showing the others.
    log = git_output(root, "log", "--no-walk", "--ignore-missing", "--format=%H %s", *commits)
    return dict(line.partition(" ")[::2] for line in (log or "").splitlines())
