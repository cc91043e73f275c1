"""A framework for solving Advent of Code.

A project imports only `Example` from here; a notebook or a script imports `puzzle`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["Example", "puzzle"]

if TYPE_CHECKING:
    from aoc.model.inputs import Example
    from aoc.notebook import puzzle


def __getattr__(name: str) -> object:
    """Import `Example` or `puzzle` when it is asked for, so that the program starts without it."""
    if name == "Example":
        from aoc.model.inputs import Example

        return Example
    if name == "puzzle":
        from aoc.notebook import puzzle

        return puzzle
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
