"""The other files in `.aoc`: signs that were explained, profiles, inputs that fuzzing found."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from contextlib import suppress
from glob import glob

from aoc.files import read_text, write_file
from aoc.history.log import FOLDER, append_text, make_folder
from aoc.model import Puzzle, Verdict
from aoc.text import digest_of, plain

__all__ = ["keep_input", "keep_profile", "kept_inputs", "new_signs"]

DIGITS = 8
"""Hex digits of a digest in the name of a file."""


def new_signs(root: str, verdicts: Collection[Verdict]) -> list[Verdict]:
    """Return the verdicts with signs that no run in the project at `root` has shown before.

    From now on they count as shown. If this cannot be stored, none are returned.
    """
    path = os.path.join(root, FOLDER, "signs")
    try:
        known = read_text(path) if os.path.exists(path) else ""
        found = [verdict for verdict in Verdict if verdict in verdicts and verdict not in known]
        if found:
            append_text(path, "".join(f"{verdict}\n" for verdict in found))
    except (OSError, UnicodeDecodeError):
        return []
    return found


def keep_profile(root: str, title: str, number: int, page: str) -> str:
    """Write the page of a profile, the `number`th of this title; it replaces that of an older run.

    Returns its path in the project at `root`. Raises `SiteError` if it cannot be written.
    """
    name = re.sub(r"[^\w.-]+", "-", title, flags=re.ASCII)
    return write_kept(
        root, "profile", f"{name}-{number}.html" if number > 1 else f"{name}.html", page
    )


def keep_input(root: str, puzzle: Puzzle, text: str) -> str:
    """Write an input of a puzzle that fuzzing has found into a file of its own.

    Returns its path in the project at `root`. Raises `SiteError` if it cannot be written.
    """
    name = f"{puzzle.year}-{puzzle.day:02d}-{digest_of(text)[:DIGITS]}.txt"
    return write_kept(root, "fuzz", name, f"{text}\n")


def kept_inputs(root: str, puzzle: Puzzle) -> dict[str, str]:
    """Return the inputs that fuzzing has found, by the path of their file in the project.

    What cannot be read is left out.
    """
    found = {}
    pattern = os.path.join(FOLDER, "fuzz", f"{puzzle.year}-{puzzle.day:02d}-*.txt")
    for path in sorted(glob(pattern, root_dir=root)):
        with suppress(OSError, UnicodeDecodeError):
            found[path] = plain(read_text(os.path.join(root, path)))
    return found


def write_kept(root: str, folder: str, name: str, text: str) -> str:
    """Write a file in a folder of `.aoc`, and return its path in the project at `root`."""
    with suppress(OSError):  # which is that of the file, too
        make_folder(os.path.join(root, FOLDER))
    path = os.path.join(FOLDER, folder, name)
    write_file(os.path.join(root, path), text)
    return path
