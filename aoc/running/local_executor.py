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
from aoc.running.running_job import RunningJob, State
from aoc.running.verdicts import PATIENCE, Update
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

        There is an update several times a second, also where nothing has come. Raises
        `aoc.errors.AocError` where nothing can be run.
        """

    def rest(self) -> Iterator[Update]:
        """Yield the outcomes that are there, and wait for others, after `run` was interrupted."""

    def end_jobs(self) -> None:
        """End the jobs of a run that is given up; others can be run then."""

    def cancel(self) -> None:
        """Take no more jobs, and start to end those that run; `run` then yields nothing more."""

    def close(self) -> None:
        """End everything, and wait until no process is left."""


class LocalExecutor:
    """Runs as many jobs at once as it may have `workers`.

    These are fewer if the limit of open files allows no more. `timeout` is in
    seconds, for each step of a job by itself: loading the day, reading its tests,
    parsing, and each part with the parsing of its own value; without, there is no limit. The
    `launcher` of the workers, by default the one of this system, is kept from `run` to `run`.
    `take_shown` gets each report of a show as it comes, with the stage that it belongs to; none is
    kept here.
    """

    def __init__(
        self,
        workers: int,
        timeout: float | None,
        watcher: Watcher,
        take_shown: Callable[[Started, Shown | Cut], None] = lambda stage, report: None,
        launcher: Launcher | None = None,
    ) -> None:
        self.workers = min(workers, most_workers())
        self.timeout = timeout
        self.watcher = watcher
        self.take_shown = take_shown
        self.launcher = launcher or make_launcher()
        self.running: dict[int, RunningJob] = {}
        """The jobs that have a worker, by its number."""
        self.unfinished: deque[RunningJob] = deque()
        """The jobs whose worker has ended, and that another one has to continue."""
        self.cancelled = False
        self.starts_workers = False
        """Whether a worker of this launcher has reported anything."""

    def run(
        self,
        jobs: Iterable[Job],
        timeout: float | None = None,
        alone: float = 0.0,
    ) -> Iterator[Update]:
        """Run jobs, and yield their outcomes as they come.

        A `timeout`, in seconds, stands in place of the usual one for these jobs. In the first
        seconds, as many as `alone`, they run one by one: side by side they disturb each other's
        times. Raises `AocError` where not even one worker can be started.
        """
        timeout = timeout or self.timeout
        # A generator, since there may be many jobs: each is made when there is room for it.
        waiting = (RunningJob(number, job, timeout) for number, job in enumerate(jobs))
        done_jobs = 0
        shown_at = 0.0
        end_of_alone = monotonic() + alone
        while not self.cancelled:
            is_alone = monotonic() < end_of_alone
            self.start_jobs(waiting, 1 if is_alone else self.workers)
            if not self.running:
                return
            if monotonic() > shown_at + TICK:
                shown_at = monotonic()
                self.show_progress(done_jobs)
            for update in self.step():
                yield update
                if update.is_done:
                    done_jobs += 1
            self.release()

    def rest(self) -> Iterator[Update]:
        """Yield the outcomes that are there, and wait for others, after `run` was interrupted."""
        # Something may have come since.
        with suppress(AocError):
            yield from self.step()
        for worker_number, running_job in list(self.running.items()):
            running_job.worker.held.clear()
            yield from self.updates(worker_number, running_job, patience=0)

    def start_jobs(self, waiting: Iterator[RunningJob], workers: int) -> None:
        """Start jobs while there are fewer than workers: those to continue, then new ones."""
        while len(self.running) < workers:
            if self.unfinished:
                # Results are shown in the order of their jobs, so others may wait for these.
                running_job = self.unfinished.popleft()
            else:
                new_job = next(waiting, None)
                if new_job is None:
                    return
                running_job = new_job
            worker = self.launcher.start(running_job.job)
            running_job.begin(worker.output)
            self.running[worker.number] = running_job

    def step(self) -> Iterator[Update]:
        """Wait for events, and yield the updates that follow from them."""
        for event in self.events():
            running_job = self.running.get(event.worker)
            if running_job is None:
                # A worker ends after its job, which was done or given up.
                continue
            if event.status is None:
                self.starts_workers = True
                for report, output_size in running_job.worker.read(event.reports):
                    self.take_report(running_job, report, output_size)
            elif running_job.worker.asked_at is None:
                running_job.take_early_end(event.status)
            else:
                # Python may crash while it looks for the frames of threads.
                running_job.take_timeout()
            yield from self.updates(event.worker, running_job)
        for worker_number, running_job in list(self.running.items()):
            # A job may have failed just now, with the process that starts the workers.
            is_late = not running_job.has_ended and running_job.seconds_left() <= 0
            if is_late and not self.ask_where(worker_number, running_job):
                running_job.take_timeout()
                self.launcher.kill(worker_number)
            running_job.worker.printed.bound()
            running_job.show_late_answers()
            yield from self.updates(worker_number, running_job)

    def events(self) -> list[Event]:
        """Wait for the next events, but not longer than until a worker is late.

        Where the process that starts the workers has ended, the jobs that run have failed.
        """
        seconds = TICK
        for running_job in self.running.values():
            seconds = min(seconds, running_job.seconds_left())
        try:
            return self.launcher.wait(seconds)
        except WorkerStartError:
            if not self.starts_workers:
                # No worker has ever come from there, so another try would not help either.
                raise
        # A solver has killed the process that starts the workers, and all of these with it.
        self.starts_workers = False
        self.launcher = make_launcher()
        for running_job in self.running.values():
            running_job.fail(ErrorKind.CRASH, LOST)
        return []

    def ask_where(self, worker_number: int, running_job: RunningJob) -> bool:
        """Ask a worker where it is, for once and where the system can; return whether it was asked.

        One that has not reported yet may not know what it is asked.
        """
        was_asked = running_job.worker.asked_at is not None
        if was_asked or running_job.state is State.STARTING or running_job.has_ended:
            return False
        if not self.launcher.dump(worker_number):
            return False
        running_job.worker.note_asked()
        return True

    def take_report(
        self, running_job: RunningJob, report: Report, output_size: int
    ) -> None:
        """Take a report of a worker, which had printed so many bytes then.

        Raises `UsageError` where the job asks for something that the day does not have.
        """
        printed = running_job.worker.printed
        if isinstance(report, Answered):
            piece = printed.take(output_size)
            # A fork of the solver may have crashed, while the solver itself went on.
            crash = running_job.worker.take_crash()
            if crash:
                piece = piece.with_last(piece.last + crash)
            running_job.take(report.outcome, piece, time_follows=report.time_follows)
        elif isinstance(report, Planned):
            running_job.take_plan(report)
        elif isinstance(report, Timed):
            running_job.take_time(report)
        elif isinstance(report, Made):
            # What the makers of inputs have printed belongs to no result.
            printed.take(output_size)
            running_job.take_made(report.texts)
        elif isinstance(report, Started):
            running_job.start_stage(report)
        elif isinstance(report, Refused):
            # The run ends with this sentence.
            running_job.give_up()
            raise UsageError(report.message)
        elif isinstance(report, Broken):
            running_job.fail(ErrorKind.EXCEPTION, report.message, report.traceback)
        elif isinstance(report, Done):
            # Output after the last result is shown, though it belongs to none.
            self.watcher.output(running_job.job, printed.take(output_size))
            running_job.finish()
        elif isinstance(report, Shown | Cut):
            # Frames may be many megabytes: they go on at once, and are no part of an outcome.
            self.take_shown(running_job.worker.stage, report)

    def updates(
        self, worker_number: int, running_job: RunningJob, patience: float = PATIENCE
    ) -> Iterator[Update]:
        """Yield the outcomes of a job that are complete, and whether it is done."""
        yield from running_job.updates(patience)
        if running_job.has_ended:
            del self.running[worker_number]
            running_job.worker.printed.close()
        if running_job.state is State.UNFINISHED:
            self.unfinished.append(running_job)
        is_done = running_job.state is State.DONE
        yield Update(running_job.number, running_job.job, is_done=is_done)

    def release(self) -> None:
        """Let calls be repeated for their times once no other worker looks for answers."""
        for running_job in self.running.values():
            if running_job.disturbs:
                return
        for worker_number, running_job in self.running.items():
            if running_job.state is State.WAITING:
                running_job.start_timing()
                self.launcher.release(worker_number)

    def show_progress(self, done_jobs: int) -> None:
        """Show the step of the oldest job that runs, and how many jobs are done."""
        if not self.running:
            return
        # A job that has answered waits for the others, or is only timed.
        oldest = min(
            self.running.values(),
            key=lambda running_job: (running_job.has_answered, running_job.number),
        )
        seconds = monotonic() - oldest.worker.heard_at
        limit = oldest.timeout
        if oldest.state is State.STARTING:
            # Before its first report, a worker has longer than the timeout.
            limit = None
        printed = oldest.worker.printed.last_line
        self.watcher.progress(done_jobs, Step(oldest.doing, seconds, printed, limit))

    def end_jobs(self) -> None:
        """End the jobs that run, and show their output so far; others can be run then."""
        for worker_number, running_job in self.running.items():
            printed, place = running_job.output_and_place()
            self.watcher.output(running_job.job, printed, place)
            running_job.worker.printed.close()
            self.launcher.kill(worker_number)
        self.running.clear()
        self.unfinished.clear()

    def cancel(self) -> None:
        """Take no more jobs, and end those that run.

        Their output so far is shown, and where they are.
        """
        self.cancelled = True
        for worker_number, running_job in self.running.items():
            self.ask_where(worker_number, running_job)
        # Where the workers are is good to know, and no reason to fail at the end.
        with suppress(AocError):
            self.wait_for_places()
        self.end_jobs()
        self.launcher.stop()

    def wait_for_places(self) -> None:
        """Wait until all workers that were asked have said where they are, or their time is up."""
        while True:
            left = [
                running_job.worker.seconds_to_say
                for running_job in self.running.values()
            ]
            seconds = max(left, default=0.0)
            if seconds <= 0:
                return
            for event in self.launcher.wait(seconds):
                running_job = self.running.get(event.worker)
                if running_job is None:
                    continue
                if event.status is not None:
                    # It has ended, and says nothing more.
                    running_job.worker.is_located = True
                    continue
                for _ in running_job.worker.read(event.reports):
                    # A result that comes now is not shown any more.
                    pass

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
