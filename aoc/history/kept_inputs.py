"""The inputs that fuzzing has found, kept in `.aoc/fuzz`: a file for each text."""

from __future__ import annotations

import os
import re
from contextlib import suppress

from aoc.digest import digest_of
from aoc.errors import SiteError, UsageError
from aoc.files import discard, read_text
from aoc.history.folder import FOLDER, write_kept
from aoc.input_check import plain
from aoc.model import Puzzle

__all__ = ["keep_input", "kept_inputs"]

FUZZ = "fuzz"
DIGITS = 8
"""Hex digits of a digest in the name of a file."""
NAME = re.compile(r"(\d{4})-(\d\d)-[0-9a-f]{8}\.txt")
LEFT_OVER = re.compile(rf"{NAME.pattern}\.\d+\.tmp")
"""A file that a program was writing when it was killed."""


def keep_input(root: str, puzzle: Puzzle, text: str) -> str:
    """Keep a text of a puzzle in the project at `root`, and return the path of its file.

    Raises `UsageError` where no file can be written.
    """
    name = f"{puzzle.year}-{puzzle.day:02d}-{digest_of(text)[:DIGITS]}.txt"
    path = os.path.join(FOLDER, FUZZ, name)
    try:
        write_kept(root, path, f"{text}\n")
    except SiteError as error:
        raise UsageError(str(error)) from None
    return os.path.join(root, path)


def kept_inputs(root: str, puzzle: Puzzle) -> dict[str, str]:
    """Return the texts that were kept of a puzzle, by the path of their file in the project.

    What cannot be read is left out, and what killed programs have left half written is deleted.
    """
    folder = os.path.join(root, FOLDER, FUZZ)
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return {}
    found = {}
    for name in names:
        path = os.path.join(folder, name)
        if LEFT_OVER.fullmatch(name):
            discard(path)
        match = NAME.fullmatch(name)
        if match and Puzzle(int(match[1]), int(match[2])) == puzzle:
            with suppress(OSError, UnicodeDecodeError):
                found[os.path.join(FOLDER, FUZZ, name)] = plain(read_text(path))
    return found
