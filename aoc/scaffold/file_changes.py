"""Changes to the files of a folder: all of them are made, or none."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from aoc.errors import UsageError
from aoc.files import overwrite
from aoc.scaffold.day_files import write_new_file


class FileChange(NamedTuple):
    """A file to be made or, with `old` as its content until now, to be changed.

    `path` is relative to the folder. `what` says for people what is added to an old file.
    """

    path: str
    text: str
    old: bytes | None = None
    what: str = ""


def make_changes(folder: str, changes: Sequence[FileChange]) -> None:
    """Make all changes in a folder, which is made too if it does not exist.

    If one cannot be made, or the program is interrupted, those made before are taken back. Raises
    `UsageError` if a file cannot be written, or exists though it was to be new.
    """
    undo: list[Callable[[], None]] = []
    try:
        for change in changes:
            path = os.path.join(folder, change.path)
            undo += [partial(os.rmdir, made) for made in missing_folders(os.path.dirname(path))]
            if change.old is not None:
                undo.append(partial(overwrite, path, change.old))
                overwrite(path, change.text.encode())
                continue
            if not write_new_file(path, change.text):
                raise UsageError(f"{path} was just made by another program: try again")
            undo.append(partial(os.unlink, path))
    except BaseException:
        for take_back in reversed(undo):
            with suppress(OSError, UsageError):
                take_back()
        raise


def missing_folders(folder: str) -> list[str]:
    """Return the folders that have to be made for a folder to exist, the outermost first."""
    missing: list[str] = []
    while not os.path.lexists(folder):
        missing.append(folder)
        folder = os.path.dirname(folder)
    return missing[::-1]
