"""How much memory a worker on Windows takes, and the pipes that it inherits.

Its limit is set by `aoc.running.windows_launcher`.
"""

from __future__ import annotations

import ctypes
import msvcrt
import os
import sys
from contextlib import nullcontext
from ctypes import wintypes

assert sys.platform == "win32"


class ProcessMemoryCounters(ctypes.Structure):
    """The structure `PROCESS_MEMORY_COUNTERS`; sizes are in bytes."""

    _fields_ = [
        ("size", wintypes.DWORD),
        ("page_faults", wintypes.DWORD),
        ("peak_working_set", ctypes.c_size_t),
        ("others", ctypes.c_size_t * 5),
        ("committed", ctypes.c_size_t),
        ("peak_committed", ctypes.c_size_t),
    ]


class MemoryStatus(ctypes.Structure):
    """The structure `MEMORYSTATUSEX`; sizes are in bytes."""

    _fields_ = [
        ("size", wintypes.DWORD),
        ("load", wintypes.DWORD),
        ("total", ctypes.c_ulonglong),
        ("others", ctypes.c_ulonglong * 6),
    ]


kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
# Without the types, ctypes would cut handles to 32 bits.
kernel32.GetCurrentProcess.restype = wintypes.HANDLE
kernel32.K32GetProcessMemoryInfo.argtypes = (
    wintypes.HANDLE,
    ctypes.c_void_p,
    wintypes.DWORD,
)
kernel32.GlobalMemoryStatusEx.argtypes = (ctypes.POINTER(MemoryStatus),)


def descriptor_of(handle: int, flags: int) -> int:
    """Return a descriptor for a pipe that was inherited as a handle; no child inherits it."""
    # It was inherited for this process alone.
    os.set_handle_inheritable(handle, False)
    return msvcrt.open_osfhandle(handle, flags)


def handle_of(descriptor: int) -> int:
    """Return the handle of a descriptor, for a child that inherits it."""
    handle = msvcrt.get_osfhandle(descriptor)
    os.set_handle_inheritable(handle, True)
    return handle


def machine_memory() -> int | None:
    """Return how many bytes of memory the machine has; `None` if unknown."""
    status = MemoryStatus()
    status.size = ctypes.sizeof(status)
    if not kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
        return None
    return int(status.total)


def memory_of(process: int) -> ProcessMemoryCounters | None:
    """Return how much memory a process holds, given its handle."""
    counters = ProcessMemoryCounters()
    counters.size = ctypes.sizeof(counters)
    has_counted = kernel32.K32GetProcessMemoryInfo(
        process, ctypes.byref(counters), counters.size
    )
    return counters if has_counted else None


def peak_memory() -> int | None:
    """Return the most bytes of memory that the process ever held."""
    counters = memory_of(kernel32.GetCurrentProcess())
    if counters is None:
        return None
    # Wine's `peak_committed` is not a peak.
    return max(int(counters.peak_committed), int(counters.peak_working_set))


def children_peak() -> None:
    """Return nothing: Windows does not keep what an ended process has held."""


def reset_peak() -> int | None:
    """Return the peak so far: Windows cannot start a new one, so only a higher one is seen."""
    return peak_memory()


def limited(memory: int | None) -> nullcontext[None]:
    """Do nothing: the worker's Job Object limits it (`aoc.running.windows_launcher`)."""
    return nullcontext()
