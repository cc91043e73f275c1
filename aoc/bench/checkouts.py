"""Checkouts: another commit of the project in a folder of its own, as long as it is measured."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from aoc.errors import AocError
from aoc.git import git_output, run_git


def find_commit(root: str, name: str) -> str | None:
    """Return the full id of the commit that a name means to git in the folder `root`, if any."""
    # A name that begins with a dash is no option of git.
    options = ("--verify", "--quiet", "--end-of-options")
    return git_output(root, "rev-parse", *options, f"{name}^{{commit}}")


@contextmanager
def checkout(root: str, commit: str) -> Iterator[str]:
    """Check a commit out into a temporary folder for a block, and yield the project's folder there.

    `root` is the folder of the project. Raises `AocError` where git cannot do that.
    """
    # The project may be a folder of a larger repository.
    inside = git_output(root, "rev-parse", "--show-prefix") or ""
    folder = os.path.realpath(tempfile.mkdtemp(prefix="aoc-bench-"))
    add_worktree = ("worktree", "add", "--quiet", "--detach", folder, commit)
    try:
        done = run_git(root, *options_without_filters(root), *add_worktree)
        if done.returncode:
            lines = done.stderr.strip().splitlines()
            why = lines[-1] if lines else "no reason"
            raise AocError(f"git cannot check {commit[:8]} out into {folder}: {why}")
        yield os.path.normpath(os.path.join(folder, inside))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        # git locks a worktree until all of it is there; Ctrl-C may have come before.
        run_git(root, "worktree", "unlock", folder)
        run_git(root, "worktree", "prune")


def options_without_filters(root: str) -> list[str]:
    """Return the options with which git runs no filter or hook that the repository itself names.

    A repository from somebody else would run its programs on a checkout. Those in the user's own
    configuration run. Raises `AocError` where the settings cannot be read.
    """
    listed = git_output(root, "config", "--list", "--show-scope", "--name-only", "-z")
    if listed is None:
        raise AocError(
            "git cannot list the settings of the repository: install a newer git"
        )
    # The scope of each setting stands before its name: `local\0core.bare\0`.
    words = listed.split("\0")
    options = []
    for scope, name in zip(words[::2], words[1::2], strict=False):
        is_of_repository = scope in ("local", "worktree")
        if not is_of_repository or not name.startswith(("filter.", "hook.")):
            continue
        if "=" in name:
            # `-c` would take what is before it for the name, and not set this one.
            raise AocError(
                f"the repository has the setting {name}: rename it without the `=`"
            )
        owner = name.rpartition(".")[0]
        options += ["-c", f"{name}=", "-c", f"{owner}.enabled=false"]
    return options
