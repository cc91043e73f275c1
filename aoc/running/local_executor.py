"""The executor of this machine: a worker process for every job, several at once.

The standard library's process pool and pebble's use a process again for the next job, and the
first gives up as a whole when one dies; importing either takes as long as a warm run may.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from time import monotonic

from aoc.job import TESTS, Job
from aoc.results import Failure, Kind, Result, Verdict
from aoc.running.prestart import make_launcher
from aoc.running.protocol import Progress, Update, Watcher
from aoc.running.worker_event import Event
from aoc.worker.reports import Broken, Done, Note, Report, Started, read_reports

__all__ = ["LocalExecutor"]

FATAL = b"Fatal Python error: "
FATAL_ON_WINDOWS = b"Windows fatal exception: "
TICK = 0.1
"""Seconds after which the watcher is shown the progress, and the clocks are looked at."""
SILENCE = 1.0
"""Seconds that a worker may take to end once it can report nothing more."""
START = 120.0
"""Seconds that a worker may take until its first report, whatever the timeout is."""
KEPT = 1 << 14
"""Bytes at the end of a job's output that are kept to explain a crash with."""
WINDOWS_ERRORS = 0xC0000000
"""From here on, an exit code on Windows is the error that ended the process."""
WINDOWS_CRASHES = {
    0xC0000005: "an access violation",
    0xC000001D: "an illegal instruction",
    0xC0000094: "an integer division by zero",
    0xC00000FD: "a stack overflow",
    0xC0000374: "a damaged heap",
    0xC0000409: "a damaged stack",
    0xC000013A: "Ctrl-C",
}
ABORTED = 3
"""The exit code on Windows of a process that called `abort`."""


class Task:
    """A job on its way: what its worker reported, and since when it has not."""

    def __init__(self, number: int, job: Job) -> None:
        self.number = number
        self.job = job
        self.is_done = False
        self.is_suspected = False
        self.begin()

    def begin(self) -> None:
        """Forget about the last worker: another one goes on with the job."""
        self.stage: Started | None = None
        self.since = monotonic()
        self.is_silent = False
        self.is_over = False
        self.unread = b""
        self.printed = b""

    @property
    def doing(self) -> str:
        """What the job is busy with, to show to people."""
        stage = self.stage or Started()
        part = f"part {stage.part}" if stage.part else ""
        return " ".join(word for word in (str(self.job.puzzle), part, stage.variant) if word)

    def read(self, data: bytes) -> list[Report]:
        """Read a piece of what the worker reports."""
        *lines, self.unread = (self.unread + data).split(b"\n")
        return read_reports(lines)

    def seconds_left(self, timeout: float | None) -> float:
        """Return the seconds until the worker has taken too long for its next step."""
        limit = SILENCE if self.is_silent else START if self.stage is None else timeout
        return float("inf") if limit is None else self.since + limit - monotonic()

    def fail(self, kind: Kind, message: str, traceback: str | None = None) -> Result:
        """Return the error that ended the worker; another one does the rest of the job, if any."""
        stage = self.stage or Started()
        start = max(self.printed.rfind(FATAL), self.printed.rfind(FATAL_ON_WINDOWS))
        if start >= 0:
            traceback = self.printed[start:].decode(errors="replace").rstrip()
        if stage.label is None:
            self.is_done = True
        elif stage.label == TESTS:
            self.job = self.job.without_tests()
            self.is_done = not self.job.sources
        else:
            self.job = self.job._replace(skip=stage.skip)
        return self.job.result(
            input=stage.label,
            part=stage.part,
            variant=stage.variant,
            verdict=Verdict.ERROR,
            error=Failure(kind, message, traceback),
        )


class LocalExecutor:
    """Runs as many jobs at once as it may have `workers`.

    `timeout` is in seconds, for each step of a job by itself: loading the day, reading its tests,
    parsing, each part, and whatever a solver left to happen in between. `python` is the path of
    the workers' Python, by default this one.
    """

    def __init__(
        self, workers: int, timeout: float | None, watcher: Watcher, python: str | None = None
    ) -> None:
        self.room = workers
        self.timeout = timeout
        self.watcher = watcher
        self.launcher = make_launcher(python)
        self.running: dict[int, Task] = {}
        self.again: deque[Task] = deque()
        self.cancelled = False

    def run(self, jobs: Iterable[Job]) -> Iterator[Update]:
        """Run jobs, and yield their results as they come."""
        waiting = (Task(number, job) for number, job in enumerate(jobs))
        started = monotonic()
        done = 0
        while not self.cancelled:
            self.start_tasks(waiting)
            if not self.running:
                return
            for task, result in self.step():
                yield Update(task.number, result)
                done += result is None
            doing = min(self.running.values(), key=lambda task: task.number, default=None)
            progress = Progress(done, doing.doing if doing else "", monotonic() - started)
            self.watcher.progress(progress)

    def cancel(self) -> None:
        """Take no more jobs and end those that run."""
        self.cancelled = True
        self.running.clear()
        self.launcher.stop()

    def close(self) -> None:
        """End all workers, and wait until no process is left."""
        self.launcher.close()

    def start_tasks(self, waiting: Iterator[Task]) -> None:
        """Start tasks while there is room for them, those that have to go on before new ones."""
        while len(self.running) < self.room and not self.is_blocked():
            task = self.again.popleft() if self.again else next(waiting, None)
            if task is None:
                return
            task.begin()
            self.running[self.launcher.start(task.job)] = task

    def is_blocked(self) -> bool:
        """Say whether no task may be started now: one that is suspected has to run by itself."""
        tasks = [*self.running.values(), *islice(self.again, 1)]
        return bool(self.running) and any(task.is_suspected for task in tasks)

    def step(self) -> Iterator[tuple[Task, Result | None]]:
        """Wait for something to happen, and yield what came of it: results, and `None` at the end.

        Tasks that another worker has to go on with are put into `again`.
        """
        left = (task.seconds_left(self.timeout) for task in self.running.values())
        for event in self.launcher.wait(min(TICK, max(0.0, min(left)))):
            task = self.running.get(event.worker)
            if task is None:
                continue
            for result in self.results_of(task, event):
                yield task, result
            if task.is_over:
                self.watcher.output(task.job, self.launcher.last_output(event.worker))
                self.running.pop(event.worker, None)
                yield from self.go_on(task)
        for worker, task in list(self.running.items()):
            if task.seconds_left(self.timeout) > 0:
                continue
            del self.running[worker]
            self.launcher.kill(worker)
            yield task, self.overdue(task)
            yield from self.go_on(task)

    def go_on(self, task: Task) -> Iterator[tuple[Task, None]]:
        """Yield the end of a task whose worker is over, or put it into `again`."""
        if task.is_done:
            yield task, None
        else:
            self.again.append(task)

    def results_of(self, task: Task, event: Event) -> Iterator[Result]:
        """Note what came from a worker, and yield the results that are in it."""
        if event.kind == "output":
            task.printed = (task.printed + event.data)[-KEPT:]
            self.watcher.output(task.job, event.data)
        elif event.kind == "silent":
            task.is_silent = True
            task.since = monotonic()
        elif event.kind == "ended":
            task.is_over = True
            kind, message = cause_of_death(event.status)
            if event.status == ABORTED and FATAL in task.printed:
                kind, message = Kind.CRASH, "was aborted"
            yield task.fail(kind, message)
        elif event.kind == "lost":
            # Another job's solver may have caused it: this one is tried again, by itself.
            if task.is_suspected:
                yield task.fail(Kind.CRASH, "killed the process that starts the workers")
            task.is_suspected = task.is_over = True
        for report in task.read(event.data) if event.kind == "report" else ():
            task.since = monotonic()
            if isinstance(report, Result):
                yield report
            elif isinstance(report, Started):
                task.stage = report
            elif isinstance(report, Note):
                self.watcher.note(report.text)
            elif isinstance(report, Broken):
                yield task.fail(Kind.EXCEPTION, *report)
                task.is_over = True
            elif isinstance(report, Done):
                task.is_done = task.is_over = True

    def overdue(self, task: Task) -> Result:
        """Return the error of a task whose time is up."""
        if task.is_silent:
            return task.fail(Kind.CRASH, "closed the pipe that its results go through")
        if task.stage is None:
            return task.fail(Kind.CRASH, f"did not start within {START:g} s")
        return task.fail(Kind.TIMEOUT, f"took longer than {self.timeout:g} s")


def cause_of_death(status: int) -> tuple[Kind, str]:
    """Say how a process ended too early, by its exit code: also one that Windows made."""
    if status >= WINDOWS_ERRORS:
        name = WINDOWS_CRASHES.get(status, "an error")
        return Kind.CRASH, f"was ended by {name} ({status:#x})"
    if status >= 0:
        return Kind.EXIT, f"ended the process with exit code {status}"
    import signal

    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return Kind.CRASH, f"was killed by {name}"
