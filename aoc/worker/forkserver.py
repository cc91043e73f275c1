"""The forkserver: a clean interpreter that forks a worker for each job, and cleans up after it.

It has imported the modules that workers need, and those of the standard library and a few
well-known packages that a day will import, so that they cost no time in the worker. But it never
runs code of a day, so every worker starts from the same clean state, and within a millisecond or
two. It is one thread only, as a process that forks has to be: if an import has started a thread, a
worker is a fresh interpreter instead.

A request for a worker comes as a line of JSON over a socket, with the descriptors of the worker's
socket and of the file of its output. Answers say, by the number of the `worker`, its `pid` once it
has started, its exit code once it has `ended` and all processes that it started are gone too, or
the system's error that `refused` to start it. When the socket closes, all workers are ended.
"""

from __future__ import annotations

import gc
import json
import os
import re
import select
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from signal import SIG_DFL, SIGCHLD, set_wakeup_fd, signal
from socket import recv_fds, socket
from typing import Any, NoReturn

from aoc.files import read_bytes, remove_folder
from aoc.worker.interpreter import RUN_FOLDER, end_at_once, is_single_threaded, start_command
from aoc.worker.main import serve
from aoc.worker.posix_processes import adopt_orphans, kill, kill_orphans, kill_worker
from aoc.worker.reports import PIECE

FILES = 2
"""Descriptors that come with a request to start: of the worker's socket, and of its output."""
MOST_FILES = 1024
"""Descriptors that are taken at once, at most: more than a system sends with one message."""
BROKEN = 70
"""The exit code of a worker that fails by a fault of ours."""
IMPORT = re.compile(r"^(?:lazy[ \t]+)?(?:import|from)[ \t]+([A-Za-z_]\w*(?:\.\w+)*)", re.MULTILINE)
"""An import at the top level. A lazy one would else count as time of the part that needs it."""
PACKAGES = {"networkx", "numpy", "scipy", "sortedcontainers", "sympy"}
"""Packages that days often import; none of them starts a thread when it is imported."""
PRELOADABLE = sys.stdlib_module_names
"""Modules that may be imported ahead of time."""
# On macOS, numpy may work with threads of the system that do not survive a fork.
if sys.platform != "darwin":
    PRELOADABLE |= PACKAGES


def main() -> None:
    """Be a forkserver in a fresh interpreter; the argument is the descriptor of the socket."""
    gc.disable()
    serve_requests(int(sys.argv[1]))


def serve_requests(connection: int) -> NoReturn:
    """Serve until the socket closes, and end the process."""
    Forkserver(connection).serve()
    remove_folder(os.environ[RUN_FOLDER])
    # The socket stays open until the process ends: its end shows that everything has ended.
    end_at_once(0)


class Forkserver:
    """Starts workers, and waits for their ends. `workers` has their process ids by number."""

    def __init__(self, connection: int) -> None:
        self.connection = socket(fileno=connection)
        self.workers: dict[int, int] = {}
        self.unread = b""
        """The beginning of a request whose end has not come yet."""
        self.descriptors: list[int] = []
        """The descriptors that came with requests which have not been carried out yet."""
        self.wake_out, self.wake_in = os.pipe()
        # A byte in this pipe says that a child has ended, so that `poll` returns. If the pipe is
        # full, that was said often enough.
        os.set_blocking(self.wake_in, False)
        set_wakeup_fd(self.wake_in, warn_on_full_buffer=False)
        # Only a signal with a handler is written into the pipe.
        signal(SIGCHLD, do_nothing)
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
        for pid in self.workers.values():
            kill_worker(pid)
        self.reap_workers(wait=True)

    def read_requests(self) -> bool:
        """Read requests and start their workers; return false when the socket has closed."""
        try:
            data, descriptors, _, _ = recv_fds(self.connection, PIECE, MOST_FILES)
        except ConnectionResetError:
            return False
        self.descriptors += descriptors
        *lines, self.unread = (self.unread + data).split(b"\n")
        for line in lines:
            self.start(json.loads(line))
        return bool(data)

    def start(self, request: dict[str, Any]) -> None:
        """Start a worker, with its socket and the file of its output.

        Of its job, this knows the `root`, the `year` and the `day`, and whether the worker
        `is_fresh`, a new interpreter.
        """
        number = request["worker"]
        descriptors = self.descriptors[:FILES]
        # Forks have the seed of hashes and the addresses of this process, fresh ones their own.
        is_fresh = request["is_fresh"]
        if not is_fresh:
            preload(request["root"], request["year"], request["day"])
        # A collection in a worker would write to, and so copy, the memory of all that is here.
        gc.freeze()
        forks = not is_fresh and is_single_threaded()
        try:
            pid = os.fork()
        except OSError as error:
            self.answer(worker=number, refused=error.errno or 0)
        else:
            if not pid:
                self.become_worker(number, descriptors, forks=forks)
            self.workers[number] = pid
        for descriptor in descriptors:
            os.close(descriptor)
        del self.descriptors[:FILES]

    def become_worker(self, number: int, descriptors: Sequence[int], *, forks: bool) -> NoReturn:
        """Turn this process, which was just forked, into a worker. It does not return."""
        try:
            # A process that asks a terminal for something would be stopped; here it has none.
            os.setsid()
            # It says this itself: if the forkserver is killed now, the socket is still open.
            self.answer(worker=number, pid=os.getpid())
            set_wakeup_fd(-1)
            signal(SIGCHLD, SIG_DFL)
            connection, output = descriptors
            os.dup2(output, 1)
            os.dup2(output, 2)
            # What the forkserver has open: this may be of workers that are to be started next, too.
            unwanted = {self.wake_in, self.wake_out, *self.descriptors} - {connection}
            for descriptor in unwanted:
                os.close(descriptor)
            self.connection.close()
            if forks:
                gc.enable()
                # `random` seeds itself anew in a fork, and numpy does not.
                numpy_random = sys.modules.get("numpy.random")
                if numpy_random:
                    numpy_random.seed()
                serve(connection, connection)
            os.set_inheritable(connection, True)
            ends = (str(connection), str(connection))
            command = start_command(sys.executable, "aoc.worker.main", *ends)
            os.execv(sys.executable, command)
        except BaseException:
            sys.excepthook(*sys.exc_info())
        finally:
            end_at_once(BROKEN)

    def answer(self, **message: int) -> None:
        """Send an answer; if the socket is closed, reading the next request shows it."""
        with suppress(OSError):
            self.connection.sendall(json.dumps(message).encode() + b"\n")

    def reap_workers(self, *, wait: bool = False) -> None:
        """Clean up after all workers that have ended, and say so; `wait` until all have."""
        for number, pid in list(self.workers.items()):
            ended_pid, status = os.waitpid(pid, 0 if wait else os.WNOHANG)
            if not ended_pid:
                continue
            # What it has left in its group.
            kill(-pid)
            del self.workers[number]
            if not self.workers:
                # Before, they may be of another worker.
                kill_orphans()
            remove_folder(os.path.join(os.environ[RUN_FOLDER], str(pid)))
            # Below 0, it is the number of a signal.
            self.answer(worker=number, ended=os.waitstatus_to_exitcode(status))


def do_nothing(number: int, frame: object) -> None:
    """Handle a signal that only has to be noticed."""


@cache
def preload(root: str, year: int, day: int) -> None:
    """Import the modules that a day of the project at `root` and its tests import at top level."""
    files = (f"days/year{year}/day{day:02d}.py", f"tests/year{year}/test_day{day:02d}.py")
    for file in files:
        for name in imports_in(os.path.join(root, file)):
            if not is_preloadable(name, root):
                continue
            # If the day imports it at all, the worker reports the error.
            with suppress(Exception):
                import_module(name)


def preload_named(words: Iterable[str]) -> None:
    """Import the modules that some days of the newest year import; the words are their numbers.

    So they are there before the program has found out which puzzles, solvers and inputs are meant.
    """
    # Words may be options or ranges, and there may be no such folder: then nothing is imported
    # before the job comes.
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
    path = os.path.join(root, top)
    is_of_project = os.path.exists(f"{path}.py") or os.path.isdir(path)
    return top in PRELOADABLE and not is_of_project
