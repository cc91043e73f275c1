"""The memory of this machine, as far as a solver may take it."""

from __future__ import annotations

import sys

__all__ = ["half_of_memory"]

if sys.platform == "win32":
    from aoc.worker.windows import machine_memory
else:
    from aoc.worker.posix import machine_memory


def half_of_memory() -> int | None:
    """Return half of the machine's memory in bytes, `None` where it is not known."""
    memory = machine_memory()
    return memory and memory // 2
