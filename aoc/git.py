"""git: its commands, run so that no program of a repository runs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

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
