"""Worker processes on Linux, macOS and other systems like Unix.

One process, the forkserver (`aoc.worker.forkserver`), starts all workers, waits for them and ends
them. This is the other side of it: requests go to it over a socket, each with the pipes of a new
worker, and its answers say which workers have started or ended. It ends all workers as soon as
the socket closes, so that none outlives this program, even if it is killed.
"""

from __future__ import annotations

import os
from time import monotonic

from aoc.running.forkserver_process import ForkserverProcess
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

    def __init__(self, job: int, unsent: bytes, reports: int, output: int) -> None:
        self.pipes = {reports: "report", output: "output"}
        self.job: int | None = job
        self.unsent = memoryview(unsent)
        self.pid: int | None = None
        for descriptor in (job, reports, output):
            os.set_blocking(descriptor, False)

    def send(self) -> None:
        """Write as much of the job as its pipe takes now, and close the pipe at the end.

        If the worker is dead, its events show it.
        """
        if self.job is None:
            return
        try:
            while self.unsent:
                self.unsent = self.unsent[os.write(self.job, self.unsent) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            pass
        self.close_job()

    def close_job(self) -> None:
        """Close the pipe of the job, if it is open.

        Wherever Ctrl-C comes in between, it is not closed twice: that might be another file.
        """
        job, self.job = self.job, None
        if job is not None:
            os.close(job)


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

    def start(self, job: Job) -> int:
        """Start a worker for a job, and return its number.

        Raises `OSError` where the system has no room for one more.
        """
        import json

        if self.forkserver is None:
            self.forkserver = ForkserverProcess(self.python)
        (job_out, job_in), (reports_out, reports_in), (output_out, output_in) = open_pipes(3)
        theirs = (job_out, reports_in, output_in)
        self.count += 1
        number = self.count
        about: dict[str, object] = {"worker": number, "root": job.root, "effort": job.effort}
        about |= {"year": job.year, "day": job.day}
        worker = Worker(job_in, json.dumps(job).encode(), reports_out, output_out)
        # Ctrl-C may come at any moment, and answers about a worker that is not known would not do.
        self.workers[number] = worker
        try:
            self.forkserver.request({"start": about}, *theirs)
        except OSError:
            del self.workers[number]
            for descriptor in (job_in, reports_out, output_out):
                os.close(descriptor)
            raise
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        worker.send()
        return number

    def kill(self, worker: int) -> None:
        """End a worker and all processes that it started."""
        if worker in self.workers and self.forkserver:
            self.deadlines.setdefault(worker, monotonic() + STUCK)
            try:
                self.forkserver.request({"end": worker})
            except OSError:  # the deadline remains
                return

    def wait(self, seconds: float) -> list[Event]:
        """Return the events that have come; wait for the first, but not longer than `seconds`."""
        ready = self.readable(seconds)
        events: list[Event] = []
        for number, worker in self.workers.items():
            if worker.job in ready:
                worker.send()
            if worker.pipes.keys() & ready:
                events += read_pipes(number, worker)
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
        """Wait until something can be read or sent; return the descriptors where that is so."""
        import select

        poll = select.poll()
        if self.forkserver:
            poll.register(self.forkserver.fileno(), select.POLLIN)
        for worker in self.workers.values():
            for descriptor in worker.pipes:
                poll.register(descriptor, select.POLLIN)
            if worker.job is not None:
                poll.register(worker.job, select.POLLOUT)
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
        """Read what a worker that has ended left in its pipes, and close them."""
        worker = self.workers.pop(number)
        self.deadlines.pop(number, None)
        worker.close_job()
        events = read_pipes(number, worker)
        for descriptor in worker.pipes:
            os.close(descriptor)
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
        self.kill_workers()
        forkserver.kill_strays()
        return [event for number in list(self.workers) for event in self.finish(number, "lost")]

    def kill_workers(self) -> None:
        """Kill all workers without the forkserver."""
        from aoc.worker.cleanup import kill_with_descendants

        for worker in self.workers.values():
            if worker.pid is not None:
                kill_with_descendants(worker.pid)

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
                self.kill_workers()
                self.forkserver.kill()
                self.forkserver.kill_strays()
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


def open_pipes(count: int) -> list[tuple[int, int]]:
    """Open pipes, unless they leave too few open files for all else. Raises `OSError`."""
    import errno

    pipes: list[tuple[int, int]] = []
    try:
        while len(pipes) < count:
            pipes.append(os.pipe())
        # The system always takes the lowest number that is free.
        if 0 <= os.sysconf("SC_OPEN_MAX") <= max(map(max, pipes)) + SPARE:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
    except OSError:
        for descriptor in (end for pipe in pipes for end in pipe):
            os.close(descriptor)
        raise
    return pipes


def read_pipes(number: int, worker: Worker) -> list[Event]:
    """Read what there is in a worker's pipes."""
    return [event for pipe in list(worker.pipes) for event in read_pipe(number, worker, pipe)]


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
