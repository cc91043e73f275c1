"""The imports of a script: its own folder first, then its package, the repository, and `src`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from aoc.worker.day_module import take_modules

ALREADY_IMPORTED = {"codecs", "io", "os"}
"""Modules that Python itself imports before any script, whatever files have their names."""


@contextmanager
def imports_from(folder: str, root: str, first: Sequence[str]) -> Iterator[None]:
    """Import as a script in a folder of a repository does, also afterwards.

    The folders that are `first`, as seen from `root`, come before all others. In the `with` block,
    its modules come before those that the worker has imported already: some of Python's own, and
    `aoc`, which many helpers are called.
    """
    candidates = [os.path.join(root, name) for name in first]
    candidates += [folder, package_of(folder).parent, root, os.path.join(root, "src")]
    # A folder may be several of them, and counts once.
    folders = [path for path in dict.fromkeys(candidates) if os.path.isdir(path)]
    others = [path for path in sys.path if path not in folders]
    sys.path[:] = folders + others
    file_names: set[str] = set()
    for path in folders:
        file_names.update(os.listdir(path))
    own_names = {name.partition(".")[0] for name in file_names} - ALREADY_IMPORTED
    hidden = take_modules([name for name in sys.modules if name.partition(".")[0] in own_names])
    try:
        yield
    finally:
        sys.modules.update(hidden)


def module_name(path: str) -> str:
    """Return the name that the module in a file is imported by, with the packages that it is in."""
    folder, file = os.path.split(path)
    package = package_of(folder).name
    stem = os.path.splitext(file)[0]
    if stem == "__init__":
        return package
    return f"{package}.{stem}" if package else stem


class Package(NamedTuple):
    """The name of a package, empty if it is none, and the folder that it is imported from."""

    name: str
    parent: str


def package_of(folder: str) -> Package:
    """Return the package that a folder is."""
    names: list[str] = []
    while os.path.exists(os.path.join(folder, "__init__.py")):
        folder, name = os.path.split(folder)
        names.insert(0, name)
    return Package(".".join(names), folder)
