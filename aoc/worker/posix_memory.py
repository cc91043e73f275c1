"""The memory of a worker on systems like Unix."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any


@cache
def load_malloc_trim() -> Any:
    """Return the function of glibc that returns freed memory to the system; `None` elsewhere."""
    try:
        import ctypes

        return ctypes.CDLL(None).malloc_trim
    except (ImportError, OSError, AttributeError):
        return None


def reset_peak() -> int:
    """Start a new peak, where the system can; return the bytes that the process holds now."""
    malloc_trim = load_malloc_trim()
    if malloc_trim:
        # A call that takes again what was freed before would not raise the peak.
        malloc_trim(0)
    # As only Linux can. The peak of other systems is of the whole process.
    with suppress(OSError), open("/proc/self/clear_refs", "wb") as refs:
        refs.write(b"5")
    return peak_memory()


def peak_memory() -> int:
    """Return the most bytes of memory that the process held since the last reset."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # macOS counts in bytes, all others in KiB.
    return peak if sys.platform == "darwin" else peak * 1024


def machine_memory() -> int | None:
    """Return how many bytes of memory the machine has, or the container; `None` if unknown."""
    memory = None
    # Without a container, there is no such file, or no number in it.
    with suppress(ValueError, OSError):
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        with open("/sys/fs/cgroup/memory.max", encoding="ascii") as file:
            memory = min(memory, int(file.read()))
    return memory


@contextmanager
def limited(memory: int | None) -> Iterator[None]:
    """Let allocating fail in a block once the process takes `memory` bytes more than it has now."""
    if not memory:
        yield
        return
    held = 0
    with suppress(OSError), open("/proc/self/statm", "rb") as statm:
        # size, resident, shared, text, lib, data, dt: in pages (`man 5 proc`)
        pages = int(statm.read().split()[5])
        held = pages * resource.getpagesize()
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    # The system may refuse it, as where `ulimit` allows less.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (held + memory, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
