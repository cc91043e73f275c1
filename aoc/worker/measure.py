"""Timing a call honestly, and the memory it needs."""

from __future__ import annotations

import gc
import resource
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

__all__ = ["Measured", "measure"]


class Measured(NamedTuple):
    """What a call gave, or the error it raised; the seconds it took; the bytes it took at most.

    The memory is what the process held at its peak above what it held before the call.
    """

    value: Any
    error: BaseException | None
    seconds: float
    peak: int | None


def measure(
    call: Callable[[], Any], memory: int | None = None, *, with_peak: bool = True
) -> Measured:
    """Call once with the garbage collector off. Nothing that the call raises gets out.

    With `memory`, allocating fails once the process takes that many bytes more than it has now.
    """
    if memory:
        limit_memory(memory)
    value, error = None, None
    before = reset_peak() if with_peak else None
    collecting = gc.isenabled()
    gc.disable()
    start = perf_counter()
    try:
        value = call()
    except BaseException as raised:
        error = raised
    seconds = perf_counter() - start
    if memory:
        unlimit_memory()
    if collecting:
        gc.enable()
    after = peak() if with_peak else None
    taken = None if before is None or after is None else max(0, after - before)
    return Measured(value, error, seconds, taken)


def reset_peak() -> int | None:
    """Start a new peak, where the system can; give the bytes that the process holds now."""
    try:
        with open("/proc/self/clear_refs", "wb", buffering=0) as refs:
            refs.write(b"5")
    except OSError:
        pass
    return peak()


def peak() -> int | None:
    """Give the most bytes of memory that the process held since the last reset."""
    try:
        with open("/proc/self/status", "rb", buffering=0) as status:
            for line in status.read().split(b"\n"):
                if line.startswith(b"VmHWM:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform == "darwin" else used * 1024


def limit_memory(limit: int) -> None:
    """Have allocating fail once the process takes `limit` bytes more than it has now."""
    held = 0
    try:
        with open("/proc/self/statm", "rb", buffering=0) as statm:
            held = int(statm.read().split()[5]) * resource.getpagesize()
    except OSError:
        pass
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (held + limit, hard))


def unlimit_memory() -> None:
    """Lift the limit again."""
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
