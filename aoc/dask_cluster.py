"""Runs on a Dask cluster: the executor of this side, and what runs jobs in the workers of Dask.

Dask places jobs, runs them again where a worker died, and cancels them; a task of it is a job. In a
worker of Dask, it runs in a process of its own, through the executor that runs jobs on one machine,
so the limits, errors and times are the same.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import shutil
import tempfile
import warnings
import zipfile
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, time_ns
from typing import Any

from distributed import (
    CancelledError,
    Client,
    Future,
    KilledWorker,
    Worker,
    WorkerPlugin,
    as_completed,
    get_worker,
)

from aoc.errors import AocError, UsageError
from aoc.files import config_folder, data_folder, git_output, known_tokens, read_bytes
from aoc.history.log import machine_key
from aoc.model import Failure, Job, Kind, Outcome, Place
from aoc.program import DISTRIBUTION, python_version
from aoc.running.local_executor import LocalExecutor, Progress, Update, Watcher
from aoc.running.plan import half_of_memory
from aoc.text import holds_token

__all__ = ["DaskExecutor", "Host", "pack_project"]

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
LARGEST = 100 << 20
"""Bytes that the files of a project may have together."""
UNWANTED = {"__pycache__", "node_modules", "build", "dist"}
"""Folders that nobody solves with. Nor are those that begin with a dot, or are environments."""


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
        """Run jobs, and yield their outcomes as they come.

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
                done += sum(update.outcome is None for update in updates)

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
                yield Update(number, job, death(job, error.allowed_failures + 1))
                yield Update(number, job)
            else:
                self.suspects.append((number, job))
            return
        if isinstance(error, BaseException):
            raise ClusterError(GONE) if isinstance(error, CancelledError) else failed(error)
        report = json.loads(result)
        if "error" in report:
            raise ClusterError(report["error"])
        self.watcher.output(job, report["printed"])
        ran_on = Place(*report["place"])
        for fields in report["outcomes"]:
            yield Update(number, job, Outcome.from_dict(fields)._replace(ran_on=ran_on))
        yield Update(number, job)

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
    except OSError:
        raise ClusterError(
            f"there is no Dask scheduler at {address}: start one with `dask scheduler`, or check "
            "the address that it prints"
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


def death(job: Job, workers: int) -> Outcome:
    """Return the outcome of a job whose workers have died, so many of them."""
    failure = Failure(Kind.CRASH, f"{workers} workers of the cluster died while it ran")
    source = job.sources[-1]
    if not source.label:
        return Outcome(error=failure)
    return Outcome(input=source.label, input_kind=source.kind, error=failure)


def pack_project(root: str, inputs: str) -> bytes:
    """Return a zip file of the files of the project at `root` that solvers may need.

    They are what git knows or would add; without git, all that lies in no hidden folder. Left out
    are those in the folder of the `inputs` and in that of aocd, those with a session token, and
    links. Raises `UsageError` if they are too large.
    """
    top = Path(root).resolve()
    listed = git_output(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    names = unhidden(top) if listed is None else listed.split("\0")
    folders = (os.path.expanduser(inputs), data_folder(), config_folder(), ".aoc")
    excluded = [(top / folder).resolve() for folder in folders]
    sizes = {
        name: path.stat().st_size
        for name in sorted({*names})
        if (path := top / name).is_file() and not path.is_symlink()
        if not any(path.is_relative_to(folder) for folder in excluded)
    }
    if sum(sizes.values()) > LARGEST:
        raise UsageError(
            f"the project has {sum(sizes.values()) >> 20} MB, more than the {LARGEST >> 20} MB "
            f"that --cluster sends, most of it in {max(sizes, key=lambda name: sizes[name])}: let "
            "git ignore what no solver needs"
        )
    tokens = known_tokens()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sizes:
            data = read_bytes(str(top / name))
            if b"\0" in data or not holds_token(data.decode("utf-8", "replace"), tokens):
                archive.writestr(name, data)
    return packed.getvalue()


def unhidden(top: Path) -> Iterator[str]:
    """Yield the paths below a folder that are in no hidden folder, and no environment."""
    for path in top.rglob("*"):
        name = path.relative_to(top)
        is_hidden = any(part.startswith(".") or part in UNWANTED for part in name.parts)
        if not is_hidden and not (top / name.parts[0] / "pyvenv.cfg").exists():
            yield name.as_posix()


class Host(WorkerPlugin):
    """Holds what the jobs of one run need on a worker: its copy of the project, and executors.

    It is made where the run was started, and sent to each worker, with the project as `packed` by
    `pack_project`. `timeout` is in seconds, for each step of a job. With `halves_memory`, a job may
    take half of the memory of the machine that it runs on.
    """

    def __init__(self, packed: bytes, timeout: float | None, *, halves_memory: bool) -> None:
        self.packed = packed
        self.timeout = timeout
        self.halves_memory = halves_memory
        self.version = version(DISTRIBUTION)

    async def setup(self, worker: Worker) -> None:
        """Do what takes time in a thread, while the worker answers its scheduler."""
        await asyncio.to_thread(self.prepare, worker)

    def prepare(self, worker: Worker) -> None:
        """Unpack the project, and start what starts processes, for each thread of a worker."""
        python = python_version()
        self.place = (python, machine_key(python))
        self.callers: dict[str, Caller] = {}
        """Those who wait for the jobs that run, by the keys of Dask's tasks."""
        self.root = tempfile.mkdtemp(prefix="project-", dir=worker.local_directory)
        zipfile.ZipFile(io.BytesIO(self.packed)).extractall(self.root)
        self.threads = worker.state.nthreads
        self.executors: SimpleQueue[LocalExecutor | None] = SimpleQueue()
        """Those that nobody uses; `None` after the end."""
        for _ in range(self.threads):
            self.executors.put(LocalExecutor(1, self.timeout, Caller()))

    def transition(self, key: Any, start: str, finish: str, **kwargs: Any) -> None:
        """End the jobs of a task that was cancelled, as it is when its client has gone."""
        if finish == "released" and key in self.callers:
            self.callers[key].has_gone = True

    def teardown(self, worker: Worker) -> None:
        """End all jobs, and wait until no process is left.

        A worker that ends may not wait for a coroutine, so this is none.
        """
        for caller in [*self.callers.values()]:
            caller.has_gone = True
        for _ in range(self.threads):
            if executor := self.executors.get():
                executor.close()
            self.executors.put(None)
        shutil.rmtree(self.root, ignore_errors=True)

    def run(self, job: Job) -> dict[str, Any]:
        """Run a job, and return the report of `run_job`."""
        own = version(DISTRIBUTION)
        if own != self.version:
            raise AocError(
                f"{DISTRIBUTION} is {own} there, and {self.version} here: install the same one"
            )
        job = job._replace(root=self.root)
        if self.halves_memory:
            job = job._replace(memory=half_of_memory())
        key = str(get_worker().get_current_task())
        caller = self.callers[key] = Caller()
        executor = self.executors.get()
        if executor is None:
            raise GoneError
        executor.watcher = caller
        try:
            outcomes = [one.to_dict() for _, _, one in executor.run([job]) if one]
        finally:
            del self.callers[key]
            executor.end_jobs()
            if caller.has_gone:
                executor.close()
            self.executors.put(executor)
        return {"place": self.place, "outcomes": outcomes, "printed": caller.printed}


def run_job(name: str, text: str) -> str:
    """Run a job in the worker of this thread, which has a host of that name.

    The job is a JSON list. Returns JSON: the `place`, the `outcomes`, and what else was `printed`;
    or else an `error`. Paths in it are those of the project of the job.
    """
    worker = get_worker()
    host = worker.plugins[name]
    assert isinstance(host, Host)
    job = Job.from_list(json.loads(text))
    try:
        report = host.run(job)
    except AocError as error:
        report = {"error": f"on the worker {worker.address}: {error}"}
    ours, theirs = (json.dumps(root)[1:-1] for root in (host.root, job.root))
    return json.dumps(report).replace(ours, theirs)


class GoneError(Exception):
    """Nobody waits for the jobs any more."""


class Caller:
    """The one who waits for jobs, as the watcher of their executor."""

    def __init__(self) -> None:
        self.has_gone = False
        self.printed = ""

    def output(self, job: Job, text: str) -> None:
        """Keep what was printed that belongs to no result."""
        self.printed += text

    def progress(self, progress: Progress) -> None:
        """Raise `GoneError` if nobody waits any more."""
        if self.has_gone:
            raise GoneError
