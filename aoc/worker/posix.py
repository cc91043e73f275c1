"""What a worker asks of Linux, macOS and other systems like Unix: memory, and its processes."""

from __future__ import annotations

import os
import resource
import sys

__all__ = [
    "adopt_orphans",
    "children",
    "exit_code",
    "is_single_threaded",
    "limit_memory",
    "peak_memory",
    "reap",
    "reset_peak",
    "unlimit_memory",
]

PR_SET_CHILD_SUBREAPER = 36


def reset_peak() -> int | None:
    """Start a new peak, where the system can; return the bytes that the process holds now."""
    try:
        with open("/proc/self/clear_refs", "wb", buffering=0) as refs:
            refs.write(b"5")
    except OSError:
        pass
    return peak_memory()


def peak_memory() -> int | None:
    """Return the most bytes of memory that the process held since the last reset."""
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


def is_single_threaded() -> bool:
    """Say whether this process has one thread only, as far as the system tells."""
    try:
        return len(os.listdir("/proc/self/task")) == 1
    except OSError:
        threading = sys.modules.get("threading")
        return threading is None or threading.active_count() == 1


def adopt_orphans() -> None:
    """Become the parent of descendants whose own parent ends, where the system can: on Linux."""
    if sys.platform != "linux":
        return
    try:
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    except (ImportError, OSError, AttributeError):
        return


def exit_code(pid: int, *, wait: bool = False) -> int | None:
    """Return the exit code of a child that has ended, below 0 that of a signal; else `None`.

    The child is left for `reap` where the system can: until then its number, which is also that
    of its process group, belongs to nobody else.
    """
    options = 0 if wait else os.WNOHANG
    if not hasattr(os, "waitid"):
        found, status = os.waitpid(pid, options)
        return os.waitstatus_to_exitcode(status) if found else None
    ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | options)
    if ended is None:
        return None
    return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status


def reap(pid: int) -> None:
    """Let the system forget a child that has ended."""
    try:
        os.waitpid(pid, 0)
    except ChildProcessError:
        return


def children() -> list[int]:
    """Return the children of this process; none where the system does not list them."""
    me = os.getpid()
    try:
        with open(f"/proc/{me}/task/{me}/children", encoding="ascii") as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return []
