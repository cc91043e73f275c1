"""What machine this is: times can be compared that were taken on machines with the same key."""

from __future__ import annotations

import sys

__all__ = ["machine_key"]

if sys.platform == "win32":
    from aoc.history.windows import processor_and_system
else:
    from aoc.history.posix import processor_and_system


def machine_key(python: str) -> str:
    """Return the processor's model, the system, and the minor version of a Python, for people."""
    minor = ".".join(python.split(".")[:2])
    processor, system = processor_and_system()
    return f"{processor}, {system}, Python {minor}"
