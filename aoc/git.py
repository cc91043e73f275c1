"""git: its commands, run so that no program of a repository runs."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from aoc.errors import AocError

if TYPE_CHECKING:
    import subprocess

NOT_FOR_GIT = {
    "AOC_SESSION",
    "GIT_COMMON_DIR",
    "GIT_DIR",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
    "GIT_WORK_TREE",
}
"""The variables that git sets for a hook, which lead to the repository of the hook; and a token."""


GIT = [
    "git",
    "-c",
    "core.fsmonitor=false",
    "-c",
    f"core.hooksPath={os.devnull}",
    # It would run the program that `gpg.program` names.
    "-c",
    "log.showSignature=false",
    # A folder in a clone may be a bare repository, with settings that were cloned with it.
    "-c",
    "safe.bareRepository=explicit",
]
"""How every call of git begins: git runs no program that the repository of the folder names."""


def git_environment() -> dict[str, str]:
    """Return the environment for git: this repository, no network, and no session token.

    Without a network, no program runs that a repository names for its remotes; git would ask these
    for objects that a partial clone lacks.
    """
    variables = dict(os.environ, GIT_ALLOW_PROTOCOL="none")
    for name in NOT_FOR_GIT:
        variables.pop(name, None)
    return variables


def run_git(folder: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run git in a folder, and return its exit code and output.

    Raises `OSError` where there is no git, or no folder.
    """
    import subprocess

    return subprocess.run(
        [*GIT, *arguments],
        cwd=folder,
        env=git_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def git_output(folder: str, *arguments: str) -> str | None:
    """Return the output of git, without the line's end; `None` if it fails, or there is no git."""
    try:
        done = run_git(folder, *arguments)
    except OSError:
        return None
    if done.returncode != 0:
        return None
    return done.stdout.strip()


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
