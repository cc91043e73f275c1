"""A clean interpreter whose forks are the forkservers of the runs in this process.

A new interpreter takes longer than all the rest of a small run, and a fork of one a tenth of that.
What an interpreter reads or inherits at its start has to be as it was when the zygote started, or
there is a new one after all; so it is for tests that are marked `real_start`.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from pathlib import Path
from socket import AF_UNIX, SOCK_SEQPACKET, send_fds, socketpair
from subprocess import DEVNULL, Popen
from typing import Any

from aoc.running.launcher import environment
from aoc.running.posix_launcher import spawn_forkserver
from aoc.worker.interpreter import HOME, OPTIONS

START = """\
import sys
_, home, path, _ = sys.argv
sys.path.insert(0, home)
import aoc
sys.path.remove(home)
exec(compile(open(path).read(), path, 'exec'), {})
"""
"""Imports the same `aoc` as here, and runs a file without a trace of it in `__main__`."""
MAIN = Path(__file__).with_name("zygote_main.py")
READ_AT_START = ("GLIBC_", "LANG", "LC_", "LD_", "MALLOC_", "PYTHON")
"""How the variables begin that Python or the library of C reads only as it starts."""
LIMITS = [number for name, number in vars(resource).items() if name.startswith("RLIMIT_")]
LONGEST_ANSWER = 100
"""Bytes, at most, of the process id that the zygote answers."""


class Zygote:
    """The interpreter, which ends with this process or with `end`."""

    def __init__(self) -> None:
        self.connection, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
        descriptor = theirs.fileno()
        self.state = current_state()
        self.process = Popen(
            [sys.executable, *OPTIONS, "-c", START, HOME, MAIN, str(descriptor)],
            pass_fds=[descriptor],
            stdin=DEVNULL,
            stdout=DEVNULL,
            env=read_at_start() | {"HOME": os.environ["HOME"]},
        )
        theirs.close()

    def fork(self, connection: int, variables: dict[str, str]) -> int:
        """Do what `spawn_forkserver` does, with a fork where that is the same."""
        if current_state() != self.state:
            return spawn_forkserver(connection, variables)
        request = {
            "folder": os.getcwd(),
            "mask": current_mask(),
            "name": f"aoc {os.getpid()}",
            "variables": variables,
        }
        data = json.dumps(request).encode()
        send_fds(self.connection, [data], [connection])
        return int(self.connection.recv(LONGEST_ANSWER))

    def end(self) -> None:
        """End the interpreter, and wait for it."""
        self.connection.close()
        self.process.wait()


def current_state() -> Any:
    """Return all that is the same for an interpreter and its forks, once it has started."""
    return (
        read_at_start(),
        [resource.getrlimit(number) for number in LIMITS],
        [number for number in signal.valid_signals() if is_ignored(number)],
        signal.pthread_sigmask(signal.SIG_BLOCK, []),
    )


def read_at_start() -> dict[str, str]:
    """Return the variables that only an interpreter's start looks at."""
    variables = environment("")
    return {name: variables[name] for name in variables if name.startswith(READ_AT_START)}


def is_ignored(number: int) -> bool:
    """Return whether this process ignores a signal, as the programs that it starts then do."""
    return signal.getsignal(number) is signal.SIG_IGN


def current_mask() -> int:
    """Return the mask of the permissions of new files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
