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
from contextlib import suppress
from fcntl import F_SETFL, fcntl
from itertools import count
from signal import SIGCONT, SIGKILL
from socket import SHUT_WR, send_fds, socket, socketpair
from time import monotonic
from typing import NoReturn

from aoc.errors import AocError
from aoc.files import remove_folder
from aoc.model.jobs import Job
from aoc.running.launcher import (
    ONE_THREAD,
    PIECE,
    Event,
    Launcher,
    NoRoomError,
    StartedWorker,
    WorkerStartError,
    environment,
    secret_variables,
)
from aoc.running.output_file import open_output
from aoc.running.running_job import START_SECONDS, crash_in
from aoc.tokens import RUN_FOLDER, make_run_folder
from aoc.worker.interpreter import end_at_once, is_single_threaded, start_command
from aoc.worker.posix_processes import kill, kill_marked, kill_worker, mark_forks
from aoc.worker.reports import job_line

PIECES = 64
"""Pieces that are read from one socket before the others get their turn."""
LONGEST_END = 5.0
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
        self.mark = make_run_folder()
        """The variable that the forkserver has besides ours, by which its processes are known, even
        those whose parents have ended."""
        self.name = f"aoc {os.getpid()}"
        """The name of the forkserver, and so of its forks."""
        self.unread = b""
        """The beginning of an answer whose end has not come yet."""
        self.stops = 0
        """How often the forkserver was stopped."""
        self.status: int | None = None
        """The exit status of the forkserver, once it has ended."""
        self.errors = open_output()
        """The file that the forkserver prints errors into."""
        ours, theirs = socketpair()
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
        # A forkserver that a solver has stopped must not stop this process for ever.
        ours.settimeout(TICK)
        self.forkserver: socket | None = ours
        """The socket that leads to the forkserver, until that has ended."""

    def start(self, job: Job) -> StartedWorker:
        """Start a worker for a job. Raises `NoRoomError`."""
        try:
            output = open_output()
            # A solver that opens its stdout once more writes behind what is there.
            fcntl(output, F_SETFL, os.O_APPEND)
            ours, theirs = socketpair()
            # Before it is asked for: Ctrl-C may come at any moment, and there may be no answer
            # about an unknown worker.
            number = next(self.numbers)
            self.workers[number] = Worker(ours)
            request = {
                "action": "start",
                "worker": number,
                "job": {
                    "root": job.root,
                    "year": job.puzzle.year,
                    "day": job.puzzle.day,
                    "is_fresh": job.options.timing.is_fresh,
                },
            }
            try:
                self.request(request, theirs.fileno(), output)
            finally:
                theirs.close()
        except OSError as error:
            raise NoRoomError(error.errno) from None
        # If the worker or the forkserver is dead, the events show why.
        with suppress(OSError):
            self.send(ours, job_line(job))
        ours.setblocking(False)
        return StartedWorker(number, output)

    def send(self, connection: socket, data: bytes) -> None:
        """Send a job to a worker that is starting: the forkserver may be importing modules first.

        Raises `OSError` where that cannot be sent.
        """
        connection.settimeout(TICK)
        unsent = memoryview(data)
        end = monotonic() + START_SECONDS
        while unsent and monotonic() < end:
            try:
                sent = connection.send(unsent)
            except TimeoutError:
                # A job may be larger than a socket holds, and nobody reads it yet.
                self.wake()
                continue
            unsent = unsent[sent:]

    def wake(self) -> bool:
        """Let the forkserver go on if a solver has stopped it; return whether it has ended.

        One that is stopped again and again is killed.
        """
        if self.status is not None:
            return True
        try:
            pid, status = os.waitpid(self.pid, os.WNOHANG | os.WUNTRACED)
        except ChildProcessError:
            # It has ended where SIGCHLD is ignored: its socket shows that.
            return False
        if not pid:
            return False
        if os.WIFSTOPPED(status):
            self.stops += 1
            kill(self.pid, SIGCONT if self.stops <= MOST_STOPS else SIGKILL)
            return False
        self.status = status
        return True

    def request(self, message: dict[str, object], *descriptors: int) -> None:
        """Send a request to the forkserver; if that is dead, reading its answer shows it.

        Raises `OSError` where the system has no room for it.
        """
        data = json.dumps(message).encode() + b"\n"
        while self.forkserver and not self.wake():
            try:
                if descriptors:
                    send_fds(self.forkserver, [data], descriptors)
                else:
                    self.forkserver.send(data)
            except TimeoutError:
                # It takes no more requests while it is stopped.
                continue
            except (BrokenPipeError, ConnectionResetError):
                return
            return

    def dump(self, worker: int) -> bool:
        """Let a worker print where it is; return whether it was asked to."""
        if worker not in self.workers:
            return False
        # Without room for the request, it is ended as a worker that does not answer.
        with suppress(OSError):
            self.request({"action": "dump", "worker": worker})
        return True

    def kill(self, worker: int) -> None:
        """End a worker and all processes that it started."""
        if worker in self.workers:
            # Without room for the request, it ends with the forkserver.
            with suppress(OSError):
                self.request({"action": "end", "worker": worker})

    def wait(self, seconds: float) -> list[Event]:
        """Return the events that have come; wait for the first, but not longer than `seconds`.

        Raises `WorkerStartError` where the forkserver has ended, and `NoRoomError` where it could
        start no worker.
        """
        import select

        poll = select.poll()
        descriptors = {
            number: worker.connection.fileno()
            for number, worker in self.workers.items()
            if not worker.is_silent
        }
        for descriptor in descriptors.values():
            poll.register(descriptor, select.POLLIN)
        if self.forkserver:
            poll.register(self.forkserver.fileno(), select.POLLIN)
        ready = {descriptor for descriptor, _ in poll.poll(max(0.0, seconds) * 1000)}
        events: list[Event] = []
        for number, descriptor in descriptors.items():
            if descriptor in ready:
                events += self.read_reports(number)
        # If the forkserver has ended, which is looked at next, these would be lost.
        if events or not self.forkserver:
            return events
        if self.forkserver.fileno() in ready:
            return self.read_answers(self.forkserver)
        if self.wake():
            # Its socket may still be open: a worker that it was just starting may hold the other
            # end.
            self.bury(self.forkserver)
        return []

    def read_reports(self, number: int) -> list[Event]:
        """Read the pieces of a worker's reports that have come."""
        worker = self.workers[number]
        events: list[Event] = []
        while len(events) < PIECES:
            try:
                data = receive(worker.connection)
            except BlockingIOError:
                # More may come later.
                return events
            if not data:
                worker.is_silent = True
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
                self.workers[number].pid = answer["pid"]
                continue
            # What it has reported before its end may not be read yet.
            events += self.read_reports(number)
            events.append(Event(number, status=answer["ended"]))
            self.workers.pop(number).connection.close()
        return events

    def bury(self, forkserver: socket) -> NoReturn:
        """End the workers that a forkserver which has ended left behind; a solver may kill it.

        Raises `WorkerStartError`.
        """
        forkserver.close()
        self.forkserver = None
        if self.status is None:
            try:
                _, self.status = os.waitpid(self.pid, 0)
            except ChildProcessError:
                # SIGCHLD is ignored here, so that nobody knows how it ended.
                self.status = -1
        printed = os.pread(self.errors, PIECE, 0).decode(errors="replace")
        os.close(self.errors)
        for worker in self.workers.values():
            worker.connection.close()
            if worker.pid:
                kill_worker(worker.pid)
        # If it ended in order, it has ended everything before itself.
        if self.status:
            folder = self.mark[RUN_FOLDER]
            kill_marked(f"{RUN_FOLDER}={folder}", self.name)
            remove_folder(folder)
        self.workers.clear()
        raise WorkerStartError(reason_in(printed))

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
                self.wait(TICK)


def receive(connection: socket) -> bytes:
    """Return the bytes that have come through a socket; none if its other end is closed."""
    try:
        return connection.recv(PIECE)
    except ConnectionResetError:
        return b""


def reason_in(printed: str) -> str:
    """Return the line in which a forkserver that has ended says why."""
    crash = crash_in(printed)
    # A crash begins with its cause, an error of Python ends with it.
    if crash and "Traceback" not in crash:
        return crash.partition("\n")[0]
    lines = printed.rstrip("\n").split("\n")
    return lines[-1] or "it printed nothing"


def spawn_forkserver(connection: int, errors: int, mark: dict[str, str]) -> int:
    """Start a new interpreter as the forkserver, and return its process id."""
    os.set_inheritable(connection, True)
    command = start_command(sys.executable, "aoc.worker.forkserver", str(connection))
    streams = (
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDWR, 0),
        (os.POSIX_SPAWN_DUP2, 0, 1),
        (os.POSIX_SPAWN_DUP2, errors, 2),
    )
    variables = environment() | mark
    # In a group of its own, Ctrl-C in a terminal does not reach it.
    return os.posix_spawn(
        command[0], command, variables, setpgroup=0, file_actions=streams
    )


def become_forkserver(
    connection: int, errors: int, unwanted: int, mark: dict[str, str]
) -> NoReturn:
    """Turn this process, which was just forked, into a forkserver. It does not return.

    It is then as if `spawn_forkserver` had started it. `unwanted` is the descriptor of the
    program's end of the socket.
    """
    try:
        os.setpgid(0, 0)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing, 1)
        os.dup2(errors, 2)
        for descriptor in (nothing, errors, unwanted):
            # Where a standard stream was closed, another file has got its number.
            if descriptor > 2:
                os.close(descriptor)
        # Nothing in our environment is secret, or this process would not be a fork.
        os.environ.update(ONE_THREAD | os.environ | mark)
        if not sys.flags.safe_path:
            # The folder of the script, or the current one: see `aoc.worker.interpreter.OPTIONS`.
            del sys.path[0]
        import faulthandler

        faulthandler.enable()
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
