"""The forkserver: a clean interpreter that forks a worker for each job, and cleans up after it.

It has imported what workers need and what days commonly import, but it never runs anything of a
day, so every worker starts from the same clean state, and within a millisecond or two. It is
one thread only, as a process that forks has to be: if an import has started a thread, a worker
is a fresh interpreter instead.

Requests come as lines of JSON over a socket: `start`, with the descriptors of a worker's pipes,
or `end`. Answers say the `pid` of a worker that has started, or the `status` of one that has
ended, once all processes that it started are gone too. When the socket closes, all workers are
ended.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import sys
from _socket import CMSG_LEN, SCM_RIGHTS, SOL_SOCKET, socket
from array import array
from collections.abc import Sequence

# Bound now, so that a solver that changes `os` cannot get in the way.
from os import _exit
from typing import Any, NoReturn

from aoc.worker import OPTIONS
from aoc.worker.cleanup import clean_up, exit_code, kill_worker, orphan_adopter
from aoc.worker.main import prepare_streams, serve
from aoc.worker.preload import preload, reseed

__all__ = ["main"]

PIECE = 1 << 16
PIPES = 3
"""Descriptors that come with a request to start: of the job, the reports and the output."""
BROKEN = 70
"""The exit code of a worker that fails by a fault of ours."""
FRESH = "import sys; sys.path[:] = {path!r}; from aoc.worker.main import main; main()"


def main() -> None:
    """Serve until the socket closes; the argument is its descriptor."""
    Forkserver(socket(fileno=int(sys.argv[1]))).serve()
    os._exit(0)


class Forkserver:
    """Starts workers, and waits for their ends. `workers` has their numbers by process id."""

    def __init__(self, connection: socket) -> None:
        self.connection = connection
        self.workers: dict[int, int] = {}
        self.unread = b""
        self.descriptors = array("i")
        self.wake_out, self.wake_in = os.pipe()
        for descriptor in (self.wake_out, self.wake_in):
            os.set_blocking(descriptor, False)
        # A byte in this pipe says that a child has ended, so that `poll` returns.
        signal.set_wakeup_fd(self.wake_in, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        self.adopt_orphans = orphan_adopter()
        self.adopt_orphans()
        prepare_streams()
        gc.collect()

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
        for pid in list(self.workers):
            kill_worker(pid)
            exit_code(pid, wait=True)
            clean_up(pid, self.workers)

    def read_requests(self) -> bool:
        """Read and carry out what was asked for; false when the socket has closed."""
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
                descriptors = self.descriptors[:PIPES].tolist()
                del self.descriptors[:PIPES]
                self.start(request["start"], descriptors)
            else:
                for pid in [pid for pid, n in self.workers.items() if n == request["end"]]:
                    kill_worker(pid)
        return bool(data)

    def start(self, about: dict[str, Any], descriptors: Sequence[int]) -> None:
        """Start a worker on the pipes of a job."""
        preload(about["root"], about["year"], about["day"])
        gc.freeze()
        forks = is_single_threaded()
        pid = os.fork()
        if not pid:
            self.become_worker(descriptors, forks=forks)
        for descriptor in descriptors:
            os.close(descriptor)
        set_group(pid)
        self.workers[pid] = about["worker"]
        self.answer(worker=about["worker"], pid=pid)

    def become_worker(self, descriptors: Sequence[int], *, forks: bool) -> NoReturn:
        """Turn this process, which was just forked, into a worker. It does not return."""
        try:
            set_group(0)
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            job, reports, output = descriptors
            os.dup2(output, 1)
            os.dup2(output, 2)
            ours = (self.wake_in, self.wake_out, self.connection.detach(), *self.descriptors)
            for descriptor in (output, *ours):
                os.close(descriptor)
            self.adopt_orphans()
            if forks:
                reseed()
                serve(job, reports)
            for descriptor in (job, reports):
                os.set_inheritable(descriptor, True)
            command = FRESH.format(path=sys.path)
            arguments = [sys.executable, *OPTIONS, "-c", command, str(job), str(reports)]
            os.execv(sys.executable, arguments)
        except BaseException:
            sys.excepthook(*sys.exc_info())
            sys.stderr.flush()
        finally:
            _exit(BROKEN)

    def answer(self, **message: int) -> None:
        """Send an answer; that nobody reads it any more shows when the next request is read."""
        try:
            self.connection.sendall(json.dumps(message).encode() + b"\n")
        except OSError:
            return

    def reap_workers(self) -> None:
        """Clean up after all workers that have ended."""
        for pid in list(self.workers):
            status = exit_code(pid)
            if status is not None:
                number = self.workers.pop(pid)
                clean_up(pid, self.workers)
                self.answer(worker=number, status=status)


def set_group(pid: int) -> None:
    """Let a worker lead its own process group; parent and child both do this, to be sure."""
    try:
        os.setpgid(pid, 0)
    except OSError:
        return


def is_single_threaded() -> bool:
    """Say whether this process has one thread only, as far as the system tells."""
    try:
        return len(os.listdir("/proc/self/task")) == 1
    except OSError:
        threading = sys.modules.get("threading")
        return threading is None or threading.active_count() == 1
