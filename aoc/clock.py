"""The time, in seconds since the epoch; tests set another one with `AOC_NOW`."""

from __future__ import annotations

import os
import time

__all__ = ["now"]

PROGRAM_START = time.monotonic()


def now() -> float:
    """Return the time: the real one, or `AOC_NOW` plus the time since the program started."""
    start = os.environ.get("AOC_NOW")
    return float(start) + time.monotonic() - PROGRAM_START if start else time.time()
