"""The executor of a Dask cluster: this side of it, a client of its scheduler.

Jobs are placed on workers here, and not by the scheduler: only so it is known which ones a worker
had that died. A task of the scheduler is a batch of jobs for one worker, as bytes that only the
worker understands.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any

from distributed import Client, Future

from aoc.cluster.connection import ClusterError, cause_of
from aoc.cluster.host import (
    BatchCall,
    BatchReport,
    NotRunError,
    Terms,
    become_host,
    leave_run,
)
from aoc.cluster.placement import DEATHS, Batch, Placement, Task
from aoc.errors import AocError, UsageError
from aoc.job import Job
from aoc.program import DISTRIBUTION
from aoc.results import Failure, Kind, Place, Result, Verdict
from aoc.running.protocol import Progress, Update, Watcher

__all__ = ["DaskExecutor"]

TICK = 0.05
"""Seconds after which the watcher is shown the progress."""
LOOK = 0.5
"""Seconds after which the scheduler is asked which workers there are."""
LEAVE = 15.0
"""Seconds to wait until the workers have ended what they do."""
NO_WORKER = 60.0
"""Seconds to wait for a worker, where there is none."""
MISSING = ("ModuleNotFoundError", "ImportError", "AttributeError")
"""What a worker raises that has no such version of this package."""


class DaskExecutor:
    """Runs jobs on the workers of the cluster of a `client`, by the same `terms`.

    Workers may come and go meanwhile. One that cannot host the run is left out, and `notify` gets
    a sentence about it.
    """

    def __init__(
        self, client: Client, terms: Terms, watcher: Watcher, notify: Callable[[str], None]
    ) -> None:
        self.client = client
        self.terms = terms
        self.watcher = watcher
        self.notify = notify
        self.places: dict[str, Place] = {}
        """The workers that host the run, by their addresses."""
        self.refused: dict[str, str] = {}
        """Why other workers cannot."""
        self.futures: dict[int, Future[bytes]] = {}
        """The batches that are on the cluster, by their numbers."""
        self.ended: SimpleQueue[Batch] = SimpleQueue()
        self.placement = Placement(())
        self.cancelled = False
        self.count = 0
        self.looked = 0.0
        self.alone_since: float | None = None
        """Since when there is no worker."""

    def run(self, jobs: Iterable[Job]) -> Iterator[Update]:
        """Run jobs, and yield their results as they come.

        Raises `AocError` where nothing can be run.
        """
        self.placement = Placement(jobs)
        self.ended = SimpleQueue()
        slots = self.slots()
        self.placement.add_workers(self.find_workers(slots))
        if not self.places:
            none = "the Dask scheduler has no workers: start one with `dask worker ADDRESS`"
            raise ClusterError(next(iter(self.refused.values()), none))
        self.begin_batches()
        self.watcher.started()
        shown = since = monotonic()
        done = 0
        while not self.cancelled and not self.placement.is_over:
            for update in self.step():
                since = monotonic()
                yield update
                done += update.result is None
            if monotonic() > shown + TICK:
                shown = monotonic()
                self.watcher.progress(Progress(done, self.doing, shown - since))

    @property
    def doing(self) -> str:
        """What the cluster is busy with, to show to people."""
        if not self.places:
            return "waiting for a worker"
        count = len(self.places)
        workers = "1 worker" if count == 1 else f"{count} workers"
        oldest = min(self.placement.batches.values(), key=lambda batch: batch.number, default=None)
        puzzle = f"{oldest.tasks[0].job.puzzle} " if oldest else ""
        return f"{puzzle}on {workers}"

    def step(self) -> Iterator[Update]:
        """Wait for a batch to end, and yield what came of it; look at the workers now and then."""
        with suppress(Empty):
            batches = [self.ended.get(timeout=TICK)]
            while not self.ended.empty():
                batches.append(self.ended.get())
            reports = [(batch, self.report_of(batch)) for batch in batches]
            # What takes the results needs time, in which the workers have something to do.
            self.begin_batches()
            for batch, report in reports:
                yield from self.updates(batch, report)
        if monotonic() > self.looked + LOOK:
            yield from self.look()

    def begin_batches(self) -> None:
        """Send the workers as many batches as there is room for."""
        self.give_up(self.placement.recall())
        for batch in self.placement.new_batches():
            call = BatchCall(self.terms.run, [task.job for task in batch.tasks])
            self.count += 1
            future: Future[bytes] = self.client.submit(
                pickle.loads,
                pickle.dumps(call),
                key=f"{self.terms.run}-{self.count}",
                workers=[batch.worker],
                pure=False,
            )
            self.futures[batch.number] = future
            future.add_done_callback(lambda _, batch=batch, put=self.ended.put: put(batch))

    def report_of(self, batch: Batch) -> BatchReport | None:
        """Return what a batch came to, `None` if its worker has died."""
        future = self.futures.pop(batch.number, None)
        if future is None or batch.number not in self.placement.batches:
            return None
        try:
            report: BatchReport = pickle.loads(self.fetch(batch.worker, future))
        except NotRunError:
            return None
        except AocError:
            raise
        except Exception as error:
            if future.status in ("cancelled", "lost") or is_of_dask(error):
                return None
            raise ClusterError(
                f"{batch.worker} failed with {type(error).__name__}: {error}: end that worker, and "
                "go on with --resume"
            ) from error
        self.placement.end(batch, [seconds for _, seconds in report.results])
        place = self.places[batch.worker]
        return report._replace(
            results=[
                ([result._replace(ran_on=place) for result in results], seconds)
                for results, seconds in report.results
            ]
        )

    def fetch(self, worker: str, future: Future[bytes]) -> bytes:
        """Fetch what a batch came to from its worker. Raises what Dask does, or `OSError`.

        If the worker has died since, Dask would wait for the batch to be run again there.
        """
        while True:
            try:
                data: bytes = future.result(timeout=LOOK)
                return data
            except TimeoutError:
                if worker not in self.slots():
                    raise ConnectionError(worker) from None

    def updates(self, batch: Batch, report: BatchReport | None) -> Iterator[Update]:
        """Yield the results of a batch. Raises the error that ended it, if any."""
        if report is None:
            if batch.number in self.placement.batches:
                yield from self.lose(batch.worker)
            return
        for number, text in report.printed:
            self.watcher.output(batch.tasks[number].job, text)
        if report.error:
            text, is_usage = report.error
            raise (UsageError if is_usage else ClusterError)(f"{batch.worker}: {text}")
        for task, (results, _) in zip(batch.tasks, report.results, strict=True):
            for result in results:
                yield Update(task.number, result)
            yield Update(task.number, None)

    def look(self) -> Iterator[Update]:
        """Take in workers that have come, and what those leave that have gone."""
        slots = self.slots()
        for worker in [worker for worker in self.places if worker not in slots]:
            yield from self.lose(worker)
        self.placement.add_workers(self.find_workers(slots))
        self.begin_batches()
        if self.places:
            self.alone_since = None
            return
        self.alone_since = self.alone_since or monotonic()
        if monotonic() - self.alone_since > NO_WORKER:
            raise ClusterError(
                "the cluster has no worker any more: start one with `dask worker`, and go on with "
                "--resume"
            )

    def lose(self, worker: str) -> Iterator[Update]:
        """Yield the errors of the tasks of a dead worker that are not tried once more."""
        self.places.pop(worker, None)
        lost = self.placement.lose_worker(worker)
        self.give_up(lost.batches)
        for task in lost.failed:
            yield Update(task.number, death(task))
            yield Update(task.number, None)
        self.looked = 0.0

    def give_up(self, batches: Iterable[Batch]) -> None:
        """Wait no more for the results of batches."""
        futures = [self.futures.pop(batch.number, None) for batch in batches]
        if any(futures):
            self.client.cancel([future for future in futures if future], force=True)

    def slots(self) -> Mapping[str, int]:
        """Return how many batches each worker of the cluster can run at once, by its address.

        Raises `ClusterError` where the scheduler is gone.
        """
        self.looked = monotonic()
        try:
            slots: Mapping[str, int] = self.client.nthreads()
        except Exception as error:
            raise ClusterError(
                f"the Dask scheduler is gone ({cause_of(error)}): start it and its workers again, "
                "and go on with --resume"
            ) from None
        return slots

    def find_workers(self, slots: Mapping[str, int]) -> Mapping[str, int]:
        """Let workers host the run that do not yet, and return their slots, of those of all."""
        new = [worker for worker in slots if worker not in {**self.places, **self.refused}]
        answers: Mapping[str, Any] = {}
        if new:
            answers = self.client.run(become_host, self.terms, workers=new, on_error="return")
        refused = {}
        for worker, answer in answers.items():
            if isinstance(answer, Place):
                self.places[worker] = answer
            elif not isinstance(answer, OSError):
                refused[worker] = f"the worker {worker} {why_refused(answer)}"
        self.refused |= refused
        if self.places:
            for sentence in refused.values():
                self.notify(f"{sentence}; the others go on without it")
        return {worker: slots[worker] for worker in new if worker in self.places}

    def end_jobs(self) -> None:
        """End the jobs of a run that is given up; others can be run then."""
        batches = [*self.placement.batches.values()]
        self.placement = Placement(())
        with suppress(Exception):
            self.give_up(batches)

    def cancel(self) -> None:
        """Take no more jobs, and start to end those that run."""
        self.cancelled = True
        self.end_jobs()

    def close(self) -> None:
        """End everything, and wait until no process of the run is left on the workers."""
        with suppress(Exception):
            workers = [*self.places]
            if workers:
                self.client.run(leave_run, self.terms.run, workers=workers, on_error="return")
        with suppress(Exception):
            self.client.close(timeout=LEAVE)


def why_refused(answer: object) -> str:
    """Return why a worker cannot host a run, by what it answered."""
    if not isinstance(answer, str) and any(name in repr(answer) for name in MISSING):
        return f"has no such {DISTRIBUTION} as you have: install it in the Python of that worker"
    return str(answer) if isinstance(answer, str) else f"cannot host a run: {answer}"


def is_of_dask(error: BaseException) -> bool:
    """Return whether Dask says that a worker has died, or cannot be reached."""
    return type(error).__module__.partition(".")[0] == "distributed" or isinstance(error, OSError)


def death(task: Task) -> Result:
    """Return the error of a job whose workers have died."""
    failure = Failure(Kind.CRASH, f"{DEATHS} workers of the cluster died while it ran")
    source = task.job.sources[-1]
    about = {"input": source.label, "input_kind": source.kind} if source.label else {}
    result = task.job.result(**about, verdict=Verdict.ERROR, error=failure)
    return task.job.with_input(result)
