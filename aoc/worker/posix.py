"""Workers on systems like Unix: their memory, when a process may fork, and what to end afterwards.

A worker leads a process group of its own, so most of what it started ends with its group. What
has left the group becomes, once its own parent has ended, a child of the forkserver; so it does
on Linux, at least, where a process can ask for that. It is ended once no worker runs.
"""

from __future__ import annotations

import os
import resource
import sys

# `signal` would take several ms to import.
from _signal import SIGKILL, SIGSTOP
from collections.abc import Callable
from contextlib import suppress

PR_SET_CHILD_SUBREAPER = 36
SWEEPS = 100
"""How often processes are looked for, if they multiply while they are being killed."""


def reset_peak() -> int:
    """Start a new peak, where the system can; return the bytes that the process holds now."""
    with suppress(OSError), open("/proc/self/clear_refs", "wb", buffering=0) as refs:
        refs.write(b"5")
    return peak_memory()


def peak_memory() -> int:
    """Return the most bytes of memory that the process held since the last reset."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform == "darwin" else used * 1024


def machine_memory() -> int | None:
    """Return how many bytes of memory the machine has, or the container; `None` if unknown."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return None
    try:
        with open("/sys/fs/cgroup/memory.max", encoding="ascii") as file:
            return min(memory, int(file.read()))
    except (ValueError, OSError):
        return memory


def address_space() -> int | None:
    """Return how many bytes a process may have in all, as `ulimit -v` says; `None` for no limit."""
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if soft == resource.RLIM_INFINITY else soft


def dump_on_request() -> None:
    """Let the process print where it is when the forkserver asks it to."""
    import faulthandler
    from _signal import SIGUSR1

    faulthandler.register(SIGUSR1, all_threads=False)


def limit_memory(limit: int) -> None:
    """Make allocating fail once the process takes `limit` bytes more than it has now."""
    held = 0
    with suppress(OSError), open("/proc/self/statm", "rb", buffering=0) as statm:
        held = int(statm.read().split()[5]) * resource.getpagesize()
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (held + limit, hard))


def unlimit_memory() -> None:
    """Lift the limit again."""
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))


def adopt_orphans() -> None:
    """Make this process the parent of orphans among its descendants, as only Linux can."""
    if sys.platform == "linux":
        with suppress(ImportError, OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def is_single_threaded() -> bool:
    """Return whether this process has one thread only, as one that forks must."""
    try:
        return len(os.listdir("/proc/self/task")) == 1
    except OSError:
        threading = sys.modules.get("threading")
        return threading is None or threading.active_count() == 1


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


def kill_abandoned(pid: int) -> None:
    """Kill a worker whose forkserver was killed, with the children that it is just starting.

    Until these run a program of their own, no variable marks them.
    """
    kill(pid, SIGSTOP)
    for child in children(pid):
        kill(child)
    kill_worker(pid)


def kill_marked(variable: str) -> None:
    """Kill all processes that were started with a variable, as `NAME=value`, where that is listed.

    These are those of a run whose forkserver was killed: nobody finds them by their parents.
    """
    kill_all(lambda: started_with(variable.encode()))


def started_with(variable: bytes) -> list[int]:
    """Return the processes that were started with a variable, as far as the system lists it."""
    from glob import glob

    found = []
    for path in glob("/proc/[0-9]*/environ"):
        with suppress(OSError), open(path, "rb") as file:
            if variable in file.read().split(b"\0"):
                found.append(int(path.split("/")[2]))
    return found


def clean_up(pid: int, *, is_last: bool) -> None:
    """Reap a worker that has ended, and kill what it has left in its group.

    After the last one, kill all orphans too; before that, they may be of another worker.
    """
    kill(-pid)
    reap(pid)
    if is_last:
        kill_all(lambda: children(os.getpid()))


def kill_all(find: Callable[[], list[int]]) -> None:
    """Kill processes until no more are found, or they multiply without end."""
    for _ in range(SWEEPS):
        found = find()
        for pid in found:
            kill(pid)
            reap(pid)
        if not found:
            break


def kill(pid: int, number: int = SIGKILL) -> None:
    """Kill a process, or with a negative number a process group; it may be gone already."""
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def reap(pid: int) -> None:
    """Let the system forget a child that has ended; another process is left as it is."""
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)


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
