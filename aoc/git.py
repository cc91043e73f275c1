"""git: its commands, run so that no program of a repository runs."""

from __future__ import annotations

import io
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterable

NOT_FOR_GIT = {
    *("GIT_COMMON_DIR", "GIT_DIR", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_WORK_TREE"),
    "AOC_SESSION",
}
"""The variables that git sets for a hook, which lead to the repository of the hook; and a token."""


SAFE_SETTINGS = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "log.showSignature": "false",  # `gpg.program`
    # A folder in a clone may be a bare repository, with settings that were cloned with it.
    "safe.bareRepository": "explicit",
}
"""The settings by which git runs no program that the repository of the folder names."""


GIT = (
    "git",
    *(word for setting in SAFE_SETTINGS.items() for word in ("-c", "=".join(setting))),
)
"""How every call of git begins."""


def git_environment() -> dict[str, str]:
    """Return the environment for git: this repository, no network, and no session token.

    Without a network, no program runs that a repository names for its remotes; git would ask these
    for objects that a partial clone lacks.
    """
    kept = {
        name: value for name, value in os.environ.items() if name not in NOT_FOR_GIT
    }
    return kept | {"GIT_ALLOW_PROTOCOL": "none"}


def run_git(folder: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run git in a folder, and return its exit code and output.

    Raises `OSError` where there is no git, or no folder.
    """
    import subprocess

    return subprocess.run(
        (*GIT, *arguments),
        cwd=folder,
        env=git_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )


def read_objects(folder: str, names: Iterable[str]) -> list[bytes | None]:
    """Return the objects that git has by these names, in their order, such as contents of files.

    `None` stands for one that it lacks. Raises `OSError` where there is no git, or no folder.
    """
    import subprocess

    listed = [*names]
    done = subprocess.run(
        (*GIT, "cat-file", "--batch"),
        cwd=folder,
        env=git_environment(),
        input="".join(f"{name}\n" for name in listed).encode("utf-8", "replace"),
        capture_output=True,
        check=False,
    )
    output = io.BytesIO(done.stdout)
    found: list[bytes | None] = []
    for _ in listed:
        # A line is `ID blob SIZE`, followed by the content; or `NAME missing` or `ID submodule`.
        *_, last = output.readline().split() or [b"missing"]
        found.append(output.read(int(last) + 1)[:-1] if last.isdigit() else None)
    return found


def git_output(folder: str, *arguments: str) -> str | None:
    """Return the output of git, without the line's end; `None` if it fails, or there is no git."""
    try:
        done = run_git(folder, *arguments)
    except OSError:
        return None
    return None if done.returncode else done.stdout.strip()
