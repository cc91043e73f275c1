"""Worker processes on Linux, macOS and other systems like Unix.

One process, the forkserver (`aoc.worker.forkserver`), starts all workers, waits for them and ends
them. This is the other side of it: requests go to it over a socket, each with the file of a new
worker's output and its end of another socket, through which the worker gets its job and reports.
The forkserver's answers say which workers have started or ended. It ends all workers as soon as its
socket closes, so that none outlives this program, even if it is killed.
"""

from __future__ import annotations

import json
import os
import sys

# `signal` and `socket` take several ms to import, and this is all that is needed of them.
from _signal import SIGCONT, SIGKILL
from _socket import (
    AF_UNIX,
    SCM_RIGHTS,
    SHUT_WR,
    SOCK_STREAM,
    SOL_SOCKET,
    socket,
    socketpair,
)
from array import array
from contextlib import suppress
from fcntl import F_SETFL, fcntl
from itertools import count
from time import monotonic
from typing import NoReturn

from aoc.errors import AocError
from aoc.model.jobs import Job
from aoc.running.launcher import (
    ONE_THREAD,
    PIECE,
    Event,
    Launcher,
    NoRoomError,
    WorkerStartError,
    environment,
    secret_variables,
)
from aoc.running.running_job import START, crash_in
from aoc.running.worker_output import open_output
from aoc.tokens import make_child_config, remove_child_config
from aoc.worker.orphans import kill, kill_marked, kill_worker, mark_forks
from aoc.worker.start import is_single_threaded, start_command

MARK = "AOC_RUN"
"""The variable that marks the processes of a run, even those whose parents have ended."""
PIECES = 64
"""Pieces that are read from one socket before the others get their turn."""
PATIENCE = 5.0
"""Seconds that the forkserver may take to end all workers and itself."""
TICK = 0.05
"""Seconds after which it is looked at whether the forkserver is stopped, while it is waited for."""
MOST_STOPS = 20
"""How often the forkserver may be stopped, before it is killed."""


class Worker:
    """A worker, with our end of its socket, and its process id once that is known."""

    def __init__(self, connection: socket) -> None:
        self.connection = connection
        self.pid: int | None = None
        self.is_silent = False
        """Whether it can report nothing more."""


class PosixLauncher(Launcher):
    """Starts workers through a forkserver in a process group of its own, which starts at once.

    `is_clean` says that this process has run and imported nothing yet but the code to get here:
    then the forkserver is a fork of it, which takes a third of the time of a new interpreter. But a
    fork would show any session token that is in our environment.
    """

    def __init__(self, *, is_clean: bool = False) -> None:
        self.workers: dict[int, Worker] = {}
        self.numbers = count()
        self.mark = {MARK: f"{os.getpid()}.{monotonic()}"} | make_child_config()
        self.name = f"aoc {os.getpid()}"
        self.unread = b""
        self.stops = 0
        self.status: int | None = None
        """The exit status of the forkserver, once it has ended."""
        self.errors = open_output()
        ours, theirs = socketpair(AF_UNIX, SOCK_STREAM)
        try:
            if is_clean and not secret_variables() and is_single_threaded():
                self.pid = os.fork()
                if not self.pid:
                    mark_forks(self.name)
                    become_forkserver(
                        theirs.detach(), self.errors, ours.detach(), self.mark
                    )
            else:
                self.pid = spawn_forkserver(theirs.fileno(), self.errors, self.mark)
        finally:
            theirs.close()
        ours.settimeout(TICK)
        self.forkserver: socket | None = ours
        """The socket that leads to the forkserver, until that has ended."""

    def start(self, job: Job) -> tuple[int, int]:
        """Start a worker for a job, and return its number and the file of its output."""
        about = {
            "root": job.root,
            "year": job.puzzle.year,
            "day": job.puzzle.day,
            "is_fresh": job.options.timing.is_fresh,
        }
        try:
            output = open_output()
            # Whoever opens stdout once more writes behind what is there.
            fcntl(output, F_SETFL, os.O_APPEND)
            ours, theirs = socketpair(AF_UNIX, SOCK_STREAM)
            # Ctrl-C may come at any moment, and there may be no answer about an unknown worker.
            number = next(self.numbers)
            self.workers[number] = Worker(ours)
            try:
                self.request(
                    {"worker": number, "start": about}, theirs.fileno(), output
                )
            finally:
                theirs.close()
        except OSError as error:
            raise NoRoomError(error.errno) from None
        with suppress(
            OSError
        ):  # the events show why the worker, or the forkserver, is dead
            self.send(ours, json.dumps(job.to_json()).encode() + b"\n")
        ours.setblocking(False)
        return number, output

    def send(self, connection: socket, data: bytes) -> None:
        """Send a job to a worker that is starting: the forkserver may be importing modules first.

        Raises `OSError` where that cannot be sent.
        """
        connection.settimeout(TICK)
        left = memoryview(data)
        end = monotonic() + START
        while left and monotonic() < end:
            try:
                left = left[connection.send(left) :]
            except TimeoutError:
                self.wake()

    def wake(self) -> bool:
        """Let the forkserver go on if a solver has stopped it; return whether it has ended.

        One that is stopped again and again is killed.
        """
        if self.status is not None:
            return True
        with suppress(ChildProcessError):  # where SIGCHLD is ignored, and it has ended
            pid, status = os.waitpid(self.pid, os.WNOHANG | os.WUNTRACED)
            if pid and os.WIFSTOPPED(status):
                self.stops += 1
                kill(self.pid, SIGCONT if self.stops <= MOST_STOPS else SIGKILL)
            elif pid:
                self.status = status
        return self.status is not None

    def request(self, message: dict[str, object], *descriptors: int) -> None:
        """Send a request to the forkserver; if that is dead, reading its answer shows it.

        Raises `OSError` where the system has no room for it.
        """
        rights = (
            [(SOL_SOCKET, SCM_RIGHTS, array("i", descriptors))] if descriptors else []
        )
        data = json.dumps(message).encode() + b"\n"
        # It takes no more requests while it is stopped.
        while self.forkserver and not self.wake():
            with suppress(TimeoutError):
                with suppress(BrokenPipeError, ConnectionResetError):
                    self.forkserver.sendmsg([data], rights)
                return

    def release(self, worker: int) -> None:
        """Let a worker repeat calls for their times, once it has reported all answers."""
        if worker in self.workers:
            with suppress(OSError):
                self.workers[worker].connection.shutdown(SHUT_WR)

    def dump(self, worker: int) -> bool:
        """Let a worker print where it is; return whether it was asked to."""
        if worker in self.workers:
            with suppress(OSError):
                self.request({"dump": worker})
        return worker in self.workers

    def kill(self, worker: int) -> None:
        """End a worker and all processes that it started."""
        if worker in self.workers:
            with suppress(OSError):
                self.request({"end": worker})

    def wait(self, seconds: float) -> list[Event]:
        """Return the events that have come; wait for the first, but not longer than `seconds`.

        Raises `WorkerStartError` where the forkserver has ended, and `NoRoomError` where it could
        start no worker.
        """
        import select

        sockets = {
            n: w.connection.fileno() for n, w in self.workers.items() if not w.is_silent
        }
        server = [self.forkserver.fileno()] if self.forkserver else []
        poll = select.poll()
        for descriptor in (*sockets.values(), *server):
            poll.register(descriptor, select.POLLIN)
        ready = {descriptor for descriptor, _ in poll.poll(max(0.0, seconds) * 1000)}
        events: list[Event] = []
        for number, descriptor in sockets.items():
            if descriptor in ready:
                events += self.read_reports(number)
        if events:
            # If the forkserver has ended, which is looked at next, these would be lost.
            return events
        if self.forkserver and not ready.isdisjoint(server):
            events += self.read_answers()
        elif self.forkserver and self.wake():
            # A worker that it was just starting may hold its end of the socket.
            self.bury(self.forkserver)
        return events

    def read_reports(self, number: int) -> list[Event]:
        """Read the pieces of a worker's reports that have come."""
        events: list[Event] = []
        worker = self.workers[number]
        with suppress(BlockingIOError):
            while len(events) < PIECES and (data := receive(worker.connection)):
                events.append((number, data))
            worker.is_silent = len(events) < PIECES
        return events

    def read_answers(self) -> list[Event]:
        """Read the answers of the forkserver: which workers have started, and which have ended."""
        assert self.forkserver
        data = receive(self.forkserver)
        if not data:
            self.bury(self.forkserver)
        *lines, self.unread = (self.unread + data).split(b"\n")
        events: list[Event] = []
        for answer in map(json.loads, lines):
            number = answer["worker"]
            if "refused" in answer:
                raise NoRoomError(answer["refused"])
            if "pid" in answer:
                self.workers[number].pid = answer["pid"]
            else:
                events += [*self.read_reports(number), (number, answer["ended"])]
                self.workers.pop(number).connection.close()
        return events

    def bury(self, forkserver: socket) -> NoReturn:
        """End the workers that a forkserver which has ended left behind; a solver may kill it.

        Raises `WorkerStartError`.
        """
        forkserver.close()
        self.forkserver = None
        if self.status is None:
            self.status = -1
            with suppress(ChildProcessError):  # where SIGCHLD is ignored
                _, self.status = os.waitpid(self.pid, 0)
        printed = os.pread(self.errors, PIECE, 0).decode(errors="replace")
        os.close(self.errors)
        for worker in self.workers.values():
            worker.connection.close()
            if worker.pid:
                kill_worker(worker.pid)
        if self.status:  # else it has ended everything before itself
            kill_marked(f"{MARK}={self.mark[MARK]}", self.name)
            remove_child_config(self.mark)
        self.workers.clear()
        *_, reason = ["it printed nothing", *filter(None, printed.split("\n"))]
        crash = crash_in(printed)
        # A crash begins with its cause, an error of Python ends with it.
        if crash and "Traceback" not in crash:
            reason = crash.partition("\n")[0]
        raise WorkerStartError(reason)

    def stop(self) -> None:
        """Ask the forkserver to end all workers, and itself."""
        if self.forkserver:
            with suppress(OSError):
                self.forkserver.shutdown(SHUT_WR)

    def close(self) -> None:
        """End all workers, all processes that they started, and the forkserver."""
        self.stop()
        end = monotonic() + PATIENCE
        while self.forkserver:
            if monotonic() > end:
                kill(self.pid)
            with suppress(AocError):
                self.wait(TICK)


def receive(connection: socket) -> bytes:
    """Return the bytes that have come through a socket; none if its other end is closed."""
    try:
        return connection.recv(PIECE)
    except ConnectionResetError:
        return b""


def spawn_forkserver(connection: int, errors: int, mark: dict[str, str]) -> int:
    """Start a new interpreter as the forkserver, and return its process id."""
    os.set_inheritable(connection, True)
    command = start_command(sys.executable, "aoc.worker.forkserver", str(connection))
    null = (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDWR, 0)
    files = (null, (os.POSIX_SPAWN_DUP2, 0, 1), (os.POSIX_SPAWN_DUP2, errors, 2))
    variables = environment() | mark
    return os.posix_spawn(
        command[0], command, variables, setpgroup=0, file_actions=files
    )


def become_forkserver(
    connection: int, errors: int, unwanted: int, mark: dict[str, str]
) -> NoReturn:
    """Turn this process, which was just forked, into a forkserver. It does not return."""
    try:
        os.setpgid(0, 0)
        nothing = os.open(os.devnull, os.O_RDWR)
        for standard, descriptor in enumerate((nothing, nothing, errors)):
            os.dup2(descriptor, standard)
        for descriptor in (nothing, errors, unwanted):
            # Where a standard stream was closed, another file has got its number.
            if descriptor > 2:
                os.close(descriptor)
        # Nothing in our environment is secret, or this process would not be a fork.
        os.environ.update(ONE_THREAD | os.environ | mark)
        if not sys.flags.safe_path:
            # The folder of the script, or the current one: see `aoc.worker.start.OPTIONS`.
            del sys.path[0]
        import faulthandler

        faulthandler.enable()
        from aoc.worker.forkserver import preload_named, serve_requests

        preload_named(sys.argv[2:])
        serve_requests(connection)
    except KeyboardInterrupt:  # perhaps before stderr was replaced
        pass
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(1)
