"""What `import` finds in a worker: the project's packages first, and an aocd that sends nothing.

In a worker, `aocd.submit(32)` and `puzzle.answer_a = 32` print a line. There is no session token in
its environment, but aocd would read one from its own files, and send whatever a day submits while
it is imported, or on an example. aocd itself takes long to import, so nothing of it is touched
before a day imports it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec, PathFinder
from itertools import takewhile
from types import ModuleType
from typing import Any

__all__ = ["ProjectImports", "install"]

PACKAGES = ("days", "tests")
"""The packages of a project. Without an `__init__.py`, Python would prefer an installed one."""
ENVIRONMENTS = ("site-packages", "dist-packages")
"""Folders of what is installed, which may lie within a project."""
PYTHON = os.path.join(sys.base_prefix, "")
"""The folder of Python itself: conda's environments have one of their own."""


class ProjectImports:
    """The imports of the project at `root`, from `enter` to `leave`, or in a `with` block.

    Its packages come before all others, and its folder is the first of `sys.path`. In a block, each
    of its modules is imported anew. At the end, none of them stays, and what they replaced is
    restored, as is `sys.path`.
    """

    def __init__(self, root: str) -> None:
        self.root = root
        self.folders = {os.path.join(folder, "") for folder in (root, os.path.realpath(root))}
        self.replaced: dict[str, ModuleType] = {}
        self.path_before = sys.path[:]
        self.last_before = ""

    def enter(self) -> None:
        """Import from the project from now on. What was imported from it before stays.

        Without need no module is looked at, which in a fork would copy much of the memory.
        """
        if any(name in sys.modules for name in PACKAGES):
            names = [name for name in sys.modules if is_in(name, PACKAGES)]
            self.replaced = take(name for name in names if not self.is_own(name))
        self.last_before = next(reversed(sys.modules), "")
        self.path_before = sys.path[:]
        sys.path.insert(0, self.root)
        sys.meta_path.insert(0, self)

    def leave(self) -> None:
        """Import as before."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        sys.path[:] = self.path_before
        take(name for name in list(sys.modules) if self.is_own(name))
        sys.modules.update(self.replaced)

    def __enter__(self) -> ProjectImports:
        names = list(sys.modules)
        replaced = take(name for name in names if is_in(name, PACKAGES) or self.is_own(name))
        self.enter()
        self.replaced = replaced
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def imported(self) -> list[ModuleType]:
        """Return the modules that were imported from the project since it was entered."""
        # They come after the last one that was there before; if that is gone, after any other.
        names = takewhile(lambda name: name != self.last_before, reversed(sys.modules))
        return [sys.modules[name] for name in names if self.is_own(name)]

    def is_own(self, name: str) -> bool:
        """Return whether a module is one of the project; those of an environment in it are not."""
        path = path_of(sys.modules[name])
        return not is_in(name, ("aoc", "__main__")) and any(
            path.startswith(folder)
            and not (PYTHON.startswith(folder) and path.startswith(PYTHON))
            and not any(name in path[len(folder) :] for name in ENVIRONMENTS)
            for folder in self.folders
        )

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a package of the project, as `importlib.abc.MetaPathFinder` has it."""
        if path is not None or name not in PACKAGES:
            return None
        return PathFinder.find_spec(name, [self.root], target)


def path_of(module: object) -> str:
    """Return the path of a module's file, or of a package's folder; empty if it has none."""
    about = getattr(module, "__dict__", {})
    path = about.get("__file__") or next(iter(about.get("__path__") or ()), "")
    return path if type(path) is str else ""


def is_in(name: str, packages: Sequence[str]) -> bool:
    """Return whether a module is one of these packages, or in one of them."""
    return name.partition(".")[0] in packages


def take(names: Iterable[str]) -> dict[str, ModuleType]:
    """Take modules out of `sys.modules`, and return them by name."""
    return {name: sys.modules.pop(name) for name in list(names)}


def install() -> None:
    """Let aocd send nothing, as soon as it is imported."""
    sys.meta_path.insert(0, StandIn())


class StandIn:
    """Changes the modules of aocd that send answers just after they were imported.

    The first answer that is kept back is printed with the reason, every other one without.
    """

    def __init__(self) -> None:
        self.changes: dict[str, Callable[[Any], None]] = {
            "aocd.models": self.change_models,
            "aocd.post": self.change_post,
        }
        self.said: set[str] = set()

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module as without this, as `importlib.abc.MetaPathFinder` has it."""
        change = self.changes.get(name)
        if change is None:
            return None
        spec = PathFinder.find_spec(name, path, target)
        loader: Any = spec and spec.loader
        if loader is None:
            return spec
        execute = loader.exec_module

        def execute_and_change(module: ModuleType) -> None:
            execute(module)
            if module.__name__ == name:
                change(module)

        loader.exec_module = execute_and_change
        return spec

    def change_models(self, models: Any) -> None:
        """Let no puzzle send an answer. Even its setters would ask the site for its page first."""
        puzzle = models.Puzzle
        puzzle._submit = lambda puzzle, value, *_, **__: self.keep_back(f"aocd.submit({value!r})")
        for name in ("answer_a", "answer_b"):

            def set_answer(puzzle: object, value: object, name: str = name) -> None:
                self.keep_back(f"puzzle.{name} = {value!r}")

            setattr(puzzle, name, getattr(puzzle, name).setter(set_answer))

    def change_post(self, post: Any) -> None:
        """Let `submit` send nothing, and not ask the site which part is open."""
        post.submit = lambda answer, *_, **__: self.keep_back(f"aocd.submit({answer!r})")

    def keep_back(self, what: str) -> None:
        """Print an answer that was not sent, unless it was printed before."""
        if what in self.said:
            return
        reason = "was not sent either" if self.said else "sent nothing: aoc submits with --submit"
        self.said.add(what)
        with suppress(OSError, ValueError):  # the day may have closed stdout
            sys.stdout.write(f"{what[:200]} {reason}\n")
