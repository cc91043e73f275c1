"""Worker processes on Linux, macOS and other systems like Unix.

One process, the forkserver (`aoc.worker.forkserver`), starts all workers, waits for them and ends
them. This is the other side of it: requests go to it over a socket, each with the pipes of a new
worker, and its answers say which workers have started or ended. It ends all workers as soon as
the socket closes, so that none outlives this program, whatever becomes of it.
"""

from __future__ import annotations

import gc
import os
import sys

# `socket` takes 6 ms to import, and this is all that is needed of it.
from _socket import AF_UNIX, SCM_RIGHTS, SHUT_WR, SOCK_STREAM, SOL_SOCKET, socketpair
from time import monotonic

from aoc.running.environment import HOME, environment, has_secrets
from aoc.running.worker_event import Event
from aoc.worker import OPTIONS
from aoc.worker.fork_safety import is_single_threaded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from aoc.job import Job

__all__ = ["PosixLauncher"]

COMMAND = (
    "import gc, sys; gc.disable(); sys.path.append(sys.argv.pop(1)); "
    "from aoc.worker.forkserver import main; main()"
)
PIECE = 1 << 16
"""Bytes that are read at once."""
PIECES = 64
"""Pieces that are read from one pipe before the others get their turn."""
PATIENCE = 5.0
"""Seconds that the forkserver may take to end all workers and itself."""
SIGKILL = 9

_ended: list[int] = []


class Worker:
    """A worker: the ends of its pipes that are read here, and its process id once it is known."""

    def __init__(self, reports: int, output: int) -> None:
        self.pipes = {reports: "report", output: "output"}
        self.pid: int | None = None


class PosixLauncher:
    """Starts workers through a forkserver, which is itself started at once.

    `is_clean` says that this process has not run or imported anything yet but what brought it
    here: then the forkserver is a fork of it, which takes a third of the time of a new
    interpreter. But a fork would show any session token that is in our environment.
    """

    def __init__(self, *, is_clean: bool = False) -> None:
        self.workers: dict[int, Worker] = {}
        self.count = 0
        self.proven = False
        self.start_forkserver(forks=is_clean and not has_secrets() and is_single_threaded())

    def start_forkserver(self, *, forks: bool = False) -> None:
        """Start the process that starts the workers, in a process group of its own."""
        reap_forkservers()
        self.socket, theirs = socketpair(AF_UNIX, SOCK_STREAM)
        self.errors, errors = os.pipe()
        with open(os.devnull, "r+b", buffering=0) as nothing:
            streams = (nothing.fileno(), nothing.fileno(), errors)
            if forks:
                self.pid = os.fork()
                if not self.pid:
                    self.socket.close()
                    become_forkserver(theirs.detach(), streams)
            else:
                os.set_inheritable(theirs.fileno(), True)
                command = [sys.executable, *OPTIONS, "-c", COMMAND, HOME, str(theirs.fileno())]
                self.pid = os.posix_spawn(
                    sys.executable,
                    command,
                    environment(),
                    setpgroup=0,
                    file_actions=[(os.POSIX_SPAWN_DUP2, fd, i) for i, fd in enumerate(streams)],
                )
        theirs.close()
        os.close(errors)
        self.unread = b""
        self.alive = True

    def start(self, job: Job) -> int:
        """Start a worker for a job, and return its number."""
        import json

        if not self.alive:
            self.start_forkserver()
        self.count += 1
        job_out, job_in = os.pipe()
        reports_out, reports_in = os.pipe()
        output_out, output_in = os.pipe()
        theirs = (job_out, reports_in, output_in)
        about = {"worker": self.count, "root": job.root, "year": job.year, "day": job.day}
        self.request({"start": about}, *theirs)
        for descriptor in theirs:
            os.close(descriptor)
        for descriptor in (reports_out, output_out):
            os.set_blocking(descriptor, False)
        self.workers[self.count] = Worker(reports_out, output_out)
        with open(job_in, "wb", buffering=0) as pipe:
            write_all(pipe.fileno(), json.dumps(job).encode())
        return self.count

    def last_output(self, worker: int) -> bytes:
        """Return nothing: the events of a worker have what it printed before what it reported."""
        return b""

    def kill(self, worker: int) -> None:
        """End a worker and all processes that it started."""
        if worker in self.workers:
            self.request({"end": worker})

    def request(self, message: dict[str, object], *descriptors: int) -> None:
        """Send a request to the forkserver; if it is dead, the next `wait` finds out."""
        import json
        from array import array

        rights = [(SOL_SOCKET, SCM_RIGHTS, array("i", descriptors))] if descriptors else []
        try:
            self.socket.sendmsg([json.dumps(message).encode() + b"\n"], rights)
        except OSError:
            return

    def wait(self, seconds: float) -> list[Event]:
        """Return the events that have come; wait for the first, but not longer than `seconds`."""
        ready = self.readable(seconds)
        events: list[Event] = []
        for number, worker in self.workers.items():
            if worker.pipes.keys() & ready:
                events += read_pipes(number, worker)
        if self.socket.fileno() in ready:
            events += self.read_answers()
        return events

    def readable(self, seconds: float) -> set[int]:
        """Wait until something can be read, and return the descriptors where that is so."""
        import select

        poll = select.poll()
        if self.alive:
            poll.register(self.socket.fileno(), select.POLLIN)
        for worker in self.workers.values():
            for descriptor in worker.pipes:
                poll.register(descriptor, select.POLLIN)
        return {descriptor for descriptor, _ in poll.poll(max(0.0, seconds) * 1000)}

    def read_answers(self) -> list[Event]:
        """Read what the forkserver says: which workers have started, and which have ended."""
        import json

        try:
            data = self.socket.recv(PIECE)
        except ConnectionResetError:
            data = b""
        if not data:
            return self.bury_forkserver()
        self.proven = True
        *lines, self.unread = (self.unread + data).split(b"\n")
        events: list[Event] = []
        for answer in map(json.loads, lines):
            if "pid" in answer:
                self.workers[answer["worker"]].pid = answer["pid"]
            else:
                events += self.finish(answer["worker"], "ended", answer["status"])
        return events

    def finish(self, number: int, kind: str, status: int = 0) -> list[Event]:
        """Read what a worker that has ended left in its pipes, and close them."""
        worker = self.workers.pop(number)
        events = read_pipes(number, worker)
        for descriptor in worker.pipes:
            os.close(descriptor)
        return [*events, Event(number, kind, status=status)]

    def bury_forkserver(self) -> list[Event]:
        """End all workers of a forkserver that has died; a solver may have killed it.

        Raises `WorkerStartError` if it never worked.
        """
        self.disconnect()
        if not self.proven:
            from aoc.running.launcher import WorkerStartError

            lines = self.last_words.decode(errors="replace").split("\n")
            raise WorkerStartError(next((line for line in reversed(lines) if line), "no reason"))
        for worker in self.workers.values():
            kill_group(worker.pid)
        return [event for number in list(self.workers) for event in self.finish(number, "lost")]

    def disconnect(self) -> None:
        """Close what leads to the forkserver, which has ended or is about to."""
        self.alive = False
        _ended.append(self.pid)
        self.socket.close()
        with open(self.errors, "rb", buffering=0) as errors:
            os.set_blocking(errors.fileno(), False)
            self.last_words = errors.read(PIECE) or b""

    def stop(self) -> None:
        """Ask the forkserver to end all workers, and itself."""
        try:
            self.socket.shutdown(SHUT_WR)
        except OSError:
            return

    def close(self) -> None:
        """End all workers, all processes that they started, and the forkserver."""
        self.stop()
        if self.alive:
            if not self.is_closed_within(PATIENCE):
                for worker in self.workers.values():
                    kill_group(worker.pid)
                os.kill(self.pid, SIGKILL)
            self.disconnect()
        for number in list(self.workers):
            self.finish(number, "ended")
        reap_forkservers()

    def is_closed_within(self, seconds: float) -> bool:
        """Wait until the forkserver closes its end of the socket, which it does when it ends."""
        import select

        deadline = monotonic() + seconds
        poll = select.poll()
        poll.register(self.socket.fileno(), select.POLLIN)
        while poll.poll(max(0.0, deadline - monotonic()) * 1000):
            try:
                if not self.socket.recv(PIECE):
                    return True
            except ConnectionResetError:
                return True
        return False


def reap_forkservers() -> None:
    """Let the system forget the forkservers that have ended."""
    _ended[:] = [pid for pid in _ended if not os.waitpid(pid, os.WNOHANG)[0]]


def become_forkserver(connection: int, streams: Sequence[int]) -> NoReturn:
    """Turn this process, which was just forked, into a forkserver. It does not return."""
    try:
        os.setpgid(0, 0)
        for standard, descriptor in enumerate(streams):
            os.dup2(descriptor, standard)
        os.environ |= environment()
        if not sys.flags.safe_path:
            # The folder of the script, or the current one: see `aoc.worker.OPTIONS`.
            del sys.path[0]
        sys.path.append(HOME)
        gc.disable()
        import faulthandler

        faulthandler.enable()
        from aoc.worker.forkserver import serve_requests

        serve_requests(connection)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
    finally:
        os._exit(0)


def read_pipes(number: int, worker: Worker) -> list[Event]:
    """Read what there is in a worker's pipes; what it printed comes before what it reported."""
    events: list[Event] = []
    # In this order, what was printed before a report cannot be missed.
    for descriptor in sorted(worker.pipes, key=worker.pipes.__getitem__, reverse=True):
        events = [*read_pipe(number, worker, descriptor), *events]
    return events


def read_pipe(number: int, worker: Worker, descriptor: int) -> list[Event]:
    """Read what there is in a worker's pipe; a pipe at its end is closed."""
    kind = worker.pipes[descriptor]
    events = []
    for _ in range(PIECES):
        try:
            data = os.read(descriptor, PIECE)
        except BlockingIOError:
            break
        if data:
            events.append(Event(number, kind, data))
            continue
        del worker.pipes[descriptor]
        os.close(descriptor)
        if kind == "report":
            events.append(Event(number, "silent"))
        break
    return events


def write_all(descriptor: int, data: bytes) -> None:
    """Write to a worker's pipe; that the worker is dead shows in what comes from it."""
    view = memoryview(data)
    try:
        while view:
            view = view[os.write(descriptor, view) :]
    except BrokenPipeError:
        return


def kill_group(pid: int | None) -> None:
    """Kill a worker and its process group, as far as they are still there."""
    for target in (-pid, pid) if pid else ():
        try:
            os.kill(target, SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue
