"""Worker processes on Linux, macOS and other systems like Unix.

One process, the forkserver (`aoc.worker.forkserver`), starts all workers, waits for them and ends
them. This is the other side of it: requests go to it over a socket, each with the pipes of a new
worker, and its answers say which workers have started or ended. It ends all workers as soon as
the socket closes, so that none outlives this program, even if it is killed.
"""

from __future__ import annotations

import os

from aoc.running.forkserver_process import ForkserverProcess
from aoc.running.worker_event import Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.job import Job

__all__ = ["PosixLauncher"]

PIECE = 1 << 16
"""Bytes that are read at once."""
PIECES = 64
"""Pieces that are read from one pipe before the others get their turn."""
PATIENCE = 5.0
"""Seconds that the forkserver may take to end all workers and itself."""


class Worker:
    """A worker: the ends of its pipes that are read here, and its process id once it is known."""

    def __init__(self, reports: int, output: int) -> None:
        self.pipes = {reports: "report", output: "output"}
        self.pid: int | None = None


class PosixLauncher:
    """Starts workers through a forkserver, which is itself started at once.

    `python` and `is_clean` are those of `ForkserverProcess`.
    """

    def __init__(self, python: str | None = None, *, is_clean: bool = False) -> None:
        self.python = python
        self.workers: dict[int, Worker] = {}
        self.count = 0
        self.forkserver: ForkserverProcess | None = ForkserverProcess(python, is_clean=is_clean)

    def start(self, job: Job) -> int:
        """Start a worker for a job, and return its number."""
        import json

        if self.forkserver is None:
            self.forkserver = ForkserverProcess(self.python)
        self.count += 1
        job_out, job_in = os.pipe()
        reports_out, reports_in = os.pipe()
        output_out, output_in = os.pipe()
        theirs = (job_out, reports_in, output_in)
        about = {"worker": self.count, "root": job.root, "year": job.year, "day": job.day}
        self.forkserver.request({"start": about}, *theirs)
        for descriptor in theirs:
            os.close(descriptor)
        for descriptor in (reports_out, output_out):
            os.set_blocking(descriptor, False)
        self.workers[self.count] = Worker(reports_out, output_out)
        with open(job_in, "wb", buffering=0) as pipe:
            write_all(pipe.fileno(), json.dumps(job).encode())
        return self.count

    def kill(self, worker: int) -> None:
        """End a worker and all processes that it started."""
        if worker in self.workers and self.forkserver:
            self.forkserver.request({"end": worker})

    def wait(self, seconds: float) -> list[Event]:
        """Return the events that have come; wait for the first, but not longer than `seconds`."""
        ready = self.readable(seconds)
        events: list[Event] = []
        for number, worker in self.workers.items():
            if worker.pipes.keys() & ready:
                events += read_pipes(number, worker)
        if self.forkserver and self.forkserver.fileno() in ready:
            events += self.read_answers(self.forkserver)
        return events

    def readable(self, seconds: float) -> set[int]:
        """Wait until something can be read, and return the descriptors where that is so."""
        import select

        poll = select.poll()
        if self.forkserver:
            poll.register(self.forkserver.fileno(), select.POLLIN)
        for worker in self.workers.values():
            for descriptor in worker.pipes:
                poll.register(descriptor, select.POLLIN)
        return {descriptor for descriptor, _ in poll.poll(max(0.0, seconds) * 1000)}

    def read_answers(self, forkserver: ForkserverProcess) -> list[Event]:
        """Read what the forkserver says: which workers have started, and which have ended."""
        answers = forkserver.answers()
        if answers is None:
            return self.bury(forkserver)
        events: list[Event] = []
        for answer in answers:
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
            if not self.forkserver.has_ended_within(PATIENCE):
                self.kill_workers()
                self.forkserver.kill()
            self.forkserver.close()
            self.forkserver = None
        for number in list(self.workers):
            self.finish(number, "ended")


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


def write_all(descriptor: int, data: bytes) -> None:
    """Write to a worker's pipe; if the worker is dead, its events show it."""
    view = memoryview(data)
    try:
        while view:
            view = view[os.write(descriptor, view) :]
    except BrokenPipeError:
        return
