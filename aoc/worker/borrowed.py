"""The package of the environment of `aoc` that workers use if they run in another one."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

__all__ = ["BORROWED", "VARIABLE", "borrow_packages"]

BORROWED = "advent_of_code_ocr"
"""The one package that workers need besides the standard library; it reads drawn answers."""
VARIABLE = "AOC_BORROWED_FROM"
"""The environment variable that has the folder of the package."""


class Borrower:
    """Finds the package where nothing else does."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a package, as `importlib.abc.MetaPathFinder` has it."""
        return PathFinder.find_spec(name, [self.folder], target) if name == BORROWED else None


def borrow_packages() -> None:
    """Make the package importable, if `VARIABLE` says where it is."""
    folder = os.environ.get(VARIABLE)
    if folder:
        sys.meta_path.append(Borrower(folder))
