"""A framework for solving Advent of Code.

A project imports only `Example` from here.
"""

from __future__ import annotations

__all__ = ["Example"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.examples import Example


def __getattr__(name: str) -> object:
    """Import `Example` when it is asked for, so that the program starts without it."""
    if name == "Example":
        from aoc.examples import Example

        return Example
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
