"""The files that a run of a day depends on, with their contents."""

from __future__ import annotations

import os
from collections.abc import Iterable

from aoc.examples import tests_path
from aoc.files import read_bytes
from aoc.puzzles import Puzzle
from aoc.registry import day_path
from aoc.watching.imported_files import imported_files

__all__ = ["WatchedFiles"]


class WatchedFiles:
    """The module of a day, its tests, what both import from the project at `root`, and its inputs.

    `inputs` are the paths of files that may be the input, whether or not they exist.
    """

    def __init__(self, root: str, puzzle: Puzzle, inputs: Iterable[str] = ()) -> None:
        self.root = root
        self.first = (day_path(root, puzzle), tests_path(root, *puzzle), *inputs)
        self.contents: dict[str, bytes | None] = {}
        """What is in each file; `None` for one that does not exist or cannot be read."""
        self.imports: dict[str, tuple[bytes, list[str]]] = {}
        """For each file that was parsed, its content and what it imports."""

    def have_changed(self) -> bool:
        """Read the files again, and return whether what is in them is not what it was."""
        before, self.contents = self.contents, {}
        waiting = [*self.first]
        while waiting:
            path = waiting.pop()
            if path in self.contents:
                continue
            data = self.contents[path] = content_of(path)
            if data is not None and path.endswith(".py"):
                waiting += self.imports_of(path, data)
        return self.contents != before

    def imports_of(self, path: str, data: bytes) -> list[str]:
        """Return what a file imports; it is parsed only if it is not what it was."""
        known = self.imports.get(path)
        if known is None or known[0] != data:
            known = self.imports[path] = (data, imported_files(self.root, path, data))
        return known[1]

    def folders(self) -> set[str]:
        """Return the folders that exist in which one of the files is, or may be created."""
        inside = os.path.join(self.root, "")
        found: set[str] = set()
        for path, data in self.contents.items():
            folder = os.path.dirname(path)
            while f"{folder}{os.sep}".startswith(inside) and folder not in found:
                if os.path.isdir(folder):
                    found.add(folder)
                folder = os.path.dirname(folder)
            if data is not None:
                # A link is saved where it leads to.
                found.add(os.path.dirname(os.path.realpath(path)))
            elif not path.startswith(inside) and os.path.isdir(folder):
                found.add(folder)
        return found


def content_of(path: str) -> bytes | None:
    """Return what is in a file, `None` where there is none to be read."""
    try:
        return read_bytes(path)
    except OSError:
        return None
