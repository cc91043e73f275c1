"""The folder `.aoc` of a project: what programs here remember about it."""

from __future__ import annotations

import os
from contextlib import suppress

from aoc.files import check_regular, unwritable, write_file

__all__ = ["DATABASE", "FOLDER", "JSON_LINES", "append_text", "has_history", "write_kept"]

FOLDER = ".aoc"
DATABASE = "history.sqlite3"
JSON_LINES = "history.jsonl"
"""The history as the first versions of aoc wrote it."""
GITIGNORE = "# Created by aoc: the results of your own runs do not belong in a repository.\n*\n"


def has_history(root: str) -> bool:
    """Return whether the project at `root` has a history, if only one of an older version."""
    names = (os.path.join(root, FOLDER, name) for name in (DATABASE, JSON_LINES))
    return any(map(os.path.lexists, names))


def make_folder(folder: str) -> None:
    """Make the folder, with a `.gitignore` that keeps it out of git. Raises `OSError`."""
    os.makedirs(folder, exist_ok=True)
    # One that exists stays: it may be a link to anything.
    with (
        suppress(FileExistsError),
        open(os.path.join(folder, ".gitignore"), "x", encoding="utf-8") as file,
    ):
        file.write(GITIGNORE)


def write_kept(root: str, path: str, text: str) -> None:
    """Write a file in the folder of the project at `root`; `path` is relative to the project.

    Raises `SiteError` if it cannot be written.
    """
    folder = os.path.join(root, FOLDER)
    try:
        make_folder(folder)
    except OSError as error:
        raise unwritable(folder, error) from None
    write_file(os.path.join(root, path), text)


def append_text(path: str, text: str) -> None:
    """Append to a file, which is made if it does not exist.

    Raises `OSError`, also if it is not a regular file.
    """
    if os.path.lexists(path):
        check_regular(os.stat(path), path)
    else:
        make_folder(os.path.dirname(path))
    with open(path, "ab", buffering=0) as file:
        file.write(text.encode())
