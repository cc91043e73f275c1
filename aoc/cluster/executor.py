"""The executor of a Dask cluster: a client of its scheduler.

Dask places jobs, runs them again where a worker died, and cancels them. A task of it is a job.
"""

from __future__ import annotations

import json
import logging
import os
import warnings
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from time import monotonic, time_ns
from typing import Any

from distributed import CancelledError, Client, Future, KilledWorker, as_completed

from aoc.cluster.host import Host, run_job
from aoc.errors import AocError, UsageError
from aoc.model import Failure, Job, Kind, Place, Result, Verdict
from aoc.program import DISTRIBUTION
from aoc.running.local_executor import Progress, Update, Watcher

__all__ = ["DaskExecutor"]

CONNECT = 5.0
"""Seconds to wait for the scheduler."""
LEAVE = 15.0
"""Seconds to wait until the connection to it has ended."""
NO_WORKER = 60.0
"""Seconds to wait for a worker, where the last one has gone."""
TICK = 0.2
"""Seconds after which the progress is shown, and the scheduler is asked for its workers."""
DEPTH = 2
"""Tasks for each thread of a worker: it runs one, and the other waits."""
GONE = "the Dask scheduler is gone: start it and its workers again, and go on with --resume"


class ClusterError(AocError):
    """The cluster cannot be reached, or cannot run a job."""


class DaskExecutor:
    """Runs jobs on the workers of the Dask scheduler at an `address`, each with its `host`.

    Workers may come and go meanwhile. Raises `UsageError` or `ClusterError` where there is no
    scheduler.
    """

    def __init__(self, address: str, host: Host, watcher: Watcher) -> None:
        self.name = f"aoc-{os.getpid()}-{time_ns():x}"
        self.host = host
        self.watcher = watcher
        self.client = connected(address)
        self.ready = as_completed(loop=self.client.loop, with_results=True, raise_errors=False)
        self.flying: dict[Future[str], tuple[int, Job]] = {}
        """The jobs that are on the cluster, with their numbers in the run."""
        self.suspects: deque[tuple[int, Job]] = deque()
        """Jobs whose workers died, maybe because of others: each runs again, alone."""
        self.workers = 0
        self.room = 0
        """Tasks that may be on the cluster."""
        self.looked = 0.0
        self.alive = -NO_WORKER
        """When there was a worker."""
        self.cancelled = False

    def run(self, jobs: Iterable[Job]) -> Iterator[Update]:
        """Run jobs, and yield their results as they come.

        Raises `AocError` where nothing can be run.
        """
        waiting = enumerate(jobs)
        done = 0
        since = monotonic()
        self.look()
        try:
            # Workers that come later get the host, too.
            self.client.register_plugin(self.host, self.name)
        except Exception as error:
            raise failed(error) from None
        self.submit(waiting)
        while self.flying and not self.cancelled:
            if monotonic() > self.looked + TICK:
                self.look()
                self.watcher.progress(Progress(done, self.doing, monotonic() - since))
            with self.ready.thread_condition:
                if not self.ready.has_ready():
                    self.ready.thread_condition.wait(TICK)
            updates = [
                update
                for future, result in self.ready.next_batch(block=False)
                for update in self.updates(*self.flying.pop(future), result)
            ]
            self.submit(waiting)
            yield from updates
            if updates:
                since = monotonic()
                done += sum(update.result is None for update in updates)

    @property
    def doing(self) -> str:
        """What the cluster is busy with, to show to people."""
        if not self.workers:
            return "waiting for a worker"
        (_, oldest), *_ = self.flying.values()
        workers = "1 worker" if self.workers == 1 else f"{self.workers} workers"
        return f"{oldest.puzzle} on {workers}"

    def look(self) -> None:
        """Ask for the workers. Raises `ClusterError` if there has been none for long."""
        try:
            threads = self.client.nthreads()
        except Exception:
            raise ClusterError(GONE) from None
        self.looked = monotonic()
        self.workers = len(threads)
        self.room = max(1, DEPTH * sum(threads.values()))
        if threads:
            self.alive = self.looked
        elif self.looked > self.alive + NO_WORKER:
            raise ClusterError(
                "the Dask scheduler has no workers: start one with `dask worker ADDRESS`"
            )

    def submit(self, waiting: Iterator[tuple[int, Job]]) -> None:
        """Send jobs to the cluster while there is room for them; suspects one by one, alone."""
        while len(self.flying) < (1 if self.suspects else self.room):
            number, job = self.suspects[0] if self.suspects else next(waiting, (-1, None))
            if job is None:
                return
            future = self.client.submit(run_job, self.name, json.dumps(job), pure=False)
            self.flying[future] = number, job
            self.ready.add(future)

    def updates(self, number: int, job: Job, result: Any) -> Iterator[Update]:
        """Yield what came of a job. Raises the error for which nothing can be run."""
        was_alone = bool(self.suspects) and self.suspects[0][0] == number
        if was_alone:
            self.suspects.popleft()
        error = result[1] if isinstance(result, tuple) else result
        if isinstance(error, KilledWorker):
            if was_alone:
                yield Update(number, death(job, error.allowed_failures + 1))
                yield Update(number, None)
            else:
                self.suspects.append((number, job))
            return
        if isinstance(error, BaseException):
            raise ClusterError(GONE) if isinstance(error, CancelledError) else failed(error)
        report = json.loads(result)
        if "error" in report:
            raise (UsageError if report["is_usage"] else ClusterError)(report["error"])
        self.watcher.output(job, report["printed"])
        for fields in report["results"]:
            yield Update(number, Result.from_dict(fields)._replace(ran_on=Place(*report["place"])))
        yield Update(number, None)

    def end_jobs(self) -> None:
        """End the jobs of a run that is given up; others can be run then."""
        futures = [*self.flying]
        self.flying.clear()
        self.suspects.clear()
        self.ready.clear()
        with suppress(Exception):
            self.client.cancel(futures, force=True)

    def cancel(self) -> None:
        """Take no more jobs, and start to end those that run."""
        self.cancelled = True
        self.end_jobs()

    def close(self) -> None:
        """End everything, and wait until no process of the run is left on the workers."""
        with suppress(Exception):
            self.client.unregister_worker_plugin(self.name)
        with suppress(Exception):
            self.client.close(timeout=LEAVE)


def connected(address: str) -> Client:
    """Return a client of the scheduler at an address. Raises `UsageError` or `ClusterError`."""
    for name in ("distributed", "distributed.client", "tornado.application"):
        # What matters is said here, in a sentence.
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            # Which versions differ; that of Python may.
            warnings.simplefilter("ignore")
            return Client(address, timeout=CONNECT, set_as_default=False)
    except OSError as error:
        cause: BaseException = error
        while cause.__cause__:
            cause = cause.__cause__
        raise ClusterError(
            f"there is no Dask scheduler at {address} ({cause}): start one with `dask scheduler`, "
            "or check the address that it prints"
        ) from None
    except (ValueError, TypeError) as error:
        raise UsageError(
            f"{address} is no address of a Dask scheduler ({error}): write it as in tcp://host:8786"
        ) from None


def failed(error: BaseException) -> ClusterError:
    """Return an error of the scheduler or a worker, as a sentence for people."""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return ClusterError(
        f"the cluster failed ({text}): install the {DISTRIBUTION} that you have where its "
        "scheduler and its workers run, or look at what they print"
    )


def death(job: Job, workers: int) -> Result:
    """Return the error of a job whose workers have died, so many of them."""
    failure = Failure(Kind.CRASH, f"{workers} workers of the cluster died while it ran")
    source = job.sources[-1]
    about = {"input": source.label, "input_kind": source.kind} if source.label else {}
    return job.with_input(job.result(**about, verdict=Verdict.ERROR, error=failure))
