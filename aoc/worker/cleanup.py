"""Ending workers, and every process that they started, on systems like Unix.

A worker leads a process group of its own, so most of what it started ends with its group. What
has left the group becomes, once its own parent has ended, a child of the forkserver; so it does
on Linux, at least, where a process can ask for that.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Container

__all__ = [
    "clean_up",
    "exit_code",
    "kill_marked",
    "kill_worker",
    "orphan_adopter",
]

PR_SET_CHILD_SUBREAPER = 36
SIGKILL = 9
SWEEPS = 100
"""How often orphans are looked for, if they multiply while they are being killed."""


def orphan_adopter() -> Callable[[], object]:
    """Return a function that makes a process the parent of orphans among its descendants.

    Only Linux can do that; elsewhere, the function does nothing.
    """
    if sys.platform == "linux":
        try:
            import ctypes

            prctl = ctypes.CDLL(None).prctl
        except (ImportError, OSError, AttributeError):
            return lambda: None
        return lambda: prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    return lambda: None


def exit_code(pid: int, *, wait: bool = False) -> int | None:
    """Return the exit code of a child that has ended, below 0 that of a signal; else `None`.

    The child is left to be reaped where the system can: until then its number, which is also that
    of its process group, is not used again.
    """
    options = 0 if wait else os.WNOHANG
    if not hasattr(os, "waitid"):
        found, status = os.waitpid(pid, options)
        return os.waitstatus_to_exitcode(status) if found else None
    ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | options)
    if ended is None:
        return None
    return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status


def kill_worker(pid: int) -> None:
    """Kill a worker and its process group; it may have left the group that it was to lead."""
    kill(-pid)
    kill(pid)


def kill_marked(variable: str) -> None:
    """Kill all processes that were started with a variable, as `NAME=value`, where that is listed.

    These are those of a run whose forkserver was killed: nobody finds them by their parents.
    """
    for _ in range(SWEEPS):
        found = [pid for pid in processes() if variable.encode() in variables_of(pid)]
        for pid in found:
            kill(pid)
        if not found:
            break


def processes() -> list[int]:
    """Return all processes; none where the system does not list them."""
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []


def variables_of(pid: int) -> list[bytes]:
    """Return the variables that a process was started with; none if it has ended."""
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            return file.read().split(b"\0")
    except OSError:
        return []


def clean_up(pid: int, workers: Container[int]) -> None:
    """Reap a worker that has ended, and kill what it has left behind; spare other `workers`."""
    kill(-pid)
    reap(pid)
    for _ in range(SWEEPS):
        orphans = [
            child for child in children(os.getpid()) if child != pid and child not in workers
        ]
        for orphan in orphans:
            kill(orphan)
            reap(orphan)
        if not orphans:
            break


def kill(pid: int) -> None:
    """Kill a process, or with a negative number a process group; it may be gone already."""
    try:
        os.kill(pid, SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def reap(pid: int) -> None:
    """Let the system forget a child that has ended."""
    try:
        os.waitpid(pid, 0)
    except ChildProcessError:
        return


def children(parent: int) -> list[int]:
    """Return the children of a process; none where the system does not list them."""
    try:
        found: list[int] = []
        for thread in os.listdir(f"/proc/{parent}/task"):
            with open(f"/proc/{parent}/task/{thread}/children", encoding="ascii") as file:
                found += map(int, file.read().split())
    except OSError:
        return []
    return found
