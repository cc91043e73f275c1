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
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic, time_ns
from typing import Any, NamedTuple, cast

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
from aoc.model.jobs import Job
from aoc.model.results import ErrorKind, Failure, Outcome, Piece
from aoc.program import DISTRIBUTION
from aoc.project.environments import is_of_python
from aoc.running.launcher import Launcher, make_launcher
from aoc.running.local_executor import LocalExecutor, Step, Watcher
from aoc.running.verdicts import Update
from aoc.session import half_of_memory
from aoc.tokens import config_folder, data_folder, holds_token, known_tokens

ANSWER_SECONDS = 5.0
"""Seconds to wait for what answers at once: the scheduler, and a launcher that is free."""
WORKER_SECONDS = 60.0
"""Seconds to wait for a worker, where the last one has gone."""
LOOK_SECONDS = 0.2
"""Seconds after which the progress is shown, and the scheduler is asked for its workers."""
TELL_SECONDS = 1.0
"""Seconds after which a worker tells the step of a job again."""
LONGEST_LINE = 200
"""Characters of the line that a step has printed last; the whole of it may be megabytes."""
TASKS_PER_THREAD = 2
"""Tasks for each thread of a worker: it runs one, and the other waits."""
LARGEST_PROJECT = 100 << 20
"""Bytes that the files of a project may have together."""
UNWANTED = {"__pycache__", "node_modules", "build", "dist"}
"""Folders that no solver needs, besides environments and those that begin with a dot."""


class SentJob(NamedTuple):
    """A job that is on the cluster, with its number in the run."""

    number: int
    job: Job


class JobReport(NamedTuple):
    """What a worker of Dask reports of a job.

    `printed` is output that belongs to no outcome. An `error` is why nothing can be run there.
    """

    outcomes: list[Outcome]
    printed: list[Piece]
    error: str = ""


class DaskExecutor:
    """Runs jobs on the workers of the Dask scheduler at an `address`, each with its `host`.

    Workers may come and go meanwhile. Raises `AocError` where there is no scheduler.
    """

    def __init__(self, address: str, host: Host, watcher: Watcher) -> None:
        # Several runs may use the same cluster at the same time.
        self.name = f"aoc-{os.getpid()}-{time_ns():x}"
        self.host = host
        self.watcher = watcher
        self.ready: SimpleQueue[Future[JobReport]] = SimpleQueue()
        self.sent: dict[Future[JobReport], SentJob] = {}
        """The jobs that are on the cluster, the oldest first."""
        self.steps: dict[Any, Step] = {}
        """The steps that workers have told last, by the key of the task."""
        self.room = 1
        """Tasks that may be on the cluster."""
        self.worker_seen_at = -WORKER_SECONDS
        # What matters is said here, in a sentence. Warnings say that versions differ; Python's may.
        logging.disable(logging.CRITICAL)
        warnings.simplefilter("ignore")
        try:
            # The client would try a wrong address until its time is up.
            resolve_address(address)
            self.client = Client(address, timeout=ANSWER_SECONDS, set_as_default=False)
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
        done_count = 0
        # There may be no worker at all, which is said before the project is sent.
        self.look()
        self.send_host()
        done_at = looked_at = monotonic()
        while self.send_jobs(waiting):
            if monotonic() > looked_at + LOOK_SECONDS:
                looked_at = monotonic()
                workers = self.look()
                step = self.current_step(done_at)
                step = step._replace(doing=f"{step.doing} {workers}")
                self.watcher.progress(done_count, step)
            try:
                future = self.ready.get(timeout=LOOK_SECONDS)
            except Empty:
                # Results wait for those before them for some time only.
                number, job = next(iter(self.sent.values()))
                yield Update(number, job)
                continue
            done_count += 1
            done_at = monotonic()
            yield from self.updates(future)

    def updates(self, future: Future[JobReport]) -> Iterator[Update]:
        """Yield the outcomes of a job that is done, and its end."""
        number, job = self.sent.pop(future)
        self.steps.pop(future.key, None)
        for outcome in self.outcomes(job, future):
            yield Update(number, job, outcome, monotonic())
        yield Update(number, job, is_done=True)

    def rest(self) -> Iterator[Update]:
        """Yield the outcomes that are there, after `run` was interrupted."""
        with suppress(AocError):
            while not self.ready.empty():
                yield from self.updates(self.ready.get())

    def look(self) -> str:
        """Ask for the workers, and return where jobs run, to show to people.

        Raises `AocError` if there has been no worker for long.
        """
        try:
            threads = self.client.nthreads()
        except Exception:
            raise AocError(
                "the Dask scheduler is gone: start it and its workers again, and run this once more"
            ) from None
        self.room = max(1, TASKS_PER_THREAD * sum(threads.values()))
        if threads:
            self.worker_seen_at = monotonic()
            return "on 1 worker" if len(threads) == 1 else f"on {len(threads)} workers"
        # The last worker may have died, and its nanny starts another one.
        if monotonic() > self.worker_seen_at + WORKER_SECONDS:
            raise AocError(
                "the Dask scheduler has no workers: start one with `dask worker ADDRESS`"
            )
        return "waits for a worker"

    def send_host(self) -> None:
        """Send the host to all workers, also to those that come later. Raises `AocError`."""
        # Without a remover, a run that is killed leaves its host there until the workers end. The
        # scheduler may take no plugins, or have no aoc.
        with suppress(Exception):
            remover = HostRemover(self.client.id, self.name)
            self.client.register_plugin(remover, self.name)
        try:
            self.client.register_plugin(self.host, self.name)
            self.client.subscribe_topic(self.name, self.take_step)
        except Exception as error:
            raise failed(error) from None

    def take_step(self, event: tuple[float, dict[str, Any]]) -> None:
        """Take the step of a job that runs, which its worker tells; called in another thread."""
        _, told = event
        self.steps[told["task"]] = Step(**told["step"])

    def current_step(self, done_at: float) -> Step:
        """Return the step of the oldest job whose worker has told one.

        Where none has, it is the oldest job, since the last one was done.
        """
        for future in self.sent:
            if future.key in self.steps:
                return self.steps[future.key]
        oldest = next(iter(self.sent.values()))
        return Step(str(oldest.job.puzzle), monotonic() - done_at)

    def send_jobs(self, waiting: Iterator[tuple[int, Job]]) -> bool:
        """Send jobs to the cluster while there is room for them; return whether any are on it."""
        room = max(0, self.room - len(self.sent))
        for number, job in islice(waiting, room):
            # As a text, since Dask would look for its own keys and tasks in tuples.
            text = json.dumps(job.to_json())
            future = self.client.submit(run_job, self.name, text, pure=False)
            self.sent[future] = SentJob(number, job)
            future.add_done_callback(self.ready.put)
        return bool(self.sent)

    def outcomes(self, job: Job, future: Future[JobReport]) -> list[Outcome]:
        """Return the outcomes of a job. Raises `AocError` where nothing can be run."""
        try:
            report = future.result()
        except KilledWorker as error:
            # Dask has tried it on as many workers: the solver kills them, or needs all memory.
            return [death(job, error.allowed_failures + 1)]
        except Exception as error:
            # If the scheduler is gone, that is the error.
            self.look()
            raise failed(error) from None
        if report.error:
            raise AocError(report.error)
        for piece in report.printed:
            self.watcher.output(job, piece)
        return report.outcomes

    def end_jobs(self) -> None:
        """End the jobs of a run that is given up."""
        # Where the scheduler is gone, its workers end them.
        with suppress(Exception):
            self.client.cancel(list(self.sent), force=True)

    cancel = end_jobs

    def close(self) -> None:
        """End everything, and wait until no process of the run is left on the workers."""
        with suppress(Exception):
            self.client.unregister_worker_plugin(self.name)
            self.client.close(timeout=ANSWER_SECONDS)


def failed(error: BaseException) -> AocError:
    """Return an error of the scheduler or a worker, as a sentence for people."""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return AocError(
        f"the cluster failed ({text}): install the {DISTRIBUTION} that you have where its "
        "scheduler and its workers run, or look at what they print"
    )


def death(job: Job, workers: int) -> Outcome:
    """Return the outcome of a job on which this number of workers died."""
    message = f"{workers} workers of the cluster died while it ran"
    failure = Failure(ErrorKind.CRASH, message)
    job_input = job.inputs[-1]
    if not job_input.label:
        # The examples have no label together.
        return Outcome(error=failure)
    return Outcome(job_input.label, job_input.kind, error=failure)


def pack_project(root: str, inputs: str) -> bytes:
    """Return a zip file of the files of the project at `root` that solvers may need.

    `inputs` is the folder of the inputs. Raises `UsageError` if the files are too large.
    """
    sizes = sizes_to_send(Path(root).resolve(), inputs)
    total = sum(sizes.values())
    if total > LARGEST_PROJECT:
        largest = max(sizes, key=lambda path: sizes[path])
        raise UsageError(
            f"the project has {total >> 20} MB, more than the {LARGEST_PROJECT >> 20} MB that "
            f"--cluster sends, most of it in {largest}: let git ignore what no solver needs"
        )
    tokens = known_tokens()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sizes:
            data = Path(root, name).read_bytes()
            is_text = b"\0" not in data
            # Others may use the same cluster, and look into the files on its workers.
            if is_text and holds_token(data.decode("utf-8", "replace"), tokens):
                continue
            archive.writestr(name, data)
    return packed.getvalue()


def sizes_to_send(top: Path, inputs: str) -> dict[str, int]:
    """Return the names of the files below a folder that are sent, in order, with their bytes.

    They are those that git knows or would add; without git, all in no hidden folder. Left out
    are those in the folder of the `inputs` and in that of aocd, and links, which may lead there.
    """
    options = ("-z", "--cached", "--others", "--exclude-standard")
    listed = git_output(str(top), "ls-files", *options)
    names = unhidden(top) if listed is None else listed.split("\0")
    folders = (os.path.expanduser(inputs), data_folder(), config_folder(), ".aoc")
    private = [(top / folder).resolve() for folder in folders]
    sizes = {}
    for name in sorted(set(names)):
        path = top / name
        if path.is_symlink() or not path.is_file():
            # git also lists a file that was removed.
            continue
        if not any(path.is_relative_to(folder) for folder in private):
            sizes[name] = path.stat().st_size
    return sizes


def unhidden(top: Path) -> Iterator[str]:
    """Yield the paths below a folder that are in no hidden folder, and no environment."""
    for folder, folders, files in os.walk(top):
        # These are the folders that are walked into.
        folders[:] = [
            name
            for name in folders
            if not is_hidden(name) and not is_of_python(folder, name)
        ]
        for name in files:
            if not is_hidden(name):
                yield Path(folder, name).relative_to(top).as_posix()


def is_hidden(name: str) -> bool:
    """Return whether a file or a folder is none that a solver needs, by its name."""
    return name.startswith(".") or name in UNWANTED


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
        # Of a host that is not set up, `teardown` has no launcher to wait for.
        self.threads = 0
        version_there = version(DISTRIBUTION)
        if version_there != self.version:
            # Jobs and outcomes may have other fields there.
            raise AocError(
                f"{DISTRIBUTION} is {version_there} on {worker.address}, and {self.version} here"
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
        # A job gives its launcher back once it has ended.
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
            # asyncio drops a task that nobody refers to.
            self.task = asyncio.ensure_future(self.end_host(scheduler))

    async def end_host(self, scheduler: Scheduler) -> None:
        """End the host, unless the client has done so itself, and then this."""
        scheduler.remove_plugin(self.host)
        with suppress(ValueError):
            await scheduler.unregister_worker_plugin(None, self.host)


def run_job(host_name: str, text: str) -> JobReport:
    """Run a job, which is JSON, in the worker of this thread, with its host of that name.

    Other errors than that of the report are raised only where nobody waits for it.
    """
    worker = get_worker()
    host = cast(Host, worker.plugins[host_name])
    job = Job.from_json(json.loads(text))
    options = job.options
    if host.halves_memory:
        # Of this machine, not of the one that started the run.
        options = options._replace(memory=half_of_memory())
    task = worker.state.tasks[worker.get_current_task()]
    watcher = TaskWatcher(host, task, partial(worker.log_event, host_name))
    launcher = host.launchers.get(timeout=ANSWER_SECONDS)
    executor = LocalExecutor(1, host.timeout, watcher, launcher=launcher)
    outcomes = []
    try:
        for update in executor.run([job._replace(root=host.root, options=options)]):
            if update.outcome:
                outcomes.append(with_paths(update.outcome, host.root, job.root))
    except AocError as error:
        return JobReport([], [], f"on the worker {worker.address}: {error}")
    finally:
        executor.end_jobs()
        # It is another one now if the solver has ended the process that starts the workers.
        host.launchers.put(executor.launcher)
    printed = [
        piece_with_paths(piece, host.root, job.root) for piece in watcher.printed
    ]
    return JobReport(outcomes, printed)


def with_paths(outcome: Outcome, root: str, shown_root: str) -> Outcome:
    """Return an outcome with the paths of the project that people know, not those of a copy."""
    error = outcome.error
    if error:
        traceback = error.traceback
        if traceback is not None:
            traceback = traceback.replace(root, shown_root)
        message = error.message.replace(root, shown_root)
        error = error._replace(message=message, traceback=traceback)
    printed = piece_with_paths(outcome.printed, root, shown_root)
    return outcome._replace(error=error, printed=printed)


def piece_with_paths(piece: Piece, root: str, shown_root: str) -> Piece:
    """Return output with the paths of the project that people know, not those of a copy."""
    return piece._replace(
        text=piece.text.replace(root, shown_root),
        end=piece.end.replace(root, shown_root),
    )


class TaskWatcher:
    """Watches a job that is a `task` of Dask, for the run that waits for it.

    `tell` is called with the step of the task, once a second.
    """

    def __init__(
        self, host: Host, task: TaskState, tell: Callable[[dict[str, Any]], None]
    ) -> None:
        self.host = host
        self.task = task
        self.tell = tell
        self.told_at = 0.0
        self.printed: list[Piece] = []

    def output(self, job: Job, printed: Piece, place: str = "") -> None:
        """Keep output that belongs to no result."""
        self.printed.append(printed)

    def progress(self, done: int, step: Step) -> None:
        """Tell the step; raise `AocError` if nobody waits any more, as when the client has gone."""
        # Dask cannot end a thread, so this is how a job ends that was cancelled.
        if self.host.has_ended or self.task.state != "executing":
            raise AocError("nobody waits for the job any more")
        if monotonic() > self.told_at + TELL_SECONDS:
            self.told_at = monotonic()
            step = step._replace(printed=step.printed[-LONGEST_LINE:])
            self.tell({"task": self.task.key, "step": step._asdict()})
