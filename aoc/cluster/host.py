"""A worker of Dask as the host of a run: the copy of the project that it has, and running jobs.

A job runs in a process of its own, through the executor that runs jobs on one machine, so the
limits, errors and times are the same.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import shutil
import tempfile
import zipfile
from importlib.metadata import version
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from distributed import Worker, WorkerPlugin, get_worker

from aoc.errors import AocError, UsageError
from aoc.files import git_output, read_bytes
from aoc.history.log import machine_key
from aoc.model import Job
from aoc.program import DISTRIBUTION, python_version
from aoc.running.local_executor import LocalExecutor, Progress
from aoc.running.plan import half_of_memory
from aoc.tokens import config_folder, data_folder, holds_token, known_tokens

__all__ = ["Host", "pack_project", "run_job"]

LARGEST = 100 << 20
"""Bytes that the files of a project may have together."""
UNWANTED = {"__pycache__", "node_modules", "build", "dist"}
"""Folders that nobody solves with. Nor are those that begin with a dot, or are environments."""


def pack_project(root: str, inputs: str) -> bytes:
    """Return a zip file of the files of the project at `root` that solvers may need.

    They are what git knows or would add; without git, all that lies in no hidden folder. Left out
    are those in the folder of the `inputs` and in that of aocd, those with a session token, and
    links. Raises `UsageError` if they are too large.
    """
    top = Path(root).resolve()
    listed = git_output(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    if listed is None:
        names = [
            path.relative_to(top).as_posix() for path in top.rglob("*") if is_wanted(path, top)
        ]
    else:
        names = listed.split("\0")
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


def is_wanted(path: Path, top: Path) -> bool:
    """Return whether a path below the folder `top` is in no hidden folder, and no environment."""
    names = path.relative_to(top).parts
    is_hidden = any(name.startswith(".") or name in UNWANTED for name in names)
    return not is_hidden and not (top / names[0] / "pyvenv.cfg").exists()


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
            results = [result.to_dict() for _, result in executor.run([job]) if result]
        finally:
            del self.callers[key]
            executor.end_jobs()
            if caller.has_gone:
                executor.close()
            self.executors.put(executor)
        return {"place": self.place, "results": results, "printed": caller.printed}


def run_job(name: str, text: str) -> str:
    """Run a job in the worker of this thread, which has a host of that name.

    The job is a JSON list. Returns JSON: the `place`, the `results`, and what else was `printed`;
    or else an `error`, and whether it `is_usage`, a `UsageError`. Paths in it are those of the
    project of the job.
    """
    worker = get_worker()
    host = worker.plugins[name]
    assert isinstance(host, Host)
    job = Job.from_list(json.loads(text))
    try:
        report = host.run(job)
    except AocError as error:
        message = f"on the worker {worker.address}: {error}"
        report = {"error": message, "is_usage": isinstance(error, UsageError)}
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
