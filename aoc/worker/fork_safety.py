"""Whether a process may fork: only with a single thread."""

from __future__ import annotations

import os
import sys

__all__ = ["is_single_threaded"]


def is_single_threaded() -> bool:
    """Return whether this process has one thread only, as far as the system tells."""
    try:
        return len(os.listdir("/proc/self/task")) == 1
    except OSError:
        threading = sys.modules.get("threading")
        return threading is None or threading.active_count() == 1
