"""The profiles of a run as HTML files, in the folder `.aoc` of the project."""

from __future__ import annotations

import os
import re
from itertools import count

from aoc.history.folder import FOLDER, write_kept

__all__ = ["ProfileFiles"]

NOT_IN_NAMES = re.compile(r"[^\w.-]+", re.ASCII)


class ProfileFiles:
    """Writes the profiles of one run for the project at `root`, each into a file of its own.

    Those of an earlier run with the same names are replaced.
    """

    def __init__(self, root: str) -> None:
        self.root = root
        self.names: set[str] = set()

    def add(self, title: str, page: str) -> str:
        """Write a page into a file whose name begins with `title`.

        Returns its path, relative to the project. Raises `SiteError` if it cannot be written.
        """
        title = NOT_IN_NAMES.sub("-", title)
        endings = (f"-{number}" if number > 1 else "" for number in count(1))
        name = next(name for name in (f"{title}{end}.html" for end in endings) if self.is_new(name))
        self.names.add(name)
        path = os.path.join(FOLDER, "profile", name)
        write_kept(self.root, path, page)
        return path

    def is_new(self, name: str) -> bool:
        """Return whether no file of this run has a name."""
        return name not in self.names
