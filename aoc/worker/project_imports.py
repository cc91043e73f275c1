"""What a worker imports from a project, and the modules that are its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

from aoc.project.environments import is_installed

PACKAGES = ("days", "tests")
"""The packages of a project. Without an `__init__.py`, Python would prefer an installed one."""


class ProjectImports:
    """The imports of the project at `root`, from `enter` to `leave`, or in a `with` block.

    Its packages come before all others, and its folder is the first of `sys.path`. In a block, each
    of its modules is imported anew. At the end, none of them stays, and the modules that
    they replaced are restored, as is `sys.path`.
    """

    def __init__(self, root: str) -> None:
        self.root = root
        # The path of a module may be the one behind a link.
        self.folders = {
            os.path.join(root, ""),
            os.path.join(os.path.realpath(root), ""),
        }

    def enter(self, *, anew: bool = False) -> None:
        """Import from the project from now on.

        Modules that were imported from it before stay, unless they are to be imported `anew`.
        """
        replaced = []
        for name in sys.modules:
            if is_in(name, PACKAGES):
                # Another project, or an installed package, may have a package of the same name.
                is_replaced = anew or not self.is_own(name)
            else:
                is_replaced = anew and self.is_own(name)
            if is_replaced:
                replaced.append(name)
        self.replaced = take_modules(replaced)
        self.before = set(sys.modules)
        self.path_before = sys.path[:]
        sys.path.insert(0, self.root)
        sys.meta_path.insert(0, self)

    def leave(self) -> None:
        """Import as before."""
        # The day may have removed it.
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        sys.path[:] = self.path_before
        self.forget()
        sys.modules.update(self.replaced)

    def __enter__(self) -> ProjectImports:
        self.enter(anew=True)
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def forget(self) -> None:
        """Import all modules of the project anew from now on."""
        take_modules([name for name in sys.modules if self.is_own(name)])

    def imported(self) -> list[ModuleType]:
        """Return the modules that were imported from the project since it was entered."""
        names = sys.modules.keys() - self.before
        return [sys.modules[name] for name in sorted(names) if self.is_own(name)]

    def is_own(self, name: str) -> bool:
        """Return whether a module is one of the project; those of an environment in it are not."""
        # Where `aoc` itself is developed, it lies in the project, and is not imported anew.
        if is_in(name, ("aoc", "__main__")):
            return False
        path = path_of(sys.modules[name])
        for folder in self.folders:
            if path.startswith(folder) and not is_installed(path, folder):
                return True
        return False

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Find a package of the project, as `importlib.abc.MetaPathFinder` has it."""
        # With a path, it is a module in a package, which Python finds itself.
        if path is not None or name not in PACKAGES:
            return None
        return PathFinder.find_spec(name, [self.root], target)


def path_of(module: object) -> str:
    """Return the path of a module's file, or of a package's folder; empty if it has none."""
    # Anything may stand in `sys.modules`, also an object without attributes.
    attributes = getattr(module, "__dict__", {})
    path = attributes.get("__file__")
    if not path:
        # A package without an `__init__.py` has folders alone.
        path = next(iter(attributes.get("__path__") or ()), "")
    return path if type(path) is str else ""


def is_in(name: str, packages: Sequence[str]) -> bool:
    """Return whether a module is one of these packages, or in one of them."""
    return name.partition(".")[0] in packages


def take_modules(names: Iterable[str]) -> dict[str, ModuleType]:
    """Take modules out of `sys.modules`, and return them by name."""
    return {name: sys.modules.pop(name) for name in names}
