"""Puzzle inputs in the folder of the project, such as `inputs/2015/01.txt`.

They are for people without an account, or without a session token on this computer. The setting
`inputs` of `[tool.aoc]` names the folder; git should ignore it, because inputs may not be
published.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from aoc.files import read_bytes
from aoc.model import Puzzle, Source
from aoc.text import RefusedTextError, decode

__all__ = [
    "LABEL",
    "inputs_folder",
    "project_input_name",
    "project_input_path",
    "project_input_source",
]

FOLDER = "inputs"
"""The default of the setting."""
LABEL = "file "
"""The start of the labels of files; unlike an id of an account, it has a blank."""


def inputs_folder(settings: Mapping[str, Any]) -> str:
    """Return the folder of the inputs of a project, as it is set, or `inputs`."""
    return str(settings.get("inputs") or FOLDER)


def project_input_name(settings: Mapping[str, Any], puzzle: Puzzle) -> str:
    """Return the path of the input of a puzzle relative to its project, to show to people."""
    return os.path.join(inputs_folder(settings), str(puzzle.year), f"{puzzle.day:02d}.txt")


def project_input_path(root: str, settings: Mapping[str, Any], puzzle: Puzzle) -> str:
    """Return the path of the input of a puzzle in the project at `root`, whether or not it exists.

    `settings` are those of `[tool.aoc]`.
    """
    return os.path.join(root, os.path.expanduser(project_input_name(settings, puzzle)))


def project_input_source(root: str, settings: Mapping[str, Any], puzzle: Puzzle) -> Source | None:
    """Return the source of the input of a puzzle in the project, or `None` if there is no file.

    The account of the input is not known, so its answers are not known either. For a file that
    cannot be read, or is not a puzzle input, the source has the reason.
    """
    name = project_input_name(settings, puzzle)
    label = f"{LABEL}{name}"
    try:
        data = read_bytes(project_input_path(root, settings, puzzle))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        return Source("file", label, problem=f"{name} cannot be read: {error.strerror}")
    try:
        return Source("file", label, decode(data))
    except RefusedTextError as error:
        todo = "save your puzzle input there, or delete the file"
        return Source("file", label, problem=f"{name} {error}: {todo}")
