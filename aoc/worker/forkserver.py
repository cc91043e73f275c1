"""The forkserver: a clean interpreter that forks a worker for each job, and cleans up after it.

It has imported the modules that workers need, and those of the standard library and a few
well-known packages that a day will import, so that they cost no time in the worker. But it never
runs code of a day, so every worker starts from the same clean state, and within a millisecond or
two. It is one thread only, as a process that forks has to be: if an import has started a thread, a
worker is a fresh interpreter instead.

Requests come as lines of JSON over a socket: `start`, with the descriptors of a worker's socket and
of the file of its output, `end` for a worker, or `dump`, for it to print where it is. Answers say
the `pid` of a worker that has started, the exit code of one that has `ended`, once all processes
that it started are gone too, or the system's error that `refused` to start one. When the socket
closes, all workers are ended.
"""

from __future__ import annotations

import gc
import json
import os
import re
import select
import sys

# `signal` and `socket` would take several ms to import, and every fork longer.
from _signal import SIG_DFL, SIGCHLD, SIGHUP, SIGUSR1, set_wakeup_fd, signal
from _socket import CMSG_LEN, SCM_RIGHTS, SOL_SOCKET, socket
from array import array
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module

# Bound now, so that a solver that changes `os` cannot get in the way.
from os import _exit
from typing import Any, NoReturn

from aoc.files import read_bytes
from aoc.tokens import remove_child_config
from aoc.worker.main import PIECE, serve
from aoc.worker.orphans import adopt_orphans, clean_up, exit_code, kill_worker
from aoc.worker.start import is_single_threaded, start_command

FILES = 2
"""Descriptors that come with a request to start: of the worker's socket, and of its output."""
BROKEN = 70
"""The exit code of a worker that fails by a fault of ours."""
IMPORT = re.compile(
    r"^(?:lazy[ \t]+)?(?:import|from)[ \t]+([A-Za-z_]\w*(?:\.\w+)*)", re.MULTILINE
)
"""An import at the top level. A lazy one would else count as time of the part that needs it."""
PACKAGES = {"networkx", "numpy", "scipy", "sortedcontainers", "sympy"}
"""Packages that days often import; none of them starts a thread when it is imported."""
UNWANTED = {"antigravity", "idlelib", "test", "this", "tkinter", "turtle", "turtledemo"}
"""Modules of the standard library that do something when they are imported."""
# On macOS, numpy may work with threads of the system that do not survive a fork.
PRELOADABLE = sys.stdlib_module_names - UNWANTED | (
    PACKAGES if sys.platform != "darwin" else set()
)


def main() -> None:
    """Be a forkserver in a fresh interpreter; the argument is the descriptor of the socket."""
    gc.disable()
    serve_requests(int(sys.argv[1]))


def serve_requests(connection: int) -> NoReturn:
    """Serve until the socket closes, and end the process."""
    Forkserver(connection).serve()
    remove_child_config(os.environ)
    # The socket stays open until the process ends: its end shows that everything has ended.
    _exit(0)


class Forkserver:
    """Starts workers, and waits for their ends. `workers` has their numbers by process id."""

    def __init__(self, connection: int) -> None:
        self.connection = socket(fileno=connection)
        self.workers: dict[int, int] = {}
        self.unread = b""
        self.descriptors = array("i")
        self.wake_out, self.wake_in = os.pipe()
        os.set_blocking(self.wake_in, False)
        # A byte in this pipe says that a child has ended, so that `poll` returns.
        set_wakeup_fd(self.wake_in, warn_on_full_buffer=False)
        signal(SIGCHLD, lambda number, frame: None)
        # If this process is stopped at the end of the program, systems send it this signal, which
        # must not end it, and let it go on, so that the workers end too.
        self.hang_up = signal(SIGHUP, lambda number, frame: None)
        adopt_orphans()

    def serve(self) -> None:
        """Answer requests until the socket closes; then end all workers."""
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN)
        poll.register(self.wake_out, select.POLLIN)
        is_open = True
        while is_open:
            ready = {descriptor for descriptor, _ in poll.poll()}
            if self.wake_out in ready:
                os.read(self.wake_out, PIECE)
                self.reap_workers()
            if self.connection.fileno() in ready:
                is_open = self.read_requests()
        for pid in self.workers:
            kill_worker(pid)
        self.reap_workers(wait=True)

    def read_requests(self) -> bool:
        """Read requests and carry them out; return false when the socket has closed."""
        try:
            data, extra, _, _ = self.connection.recvmsg(PIECE, CMSG_LEN(PIECE))
        except ConnectionResetError:
            return False
        for level, kind, rights in extra:
            if (level, kind) == (SOL_SOCKET, SCM_RIGHTS):
                self.descriptors.frombytes(rights)
        *lines, self.unread = (self.unread + data).split(b"\n")
        for request in map(json.loads, lines):
            if "start" in request:
                descriptors = self.descriptors[:FILES].tolist()
                del self.descriptors[:FILES]
                self.start(request["worker"], request["start"], descriptors)
                continue
            for pid, number in [*self.workers.items()]:
                if number == request.get("end"):
                    kill_worker(pid)
                elif number == request.get("dump"):
                    os.kill(pid, SIGUSR1)
        return bool(data)

    def start(
        self, number: int, about: dict[str, Any], descriptors: Sequence[int]
    ) -> None:
        """Start a worker with its socket and the file of its output."""
        # Forks have the seed of hashes and the addresses of this process, fresh ones their own.
        is_fresh = about["is_fresh"]
        if not is_fresh:
            preload(about["root"], about["year"], about["day"])
        gc.freeze()
        forks = not is_fresh and is_single_threaded()
        try:
            pid = os.fork()
        except OSError as error:
            self.answer(worker=number, refused=error.errno or 0)
        else:
            if not pid:
                self.become_worker(number, descriptors, forks=forks)
            self.workers[pid] = number
        for descriptor in descriptors:
            os.close(descriptor)

    def become_worker(
        self, number: int, descriptors: Sequence[int], *, forks: bool
    ) -> NoReturn:
        """Turn this process, which was just forked, into a worker. It does not return."""
        try:
            # A process that asks a terminal for something would be stopped; here it has none.
            os.setsid()
            # It says this itself: if the forkserver is killed now, the socket is still open.
            self.answer(worker=number, pid=os.getpid())
            set_wakeup_fd(-1)
            signal(SIGCHLD, SIG_DFL)
            signal(SIGHUP, self.hang_up)
            connection, output = descriptors
            os.dup2(output, 1)
            os.dup2(output, 2)
            ours = (
                self.wake_in,
                self.wake_out,
                self.connection.detach(),
                *self.descriptors,
            )
            for descriptor in (output, *ours):
                os.close(descriptor)
            if forks:
                gc.enable()
                # `random` gives itself a new start after a fork.
                if random := sys.modules.get("numpy.random"):
                    random.seed()
                serve(connection, connection)
            os.set_inheritable(connection, True)
            ends = (str(connection), str(connection))
            command = start_command(sys.executable, "aoc.worker.main", *ends)
            os.execv(sys.executable, command)
        except BaseException:
            sys.excepthook(*sys.exc_info())
        finally:
            _exit(BROKEN)

    def answer(self, **message: int) -> None:
        """Send an answer; if the socket is closed, reading the next request shows it."""
        with suppress(OSError):
            self.connection.sendall(json.dumps(message).encode() + b"\n")

    def reap_workers(self, *, wait: bool = False) -> None:
        """Clean up after all workers that have ended, and say so; `wait` until all have."""
        for pid, number in [*self.workers.items()]:
            status = exit_code(pid, wait=wait)
            if status is not None:
                del self.workers[pid]
                clean_up(pid, is_last=not self.workers)
                self.answer(worker=number, ended=status)


@cache
def preload(root: str, year: int, day: int) -> None:
    """Import the modules that a day of the project at `root` and its tests import at top level."""
    for file in (
        f"days/year{year}/day{day:02d}.py",
        f"tests/year{year}/test_day{day:02d}.py",
    ):
        for name in imports_in(os.path.join(root, file)):
            if is_preloadable(name, root):
                with suppress(
                    Exception
                ):  # the worker reports it, if its day imports it at all
                    import_module(name)


def preload_named(words: Iterable[str]) -> None:
    """Import the modules that some days of the newest year import; the words are their numbers.

    So they are there before the program has found out which puzzles, solvers and inputs are meant.
    """
    with suppress(OSError, ValueError):
        year = max(int(name[4:]) for name in os.listdir("days") if name[:4] == "year")
        for word in words:
            preload(os.getcwd(), year, int(word))


def imports_in(path: str) -> list[str]:
    """Return the names of the modules that the lines of a file import; none if it is not there."""
    try:
        return IMPORT.findall(read_bytes(path).decode(errors="replace"))
    except OSError:
        return []


def is_preloadable(name: str, root: str) -> bool:
    """Return whether a module may be imported ahead of time, and is not one of the project."""
    top = name.partition(".")[0]
    own = os.path.join(root, top)
    return (
        top in PRELOADABLE
        and not os.path.exists(f"{own}.py")
        and not os.path.isdir(own)
    )
