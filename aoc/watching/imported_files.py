"""The files of a project that a Python file imports, read from its source without running it."""

from __future__ import annotations

import ast
import os
import warnings
from collections.abc import Iterator

from aoc.worker.preload import IMPORT

__all__ = ["imported_files"]


def imported_files(root: str, path: str, source: bytes) -> list[str]:
    """Return the paths that the imports of a file may mean in the project at `root`.

    These are modules and the packages that they are in, whether or not they exist: a file that is
    created later may be what is imported then. Of a source that cannot be parsed, which may be
    half typed, only imports at the top level are found.
    """
    package = os.path.relpath(os.path.dirname(path), root).split(os.sep)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        names = [name.split(".") for name in IMPORT.findall(source.decode(errors="replace"))]
    else:
        names = [name for node in ast.walk(tree) for name in names_in(node, package)]
    found = (file for name in [package, *names] for file in files_of(root, name))
    return list(dict.fromkeys(found))


def names_in(node: ast.AST, package: list[str]) -> Iterator[list[str]]:
    """Yield the parts of the names that a node imports; `package` is what its file is in."""
    if isinstance(node, ast.Import):
        yield from (alias.name.split(".") for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        above = package[: len(package) + 1 - node.level] if node.level else []
        module = above + (node.module.split(".") if node.module else [])
        # What is imported from a package may be a module of it.
        yield from ([*module, alias.name] for alias in node.names)


def files_of(root: str, name: list[str]) -> Iterator[str]:
    """Yield the files that importing a module may run: its own, and those of its packages."""
    if name[:1] == ["aoc"]:  # the framework, whatever the project has
        return
    for length in range(1, len(name) + 1):
        base = os.path.join(root, *name[:length])
        yield from (f"{base}.py", os.path.join(base, "__init__.py"))
