"""The memory of a worker on Linux, macOS and other systems like Unix."""

from __future__ import annotations

import resource
import sys
from contextlib import suppress

__all__ = ["limit_memory", "peak_memory", "reset_peak", "unlimit_memory"]


def reset_peak() -> int:
    """Start a new peak, where the system can; return the bytes that the process holds now."""
    try:
        with open("/proc/self/clear_refs", "wb", buffering=0) as refs:
            refs.write(b"5")
    except OSError:
        pass
    return peak_memory()


def peak_memory() -> int:
    """Return the most bytes of memory that the process held since the last reset."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform == "darwin" else used * 1024


def limit_memory(limit: int) -> None:
    """Make allocating fail once the process takes `limit` bytes more than it has now."""
    held = 0
    try:
        with open("/proc/self/statm", "rb", buffering=0) as statm:
            held = int(statm.read().split()[5]) * resource.getpagesize()
    except OSError:
        pass
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (held + limit, hard))


def unlimit_memory() -> None:
    """Lift the limit again."""
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
