"""In a worker, aocd sends no answer: `aocd.submit(32)` and `puzzle.answer_a = 32` print a line.

A worker has no session token in its environment, but aocd would read one from its own files, and
send whatever a day submits while it is imported, or on an example. aocd itself takes long to
import, so nothing of it is touched before a day imports it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

__all__ = ["install"]


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
