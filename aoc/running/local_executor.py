"""The executor of this machine: a worker process for every job, several at once.

It does not use the process pools of the standard library or of pebble: they use a process for
several jobs, and importing them takes as long as a warm run may. That of the standard library also
fails as a whole when one process dies.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from time import monotonic

from aoc.errors import AocError, UsageError
from aoc.job import Job
from aoc.results import Kind, Result
from aoc.running.prestart import make_launcher
from aoc.running.printed import SHOWN
from aoc.running.protocol import AHEAD, Progress, Update, Watcher
from aoc.running.task import Task
from aoc.running.worker_event import Event
from aoc.worker.reports import Broken, Cut, Done, Refused, Shown, Started

__all__ = ["LocalExecutor"]

TICK = 0.05
"""Seconds after which the watcher is shown the progress, and the clocks are looked at."""
LAST = ("ended", "lost", "refused")
"""The kinds of events after which nothing more comes from a worker."""


class LocalExecutor:
    """Runs as many jobs at once as it may have `workers`, or fewer if the system allows no more.

    `timeout` is in seconds, for each step of a job by itself: loading the day, reading its tests,
    parsing, each part, and what a solver runs in between. `python` is the path of
    the workers' Python, by default this one. What starts the workers is kept from one `run` to the
    next. `take_shown` gets what a show consists of as it comes, with the stage that it belongs to;
    nothing of it is kept here.
    """

    def __init__(
        self,
        workers: int,
        timeout: float | None,
        watcher: Watcher,
        python: str | None = None,
        take_shown: Callable[[Started, Shown | Cut], None] = lambda stage, report: None,
    ) -> None:
        self.room = workers
        self.timeout = timeout
        self.watcher = watcher
        self.take_shown = take_shown
        self.launcher = make_launcher(python)
        self.running: dict[int, Task] = {}
        self.ending: set[int] = set()
        """The workers that are not needed any more, and not gone yet."""
        self.again: deque[Task] = deque()
        self.events: deque[Event] = deque()
        """What has come from the workers, and was not looked at yet."""
        self.cancelled = False
        self.newest = -1
        """The number of the newest job that was taken."""

    def run(self, jobs: Iterable[Job]) -> Iterator[Update]:
        """Run jobs, and yield their results as they come.

        Raises `AocError` where not even one worker can be started.
        """
        waiting = (Task(number, job) for number, job in enumerate(jobs))
        self.newest = -1
        done = 0
        shown = 0.0
        has_started = False
        while not self.cancelled:
            self.start_tasks(waiting)
            if not self.running and not self.again:
                return
            if not has_started:
                has_started = True
                self.watcher.started()
            for task, result in self.step():
                yield Update(task.number, result)
                done += result is None
            if monotonic() > shown + TICK:
                shown = monotonic()
                self.show_progress(done)

    def show_progress(self, done: int) -> None:
        """Show what the oldest of the running tasks does; `done` tasks are done."""
        oldest = min(self.running.values(), key=lambda task: task.number, default=None)
        if oldest:
            seconds = monotonic() - oldest.since
            self.watcher.progress(Progress(done, oldest.doing, seconds, oldest.last_line))

    def end_jobs(self) -> None:
        """End the jobs that run, and show what they have printed so far; others can be run then."""
        for worker in self.forget_jobs():
            self.ending.add(worker)
            self.launcher.kill(worker)

    def cancel(self) -> None:
        """Take no more jobs, end those that run, and show what they have printed so far."""
        self.cancelled = True
        self.forget_jobs()
        self.launcher.stop()

    def forget_jobs(self) -> list[int]:
        """Show what the jobs that run have printed so far, and return their workers."""
        with suppress(AocError):
            self.events += self.launcher.wait(0) if self.running else ()
            for event in self.events:
                if event.kind == "output" and event.worker in self.running:
                    self.running[event.worker].printed.feed(event.data)
        for task in self.running.values():
            self.watcher.output(task.job, task.before + task.printed.rest)
        workers = list(self.running)
        self.running.clear()
        self.again.clear()
        return workers

    def close(self) -> None:
        """End all workers, and wait until no process is left."""
        self.launcher.close()

    def start_tasks(self, waiting: Iterator[Task]) -> None:
        """Start tasks while there is room for them: those to continue first, then new ones."""
        while len(self.running) < self.room and not self.is_blocked():
            if not self.again and self.newest - self.oldest() >= AHEAD:
                return
            task = self.again.popleft() if self.again else next(waiting, None)
            if task is None:
                return
            self.newest = max(self.newest, task.number)
            if task.is_suspected:
                # Nothing but this task shall have run on what starts its worker.
                self.launcher.close()
                self.ending.clear()
            task.begin()
            try:
                worker = self.launcher.start(task.job)
            except OSError as error:
                self.limit_room(len(self.running), error.errno)
                self.again.appendleft(task)
                return
            self.running[worker] = task

    def oldest(self) -> int:
        """Return the number of the oldest job that runs, or else of the newest that was taken."""
        return min((task.number for task in self.running.values()), default=self.newest)

    def limit_room(self, workers: int, error: int | None) -> None:
        """Run no more jobs at once than there are workers now, since the system refused one more.

        Raises `NoRoomError` if there are none.
        """
        if not workers and not self.ending:
            from aoc.running.launcher import NoRoomError

            raise NoRoomError(error)
        self.room = max(1, workers)

    def is_blocked(self) -> bool:
        """Return whether no task may be started now: a suspected one has to run alone."""
        tasks = [*self.running.values(), *islice(self.again, 1)]
        return bool(self.running) and any(task.is_suspected for task in tasks)

    def step(self) -> Iterator[tuple[Task, Result | None]]:
        """Wait for something to happen, and yield what came of it: results, and `None` at the end.

        Tasks that another worker has to continue are put into `again`.
        """
        left = (task.seconds_left(self.timeout) for task in self.running.values())
        self.events += self.launcher.wait(min(TICK, max(0.0, min(left, default=TICK))))
        while self.events:
            event = self.events.popleft()
            is_last = event.kind in LAST
            if is_last:
                self.ending.discard(event.worker)
            task = self.running.get(event.worker)
            if task is None:
                continue
            for result in self.results_of(task, event):
                yield task, result
            if task.is_over:
                self.running.pop(event.worker, None)
                if not is_last:
                    self.ending.add(event.worker)
                yield from self.go_on(task)
        for worker, task in list(self.running.items()):
            if task.seconds_left(self.timeout) > 0:
                continue
            del self.running[worker]
            self.ending.add(worker)
            self.launcher.kill(worker)
            yield task, task.overdue(self.timeout)
            yield from self.go_on(task)

    def go_on(self, task: Task) -> Iterator[tuple[Task, None]]:
        """Yield the end of a task whose worker has ended, or put it into `again`."""
        if task.is_done:
            yield task, None
        else:
            self.again.append(task)

    def results_of(self, task: Task, event: Event) -> Iterator[Result]:
        """Note what came from a worker, and yield the results that are in it."""
        if event.kind == "output":
            task.printed.feed(event.data)
        elif event.kind == "report":
            task.since = monotonic()
            task.read(event.data)
        elif event.kind == "silent":
            task.is_silent = True
            task.since = monotonic()
        elif event.kind == "refused":
            self.limit_room(len(self.running) - 1, event.status)
            task.is_over = True
            return
        for report, printed in task.take_reports(is_last=event.kind in LAST):
            if isinstance(report, Result):
                yield task.complete(report, printed)
            elif isinstance(report, Started):
                task.start_stage(report, printed)
            elif isinstance(report, Shown | Cut):
                task.before = (task.before + printed)[:SHOWN]
                self.take_shown(task.stage or Started(), report)
            elif isinstance(report, Refused):
                raise UsageError(report.message)
            elif isinstance(report, Broken):
                yield task.fail(Kind.EXCEPTION, *report, printed)
                task.is_over = True
            elif isinstance(report, Done):
                self.watcher.output(task.job, task.before + printed)
                task.is_done = task.is_over = True
        if task.is_over:
            return
        if event.kind == "ended":
            task.is_over = True
            yield task.ended(event.status)
        elif event.kind == "lost":
            # Another job's solver may have caused it: this one is tried again, alone.
            if task.is_suspected:
                yield task.fail(Kind.CRASH, "killed the process that starts the workers")
            task.is_suspected = task.is_over = True
