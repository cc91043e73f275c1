"""The executor of this machine: a worker process for every job, several at once.

Other executors can stand in its place: they have the protocol `Executor`. This one does not use the
process pools of the standard library or of pebble: they use a process for several jobs, and
importing them takes as long as a warm run may. That of the standard library also fails as a whole
when one process dies.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from time import monotonic
from typing import NamedTuple, Protocol

from aoc.errors import AocError, UsageError
from aoc.model.jobs import Job
from aoc.model.results import ErrorKind, Piece
from aoc.running.launcher import Event, Launcher, WorkerStartError, make_launcher
from aoc.running.running_job import RunningJob
from aoc.running.verdicts import Update
from aoc.worker.reports import (
    Answered,
    Broken,
    Cut,
    Done,
    Made,
    Planned,
    Refused,
    Report,
    Shown,
    Started,
    Timed,
)

TICK = 0.05
"""Seconds after which the watcher is shown the progress, and the clocks are looked at."""
MORE_TIME = "--timeout {:g}"
"""What allows a part more seconds."""
LOST = "ended with the process that starts the workers, which a solver of this run has killed"


class Step(NamedTuple):
    """The step that a job is at: what it is `doing`, to show to people, and since how many seconds.

    `printed` is the last line that it has printed, and `limit` the seconds that it may take.
    """

    doing: str
    seconds: float
    printed: str = ""
    limit: float | None = None


class Watcher(Protocol):
    """Shows the progress of a run, and output without a result. Its errors end the run."""

    def output(self, job: Job, printed: Piece, place: str = "") -> None:
        """Show output of a solver that belongs to no result, and where it was ended."""

    def progress(self, done: int, step: Step) -> None:
        """Show how many jobs are done, and the step of the oldest one that runs.

        This is called several times a second.
        """


class Executor(Protocol):
    """Runs jobs, each in a process that has run nothing else. Close it after use."""

    def run(self, jobs: Iterable[Job]) -> Iterator[Update]:
        """Take jobs as there is room for them, and yield their outcomes as they come.

        Raises `aoc.errors.AocError` where nothing can be run.
        """

    def end_jobs(self) -> None:
        """End the jobs of a run that is given up; others can be run then."""

    def cancel(self) -> None:
        """Take no more jobs, and start to end those that run; `run` then yields nothing more."""

    def close(self) -> None:
        """End everything, and wait until no process is left."""


class LocalExecutor:
    """Runs as many jobs at once as it may have `workers`, or fewer if the system allows no more.

    `timeout` is in seconds, for each step of a job by itself: loading the day, reading its tests,
    parsing, each part, and a solver's code in between. The `launcher` of the workers, by default
    that of this system, is kept from one `run` to the next. `more_time` is what people can write to
    allow more seconds than the timeout. `take_shown` gets each report of a show as it comes, with
    the stage that it belongs to; none is kept here.
    """

    def __init__(
        self,
        workers: int,
        timeout: float | None,
        watcher: Watcher,
        take_shown: Callable[[Started, Shown | Cut], None] = lambda stage, report: None,
        launcher: Launcher | None = None,
        more_time: str = MORE_TIME,
    ) -> None:
        self.workers = workers
        if sys.platform != "win32" and (files := os.sysconf("SC_OPEN_MAX")) > 0:
            # A worker takes two open files; three quarters of them are left for all else.
            self.workers = max(1, min(workers, files // 8))
        self.timeout = timeout
        self.more_time = more_time
        self.watcher = watcher
        self.take_shown = take_shown
        self.launcher = launcher or make_launcher()
        self.running: dict[int, RunningJob] = {}
        self.again: deque[RunningJob] = deque()
        self.cancelled = False
        self.starts_workers = False
        """Whether a worker of this launcher has reported anything."""

    def run(self, jobs: Iterable[Job]) -> Iterator[Update]:
        """Run jobs, and yield their outcomes as they come.

        Raises `AocError` where not even one worker can be started.
        """
        waiting = (RunningJob(number, job) for number, job in enumerate(jobs))
        done = 0
        shown = 0.0
        while not self.cancelled:
            self.start_jobs(waiting)
            if not self.running:
                return
            for update in self.step():
                yield update
                done += update.outcome is None
            self.release()
            if monotonic() > shown + TICK:
                shown = monotonic()
                self.show_progress(done)

    def start_jobs(self, waiting: Iterator[RunningJob]) -> None:
        """Start jobs while there is room for them: those to continue first, then new ones."""
        while len(self.running) < self.workers:
            job = self.again.popleft() if self.again else next(waiting, None)
            if job is None:
                return
            worker = self.launcher.start(job.job)
            job.begin(worker.output)
            self.running[worker.number] = job

    def step(self) -> Iterator[Update]:
        """Wait for events, and yield the updates that follow from them.

        Jobs that another worker has to continue are put into `again`.
        """
        left = (job.seconds_left(self.timeout) for job in self.running.values())
        try:
            events = self.launcher.wait(min([TICK, *left]))
        except WorkerStartError:
            if not self.starts_workers:
                raise
            self.starts_workers = False
            events, self.launcher = list[Event](), make_launcher()
            for lost in self.running.values():
                lost.fail(ErrorKind.CRASH, LOST)
        for worker, reports, status in events:
            if job := self.running.get(worker):
                if status is None:
                    self.starts_workers = True
                    for report, end in job.read(reports):
                        self.take_report(job, report, end)
                elif job.asked_at is None:
                    job.end(status)
                else:  # Python may crash while it looks for the frames of threads.
                    job.overdue(self.timeout or 0, self.more_time)
                yield from self.updates(worker, job)
        for worker, job in list(self.running.items()):
            if job.seconds_left(self.timeout) <= 0 and not self.ask(worker, job):
                job.overdue(self.timeout or 0, self.more_time)
                self.launcher.kill(worker)
            job.printed.bound()
            job.release_late()
            yield from self.updates(worker, job)

    def ask(self, worker: int, job: RunningJob) -> bool:
        """Ask a worker where it is, for once and where the system can; return whether it was asked.

        One that has not reported yet may not know what it is asked.
        """
        is_asked = bool(
            job.asked_at is None and job.stage and self.launcher.dump(worker)
        )
        if is_asked:
            job.ask()
        return is_asked

    def take_report(self, job: RunningJob, report: Report, end: int) -> None:
        """Take a report of a worker, whose output ended at `end` then."""
        if isinstance(report, Answered):
            printed = job.printed.take(end)
            if crash := job.take_crash():
                printed = printed.with_last(printed.last + crash)
            job.take(report.outcome, printed, time_follows=report.time_follows)
        elif isinstance(report, Planned):
            job.plan(report)
        elif isinstance(report, Timed):
            job.take_time(report)
        elif isinstance(report, Made):
            job.printed.take(end)
        elif isinstance(report, Started):
            job.stage = report
        elif isinstance(report, Refused):
            job.stage = None  # nobody has to know where its worker is
            raise UsageError(report.message)
        elif isinstance(report, Broken):
            job.fail(ErrorKind.EXCEPTION, report.message, report.traceback)
        elif isinstance(report, Done):
            self.watcher.output(job.job, job.printed.take(end))
            job.finish()
        elif isinstance(report, Shown | Cut):
            self.take_shown(job.stage or Started(), report)

    def updates(self, worker: int, job: RunningJob) -> Iterator[Update]:
        """Yield the outcomes of a job that are complete, and its end.

        Where the worker is done and the job is not, another worker continues it.
        """
        for outcome in job.outcomes():
            yield Update(job.number, job.job, outcome)
        if job.is_over:
            del self.running[worker]
            job.printed.close()
            if job.is_done:
                yield Update(job.number, job.job)
            else:
                self.again.append(job)

    def release(self) -> None:
        """Let calls be repeated for their times once no other worker looks for answers."""
        if any(job.disturbs for job in self.running.values()):
            return
        for worker, job in self.running.items():
            if job.is_waiting:
                job.is_waiting = False
                job.since = monotonic()
                self.launcher.release(worker)

    def show_progress(self, done: int) -> None:
        """Show the step of the oldest job that runs, and how many jobs are done.

        One that has answered waits for the others, or is only timed.
        """
        jobs = self.running.values()
        oldest = min(jobs, key=lambda job: (job.has_answered, job.number), default=None)
        if oldest:
            seconds = monotonic() - oldest.since
            # Before its first report, a worker has longer than the timeout.
            limit = self.timeout if oldest.stage else None
            printed = oldest.printed.last_line
            self.watcher.progress(done, Step(oldest.doing, seconds, printed, limit))

    def end_jobs(self) -> None:
        """End the jobs that run, and show their output so far; others can be run then."""
        for worker, job in self.running.items():
            self.watcher.output(job.job, *job.unfinished)
            job.printed.close()
            self.launcher.kill(worker)
        self.running.clear()
        self.again.clear()

    def cancel(self) -> None:
        """Take no more jobs, and end those that run.

        Their output so far is shown, and where they are.
        """
        self.cancelled = True
        for worker, job in self.running.items():
            self.ask(worker, job)
        with suppress(AocError):
            while left := max(
                (job.seconds_to_answer for job in self.running.values()), default=0
            ):
                self.wait_for_places(left)
        self.end_jobs()
        self.launcher.stop()

    def wait_for_places(self, seconds: float) -> None:
        """Wait for what workers say about where they are, but not longer than some `seconds`."""
        for worker, reports, status in self.launcher.wait(seconds):
            job = self.running.get(worker)
            if job and status is None:
                for _ in job.read(reports):
                    pass  # a result that comes now is not shown any more
            elif job:  # it has ended
                job.is_located = True

    def close(self) -> None:
        """End all workers, and wait until no process is left."""
        self.launcher.close()
