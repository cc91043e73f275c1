"""Runs on a Dask cluster: the executor of this side, and the host of jobs in a worker of Dask.

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
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic, time_ns
from typing import Any, cast

from distributed import (
    Client,
    Future,
    KilledWorker,
    Scheduler,
    SchedulerPlugin,
    Worker,
    WorkerPlugin,
    get_worker,
)
from distributed.comm.addressing import resolve_address
from distributed.worker_state_machine import TaskState

from aoc.errors import AocError, UsageError
from aoc.git import git_output
from aoc.history.log import machine_key
from aoc.model.jobs import Job
from aoc.model.results import ErrorKind, Failure, Outcome, Piece, Place
from aoc.program import DISTRIBUTION, python_version
from aoc.project.environments import is_of_python
from aoc.running.launcher import Launcher, make_launcher
from aoc.running.local_executor import LocalExecutor, Step, Watcher
from aoc.running.plan import half_of_memory
from aoc.running.verdicts import Update
from aoc.tokens import config_folder, data_folder, holds_token, known_tokens

PATIENCE = 5.0
"""Seconds to wait for the scheduler."""
NO_WORKER = 60.0
"""Seconds to wait for a worker, where the last one has gone."""
TICK = 0.2
"""Seconds after which the progress is shown, and the scheduler is asked for its workers."""
SECOND = 1.0
"""Seconds after which a worker tells the step of a job again."""
LONGEST = 200
"""Characters of what a step has printed last."""
DEPTH = 2
"""Tasks for each thread of a worker: it runs one, and the other waits."""
GONE = (
    "the Dask scheduler is gone: start it and its workers again, and run this once more"
)
LARGEST = 100 << 20
"""Bytes that the files of a project may have together."""
UNWANTED = {"__pycache__", "node_modules", "build", "dist"}
"""Folders that no solver needs, besides environments and those that begin with a dot."""


class DaskExecutor:
    """Runs jobs on the workers of the Dask scheduler at an `address`, each with its `host`.

    Workers may come and go meanwhile. Raises `AocError` where there is no scheduler.
    """

    def __init__(self, address: str, host: Host, watcher: Watcher) -> None:
        self.name = f"aoc-{os.getpid()}-{time_ns():x}"
        self.host = host
        self.watcher = watcher
        self.ready: SimpleQueue[Future[str]] = SimpleQueue()
        self.flying: dict[Future[str], tuple[int, Job]] = {}
        """The jobs that are on the cluster, with their numbers in the run."""
        self.steps: dict[Any, tuple[float, Step]] = {}
        """By the task of each job that runs: when its worker told its step, and this step."""
        self.room = 1
        """Tasks that may be on the cluster."""
        self.alive = -NO_WORKER
        """The last time that there was a worker."""
        # What matters is said here, in a sentence. Warnings say that versions differ; Python's may.
        logging.disable(logging.CRITICAL)
        warnings.simplefilter("ignore")
        try:
            resolve_address(
                address
            )  # The client would try a wrong one until its time is up.
            self.client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            kind = AocError if isinstance(error, OSError) else UsageError
            raise kind(
                f"there is no Dask scheduler at {address}: start one with `dask scheduler`, and "
                "write the address that it prints, as in tcp://host:8786"
            ) from None

    def run(self, jobs: Iterable[Job]) -> Iterator[Update]:
        """Run jobs, and yield their outcomes as they come.

        Raises `AocError` where nothing can be run.
        """
        waiting = enumerate(jobs)
        done = 0
        since = looked = monotonic()
        self.look()
        with suppress(Exception):  # where the scheduler takes none, or has no aoc
            self.client.register_plugin(
                HostRemover(self.client.id, self.name), self.name
            )
        try:
            # Workers that come later get the host, too.
            self.client.register_plugin(self.host, self.name)
            self.client.subscribe_topic(self.name, self.take_step)
        except Exception as error:
            raise failed(error) from None
        while self.submit(waiting):
            if monotonic() > looked + TICK:
                looked = monotonic()
                workers = self.look()
                running = [one.key for one in self.flying if one.key in self.steps]
                if running:
                    told, step = self.steps[running[0]]
                    step = step._replace(seconds=step.seconds + looked - told)
                else:
                    (_, oldest), *_ = self.flying.values()
                    step = Step(str(oldest.puzzle), looked - since)
                step = step._replace(doing=f"{step.doing} {workers}")
                self.watcher.progress(done, step)
            try:
                future = self.ready.get(timeout=TICK)
            except Empty:
                continue
            number, job = self.flying.pop(future)
            self.steps.pop(future.key, None)
            outcomes = self.outcomes(job, future)
            done += 1
            since = monotonic()
            for outcome in (*outcomes, None):
                yield Update(number, job, outcome)

    def take_step(self, event: tuple[float, Sequence[Any]]) -> None:
        """Take the step of a job that runs, which its worker tells; called in another thread."""
        _, (task, *step) = event
        self.steps[task] = (monotonic(), Step(*step))

    def look(self) -> str:
        """Ask for the workers, and return where jobs run, to show to people.

        Raises `AocError` if there has been no worker for long.
        """
        try:
            threads = self.client.nthreads()
        except Exception:
            raise AocError(GONE) from None
        self.room = max(1, DEPTH * sum(threads.values()))
        if threads:
            self.alive = monotonic()
        elif monotonic() > self.alive + NO_WORKER:
            raise AocError(
                "the Dask scheduler has no workers: start one with `dask worker ADDRESS`"
            )
        workers = "on 1 worker" if len(threads) == 1 else f"on {len(threads)} workers"
        return workers if threads else "waits for a worker"

    def submit(self, waiting: Iterator[tuple[int, Job]]) -> bool:
        """Send jobs to the cluster while there is room for them; return whether any are on it."""
        for number, job in islice(waiting, max(0, self.room - len(self.flying))):
            future = self.client.submit(
                run_job, self.name, json.dumps(job.to_json()), pure=False
            )
            self.flying[future] = number, job
            future.add_done_callback(self.ready.put)
        return bool(self.flying)

    def outcomes(self, job: Job, future: Future[str]) -> list[Outcome]:
        """Return the outcomes of a job. Raises `AocError` where nothing can be run."""
        try:
            report = json.loads(future.result())
        except KilledWorker as error:
            return [death(job, error.allowed_failures + 1)]
        except Exception as error:
            self.look()
            raise failed(error) from None
        if "error" in report:
            raise AocError(report["error"])
        for piece in report["printed"]:
            self.watcher.output(job, Piece(*piece))
        place = Place(*report["place"])
        return [
            Outcome.from_json(one)._replace(ran_on=place) for one in report["outcomes"]
        ]

    def end_jobs(self) -> None:
        """End the jobs of a run that is given up."""
        with suppress(Exception):
            self.client.cancel([*self.flying], force=True)

    cancel = end_jobs

    def close(self) -> None:
        """End everything, and wait until no process of the run is left on the workers."""
        with suppress(Exception):
            self.client.unregister_worker_plugin(self.name)
            self.client.close(timeout=PATIENCE)


def failed(error: BaseException) -> AocError:
    """Return an error of the scheduler or a worker, as a sentence for people."""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return AocError(
        f"the cluster failed ({text}): install the {DISTRIBUTION} that you have where its "
        "scheduler and its workers run, or look at what they print"
    )


def death(job: Job, workers: int) -> Outcome:
    """Return the outcome of a job on which this number of workers died."""
    failure = Failure(
        ErrorKind.CRASH, f"{workers} workers of the cluster died while it ran"
    )
    source = job.inputs[-1]
    kind = source.kind if source.label else None
    return Outcome(input=source.label or None, input_kind=kind, error=failure)


def pack_project(root: str, inputs: str) -> bytes:
    """Return a zip file of the files of the project at `root` that solvers may need.

    They are those that git knows or would add; without git, all in no hidden folder. Left out
    are those in the folder of the `inputs` and in that of aocd, those with a session token, and
    links. Raises `UsageError` if they are too large.
    """
    top = Path(root).resolve()
    listed = git_output(
        root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"
    )
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
            data = (top / name).read_bytes()
            if b"\0" in data or not holds_token(
                data.decode("utf-8", "replace"), tokens
            ):
                archive.writestr(name, data)
    return packed.getvalue()


def unhidden(top: Path) -> Iterator[str]:
    """Yield the paths below a folder that are in no hidden folder, and no environment."""
    for folder, folders, names in os.walk(top):
        folders[:] = [name for name in folders if not is_of_python(folder, name)]
        for path in (Path(folder, name).relative_to(top) for name in names):
            if not any(part.startswith(".") or part in UNWANTED for part in path.parts):
                yield path.as_posix()


class Host(WorkerPlugin):
    """Holds a worker's copy of the project, and its launchers, for the jobs of one run.

    It is made where the run was started, and sent to each worker, with the project as `packed` by
    `pack_project`. `timeout` is in seconds, for each step of a job. With `halves_memory`, a job may
    take half of the memory of the machine that it runs on.
    """

    def __init__(
        self, packed: bytes, timeout: float | None, *, halves_memory: bool
    ) -> None:
        self.packed = packed
        self.timeout = timeout
        self.halves_memory = halves_memory
        self.version = version(DISTRIBUTION)

    def setup(self, worker: Worker) -> None:
        """Unpack the project, and start a launcher for each thread of the worker.

        Raises `AocError` where the worker has another version of aoc.
        """
        self.has_ended = False
        self.root = tempfile.mkdtemp(prefix="project-", dir=worker.local_directory)
        self.launchers: SimpleQueue[Launcher] = SimpleQueue()
        """The launchers that no job uses."""
        self.threads = 0
        own = version(DISTRIBUTION)
        if own != self.version:
            raise AocError(
                f"{DISTRIBUTION} is {own} on {worker.address}, and {self.version} here"
            )
        zipfile.ZipFile(io.BytesIO(self.packed)).extractall(self.root)
        self.threads = worker.state.nthreads
        for _ in range(self.threads):
            self.launchers.put(make_launcher())

    def teardown(self, worker: Worker) -> None:
        """End all jobs, and wait until no process is left.

        A worker that ends may not wait for a coroutine, so this is not one.
        """
        self.has_ended = True
        for _ in range(self.threads):
            self.launchers.get().close()
        shutil.rmtree(self.root, ignore_errors=True)


class HostRemover(SchedulerPlugin):
    """Ends the host of a run on all workers once its client has gone, as when that is killed.

    `client` is the id of the client, and `host` the name of the host, and of this.
    """

    def __init__(self, client: str, host: str) -> None:
        self.client = client
        self.host = host

    def remove_client(self, scheduler: Scheduler, client: str) -> None:
        """Take the end of a client."""
        if client == self.client:
            self.task = asyncio.ensure_future(self.end_host(scheduler))

    async def end_host(self, scheduler: Scheduler) -> None:
        """End the host, unless the client has done so itself, and then this."""
        scheduler.remove_plugin(self.host)
        with suppress(ValueError):
            await scheduler.unregister_worker_plugin(None, self.host)


def run_job(name: str, text: str) -> str:
    """Run a job, which is JSON, in the worker of this thread, with its host of that name.

    Returns JSON: the `place`, the `outcomes` and other `printed` text, or else an `error`; paths
    in it are those of the job's project. Other errors are raised only where nobody waits for it.
    """
    worker = get_worker()
    host = cast(Host, worker.plugins[name])
    job = Job.from_json(json.loads(text))
    options = job.options
    if host.halves_memory:
        # Of this machine, not of the one that started the run.
        options = options._replace(memory=half_of_memory())
    task = worker.state.tasks[worker.get_current_task()]
    caller = Caller(host, task, partial(worker.log_event, name))
    launcher = host.launchers.get(timeout=PATIENCE)
    executor = LocalExecutor(1, host.timeout, caller, launcher=launcher)
    report: dict[str, Any] = {
        "place": (python_version(), machine_key(python_version()))
    }
    try:
        updates = executor.run([job._replace(root=host.root, options=options)])
        report["outcomes"] = [outcome.to_json() for _, _, outcome in updates if outcome]
        report["printed"] = caller.printed
    except AocError as error:
        report["error"] = f"on the worker {worker.address}: {error}"
    finally:
        executor.end_jobs()
        # It is another one now if the solver has ended the process that starts the workers.
        host.launchers.put(executor.launcher)
    ours, theirs = (json.dumps(root)[1:-1] for root in (host.root, job.root))
    return json.dumps(report).replace(ours, theirs)


class Caller:
    """The watcher of a job, which is a task of Dask, for the one who waits for it.

    `tell` is called with the task and its step, once a second.
    """

    def __init__(
        self, host: Host, task: TaskState, tell: Callable[[Sequence[Any]], None]
    ) -> None:
        self.host = host
        self.task = task
        self.tell = tell
        self.told = 0.0
        self.printed: list[Piece] = []

    def output(self, job: Job, printed: Piece, place: str = "") -> None:
        """Keep output that belongs to no result."""
        self.printed.append(printed)

    def progress(self, done: int, step: Step) -> None:
        """Tell the step; raise `AocError` if nobody waits any more, as when the client has gone."""
        if self.host.has_ended or self.task.state != "executing":
            raise AocError("nobody waits for the job any more")
        if monotonic() > self.told + SECOND:
            self.told = monotonic()
            self.tell((self.task.key, *step._replace(printed=step.printed[-LONGEST:])))
