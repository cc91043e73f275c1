"""The executor of this machine: a worker process for every job, several at once.

It does not use the process pools of the standard library or of pebble: they use a process for
several jobs, and importing them takes as long as a warm run may. That of the standard library also
fails as a whole when one process dies.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from time import monotonic

from aoc.errors import AocError, UsageError
from aoc.model import Job, Kind, Result
from aoc.running.launcher import Event, NoRoomError, make_launcher
from aoc.running.protocol import AHEAD, Progress, Update, Watcher
from aoc.running.task import DUMP, Task
from aoc.worker.reports import (
    Answer,
    Broken,
    Cut,
    Done,
    Planned,
    Refused,
    Report,
    Shown,
    Started,
    Timed,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.running.launcher import Launcher

__all__ = ["LocalExecutor"]

TICK = 0.05
"""Seconds after which the watcher is shown the progress, and the clocks are looked at."""
OTHERS = 20
"""Open files that are left for all else than workers, each of which takes two."""
LAST = ("ended", "lost", "refused")
"""The kinds of events after which nothing more comes from a worker."""
LOST = "ended with the process that starts the workers, which a solver of this run has killed"


class LocalExecutor:
    """Runs as many jobs at once as it may have `workers`, or fewer if the system allows no more.

    `timeout` is in seconds, for each step of a job by itself: loading the day, reading its tests,
    parsing, each part, and what a solver runs in between. What starts the workers is kept from one
    `run` to the next; it may be another `launcher`. `take_shown` gets what a show consists of as it
    comes, with the stage that it belongs to; nothing of it is kept here.
    """

    def __init__(
        self,
        workers: int,
        timeout: float | None,
        watcher: Watcher,
        take_shown: Callable[[Started, Shown | Cut], None] = lambda stage, report: None,
        launcher: Launcher | None = None,
    ) -> None:
        files = os.sysconf("SC_OPEN_MAX") if sys.platform != "win32" else -1
        self.workers = workers if files < 0 else max(1, min(workers, (files - OTHERS) // 2))
        self.timeout = timeout
        self.watcher = watcher
        self.take_shown = take_shown
        self.launcher = launcher or make_launcher()
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
        while not self.cancelled:
            self.start_tasks(waiting)
            if not self.running and not self.again:
                return
            for task, result in self.step():
                yield Update(task.number, result)
                done += result is None
            self.release()
            if monotonic() > shown + TICK:
                shown = monotonic()
                self.show_progress(done)

    def release(self) -> None:
        """Let calls be repeated for their times once no other worker looks for answers."""
        if any(task.disturbs for task in self.running.values()):
            return
        for worker, task in self.running.items():
            if task.is_waiting:
                task.is_waiting = False
                task.since = monotonic()
                self.launcher.release(worker)

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
        """Take no more jobs, and end those that run.

        What they have printed so far is shown, and where they are.
        """
        self.cancelled = True
        asked = [w for w, task in self.running.items() if task.stage and self.launcher.dump(w)]
        deadline = monotonic() + DUMP
        with suppress(AocError):
            while asked and monotonic() < deadline:
                self.events += self.launcher.wait(deadline - monotonic())
        self.forget_jobs()
        self.launcher.stop()

    def forget_jobs(self) -> list[int]:
        """Show what the jobs that run have printed so far, and return their workers."""
        with suppress(AocError):
            self.events += self.launcher.wait(0) if self.running else ()
        for task in self.running.values():
            self.watcher.output(task.job, task.unfinished)
            task.printed.close()
        workers = list(self.running)
        self.running.clear()
        self.again.clear()
        return workers

    def close(self) -> None:
        """End all workers, and wait until no process is left."""
        self.launcher.close()

    def start_tasks(self, waiting: Iterator[Task]) -> None:
        """Start tasks while there is room for them: those to continue first, then new ones."""
        while len(self.running) < self.workers:
            if not self.again and self.newest - self.oldest() >= AHEAD:
                return
            task = self.again.popleft() if self.again else next(waiting, None)
            if task is None:
                return
            self.newest = max(self.newest, task.number)
            worker, output = self.launcher.start(task.job)
            task.begin(output)
            self.running[worker] = task

    def oldest(self) -> int:
        """Return the number of the oldest job that runs, or else of the newest that was taken."""
        return min((task.number for task in self.running.values()), default=self.newest)

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
                del self.running[event.worker]
                if not is_last:
                    self.ending.add(event.worker)
                yield from self.go_on(task)
        for worker, task in list(self.running.items()):
            task.printed.bound()
            is_late = task.seconds_left(self.timeout) <= 0
            if is_late and not task.is_dumping and task.stage and self.launcher.dump(worker):
                task.begin_dump()
                continue
            for result in task.overdue(self.timeout) if is_late else ():
                yield task, result
            task.release_held()
            for result in task.results():
                yield task, result
            if is_late:
                del self.running[worker]
                self.ending.add(worker)
                self.launcher.kill(worker)
                yield from self.go_on(task)

    def go_on(self, task: Task) -> Iterator[tuple[Task, None]]:
        """Yield the end of a task whose worker has ended, or put it into `again`."""
        task.printed.close()
        if task.is_done:
            yield task, None
        else:
            self.again.append(task)

    def results_of(self, task: Task, event: Event) -> Iterator[Result]:
        """Note what came from a worker, and yield the results that are in it."""
        reports: list[tuple[Report, int]] = []
        if event.kind == "report":
            if not task.is_dumping:
                task.since = monotonic()
            reports = task.read(event.data)
        elif event.kind == "silent":
            task.is_silent = True
            task.since = monotonic()
        elif event.kind == "refused":
            # It is tried again once another one has ended.
            if len(self.running) == 1 and not self.ending:
                raise NoRoomError(event.status)
            self.workers = max(1, len(self.running) - 1)
            task.is_over = True
            return
        for report, end in reports:
            if isinstance(report, Result | Answer):
                yield from task.take(report, task.printed.take(end))
            elif isinstance(report, Planned):
                task.plan(report)
            elif isinstance(report, Timed):
                task.take_time(report)
            elif isinstance(report, Started):
                task.stage = report
            elif isinstance(report, Shown | Cut):
                self.take_shown(task.stage or Started(), report)
            elif isinstance(report, Refused):
                task.stage = None  # nobody has to know where its worker is
                raise UsageError(report.message)
            elif isinstance(report, Broken):
                yield from task.fail(Kind.EXCEPTION, *report, end)
            elif isinstance(report, Done):
                self.watcher.output(task.job, task.printed.take(end))
                yield from task.finish()
        if event.kind == "ended" and not task.is_over:
            yield from task.ended(event.status)
        elif event.kind == "lost" and not task.is_over:
            yield from task.fail(Kind.CRASH, LOST)
        yield from task.results()
