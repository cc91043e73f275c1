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
from aoc.model.jobs import Job, Step
from aoc.model.results import ErrorKind, Piece
from aoc.running.launcher import Event, Launcher, WorkerStartError
from aoc.running.prestart import make_launcher
from aoc.running.running_job import Running
from aoc.running.verdicts import Update
from aoc.worker.reports import Report, ReportKind

TICK = 0.05
"""Seconds after which the watcher is shown the progress, and the clocks are looked at."""
PLACE_SECONDS = 1.0
"""Seconds that workers have for saying where they are, before they are ended."""
LOST = "ended with the process that starts the workers, which a solver of this run has killed"


class Progress(NamedTuple):
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

    def progress(self, done: int, progress: Progress) -> None:
        """Show how many jobs are done, and the step of the oldest one that runs.

        This is called several times a second.
        """


class Executor(Protocol):
    """Runs jobs, each in a process that has run nothing else. Close it after use."""

    def run(self, jobs: Iterable[Job]) -> Iterator[Update]:
        """Take jobs as there is room for them, and yield their outcomes as they come.

        There is an update several times a second, also where nothing has come. Raises
        `aoc.errors.AocError` where nothing can be run.
        """

    def rest(self) -> Iterator[Update]:
        """Yield the outcomes that are there, after `run` was interrupted."""

    def end_jobs(self) -> None:
        """End the jobs of a run that is given up; others can be run then."""

    def cancel(self) -> None:
        """Take no more jobs, and start to end those that run; `run` then yields nothing more."""

    def close(self) -> None:
        """End everything, and wait until no process is left."""


def leave_out(report: Report) -> None:
    """Leave out what is for a feature of its own, as none has asked."""


class LocalExecutor:
    """Runs as many jobs at once as it may have `workers`.

    These are fewer if the limit of open files allows no more. `timeout` is in
    seconds, for each step of a job by itself: loading the day, reading its tests,
    parsing, and each part with the parsing of its own value; without, there is no limit. The
    `launcher` of the workers, by default the one of this system, is kept from `run` to `run`.
    `take_shown` gets each report that is for a room, as it comes.
    """

    def __init__(
        self,
        workers: int,
        timeout: float | None,
        watcher: Watcher,
        take_shown: Callable[[Report], None] = leave_out,
        launcher: Launcher | None = None,
    ) -> None:
        self.workers = min(workers, most_workers())
        self.timeout = timeout
        self.watcher = watcher
        self.take_shown = take_shown
        self.launcher = launcher or make_launcher()
        self.running: dict[int, Running] = {}
        """The jobs that have a worker, by its number."""
        self.rests: deque[tuple[int, Job]] = deque()
        """What workers have left, with the numbers of the jobs that it is of."""
        self.cancelled = False
        self.starts_workers = False
        """Whether a worker of this launcher has reported anything."""

    def run(self, jobs: Iterable[Job], timeout: float | None = None) -> Iterator[Update]:
        """Run jobs, and yield their outcomes as they come.

        A `timeout`, in seconds, stands in place of the usual one for these jobs. Raises `AocError`
        where not even one worker can be started.
        """
        timeout = timeout or self.timeout
        waiting = enumerate(job._replace(timeout=timeout) for job in jobs)
        done_jobs = 0
        shown_at = 0.0
        while not self.cancelled:
            self.start_jobs(waiting)
            if not self.running:
                return
            if monotonic() > shown_at + TICK:
                shown_at = monotonic()
                self.show_progress(done_jobs)
            self.take_events()
            for worker, running in list(self.running.items()):
                number, job = running.number, running.job
                for outcome in running.ready():
                    yield Update(number, job, outcome)
                is_done = False
                if running.has_ended:
                    del self.running[worker]
                    running.printed.close()
                    rest = running.rest()
                    if rest:
                        self.rests.append((number, rest))
                    else:
                        is_done = True
                        done_jobs += 1
                yield Update(number, job, is_done=is_done)

    def rest(self) -> Iterator[Update]:
        """Yield the outcomes that are there, after `run` was interrupted."""
        # Something may have come since.
        with suppress(AocError):
            self.take_events()
        for running in self.running.values():
            # Their best times do not come any more.
            running.untimed.clear()
            for outcome in running.ready():
                yield Update(running.number, running.job, outcome)

    def start_jobs(self, waiting: Iterator[tuple[int, Job]]) -> None:
        """Start jobs while there are fewer than workers: first what workers have left."""
        while len(self.running) < self.workers:
            # Results are shown in the order of their jobs, so others may wait for these.
            if self.rests:
                number, job = self.rests.popleft()
            else:
                following = next(waiting, None)
                if following is None:
                    return
                number, job = following
            worker = self.launcher.start(job)
            self.running[worker.number] = Running(number, job, worker.output)

    def take_events(self) -> None:
        """Wait for the next events, but not longer than until a worker is late, and take them."""
        for event in self.events():
            running = self.running.get(event.worker)
            if running is None or running.has_ended:
                # A worker ends after its job, which was done or given up.
                continue
            if event.status is not None:
                running.take_early_end(event.status)
                continue
            self.starts_workers = True
            for report in running.read(event.reports):
                self.take_report(running, report)
        for worker, running in self.running.items():
            if not running.has_ended and running.seconds_left() <= 0:
                running.take_timeout()
                self.launcher.kill(worker)
            running.printed.bound()

    def events(self) -> list[Event]:
        """Wait for the next events, but not longer than until a worker is late.

        Where the process that starts the workers has ended, the jobs that run have failed.
        """
        seconds = TICK
        for running in self.running.values():
            seconds = min(seconds, running.seconds_left())
        try:
            return self.launcher.wait(seconds)
        except WorkerStartError:
            if not self.starts_workers:
                # No worker has ever come from there, so another try would not help either.
                raise
        # A solver has killed the process that starts the workers, and all of these with it.
        self.starts_workers = False
        self.launcher = make_launcher()
        for running in self.running.values():
            running.fail(ErrorKind.CRASH, LOST)
        return []

    def take_report(self, running: Running, report: Report) -> None:
        """Take a report of a worker.

        Raises `UsageError` where the job asks for something that the day does not have.
        """
        printed = running.printed
        match report.kind:
            case ReportKind.STARTED:
                running.before = next(iter(report.steps), Step())
            case ReportKind.MADE:
                # What the makers of inputs have printed belongs to no result.
                printed.take(report.output_size)
                running.take_made(report.texts)
            case ReportKind.PLANNED:
                running.take_plan(report)
            case ReportKind.ANSWERED:
                piece = printed.take(report.output_size)
                # A fork of the solver may have crashed, while the solver itself went on.
                crash = running.take_crash()
                if crash:
                    piece = piece.with_last(piece.last + crash)
                running.take(report.outcome, piece, time_follows=report.time_follows)
            case ReportKind.TIMED:
                running.take_time(report.outcome)
            case ReportKind.SHOWN:
                self.take_shown(report)
            case ReportKind.REFUSED:
                # The run ends with this sentence.
                running.end()
                raise UsageError(report.message)
            case ReportKind.BROKEN:
                if report.outcome.error:
                    kind, message, traceback, *_ = report.outcome.error
                    running.fail(kind, message, traceback)
            case ReportKind.DONE:
                # Output after the last result is shown, though it belongs to none.
                self.watcher.output(running.job, printed.take(report.output_size))
                running.finish()

    def show_progress(self, done_jobs: int) -> None:
        """Show the step of the oldest job that runs, and how many jobs are done."""
        # A job that has answered is only timed.
        oldest = min(
            self.running.values(), key=lambda running: (running.has_answered, running.number)
        )
        seconds = monotonic() - oldest.heard_at
        # Before its first report, a worker has longer than the timeout.
        limit = oldest.job.timeout if oldest.before else None
        progress = Progress(oldest.doing, seconds, oldest.printed.last_line, limit)
        self.watcher.progress(done_jobs, progress)

    def end_jobs(self) -> None:
        """End the jobs that run, and show their output so far; others can be run then."""
        for worker, running in self.running.items():
            self.watcher.output(running.job, running.printed.rest, running.place)
            running.printed.close()
            self.launcher.kill(worker)
        self.running.clear()
        self.rests.clear()

    def cancel(self) -> None:
        """Take no more jobs, and end those that run.

        Their output so far is shown, and where they are.
        """
        self.cancelled = True
        # Where the workers are is good to know, and no reason to fail at the end.
        with suppress(AocError):
            self.ask_places()
        self.end_jobs()
        self.launcher.stop()

    def ask_places(self) -> None:
        """Let workers say where they are, as far as the system can ask them."""
        asked = []
        for worker, running in self.running.items():
            # What it said before is not where it is now.
            running.said = ""
            if running.before and self.launcher.dump(worker):
                asked.append(running)
        end = monotonic() + PLACE_SECONDS
        while asked and monotonic() < end:
            events = self.launcher.wait(TICK)
            for event in events:
                if event.worker in self.running:
                    # A result that comes now is not shown any more.
                    list(self.running[event.worker].read(event.reports))
            # The frames come in many pieces, one soon after the other.
            if not events and all(running.said for running in asked):
                return

    def close(self) -> None:
        """End all workers, and wait until no process is left."""
        self.launcher.close()


def most_workers() -> int:
    """Return how many workers may run at once, as far as the system limits it."""
    if sys.platform == "win32":
        return sys.maxsize
    files = os.sysconf("SC_OPEN_MAX")
    if files <= 0:
        # The system has no limit.
        return sys.maxsize
    # A worker takes two open files; three quarters of them are left for all else.
    return max(1, files // 8)
