"""What `import` finds in a project: its own packages, before any other of the same name."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from itertools import takewhile
from types import ModuleType, TracebackType
from typing import Any

__all__ = ["ProjectImports", "project_modules"]

PACKAGES = ("days", "tests")
"""The packages of a project. Without an `__init__.py`, Python would prefer an installed one."""
NAMESPACE = "_NamespacePath"
"""The type of the `__path__` of a package that has no `__init__.py`."""
ENVIRONMENTS = ("site-packages", "dist-packages")
"""Folders of what is installed, which may lie within a project."""
PYTHON = os.path.join(sys.base_prefix, "")
"""The folder of Python itself: conda's environments have one of their own."""


class ProjectImports:
    """The imports of the project at `root`, from `enter` to `leave`.

    Between the two, its packages come before all others, and its folder is the first of
    `sys.path`. When it is left, its modules and its entries of `sys.path` are removed, and what
    they had replaced is restored; when it is entered again, they come back. So several projects
    can take turns in one process.
    """

    def __init__(self, root: str) -> None:
        self.root = root
        self.folders = folders_of(root)
        self.modules: dict[str, ModuleType] = {}
        self.replaced: dict[str, ModuleType] = {}
        self.paths = [root]
        self.path_before: list[str] = []
        self.last_before = ""

    def enter(self, *, fresh: bool = False, is_first: bool = False) -> None:
        """Import from the project from now on; `fresh` forgets what was imported from it before.

        `is_first` says that this process has imported nothing of any project. Then no module is
        looked at, which in a fork would copy much of the memory.
        """
        if not is_first or any(name in sys.modules for name in PACKAGES):
            loaded = project_modules(self.root)
            foreign = {name for name in sys.modules if is_in(name, PACKAGES) and name not in loaded}
            self.replaced = take_modules(foreign | (loaded.keys() if fresh else set()))
        self.last_before = next(reversed(sys.modules), "")
        sys.modules.update(self.modules)
        self.path_before = sys.path[:]
        sys.path[:0] = self.paths
        sys.meta_path.insert(0, self)

    def leave(self) -> None:
        """Import as before."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        self.paths = take_paths(self.root, self.path_before)
        self.modules = take_modules(project_modules(self.root))
        sys.modules.update(self.replaced)

    def imported(self) -> list[ModuleType]:
        """Return the modules that were imported from the project since it was entered, by name."""
        # They come after the last one that was there before; if that is gone, after any other.
        names = takewhile(lambda name: name != self.last_before, reversed(sys.modules))
        return [*modules_in(self.folders, sorted(names)).values()]

    def __enter__(self) -> ProjectImports:
        self.enter(fresh=True)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.leave()

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a package of the project, as `importlib.abc.MetaPathFinder` has it."""
        if path is not None or name not in PACKAGES:
            return None
        return PathFinder.find_spec(name, [self.root], target)


def project_modules(root: str) -> dict[str, ModuleType]:
    """Return the modules that were imported from the project at `root`, by name.

    Packages that are installed in an environment within the project do not count, nor does `aoc`.
    """
    return modules_in(folders_of(root), list(sys.modules))


def modules_in(folders: set[str], names: Iterable[str]) -> dict[str, ModuleType]:
    """Return those of some modules that were imported from these folders, by name."""
    return {
        name: sys.modules[name]
        for name in names
        if not is_in(name, ("aoc", "__main__")) and lies_in(path_of(sys.modules[name]), folders)
    }


def folders_of(root: str) -> set[str]:
    """Return the names of the folder of a project, as the paths of what is in it begin."""
    return {os.path.join(folder, "") for folder in (root, os.path.realpath(root))}


def lies_in(path: str, folders: set[str]) -> bool:
    """Return whether a path is in one of these folders, and not in an environment there."""
    return any(
        path.startswith(folder)
        and not (PYTHON.startswith(folder) and path.startswith(PYTHON))
        and not any(name in path[len(folder) :] for name in ENVIRONMENTS)
        for folder in folders
    )


def path_of(module: ModuleType) -> str:
    """Return the path of a module's file, or of a package's folder; empty if it has none.

    What is in `sys.modules` may be anything: none of its own code runs.
    """
    about = getattr(module, "__dict__", None)
    if not isinstance(module, ModuleType) or type(about) is not dict:
        return ""
    path = about.get("__file__")
    folders: Any = about.get("__path__")
    if path is None and type(folders).__name__ == NAMESPACE:
        path = next(iter(folders), "")
    return path if type(path) is str else ""


def is_in(name: str, packages: Sequence[str]) -> bool:
    """Return whether a module is one of these packages, or in one of them."""
    return name.partition(".")[0] in packages


def take_paths(root: str, before: Sequence[str]) -> list[str]:
    """Take what was put on `sys.path` of the project at `root` off again, and return it.

    `before` is what `sys.path` was then; what the project had there already stays.
    """
    folders = folders_of(root)
    staying = Counter(before)
    taken: list[str] = []
    kept: list[str] = []
    # What was put on it came first: of equal paths, the last was there before.
    for path in reversed(sys.path):
        is_new = staying[path] <= 0
        staying[path] -= 1
        (taken if is_new and lies_in(os.path.join(path, ""), folders) else kept).append(path)
    sys.path[:] = kept[::-1]
    return list(dict.fromkeys(taken[::-1]))


def take_modules(names: Iterable[str]) -> dict[str, ModuleType]:
    """Take modules out of `sys.modules`, and return them by name."""
    return {name: sys.modules.pop(name) for name in list(names)}
