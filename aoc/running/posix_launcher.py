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
import select
import sys

# `socket` takes 2 ms more to import, for names that are not needed here.
from _socket import SCM_RIGHTS, SHUT_WR, SOL_SOCKET, socket, socketpair
from array import array
from contextlib import suppress
from fcntl import F_SETFL, fcntl
from itertools import count
from signal import SIGUSR1
from time import monotonic
from typing import NoReturn

from aoc.errors import AocError
from aoc.files import remove_folder
from aoc.model.jobs import Job
from aoc.running.launcher import (
    PIECE,
    START_SECONDS,
    Event,
    Launcher,
    NoRoomError,
    StartedWorker,
    WorkerStartError,
    environment,
    make_run_folder,
)
from aoc.running.output_file import open_output
from aoc.worker.interpreter import end_at_once, is_single_threaded, start_command
from aoc.worker.posix_processes import kill, kill_worker
from aoc.worker.reports import job_line

PIECES = 64
"""Pieces that are read from one socket before the others get their turn."""
LONGEST_END = 5.0
"""Seconds that the forkserver may take to end all workers and itself."""


class PosixLauncher(Launcher):
    """Starts workers through a forkserver in a process group of its own, which starts at once.

    `is_clean` says that this process has run and imported nothing yet but the code to get here:
    then the forkserver is a fork of it, which takes a third of the time of a new interpreter. But a
    fork would show any session token that is in our environment.
    """

    def __init__(self, *, is_clean: bool = False) -> None:
        self.numbers = count()
        self.connections: dict[int, socket] = {}
        """Our end of the socket of each worker that can report, by its number."""
        self.pids: dict[int, int] = {}
        """The process ids of the workers that run, as far as they are known."""
        self.unwanted: set[int] = set()
        """The workers that are killed as soon as their process ids are known."""
        self.unread = b""
        """The beginning of an answer whose end has not come yet."""
        self.folder = make_run_folder()
        variables = environment(self.folder)
        has_secrets = not os.environ.keys() <= variables.keys()
        ours, theirs = socketpair()
        try:
            if is_clean and not has_secrets and is_single_threaded():
                self.pid = os.fork()
                if not self.pid:
                    become_forkserver(theirs.detach(), ours.detach(), variables)
            else:
                self.pid = spawn_forkserver(theirs.fileno(), variables)
        finally:
            theirs.close()
        self.forkserver: socket | None = ours
        """The socket that leads to the forkserver, until that has ended."""

    def start(self, job: Job) -> StartedWorker:
        """Start a worker for a job. Raises `NoRoomError`."""
        number = next(self.numbers)
        request = {
            "worker": number,
            "root": job.root,
            "year": job.puzzle.year,
            "day": job.puzzle.day,
            "is_fresh": job.options.timing.is_fresh,
        }
        try:
            output = open_output()
            # A solver that opens its stdout once more writes behind what is there.
            fcntl(output, F_SETFL, os.O_APPEND)
            ours, theirs = socketpair()
            try:
                self.request(request, theirs.fileno(), output)
            finally:
                theirs.close()
        except OSError as error:
            raise NoRoomError(error.errno) from None
        self.connections[number] = ours
        # The forkserver may be importing modules before it starts the worker.
        ours.settimeout(START_SECONDS)
        # If the worker or the forkserver is dead, the events show why.
        with suppress(OSError):
            ours.sendall(job_line(job))
        ours.setblocking(False)
        return StartedWorker(number, output)

    def request(self, message: dict[str, object], *descriptors: int) -> None:
        """Ask the forkserver for a worker; if that is dead, reading its answer shows it.

        Raises `OSError` where the system has no room for it.
        """
        data = json.dumps(message).encode() + b"\n"
        rights = (SOL_SOCKET, SCM_RIGHTS, array("i", descriptors))
        if self.forkserver:
            with suppress(BrokenPipeError, ConnectionResetError):
                self.forkserver.sendmsg([data], [rights])

    def dump(self, worker: int) -> bool:
        """Let a worker print where it is; return whether it was asked to."""
        if worker not in self.pids:
            return False
        kill(self.pids[worker], SIGUSR1)
        return True

    def kill(self, worker: int) -> None:
        """End a worker and all processes that it started."""
        self.unwanted.add(worker)
        if worker in self.pids:
            kill_worker(self.pids[worker])

    def wait(self, seconds: float) -> list[Event]:
        """Return the events that have come; wait for the first, but not longer than `seconds`.

        Raises `WorkerStartError` where the forkserver has ended, and `NoRoomError` where it could
        start no worker.
        """
        poll = select.poll()
        for connection in self.connections.values():
            poll.register(connection, select.POLLIN)
        if self.forkserver:
            poll.register(self.forkserver, select.POLLIN)
        ready = {descriptor for descriptor, _ in poll.poll(max(0.0, seconds) * 1000)}
        events: list[Event] = []
        for number, connection in list(self.connections.items()):
            if connection.fileno() in ready:
                events += self.read_reports(number)
        # If the forkserver has ended, which is looked at next, these would be lost.
        if events or not self.forkserver:
            return events
        if self.forkserver.fileno() in ready:
            return self.read_answers(self.forkserver)
        return []

    def read_reports(self, number: int) -> list[Event]:
        """Read the pieces of a worker's reports that have come."""
        events: list[Event] = []
        for _ in range(PIECES):
            try:
                data = receive(self.connections[number])
            except BlockingIOError:
                # More may come later.
                return events
            if not data:
                self.connections.pop(number).close()
                return events
            events.append(Event(number, data))
        return events

    def read_answers(self, forkserver: socket) -> list[Event]:
        """Read the answers of the forkserver: which workers have started, and which have ended.

        Raises `WorkerStartError` where it has ended, and `NoRoomError` where it could start no
        worker.
        """
        data = receive(forkserver)
        if not data:
            self.bury(forkserver)
        *lines, self.unread = (self.unread + data).split(b"\n")
        events: list[Event] = []
        for answer in map(json.loads, lines):
            number = answer["worker"]
            if "refused" in answer:
                raise NoRoomError(answer["refused"])
            if "pid" in answer:
                self.pids[number] = answer["pid"]
                if number in self.unwanted:
                    self.kill(number)
                continue
            self.pids.pop(number, None)
            if number in self.connections:
                # What it has reported before its end may not be read yet.
                events += self.read_reports(number)
            events.append(Event(number, status=answer["ended"]))
        return events

    def bury(self, forkserver: socket) -> NoReturn:
        """End the workers that a forkserver which has ended left behind; a solver may kill it.

        Raises `WorkerStartError`.
        """
        forkserver.close()
        self.forkserver = None
        # Where SIGCHLD is ignored, the system has done this already.
        with suppress(ChildProcessError):
            os.waitpid(self.pid, 0)
        for connection in self.connections.values():
            connection.close()
        self.connections.clear()
        for pid in self.pids.values():
            kill_worker(pid)
        remove_folder(self.folder)
        raise WorkerStartError

    def stop(self) -> None:
        """Ask the forkserver to end all workers, and itself."""
        if self.forkserver:
            with suppress(OSError):
                self.forkserver.shutdown(SHUT_WR)

    def close(self) -> None:
        """End all workers, all processes that they started, and the forkserver."""
        self.stop()
        end = monotonic() + LONGEST_END
        while self.forkserver:
            if monotonic() > end:
                kill(self.pid)
            # Its end is an error for those who need it still.
            with suppress(AocError):
                self.wait(LONGEST_END)


def receive(connection: socket) -> bytes:
    """Return the bytes that have come through a socket; none if its other end is closed."""
    try:
        return connection.recv(PIECE)
    except ConnectionResetError:
        return b""


def spawn_forkserver(connection: int, variables: dict[str, str]) -> int:
    """Start a new interpreter as the forkserver, and return its process id."""
    os.set_inheritable(connection, True)
    command = start_command(sys.executable, "aoc.worker.forkserver", str(connection))
    streams = ((os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDWR, 0), (os.POSIX_SPAWN_DUP2, 0, 1))
    # In a group of its own, Ctrl-C in a terminal does not reach it.
    return os.posix_spawn(command[0], command, variables, setpgroup=0, file_actions=streams)


def become_forkserver(connection: int, unwanted: int, variables: dict[str, str]) -> NoReturn:
    """Turn this process, which was just forked, into a forkserver. It does not return.

    It is then as if `spawn_forkserver` had started it. `unwanted` is the descriptor of the
    program's end of the socket.
    """
    try:
        os.setpgid(0, 0)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing, 1)
        os.close(nothing)
        os.close(unwanted)
        # Nothing in our environment is secret, or this process would not be a fork.
        os.environ.update(variables)
        if not sys.flags.safe_path:
            # The folder of the script, or the current one: see `aoc.worker.interpreter.OPTIONS`.
            del sys.path[0]
        from aoc.worker.forkserver import preload_named, serve_requests

        preload_named(sys.argv[2:])
        serve_requests(connection)
    except KeyboardInterrupt:
        # Ctrl-C came before this process had a group of its own. The program ends, too, and its
        # terminal needs no traceback of this.
        pass
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        end_at_once(1)
