"""Which files may be the inputs or the examples of a day: by their places and their names."""

from __future__ import annotations

import os
import re
import stat
from tempfile import gettempdir
from typing import Any

from aoc.model.inputs import EXAMPLE_NAMES
from aoc.model.puzzles import Puzzle
from aoc.project.environments import is_installed

EXAMPLE_WORDS = re.compile(rf"{EXAMPLE_NAMES}|demo|small|(?:^|[^a-z])ex\d*(?:[^a-z]|$)")
"""The words in the name of a file with an example."""
INPUT_WORDS = re.compile(r"input|(?:^|[^a-z])in(?:[^a-z]|$)")
"""The words in the name of a file with an input."""
NO_INPUT = re.compile(r"\.|.*(?:result|output|cache|debug|cookie|session|token)")
"""The name of a missing file that is no input, such as `.pdbrc`, whose lines a debugger runs."""
EXTENSIONS = re.compile(r"|\.(?:txt|text|in|inp|input|dat|data|puzzle|aoc|csv|\d+)")
"""The extensions of files that may be inputs."""
SYSTEM_FOLDERS = tuple(os.path.join(folder, "") for folder in ("/proc", "/sys", "/dev"))
"""The folders of the system, in which no input lies."""
real_stat = os.stat
"""The function for the status of a file as it is, which a script does not see."""


class InputNames:
    """The names of inputs in a project, where `folder` has those that are served."""

    def __init__(self, root: str, puzzle: Puzzle, folder: str) -> None:
        self.root = os.path.join(os.path.realpath(root), "")
        self.day_number = re.compile(rf"(?<!\d)0*{puzzle.day}(?!\d)")
        """The number of the day in the name of a file."""
        self.folder = folder
        # Now, as this tries to write a file when it is called first.
        self.temporary_folder = gettempdir()

    def may_be_input(self, path: str) -> bool:
        """Return whether a file may be an input, by its place and its extension."""
        extension = os.path.splitext(path.lower())[1]
        if not EXTENSIONS.fullmatch(extension):
            return False
        if path.startswith((*SYSTEM_FOLDERS, self.folder)):
            return False
        # A temporary file may have any name.
        is_temporary = path.startswith(self.temporary_folder)
        if is_temporary and not self.is_in_project(path):
            return False
        return not is_special(path) and not is_installed(path, self.root)

    def is_in_project(self, path: str) -> bool:
        """Return whether a file lies in the project, or would lie there."""
        return os.path.realpath(path).startswith(self.root)

    def is_example(self, path: str) -> bool:
        """Return whether the name of a file, or of a folder in the project, says `example`."""
        stem = os.path.splitext(os.path.basename(path))[0]
        if EXAMPLE_WORDS.search(stem.lower()):
            return True
        folders = self.folders_of(path).lower().split(os.sep)
        return any(map(EXAMPLE_WORDS.match, folders))

    def is_named_input(self, path: str) -> bool:
        """Return whether the name of a file, or a folder of the project above it, says `input`.

        So does the number of the day in its name.
        """
        name = os.path.basename(path).lower()
        if INPUT_WORDS.search(name) or self.day_number.search(name):
            return True
        return "input" in self.folders_of(path).lower()

    def folders_of(self, path: str) -> str:
        """Return the folders of a file as seen from the project; those above it say nothing."""
        folder = os.path.realpath(os.path.dirname(path))
        return folder.removeprefix(self.root) if folder.startswith(self.root) else ""

    def may_be_missing(self, path: str) -> bool:
        """Return whether a file that is not there may be an input."""
        return NO_INPUT.match(os.path.basename(path).lower()) is None


def status_of(path: Any) -> os.stat_result | None:
    """Return the status of a file, as it is; `None` if there is none."""
    try:
        return real_stat(path)
    except (OSError, ValueError):
        return None


def is_special(path: str) -> bool:
    """Return whether there is something that is no plain file, such as a folder or a pipe."""
    status = status_of(path)
    return status is not None and not stat.S_ISREG(status.st_mode)
