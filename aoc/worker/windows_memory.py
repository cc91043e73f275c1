"""How much memory a machine with Windows has, and the pipes that a worker inherits.

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


class MemoryStatus(ctypes.Structure):
    """The structure `MEMORYSTATUSEX`; sizes are in bytes."""

    _fields_ = [
        ("size", wintypes.DWORD),
        ("load", wintypes.DWORD),
        ("total", ctypes.c_ulonglong),
        ("others", ctypes.c_ulonglong * 6),
    ]


kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
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


def children_peak() -> None:
    """Return nothing: Windows does not keep what an ended process has held."""


def reset_peak() -> None:
    """Return nothing: Windows cannot start a new peak, so none is measured."""


def peak_memory() -> int:
    """Return the peak, which nobody asks for without a start of it."""
    return 0


def limited(memory: int | None) -> nullcontext[None]:
    """Do nothing: the worker's Job Object limits it (`aoc.running.windows_launcher`)."""
    return nullcontext()
