"""The processes of a worker on systems like Unix: their memory, and how all of them are ended.

A worker leads a process group of its own, with which its processes end. One that has left the group
becomes, once its own parent has ended, a child of the forkserver; so it does on Linux, at least,
where a process can ask for that. It is ended once no worker runs.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from signal import SIGKILL
from typing import Any

PR_SET_CHILD_SUBREAPER = 36
"""What asks Linux to make this process the parent of orphans."""


def adopt_orphans() -> None:
    """Make this process the parent of orphans among its descendants, as only Linux can."""
    # Python may lack ctypes, and the library of C this function.
    with suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def kill_orphans() -> None:
    """Kill all children of this process, and those that it then adopts, where Linux lists them."""
    with suppress(OSError), open("/proc/thread-self/children", "rb") as file:
        while pids := file.read().split():
            for pid in map(int, pids):
                kill(pid)
                os.waitpid(pid, 0)
            file.seek(0)


def kill_worker(pid: int) -> None:
    """Kill a worker and its process group."""
    kill(-pid)
    # One that was just forked has no group yet.
    kill(pid)


def kill(pid: int, number: int = SIGKILL) -> None:
    """Send a signal to a process, which may be gone already; if negative, to a process group."""
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


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
    return in_bytes(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def children_peak() -> int | None:
    """Return the most bytes of memory that an ended child of this process held, if it is known.

    It is not where the child held less than this process, from which the system has made it.
    """
    peak = in_bytes(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    return peak if peak > peak_memory() else None


def in_bytes(peak: int) -> int:
    """Return a size of memory as the system counts it, in bytes."""
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
    before = resource.getrlimit(resource.RLIMIT_DATA)
    # The system may refuse it, as where `ulimit` allows less.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (held + memory, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)
