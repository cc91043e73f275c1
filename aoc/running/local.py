"""Running jobs: hands them to workers, watches over each, and gives the results in order.

The standard library's process pool gives up as a whole when one worker dies, knows no timeout
and leaves grandchildren alone; pebble's does better, but importing it takes as long as a whole
warm run may. Hence a loop of our own over the workers' pipes.
"""

from __future__ import annotations

import select
import signal
from collections import deque
from collections.abc import Generator, Sequence
from time import monotonic
from typing import Any, NamedTuple, Protocol

from aoc.job import TESTS, Job
from aoc.puzzle import Puzzle
from aoc.results import Failure, Kind, Result, Verdict
from aoc.running.process import Worker, take

__all__ = ["Progress", "Watcher", "run"]

FATAL = b"Fatal Python error: "
TICK = 0.1
"""Seconds after which the watcher hears of the progress, and silent deaths are looked for."""
KEPT = 1 << 14
"""Bytes of a job's output that are kept to explain a crash with."""
GULPS = 64
"""Reads of a worker's output before something else gets its turn."""


class Progress(NamedTuple):
    """How far a run is: jobs done of how many, and what the oldest of the running ones does."""

    done: int
    total: int
    doing: str
    seconds: float


class Watcher(Protocol):
    """Who hears about what is not a result."""

    def output(self, job: Job, data: bytes) -> None:
        """Hear what a solver prints."""

    def note(self, text: str) -> None:
        """Hear a sentence for people."""

    def progress(self, progress: Progress) -> None:
        """Hear how far the run is, several times a second."""


class Task:
    """A job on its way: its results so far, and what its worker is doing."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.results: list[Result] = []
        self.over = False
        self.stage: tuple[str | None, int | None, str | None] | None = None
        self.skip = 0
        self.since = 0.0
        self.printed = b""

    @property
    def doing(self) -> str:
        """What to show people of what is going on."""
        _, part, variant = self.stage or (None, None, None)
        return " ".join(
            [
                str(self.job.puzzle),
                *([f"part {part}"] if part else []),
                *([variant] if variant else []),
            ]
        )

    def take(self, report: dict[str, Any]) -> None:
        """Note what a worker reports of its work."""
        if "result" in report:
            self.results.append(Result.from_dict(report["result"]))
            self.stage = None
        elif "start" in report:
            label, part, variant = report["start"]
            self.stage, self.skip, self.since = (label, part, variant), report["skip"], monotonic()
        elif "done" in report:
            self.over = True

    def fail(self, kind: Kind, message: str) -> None:
        """Add the error that ended the worker, and leave what is left of the job to another."""
        label, part, variant = self.stage or (None, None, None)
        _, found, rest = self.printed.partition(FATAL)
        traceback = (found + rest).decode(errors="replace").rstrip() if found else None
        self.results.append(
            self.job.result(
                input=label,
                part=part,
                variant=variant,
                verdict=Verdict.ERROR,
                error=Failure(kind, message, traceback),
            )
        )
        if label is None:
            self.over = True
        elif label == TESTS:
            self.job = self.job.without_tests()
            self.over = not self.job.sources
        else:
            self.job = self.job._replace(skip=self.skip)


class Pool:
    """Some workers, and the tasks they are busy with."""

    def __init__(self, timeout: float | None, watcher: Watcher) -> None:
        self.timeout = timeout
        self.watcher = watcher
        self.poll = select.poll()
        self.idle: list[Worker] = []
        self.busy: dict[Worker, Task] = {}
        self.by_fd: dict[int, Worker] = {}

    def start(self, task: Task) -> None:
        """Give a task to an idle worker, or a new one."""
        worker = self.idle.pop() if self.idle else self.hire()
        task.stage, task.since, task.printed = None, monotonic(), b""
        self.busy[worker] = task
        worker.send(task.job)

    def hire(self) -> Worker:
        """Take one more worker on."""
        worker = take()
        for fd in (worker.reports, worker.output):
            self.poll.register(fd, select.POLLIN)
            self.by_fd[fd] = worker
        return worker

    def dismiss(self, worker: Worker) -> None:
        """End a worker, whatever it is doing."""
        for fd in (worker.reports, worker.output):
            if self.by_fd.pop(fd, None):
                self.poll.unregister(fd)
        worker.end()

    def close(self) -> None:
        """End all workers."""
        for worker in [*self.busy, *self.idle]:
            self.dismiss(worker)

    def step(self) -> list[Task]:
        """Wait for something to happen, and deal with it.

        Gives the tasks that no worker is busy with any more: those that are over, and those
        whose worker ended and which another has to go on with.
        """
        silent = set()
        for fd, _ in self.poll.poll(self.patience() * 1000):
            worker = self.by_fd[fd]
            if fd == worker.output:
                self.hear(worker)
            elif not self.listen(worker):
                silent.add(worker)
        now = monotonic()
        released = []
        for worker, task in list(self.busy.items()):
            if task.over:
                fit = worker.fit
            elif worker in silent or worker.ended():
                self.bury(worker, task)
                fit = False
            elif self.timeout and task.stage and now - task.since > self.timeout:
                task.fail(Kind.TIMEOUT, f"took longer than {self.timeout:g} s")
                fit = False
            else:
                continue
            self.hear(worker)
            del self.busy[worker]
            released.append(task)
            if fit:
                self.idle.append(worker)
            else:
                self.dismiss(worker)
        return released

    def patience(self) -> float:
        """Say for how many seconds nothing has to be looked at but the pipes."""
        if not self.timeout or not self.busy:
            return TICK
        oldest = min(task.since for task in self.busy.values())
        return max(0.0, min(TICK, oldest + self.timeout - monotonic()))

    def hear(self, worker: Worker) -> None:
        """Pass on what a solver printed, or a good deal of it."""
        task = self.busy.get(worker)
        for _ in range(GULPS):
            data = worker.heard()
            if not data:
                return
            if task:
                task.printed = (task.printed + data)[-KEPT:]
                self.watcher.output(task.job, data)

    def listen(self, worker: Worker) -> bool:
        """Take the reports that have come; false if there will be no more."""
        reports = worker.read()
        if reports is None:
            return False
        task = self.busy.get(worker)
        for report in reports:
            if "note" in report:
                self.watcher.note(report["note"])
            elif task:
                task.take(report)
                worker.fit = report.get("done", worker.fit)
        return True

    def bury(self, worker: Worker, task: Task) -> None:
        """Find out how a worker ended, and what it still said."""
        worker.wait()
        worker.kill()
        for _ in range(GULPS):
            if not self.listen(worker):
                break
        if task.over:
            return
        assert worker.status is not None
        if worker.status >= 0:
            task.fail(Kind.EXIT, f"ended the process with exit code {worker.status}")
        else:
            task.fail(Kind.CRASH, f"was killed by {signal_name(-worker.status)}")


def signal_name(number: int) -> str:
    """Name a signal."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def run(
    jobs: Sequence[Job], *, workers: int, timeout: float | None, watcher: Watcher
) -> Generator[Result, None, None]:
    """Run jobs, at most `workers` at once, and give their results in the order of the jobs.

    `timeout` is in seconds, for each part by itself. A solver that cannot be loaded is
    reported once, not with every input. However the iteration ends, no process is left.
    """
    tasks = [Task(job) for job in jobs]
    waiting = deque(tasks)
    showing = deque(tasks)
    pool = Pool(timeout, watcher)
    broken: set[tuple[str, Puzzle]] = set()
    started = monotonic()
    try:
        while showing:
            while waiting and len(pool.busy) < workers:
                pool.start(waiting.popleft())
            for task in pool.step():
                if not task.over:
                    waiting.appendleft(task)
            while showing:
                task = showing[0]
                solver = (task.job.solver, task.job.puzzle)
                for result in task.results:
                    if result.input is None and result.part is None:
                        if solver in broken:
                            continue
                        broken.add(solver)
                    yield result
                task.results.clear()
                if not task.over:
                    break
                showing.popleft()
            over = sum(task.over for task in tasks)
            doing = next((task.doing for task in tasks if not task.over), "")
            watcher.progress(Progress(over, len(tasks), doing, monotonic() - started))
    finally:
        pool.close()
