"""Worker processes on Linux, macOS and other systems like Unix.

One process, the forkserver (`aoc.worker.forkserver`), starts all workers, waits for them and ends
them. This is the other side of it: requests go to it over a socket, each with the pipes of a new
worker, and its answers say which workers have started or ended. It ends all workers as soon as
the socket closes, so that none outlives this program, even if it is killed.
"""

from __future__ import annotations

import os
from time import monotonic

from aoc.running.forkserver_process import MARK, ForkserverProcess
from aoc.running.printed import open_output
from aoc.running.worker_event import Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from aoc.job import Job

__all__ = ["PosixLauncher"]

PIECE = 1 << 16
"""Bytes that are read at once."""
PIECES = 64
"""Pieces that are read from one pipe before the others get their turn."""
PATIENCE = 5.0
"""Seconds that the forkserver may take to end all workers and itself."""
STUCK = 30.0
"""Seconds that it may take to end one worker; it may be importing meanwhile what a day needs."""
SPARE = 8
"""Open files that are left for all else that this program does while workers run."""


class Worker:
    """A worker: the ends of its pipes that are here, and its process id once it is known."""

    def __init__(self, job: int, reports: int) -> None:
        self.job: int | None = job
        self.reports: int | None = reports
        self.pid: int | None = None
        os.set_blocking(reports, False)

    def close(self, *names: str) -> None:
        """Close the pipe of the `job`, or of the `reports`, or both, as far as they are open.

        Wherever Ctrl-C comes in between, none is closed twice: that might be another file.
        """
        for name in names:
            descriptor = getattr(self, name)
            setattr(self, name, None)
            if descriptor is not None:
                os.close(descriptor)


class PosixLauncher:
    """Starts workers through a forkserver, which is itself started at once.

    `python` and `is_clean` are those of `ForkserverProcess`.
    """

    def __init__(self, python: str | None = None, *, is_clean: bool = False) -> None:
        self.python = python
        self.workers: dict[int, Worker] = {}
        self.deadlines: dict[int, float] = {}
        """When workers have to be gone that were killed, or have nothing more to report."""
        self.count = 0
        self.forkserver: ForkserverProcess | None = ForkserverProcess(python, is_clean=is_clean)

    def start(self, job: Job) -> tuple[int, int]:
        """Start a worker for a job, and return its number and the file of its output.

        Raises `OSError` where the system has no room for one more.
        """
        import json

        if self.forkserver is None:
            self.forkserver = ForkserverProcess(self.python)
        output, job_out, job_in, reports_out, reports_in = open_files()
        self.count += 1
        number = self.count
        about: dict[str, object] = {"worker": number, "root": job.root, "effort": job.effort}
        about |= {"year": job.year, "day": job.day}
        worker = Worker(job_in, reports_out)
        # Ctrl-C may come at any moment, and answers about a worker that is not known would not do.
        self.workers[number] = worker
        try:
            self.forkserver.request({"start": about}, job_out, reports_in, output)
        except OSError:
            del self.workers[number]
            for descriptor in (job_in, reports_out, output):
                os.close(descriptor)
            raise
        finally:
            for descriptor in (job_out, reports_in):
                os.close(descriptor)
        unsent = memoryview(json.dumps(job).encode() + b"\n")
        try:
            while unsent:
                unsent = unsent[os.write(job_in, unsent) :]
        except BrokenPipeError:  # its events show why the worker is dead
            pass
        return number, output

    def release(self, worker: int) -> None:
        """Let a worker repeat calls for their times, once it has reported all answers."""
        if worker in self.workers:
            self.workers[worker].close("job")

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
        ready = self.readable(seconds)
        events: list[Event] = []
        for number, worker in self.workers.items():
            if worker.reports in ready:
                events += read_reports(number, worker)
        for event in events:
            if event.kind == "silent":
                self.deadlines.setdefault(event.worker, monotonic() + STUCK)
        if self.forkserver and self.forkserver.fileno() in ready:
            events += self.read_answers(self.forkserver)
        if self.forkserver and min(self.deadlines.values(), default=float("inf")) < monotonic():
            # A solver may have stopped it. Its end is an answer, which is read next.
            self.forkserver.kill()
        return events

    def readable(self, seconds: float) -> set[int]:
        """Wait until something can be read; return the descriptors where that is so."""
        import select

        poll = select.poll()
        if self.forkserver:
            poll.register(self.forkserver.fileno(), select.POLLIN)
        for worker in self.workers.values():
            if worker.reports is not None:
                poll.register(worker.reports, select.POLLIN)
        return {descriptor for descriptor, _ in poll.poll(max(0.0, seconds) * 1000)}

    def read_answers(self, forkserver: ForkserverProcess) -> list[Event]:
        """Read what the forkserver says: which workers have started, and which have ended."""
        answers = forkserver.answers()
        if answers is None:
            return self.bury(forkserver)
        return [event for answer in answers for event in self.take(answer)]

    def take(self, answer: dict[str, Any]) -> list[Event]:
        """Note that a worker has started, or has ended, or could not start."""
        if "over" in answer:
            return []
        number = answer["worker"]
        if "pid" in answer:
            self.workers[number].pid = answer["pid"]
            return []
        if "refused" in answer:
            return self.finish(number, "refused", answer["refused"])
        return self.finish(number, "ended", answer["status"])

    def finish(self, number: int, kind: str, status: int = 0) -> list[Event]:
        """Read what a worker that has ended left in its pipe, and close both."""
        worker = self.workers.pop(number)
        self.deadlines.pop(number, None)
        events = read_reports(number, worker)
        worker.close("job", "reports")
        return [*events, Event(number, kind, status=status)]

    def bury(self, forkserver: ForkserverProcess) -> list[Event]:
        """End all workers of a forkserver that has died; a solver may have killed it.

        Raises `WorkerStartError` if it never worked.
        """
        self.forkserver = None
        last_line = forkserver.close()
        if not forkserver.proven:
            from aoc.running.launcher import WorkerStartError

            raise WorkerStartError(f"{self.python}: {last_line}" if self.python else last_line)
        self.kill_workers(forkserver)
        return [event for number in list(self.workers) for event in self.finish(number, "lost")]

    def kill_workers(self, forkserver: ForkserverProcess) -> None:
        """Kill all workers of a forkserver that has ended, and what they have started."""
        from aoc.worker.cleanup import kill_marked, kill_worker

        for worker in self.workers.values():
            if worker.pid is not None:
                kill_worker(worker.pid)
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


def open_files() -> list[int]:
    """Open a file for the output, and both ends of two pipes, unless too few files are left.

    Raises `OSError`.
    """
    import errno
    from fcntl import F_SETFL, fcntl

    opened: list[int] = []
    try:
        opened.append(open_output())
        # Whoever opens stdout once more writes behind what is there.
        fcntl(opened[0], F_SETFL, os.O_APPEND)
        opened += os.pipe()
        opened += os.pipe()
        # The system always takes the lowest number that is free.
        if 0 <= os.sysconf("SC_OPEN_MAX") <= max(opened) + SPARE:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
    except OSError:
        for descriptor in opened:
            os.close(descriptor)
        raise
    return opened


def read_reports(number: int, worker: Worker) -> list[Event]:
    """Read what there is in the pipe of a worker's reports; at its end, it is closed."""
    events = []
    for _ in range(PIECES):
        if worker.reports is None:
            break
        try:
            data = os.read(worker.reports, PIECE)
        except BlockingIOError:
            break
        events.append(Event(number, "report" if data else "silent", data))
        if not data:
            worker.close("reports")
    return events
