"""The console scripts `aoc` and `aoc-days`, and the `aoc` of aocd in the place of ours.

advent-of-code-data (aocd), which this program needs, has a script `aoc` too. An installer that
unpacks several packages at once, as uv does, leaves the one that comes last.
"""

from __future__ import annotations

import os
import sys

from aoc.program import DISTRIBUTION, NAME, OTHER_NAME

AOCD = "advent-of-code-data"
IMPORTS = {b"from aoc_days import": DISTRIBUTION, b"from aocd.": AOCD}
"""The import in the script of a package; on Windows the script is a part of a program."""
LARGEST_SCRIPT = 1 << 20
"""More bytes than such a program has."""
EXTENSION = ".exe" if os.name == "nt" else ""
REMEDY = f"`{OTHER_NAME} init`, in your project, replaces it by {OTHER_NAME}"


def script_path(name: str) -> str:
    """Return the path that a script of this program has, whether or not it exists."""
    # pipx and `uv tool` make links.
    folder, started = os.path.split(os.path.realpath(sys.argv[0]))
    # By `python -m aoc`.
    if started == "__main__.py":
        import sysconfig

        folder = sysconfig.get_path("scripts")
    return os.path.join(folder, name + EXTENSION)


def owner_of(script: str) -> str | None:
    """Return the package whose program a script starts; `None` if there is no script."""
    try:
        with open(script, "rb") as file:
            source = file.read(LARGEST_SCRIPT)
    except FileNotFoundError:
        return None
    for statement, package in IMPORTS.items():
        if statement in source:
            return package
    return "another package"


def foreign_name() -> str | None:
    """Return a sentence about the `aoc` beside our `aoc-days`, if it is aocd's."""
    path = script_path(NAME)
    # A link leads to the environment of aocd, as pipx makes it, and is none of ours.
    if os.path.islink(path) or owner_of(path) != AOCD:
        return None
    return f"`{NAME}` in {os.path.dirname(path)} is that of {AOCD}"


def take_name() -> None:
    """Replace the `aoc` beside our `aoc-days` by a copy of that. Raises `UsageError`.

    A launcher has the form that its installer and system need, but its own name is not in it.
    """
    from aoc.errors import UsageError
    from aoc.files import read_bytes, replace_file

    path = script_path(NAME)
    try:
        replace_file(path, read_bytes(script_path(OTHER_NAME)))
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written ({error.strerror}): run `{OTHER_NAME} init` as its owner, "
            f"or type {OTHER_NAME} in its place"
        ) from None
