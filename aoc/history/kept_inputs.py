"""The inputs that fuzzing has found, kept in `.aoc/fuzz`: a file for each text."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress

from aoc.digest import digest_of
from aoc.errors import SiteError, UsageError
from aoc.files import discard, read_text
from aoc.history.folder import FOLDER, write_kept
from aoc.input_check import plain
from aoc.puzzles import Puzzle

__all__ = ["keep_inputs", "kept_inputs"]

FUZZ = "fuzz"
DIGITS = 8
"""Hex digits of a digest in the name of a file."""
NAME = re.compile(r"(\d{4})-(\d\d)-([0-9a-f]{8})(?:-(\d+))?\.txt")
LEFT_OVER = re.compile(rf"{NAME.pattern}\.\d+\.tmp")
"""A file that a program was writing when it was killed."""


def keep_inputs(root: str, puzzle: Puzzle, texts: Sequence[str]) -> list[str]:
    """Keep texts of a puzzle in the project at `root`, and return the paths of their files.

    Several texts belong together: they are run one after the other, and their names have a number.
    Raises `UsageError` where no file can be written.
    """
    name = f"{puzzle.year}-{puzzle.day:02d}-{digest_of(chr(0).join(texts))[:DIGITS]}"
    numbers = [f"-{number}" for number in range(1, len(texts) + 1)] if len(texts) > 1 else [""]
    paths = [os.path.join(FOLDER, FUZZ, f"{name}{number}.txt") for number in numbers]
    try:
        for path, text in zip(paths, texts, strict=True):
            write_kept(root, path, f"{text}\n")
    except SiteError as error:
        raise UsageError(str(error)) from None
    return [os.path.join(root, path) for path in paths]


def kept_inputs(root: str, puzzle: Puzzle) -> dict[str, tuple[str, ...]]:
    """Return the texts that were kept of a puzzle, by the path of their file in the project.

    Texts that belong together have the path of the last one. What cannot be read is left out, and
    what killed programs have left half written is deleted.
    """
    folder = os.path.join(root, FOLDER, FUZZ)
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return {}
    found: dict[str, list[tuple[int, str, str]]] = {}
    for name in names:
        path = os.path.join(folder, name)
        if LEFT_OVER.fullmatch(name):
            discard(path)
        match = NAME.fullmatch(name)
        if match and Puzzle(int(match[1]), int(match[2])) == puzzle:
            with suppress(OSError, UnicodeDecodeError):
                text = plain(read_text(path))
                found.setdefault(match[3], []).append((int(match[4] or 1), name, text))
    kept = {}
    for together in found.values():
        _, files, texts = zip(*sorted(together), strict=True)
        kept[os.path.join(FOLDER, FUZZ, files[-1])] = texts
    return kept
