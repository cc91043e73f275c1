"""A worker of Dask as the host of a run: it runs batches of jobs, each in a process of its own.

All that is here happens in the worker. A batch runs in a thread of it, through the executor that
runs jobs on one machine, so the limits, errors and times are the same.
"""

from __future__ import annotations

import asyncio
import pickle
import threading
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from time import monotonic, sleep
from typing import Any, NamedTuple

from distributed import Worker, WorkerPlugin, get_worker

from aoc.cluster.project_copy import differing_file, unpack_project
from aoc.errors import AocError, UsageError
from aoc.history.origin import machine_key
from aoc.job import Job
from aoc.program import DISTRIBUTION
from aoc.project_python import python_version
from aoc.results import Place, Result
from aoc.running.local_executor import LocalExecutor
from aoc.running.memory import half_of_memory
from aoc.running.protocol import Progress

__all__ = [
    "BatchCall",
    "BatchReport",
    "Host",
    "NotRunError",
    "Terms",
    "become_host",
    "leave_run",
    "own_version",
]

IDLE = 60.0
"""Seconds after which what starts the processes is ended, if nothing came to run."""
PAUSE = 0.01
"""Seconds between two looks at whether a batch has ended."""


class Terms(NamedTuple):
    """What all batches of a run have in common.

    `version` is that of this package. `root` is the folder of the project where the run was
    started, `packed` an archive of it, if it is sent, and `digests` are those of its files, if it
    is not.
    """

    run: str
    version: str | None
    root: str
    packed: bytes | None
    digests: Mapping[str, str]
    timeout: float | None
    halves_memory: bool
    """Whether a job may take half of the memory of the machine that it runs on."""


class BatchReport(NamedTuple):
    """What a batch came to.

    For each job its results, and the seconds that it took; then what was printed that belongs to no
    result, with the number of its job; and the sentence of the error that ended the batch, if one
    did, with whether it is a `UsageError`.
    """

    results: list[tuple[list[Result], float]]
    printed: list[tuple[int, str]]
    error: tuple[str, bool] | None = None


def own_version() -> str | None:
    """Return the version of this package, `None` if it is not installed."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return None


class NotRunError(Exception):
    """A batch was not run to its end.

    Its worker was started again and does not host the run, or nobody waited for the batch any more.
    """


class BatchCall(NamedTuple):
    """The call of a batch, to be pickled: it is made where it is unpickled.

    So only workers need this package, and Dask's scheduler does not.
    """

    run: str
    jobs: Sequence[Job]

    def __reduce__(self) -> tuple[Any, ...]:
        return run_batch, (self.run, self.jobs)


def run_batch(run: str, jobs: Sequence[Job]) -> bytes:
    """Run a batch in the worker of this thread, and return its pickled `BatchReport`.

    Raises `NotRunError`.
    """
    host = get_worker().plugins.get(run)
    if not isinstance(host, Host):
        raise NotRunError
    return pickle.dumps(host.run(jobs))


async def become_host(terms: Terms, dask_worker: Worker) -> Place | str:
    """Let a worker host a run, and return what machine it is, or why it cannot."""
    if own_version() != terms.version:
        own = f"{DISTRIBUTION} {own_version()}"
        return f"has {own}, and you have {terms.version}: install the same one there"
    root = terms.root
    if terms.packed is None:
        differing = differing_file(root, terms.digests)
        if differing:
            return f"has no {differing} in {root} like yours: send your project with --ship"
    else:
        root = await asyncio.to_thread(unpack_project, terms.packed, dask_worker.local_directory)
    host = Host(terms._replace(root=root, packed=None))
    await dask_worker.plugin_add(host, name=terms.run)
    python = python_version()
    return Place(python, machine_key(python))


async def leave_run(run: str, dask_worker: Worker) -> None:
    """End what a worker still does for a run, and wait until no process of it is left."""
    host = dask_worker.plugins.get(run)
    if isinstance(host, Host):
        await asyncio.to_thread(host.end)
        await dask_worker.plugin_remove(name=run)


class Host(WorkerPlugin):
    """Runs batches, as many at once as the worker has threads."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.memory = half_of_memory() if terms.halves_memory else None
        self.running: dict[str, Running] = {}
        """The batches that run, by the keys of their tasks."""
        self.free: list[LocalExecutor] = []
        self.lock = threading.Lock()
        self.since = monotonic()
        """When the last batch ended."""

    def setup(self, worker: Worker) -> None:
        """Look now and then whether what waits here for the next batch waits for too long."""
        self.timer = asyncio.get_running_loop().call_later(IDLE, self.close_idle)

    def transition(self, key: Any, start: str, finish: str, **kwargs: Any) -> None:
        """End the batch of a task that was cancelled, as it is when its client has gone."""
        if finish in ("cancelled", "released", "forgotten") and key in self.running:
            self.running[key].is_cancelled = True

    def teardown(self, worker: Worker) -> None:
        """End what is left. A worker that ends may not wait for a coroutine, so this is none."""
        self.timer.cancel()
        self.end()

    def end(self) -> None:
        """End all batches, and wait until no process is left."""
        for batch in [*self.running.values()]:
            batch.is_cancelled = True
        while self.running:
            sleep(PAUSE)
        self.close()

    def run(self, jobs: Sequence[Job]) -> BatchReport:
        """Run the jobs of a batch, one after the other. Raises `NotRunError`."""
        key = str(get_worker().get_current_task())
        batch = self.running[key] = Running()
        executor: LocalExecutor | None = None
        try:
            executor = self.take_executor(batch)
            return batch.report(executor, map(self.fitted, jobs))
        except AocError as error:
            return BatchReport([], [], (str(error), isinstance(error, UsageError)))
        finally:
            if executor:
                executor.end_jobs()
                with self.lock:
                    self.free.append(executor)
                    self.since = monotonic()
            del self.running[key]

    def fitted(self, job: Job) -> Job:
        """Return a job as it runs on this machine."""
        return job._replace(root=self.terms.root, memory=self.memory or job.memory)

    def take_executor(self, batch: Running) -> LocalExecutor:
        """Return an executor that nobody uses, whose watcher is the batch."""
        with self.lock:
            if self.free:
                executor = self.free.pop()
                executor.watcher = batch
                return executor
            # One after the other: what starts the processes must not get a pipe of another one.
            return LocalExecutor(1, self.terms.timeout, batch)

    def close_idle(self) -> None:
        """Close the executors that have waited for long; they start again with the next batch."""
        if monotonic() - self.since >= IDLE:
            threading.Thread(target=self.close).start()
        self.timer = asyncio.get_running_loop().call_later(IDLE, self.close_idle)

    def close(self) -> None:
        """Close the executors that nobody uses."""
        with self.lock:
            free, self.free = self.free, []
        for executor in free:
            executor.close()


class Running:
    """A batch that runs, as the watcher of its executor."""

    def __init__(self) -> None:
        self.is_cancelled = False
        self.printed: list[tuple[int, str]] = []
        self.number = 0

    def report(self, executor: LocalExecutor, jobs: Iterable[Job]) -> BatchReport:
        """Run jobs, and return what they come to. Raises `NotRunError`, or `AocError`."""
        found: list[tuple[list[Result], float]] = []
        results: list[Result] = []
        since = monotonic()
        for _, result in executor.run(jobs):
            if result is not None:
                results.append(result)
                continue
            found.append((results, monotonic() - since))
            results, since = [], monotonic()
            self.number += 1
            self.check()
        return BatchReport(found, self.printed)

    def started(self) -> None:
        """Do nothing: there is nothing to do meanwhile."""

    def output(self, job: Job, text: str) -> None:
        """Keep what was printed that belongs to no result."""
        if text:
            self.printed.append((self.number, text))

    def progress(self, progress: Progress) -> None:
        """Look whether somebody still waits for the batch. Raises `NotRunError`."""
        self.check()

    def check(self) -> None:
        """Raise `NotRunError` if nobody waits for the batch any more."""
        if self.is_cancelled:
            raise NotRunError
