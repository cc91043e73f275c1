"""Another commit of a project in a folder of its own, as long as it is needed (`git worktree`)."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from aoc.errors import AocError
from aoc.files import git_output, run_git

__all__ = ["find_commit", "worktree"]


def find_commit(root: str, name: str) -> str | None:
    """Return the full id of the commit that a name means to git in the folder `root`, if any."""
    names = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    return git_output(root, *names)


@contextmanager
def worktree(root: str, commit: str) -> Iterator[str]:
    """Check a commit out into a temporary folder for a block, and yield the project's folder there.

    `root` is the folder of the project. Raises `AocError` where git cannot do that.
    """
    inside = git_output(root, "rev-parse", "--show-prefix") or ""
    folder = os.path.realpath(tempfile.mkdtemp(prefix="aoc-bench-"))
    try:
        # A hook of the repository could do anything, such as installing what the commit needs.
        no_hooks = ("-c", f"core.hooksPath={os.devnull}")
        done = run_git(root, *no_hooks, "worktree", "add", "--quiet", "--detach", folder, commit)
        if done.returncode:
            why = done.stderr.strip().splitlines()[-1:] or ["no reason"]
            raise AocError(f"git cannot check {commit[:8]} out into {folder}: {why[0]}")
        yield os.path.normpath(os.path.join(folder, inside))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        # git locks a worktree until all of it is there.
        run_git(root, "worktree", "unlock", folder)
        run_git(root, "worktree", "prune")
