"""Worker processes on Linux, macOS and other systems like Unix.

One process, the forkserver (`aoc.worker.forkserver`), starts all workers, waits for them and ends
them. This is the other side of it: requests go to it over a socket, each with the file of a new
worker's output and its end of another socket, through which the worker gets its job and reports.
The forkserver's answers say which workers have started or ended. It ends all workers as soon as its
socket closes, so that none outlives this program, even if it is killed.
"""

from __future__ import annotations

import gc
import json
import os
import sys

# `socket` takes 6 ms to import, and this is all that is needed of it.
from _socket import AF_UNIX, SCM_RIGHTS, SHUT_WR, SOCK_STREAM, SOL_SOCKET, socket, socketpair
from array import array
from contextlib import suppress
from errno import EMFILE
from fcntl import F_SETFL, fcntl
from time import monotonic, time_ns

from aoc.running.launcher import (
    ONE_THREAD,
    Event,
    NoRoomError,
    WorkerStartError,
    environment,
    secret_variables,
)
from aoc.running.running_job import open_output
from aoc.worker import start_command
from aoc.worker.cleanup import is_single_threaded, kill_marked, kill_worker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, NoReturn

    from aoc.model import Job

__all__ = ["MARK", "ForkserverProcess", "PosixLauncher"]

PIECE = 1 << 16
"""Bytes that are read at once."""
PIECES = 64
"""Pieces that are read from one socket before the others get their turn."""
PATIENCE = 5.0
"""Seconds that the forkserver may take to end all workers and itself."""
STUCK = 30.0
"""Seconds that it may take to start or end a worker; it may be importing what a day needs."""
SPARE = 10
"""Open files that are left for all else that this program does while workers run."""
SIGKILL = 9
MARK = "AOC_RUN"
"""The variable by which the processes of a run are known, though their parents have ended."""


class ForkserverProcess:
    """A forkserver, in a process group of its own, and the socket that leads to it.

    `is_clean` says that this process has not run or imported anything yet but what brought it here:
    then the forkserver is a fork of it, which takes a third of the time of a new interpreter. But a
    fork would show any session token that is in our environment.
    """

    def __init__(self, *, is_clean: bool = False) -> None:
        self.mark = f"{os.getpid()}.{time_ns():x}"
        self.errors = open_output()
        self.socket, theirs = socketpair(AF_UNIX, SOCK_STREAM)
        self.unread = b""
        self.proven = False
        try:
            if is_clean and not secret_variables() and is_single_threaded():
                self.pid = os.fork()
                if not self.pid:
                    unwanted = (self.errors, self.socket.detach())
                    become_forkserver(theirs.detach(), self.errors, unwanted, self.mark)
            else:
                self.pid = self.spawn(theirs.fileno())
        finally:
            theirs.close()

    def spawn(self, connection: int) -> int:
        """Start a new interpreter as the forkserver, and return its process id."""
        os.set_inheritable(connection, True)
        command = start_command(sys.executable, "aoc.worker.forkserver", str(connection))
        null = (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDWR, 0)
        files = (null, (os.POSIX_SPAWN_DUP2, 0, 1), (os.POSIX_SPAWN_DUP2, self.errors, 2))
        variables = environment() | {MARK: self.mark}
        return os.posix_spawn(command[0], command, variables, setpgroup=0, file_actions=files)

    def fileno(self) -> int:
        """Return the descriptor that can be read from when there is an answer, or the end."""
        return self.socket.fileno()

    def request(self, message: dict[str, object], *descriptors: int) -> None:
        """Send a request; if the forkserver is dead, reading its answer shows it.

        Raises `OSError` where the system has no room for it.
        """
        rights = [(SOL_SOCKET, SCM_RIGHTS, array("i", descriptors))] if descriptors else []
        with suppress(BrokenPipeError, ConnectionResetError):
            self.socket.sendmsg([json.dumps(message).encode() + b"\n"], rights)

    def answers(self) -> list[dict[str, Any]] | None:
        """Read the answers that have come; `None` if the forkserver has ended."""
        data = receive(self.socket)
        if not data:
            return None
        self.proven = True
        *lines, self.unread = (self.unread + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def stop(self) -> None:
        """Ask the forkserver to end all workers, and itself."""
        with suppress(OSError):
            self.socket.shutdown(SHUT_WR)

    def has_answer_within(self, seconds: float) -> bool:
        """Wait until there is an answer, or the end, and return whether there is."""
        return bool(readable([self.fileno()], seconds))

    def kill(self) -> None:
        """End the forkserver by force."""
        os.kill(self.pid, SIGKILL)

    def close(self) -> str:
        """Close the connection to a forkserver that has ended; return the last line it printed."""
        self.socket.close()
        with suppress(ChildProcessError):  # where SIGCHLD is ignored
            os.waitpid(self.pid, 0)
        printed = os.pread(self.errors, PIECE, 0).decode(errors="replace")
        os.close(self.errors)
        return next(filter(None, reversed(printed.split("\n"))), "no reason")


class PosixLauncher:
    """Starts workers through a forkserver, which is itself started at once.

    `is_clean` is that of `ForkserverProcess`.
    """

    def __init__(self, *, is_clean: bool = False) -> None:
        self.workers: dict[int, socket] = {}
        self.silent: set[int] = set()
        """The workers that can report nothing more."""
        self.pids: dict[int, int] = {}
        self.deadlines: dict[int, float] = {}
        """When workers have to be gone that were killed, or have nothing more to report."""
        self.count = 0
        self.forkserver: ForkserverProcess | None = ForkserverProcess(is_clean=is_clean)

    def start(self, job: Job) -> tuple[int, int]:
        """Start a worker for a job, and return its number and the file of its output."""
        about: dict[str, object] = {"worker": self.count + 1, "root": job.root}
        about |= {"year": job.year, "day": job.day, "effort": job.effort}
        try:
            forkserver = self.forkserver = self.forkserver or ForkserverProcess()
            output, ours, theirs = open_files()
            # Ctrl-C may come at any moment, and there may be no answer about an unknown worker.
            self.count += 1
            self.workers[self.count] = ours
            try:
                forkserver.request({"start": about}, theirs.fileno(), output)
            finally:
                theirs.close()
        except OSError as error:
            raise NoRoomError(error.errno) from None
        ours.settimeout(STUCK)
        try:
            ours.sendall(json.dumps(job).encode() + b"\n")
        except TimeoutError:  # a solver may have stopped the forkserver; its end is an answer
            forkserver.kill()
        except OSError:  # its events show why the worker is dead
            pass
        return self.count, output

    def release(self, worker: int) -> None:
        """Let a worker repeat calls for their times, once it has reported all answers."""
        if worker in self.workers:
            with suppress(OSError):
                self.workers[worker].shutdown(SHUT_WR)

    def dump(self, worker: int) -> bool:
        """Let a worker print where it is; return whether it was asked to."""
        return worker in self.workers and self.ask("dump", worker)

    def kill(self, worker: int) -> None:
        """End a worker and all processes that it started."""
        if worker in self.workers:
            self.deadlines.setdefault(worker, monotonic() + STUCK)
            self.ask("end", worker)

    def ask(self, what: str, worker: int) -> bool:
        """Ask the forkserver for something about a worker; return whether that could be sent."""
        try:
            if self.forkserver:
                self.forkserver.request({what: worker})
        except OSError:
            return False
        return self.forkserver is not None

    def wait(self, seconds: float) -> list[Event]:
        """Return the events that have come; wait for the first, but not longer than `seconds`."""
        sockets = {n: one.fileno() for n, one in self.workers.items() if n not in self.silent}
        server = [self.forkserver.fileno()] if self.forkserver else []
        ready = readable([*sockets.values(), *server], seconds)
        events: list[Event] = []
        for number, descriptor in sockets.items():
            if descriptor in ready:
                events += self.read_reports(number)
        if self.forkserver and self.forkserver.fileno() in ready:
            events += self.read_answers(self.forkserver)
        if self.forkserver and min(self.deadlines.values(), default=float("inf")) < monotonic():
            # A solver may have stopped it. Its end is an answer, which is read next.
            self.forkserver.kill()
        return events

    def read_reports(self, number: int) -> list[Event]:
        """Read what there is of a worker's reports."""
        events: list[Event] = []
        self.workers[number].setblocking(False)
        while number not in self.silent and len(events) < PIECES:
            try:
                data = receive(self.workers[number])
            except BlockingIOError:
                break
            events.append(Event(number, "report" if data else "silent", data))
            if not data:
                self.silent.add(number)
                self.deadlines.setdefault(number, monotonic() + STUCK)
        return events

    def read_answers(self, forkserver: ForkserverProcess) -> list[Event]:
        """Read what the forkserver says: which workers have started, and which have ended."""
        answers = forkserver.answers()
        if answers is None:
            return self.bury(forkserver)
        return [event for answer in answers for event in self.take(answer)]

    def take(self, answer: dict[str, Any]) -> list[Event]:
        """Note that a worker has started, or has ended, or could not start."""
        if "refused" in answer:
            return self.finish(answer["worker"], "refused", answer["refused"])
        if "pid" in answer:
            self.pids[answer["worker"]] = answer["pid"]
        if "status" in answer:
            return self.finish(answer["worker"], "ended", answer["status"])
        return []

    def finish(self, number: int, kind: str, status: int = 0) -> list[Event]:
        """Read what a worker that has ended left in its socket, and close that."""
        events = self.read_reports(number)
        self.workers.pop(number).close()
        self.pids.pop(number, None)
        self.deadlines.pop(number, None)
        self.silent.discard(number)
        return [*events, Event(number, kind, status=status)]

    def bury(self, forkserver: ForkserverProcess) -> list[Event]:
        """End all workers of a forkserver that has died; a solver may have killed it.

        Raises `WorkerStartError` if it never worked.
        """
        self.forkserver = None
        last_line = forkserver.close()
        if not forkserver.proven:
            raise WorkerStartError(last_line)
        self.kill_workers(forkserver)
        return [event for number in list(self.workers) for event in self.finish(number, "lost")]

    def kill_workers(self, forkserver: ForkserverProcess) -> None:
        """Kill all workers of a forkserver that has ended, and what they have started."""
        for pid in self.pids.values():
            kill_worker(pid)
        kill_marked(f"{MARK}={forkserver.mark}")

    def stop(self) -> None:
        """Ask the forkserver to end all workers, and itself."""
        if self.forkserver:
            self.forkserver.stop()

    def close(self) -> None:
        """End all workers, all processes that they started, and the forkserver."""
        self.stop()
        if self.forkserver:
            if not self.has_ended_within(self.forkserver, PATIENCE):
                # It was stopped or killed itself, so some are left.
                self.forkserver.kill()
                self.kill_workers(self.forkserver)
            self.forkserver.close()
            self.forkserver = None
        for number in list(self.workers):
            self.finish(number, "ended")

    def has_ended_within(self, forkserver: ForkserverProcess, seconds: float) -> bool:
        """Wait for the end of the forkserver; return whether everything has ended before it."""
        deadline = monotonic() + seconds
        is_over = False
        while forkserver.has_answer_within(deadline - monotonic()):
            answers = forkserver.answers()
            if answers is None:
                return is_over
            for answer in answers:
                is_over |= "over" in answer
                self.take(answer)
        return False


def open_files() -> tuple[int, socket, socket]:
    """Open a file for the output of a worker, and both ends of a socket. Raises `OSError`.

    It does so too where too few other files could be opened then.
    """
    output = open_output()
    try:
        # Whoever opens stdout once more writes behind what is there.
        fcntl(output, F_SETFL, os.O_APPEND)
        # The system always takes the lowest number that is free.
        if 0 <= os.sysconf("SC_OPEN_MAX") <= output + SPARE:
            raise OSError(EMFILE, os.strerror(EMFILE))
        return output, *socketpair(AF_UNIX, SOCK_STREAM)
    except OSError:
        os.close(output)
        raise


def receive(connection: socket) -> bytes:
    """Return what has come through a socket; nothing if its other end is closed."""
    try:
        return connection.recv(PIECE)
    except ConnectionResetError:
        return b""


def readable(descriptors: Iterable[int], seconds: float) -> set[int]:
    """Wait for so many seconds until something can be read; return the descriptors where it can."""
    import select

    poll = select.poll()
    for descriptor in descriptors:
        poll.register(descriptor, select.POLLIN)
    return {descriptor for descriptor, _ in poll.poll(max(0.0, seconds) * 1000)}


def become_forkserver(connection: int, errors: int, unwanted: Iterable[int], mark: str) -> NoReturn:
    """Turn this process, which was just forked, into a forkserver. It does not return."""
    try:
        os.setpgid(0, 0)
        nothing = os.open(os.devnull, os.O_RDWR)
        for standard, descriptor in enumerate((nothing, nothing, errors)):
            os.dup2(descriptor, standard)
        for descriptor in (nothing, *unwanted):
            # Where a standard stream was closed, another file has got its number.
            if descriptor > 2:
                os.close(descriptor)
        # Nothing in our environment is secret, or this process would not be a fork.
        for name, value in ONE_THREAD.items():
            os.environ.setdefault(name, value)
        os.environ[MARK] = mark
        if not sys.flags.safe_path:
            # The folder of the script, or the current one: see `aoc.worker.OPTIONS`.
            del sys.path[0]
        gc.disable()
        import faulthandler

        faulthandler.enable()
        from aoc.worker.forkserver import serve_requests
        from aoc.worker.preload import preload_named

        preload_named(sys.argv[2:3])
        serve_requests(connection)
    except KeyboardInterrupt:  # perhaps before stderr was replaced
        pass
    except BaseException:
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
    finally:
        os._exit(0)
