"""What the zygote runs: it forks siblings of itself, each of which becomes a forkserver."""

from __future__ import annotations

import ctypes
import gc
import json
import os
import sys
import time
from pathlib import Path
from socket import recv_fds, socket
from typing import Any

from aoc.worker import forkserver

CLONE = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
"""The number of the system call."""
CLONE_PARENT = 0x8000
"""Makes the new process a child of the parent, which waits for its end."""
MOST_BYTES = 1 << 20


def serve(control: socket) -> None:
    """Fork a sibling for each request, and become a forkserver in it."""
    while True:
        data, descriptors, _, _ = recv_fds(control, MOST_BYTES, 2)
        if not data:
            # The process of the tests has ended.
            os._exit(0)
        pid = fork_sibling()
        if not pid:
            break
        control.send(str(pid).encode())
        for descriptor in descriptors:
            os.close(descriptor)
    control.close()
    become_forkserver(json.loads(data), *descriptors)


def fork_sibling() -> int:
    """Do what `os.fork` does; the new process is a child of the parent of this one."""
    python = ctypes.pythonapi
    python.PyOS_BeforeFork()
    pid: int = ctypes.PyDLL(None).syscall(CLONE, CLONE_PARENT, 0, 0, 0, 0)
    if pid:
        python.PyOS_AfterFork_Parent()
    else:
        python.PyOS_AfterFork_Child()
    return pid


def become_forkserver(request: dict[str, Any], connection: int) -> None:
    """Be as `spawn_forkserver` would have started this process."""
    os.setpgid(0, 0)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.close(nothing)
    os.chdir(request["folder"])
    os.umask(request["mask"])
    os.environ.clear()
    os.environ.update(request["variables"])
    time.tzset()
    # The system shows the variables of the zygote for all its forks, so they are known by this.
    Path("/proc/self/comm").write_text(request["name"])
    sys.argv = ["-c", str(connection)]
    forkserver.main()


gc.disable()
serve(socket(fileno=int(sys.argv[-1])))
