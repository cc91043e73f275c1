"""Starts the program with its own package `aoc`, whichever package of that name comes first.

A project may have an `aoc` of its own, and no other package has the name of this one. So the
console scripts and the pytest plugin import it, and tests in such a project: it has the public
names of `aoc`, too.
"""

from __future__ import annotations

import os
import sys

__all__ = ["Example", "puzzle"]

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
"""The folder with the `aoc` that belongs to this module."""
TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.model.inputs import Example
    from aoc.notebook import puzzle


def main() -> None:
    """Run the program with the arguments of the process, and end it with the exit code."""
    load_ours()
    from aoc.__main__ import main as start

    start()


def load_ours() -> None:
    """Import our `aoc`: from then on, its modules are found in its folder."""
    sys.path.insert(0, HOME)
    # This imports nothing else.
    import aoc

    del aoc, sys.path[0]


def __getattr__(name: str) -> object:
    """Import `Example` or `puzzle` when it is asked for, beside another `aoc` if there is one."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import aoc

    # Our modules are found behind those of the other one.
    folder = os.path.join(HOME, "aoc")
    folders = list(getattr(aoc, "__path__", ()))
    if folder not in folders:
        aoc.__path__ = [*folders, folder]
    if name == "Example":
        from aoc.model.inputs import Example

        return Example
    from aoc.notebook import puzzle

    return puzzle
