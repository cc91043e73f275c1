"""Processes that workers leave behind on systems like Unix, and how all of them are ended.

A worker leads a process group of its own, so most of its processes end with its group. One that
has left the group becomes, once its own parent has ended, a child of the forkserver; so it does
on Linux, at least, where a process can ask for that. It is ended once no worker runs.
"""

from __future__ import annotations

import os
import sys

# `signal` would take several ms to import.
from _signal import SIGCONT, SIGKILL, SIGSTOP
from collections.abc import Callable
from contextlib import suppress

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
SWEEPS = 100
"""How often processes are looked for, if they multiply while they are being killed."""


def adopt_orphans() -> None:
    """Make this process the parent of orphans among its descendants, as only Linux can.

    If it is stopped when its own parent ends, it goes on.
    """
    if sys.platform == "linux":
        with suppress(ImportError, OSError, AttributeError):
            import ctypes

            control = ctypes.CDLL(None).prctl
            control(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
            control(PR_SET_PDEATHSIG, SIGCONT, 0, 0, 0)


def exit_code(pid: int, *, wait: bool = False) -> int | None:
    """Reap a child that has ended, and return its exit code, below 0 that of a signal.

    Returns `None` for one that has not ended, unless it is to `wait` for that. One that has stopped
    itself goes on: nobody else would let it.
    """
    found, status = os.waitpid(pid, 0 if wait else os.WNOHANG | os.WUNTRACED)
    if found and os.WIFSTOPPED(status):
        kill(-pid, SIGCONT)
        return None
    return os.waitstatus_to_exitcode(status) if found else None


def kill_worker(pid: int) -> None:
    """Kill a worker, its process group, and its children, of which one may be leaving the group.

    The worker may itself have left the group that it was to lead.
    """
    kill(pid, SIGSTOP)
    for one in (*children(pid), -pid, pid):
        kill(one)


def mark_forks(name: str) -> None:
    """Give this process a name of up to 15 characters, which its forks have too, on Linux."""
    with suppress(OSError), open("/proc/self/comm", "wb", buffering=0) as file:
        file.write(name.encode())


def kill_marked(variable: str, name: str) -> None:
    """Kill all processes that were started with a variable, as `NAME=value`, or have a name.

    These are those of a run whose forkserver was killed: nobody finds them by their parents. A fork
    of a process shows the variables that this was started with, so it is found by its name.
    """
    kill_all(lambda: marked(variable.encode(), name.encode()))


def marked(variable: bytes, name: bytes) -> list[int]:
    """Return the processes with a variable or a name, as far as the system lists these."""
    from glob import glob

    found = []
    for folder in glob("/proc/[0-9]*"):
        with suppress(OSError):
            with open(f"{folder}/comm", "rb") as file:
                has_name = file.read() == name + b"\n"
            with open(f"{folder}/environ", "rb") as file:
                if has_name or variable in file.read().split(b"\0"):
                    found.append(int(folder.split("/")[2]))
    return found


def clean_up(pid: int, *, is_last: bool) -> None:
    """Kill the processes that an ended worker has left in its group.

    After the last one, kill all orphans too; before that, they may be of another worker.
    """
    kill(-pid)
    if is_last:
        kill_all(lambda: children(os.getpid()))


def kill_all(find: Callable[[], list[int]]) -> None:
    """Kill processes until no more are found, or they multiply without end."""
    for _ in range(SWEEPS):
        found = find()
        for pid in found:
            kill(pid)
            with suppress(ChildProcessError):  # not all are children of this process
                os.waitpid(pid, 0)
        if not found:
            return


def kill(pid: int, number: int = SIGKILL) -> None:
    """Kill a process, or with a negative number a process group; it may be gone already."""
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def children(parent: int) -> list[int]:
    """Return the children of a process; none where the system does not list them."""
    try:
        found: list[int] = []
        for thread in os.listdir(f"/proc/{parent}/task"):
            with open(
                f"/proc/{parent}/task/{thread}/children", encoding="ascii"
            ) as file:
                found += map(int, file.read().split())
    except OSError:
        return []
    return found
