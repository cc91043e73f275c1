"""The folder of a new project: whether it is in a repository or in another project."""

from __future__ import annotations

import os
from collections.abc import Iterator

from aoc.errors import UsageError
from aoc.project import read_settings, years_in


def check_folder(folder: str) -> None:
    """Raise `UsageError` if a folder, which need not exist, cannot be or become a project."""
    if os.path.realpath(folder) == os.path.realpath(os.path.expanduser("~")):
        raise UsageError(f"{folder} is your home folder: name a folder in it, as in `aoc init DIR`")
    # What does not exist will be made in the nearest folder that does.
    existing = next(path for path in (folder, *parents(folder)) if os.path.lexists(path))
    if os.path.islink(existing) and not os.path.exists(existing):
        raise UsageError(f"{existing} is a broken link: name another folder")
    if not os.path.isdir(existing):
        raise UsageError(f"{existing} is a file: name a folder, which may be new")
    if existing != folder:
        return
    try:
        os.listdir(folder)
    except OSError as error:
        raise UsageError(f"{folder} cannot be read: {error.strerror}") from None


def enclosing_project(folder: str) -> str | None:
    """Return the folder of the nearest project that a folder lies in, besides itself.

    A folder called `days` alone does not make its parent a project. Raises `UsageError` if the
    folder lies in the `days` or `tests` of that project.
    """
    for parent in parents(folder):
        if years_in(parent) or has_settings(parent):
            inner = os.path.relpath(folder, parent).split(os.sep)[0]
            if inner in ("days", "tests"):
                raise UsageError(
                    f"{folder} is inside {inner}/ of the project {parent}: name another folder"
                )
            return parent
    return None


def has_settings(folder: str) -> bool:
    """Return whether a folder has a `pyproject.toml` with `[tool.aoc]`."""
    try:
        return read_settings(os.path.join(folder, "pyproject.toml")) is not None
    except UsageError:  # They are wrong, but there are some.
        return True


def enclosing_repository(folder: str) -> str | None:
    """Return the folder of the git repository that a folder lies in, unless it is its own."""
    if os.path.lexists(os.path.join(folder, ".git")):
        return None
    found = (parent for parent in parents(folder) if os.path.lexists(os.path.join(parent, ".git")))
    return next(found, None)


def parents(folder: str) -> Iterator[str]:
    """Yield the folders that a folder lies in, the nearest first."""
    while (parent := os.path.dirname(folder)) != folder:
        yield parent
        folder = parent
