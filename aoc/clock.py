"""The time, in seconds since the epoch; tests can start it elsewhere with `AOC_NOW`."""

from __future__ import annotations

import os
import time

__all__ = ["now"]

START = time.monotonic()


def now() -> float:
    """Give the time: the real one, or `AOC_NOW` and what has passed since the program started."""
    given = os.environ.get("AOC_NOW")
    return float(given) + time.monotonic() - START if given else time.time()
