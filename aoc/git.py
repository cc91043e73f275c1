"""git, asked about the repository of a folder, also from within a hook of another one."""

from __future__ import annotations

import os
import subprocess

__all__ = ["git_environment", "git_output", "run_git"]

LOCAL = {
    *("GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE"),
    *("GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_PREFIX"),
    *("GIT_OBJECT_DIRECTORY", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE"),
}
"""What is about one repository, of `git rev-parse --local-env-vars`; git sets it for hooks."""


def git_environment() -> dict[str, str]:
    """Return the environment for git: without what leads it to another repository."""
    return {name: value for name, value in os.environ.items() if name not in LOCAL}


def run_git(
    folder: str, *arguments: str, seconds: float | None = None
) -> subprocess.CompletedProcess[str]:
    """Run git in a folder, for so many seconds at most, and return its exit code and output.

    Raises `OSError` where there is no git, or no folder, and `subprocess.TimeoutExpired`.
    """
    return subprocess.run(
        ("git", *arguments),
        cwd=folder,
        env=git_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=seconds,
        check=False,
    )


def git_output(folder: str, *arguments: str, seconds: float | None = None) -> str | None:
    """Return what git prints, without the line's end; `None` if it fails, or there is no git."""
    try:
        done = run_git(folder, *arguments, seconds=seconds)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return None if done.returncode else done.stdout.strip()
