"""The processes of a worker on systems like Unix: their memory, and how all of them are ended.

A worker leads a process group of its own, so most of its processes end with its group. One that
has left the group becomes, once its own parent has ended, a child of the forkserver; so it does
on Linux, at least, where a process can ask for that. It is ended once no worker runs.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from signal import SIGCONT, SIGKILL, SIGSTOP
from typing import Any

PR_SET_PDEATHSIG = 1
"""What asks Linux to send a signal to this process when its parent ends."""
PR_SET_CHILD_SUBREAPER = 36
"""What asks Linux to make this process the parent of orphans."""
SWEEPS = 100
"""How often processes are looked for, if they multiply while they are being killed."""


def adopt_orphans() -> None:
    """Make this process the parent of orphans among its descendants, as only Linux can.

    If it is stopped when its own parent ends, it goes on.
    """
    if sys.platform != "linux":
        return
    # Python may lack ctypes, and the library of C this function.
    with suppress(ImportError, OSError, AttributeError):
        import ctypes

        prctl = ctypes.CDLL(None).prctl
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        prctl(PR_SET_PDEATHSIG, int(SIGCONT), 0, 0, 0)


def exit_code(pid: int, *, wait: bool = False) -> int | None:
    """Reap a child that has ended, and return its exit code, below 0 that of a signal.

    Returns `None` for a child that runs, unless it is to `wait` for its end.
    """
    options = 0 if wait else os.WNOHANG | os.WUNTRACED
    changed_pid, status = os.waitpid(pid, options)
    if not changed_pid:
        return None
    if os.WIFSTOPPED(status):
        # It has stopped itself, and nobody else would let it go on.
        kill(-pid, SIGCONT)
        return None
    return os.waitstatus_to_exitcode(status)


def kill_worker(pid: int) -> None:
    """Kill a worker, its process group, and its children."""
    # Stopped, it starts no further process while its children are looked for.
    kill(pid, SIGSTOP)
    # A child may be leaving the group just now, and the worker may have left it itself.
    for child in children(pid):
        kill(child)
    kill(-pid)
    kill(pid)


def mark_forks(name: str) -> None:
    """Give this process a name of up to 15 characters, which its forks have too, on Linux."""
    with suppress(OSError), open("/proc/self/comm", "wb", buffering=0) as file:
        file.write(name.encode())


def kill_marked(variable: str, name: str) -> None:
    """Kill all processes that were started with a variable, as `NAME=value`, or have a name.

    When the forkserver of a run was killed, nobody finds these processes by their parents. A fork
    shows the variables that the process it was forked from was started with, so it is found by its
    name.
    """
    kill_all(lambda: marked(variable.encode(), name.encode()))


def marked(variable: bytes, name: bytes) -> list[int]:
    """Return the processes with a variable or a name, as far as the system lists these."""
    # The program imports this module at its start, and hardly ever needs this.
    from glob import glob

    pids = []
    for folder in glob("/proc/[0-9]*"):
        # A process may end meanwhile, and others' variables cannot be read.
        with suppress(OSError):
            with open(f"{folder}/comm", "rb") as file:
                has_name = file.read() == name + b"\n"
            with open(f"{folder}/environ", "rb") as file:
                has_variable = variable in file.read().split(b"\0")
            if has_name or has_variable:
                pids.append(int(os.path.basename(folder)))
    return pids


def clean_up(pid: int, *, is_last: bool) -> None:
    """Kill the processes that an ended worker has left in its group.

    After the last worker, kill all orphans too; before that, they may be of another worker.
    """
    kill(-pid)
    if is_last:
        kill_all(lambda: children(os.getpid()))


def kill_all(find: Callable[[], list[int]]) -> None:
    """Kill processes until no more are found, or they multiply without end."""
    for _ in range(SWEEPS):
        pids = find()
        if not pids:
            return
        for pid in pids:
            kill(pid)
            # Not all of them are children of this process.
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)


def kill(pid: int, number: int = SIGKILL) -> None:
    """Kill a process, or with a negative number a process group; it may be gone already.

    `number` is the signal that is sent.
    """
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def children(parent: int) -> list[int]:
    """Return the children of a process; none where the system does not list them."""
    pids: list[int] = []
    try:
        # Linux lists the children of each thread apart.
        for thread in os.listdir(f"/proc/{parent}/task"):
            path = f"/proc/{parent}/task/{thread}/children"
            with open(path, encoding="ascii") as file:
                pids += map(int, file.read().split())
    except OSError:
        return []
    return pids


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
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    # The system may refuse it, as where `ulimit` allows less.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (held + memory, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
