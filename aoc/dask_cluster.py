"""Runs on a Dask cluster: each job is a task there, in a process of its own.

Dask places the tasks, runs them again where a worker died, and forgets them when nobody waits for
them. In a worker of Dask, a job runs through the executor of one machine, so the limits, errors and
times are the same. A copy of the project is there only while a job runs.
"""

from __future__ import annotations

import io
import logging
import os
import pickle
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from time import monotonic, sleep

from distributed import Client, Future, KilledWorker, as_completed, get_worker
from distributed.worker_state_machine import TaskState

from aoc.errors import AocError
from aoc.git import git_output
from aoc.model.jobs import Job
from aoc.model.results import ErrorKind, Failure, Outcome, Piece
from aoc.program import DISTRIBUTION
from aoc.project.project import Project
from aoc.running.local_executor import LocalExecutor, Progress
from aoc.running.verdicts import Update
from aoc.session import Session
from aoc.tokens import config_folder, data_folder, holds_token, known_tokens

PATIENCE = 5.0
"""Seconds to wait for the scheduler, and where the last worker has died for its nanny's next."""
LOOK_SECONDS = 0.05
"""Seconds after which the progress is shown, and the scheduler is asked for its workers."""


class DaskExecutor:
    """Runs the jobs of a session on the workers of the Dask scheduler at an `address`.

    Workers may come and go meanwhile. Raises `AocError` where there is no scheduler.
    """

    def __init__(self, address: str, session: Session) -> None:
        self.session = session
        self.sent: dict[Future[list[Outcome]], tuple[int, Job]] = {}
        """The jobs that are on the cluster with their numbers, the oldest first."""
        # What matters is said here, in a sentence.
        logging.disable(logging.CRITICAL)
        try:
            self.client = Client(address, timeout=PATIENCE)
        except (OSError, ValueError, TypeError):
            raise AocError(
                f"there is no Dask scheduler at {address}: start one with `dask scheduler`, and "
                "write the address that it prints, as in tcp://host:8786"
            ) from None

    def run(self, jobs: Iterable[Job]) -> Iterator[Update]:
        """Run jobs, and yield their outcomes as they come.

        Raises `AocError` where nothing can be run.
        """
        # A task makes it there, so that Dask can make it again where a worker with it died.
        packed = self.client.submit(bytes, pack_project(self.session.project))
        completed = as_completed(raise_errors=False)
        waiting = enumerate(jobs)
        done = 0
        start = monotonic()
        while True:
            threads = self.threads()
            # No job waits on a worker: where that dies, Dask suspects each one that is there.
            room = max(0, sum(threads.values()) - len(self.sent))
            for number, job in islice(waiting, room):
                # As bytes, since Dask would look for its own keys and tasks in tuples.
                future = self.client.submit(
                    run_job,
                    packed,
                    pickle.dumps(job.without_answers()),
                    self.session.timeout,
                    pure=False,
                )
                self.sent[future] = number, job
                completed.add(future)
            if not self.sent:
                return
            progress = Progress(f"on {len(threads)} workers", monotonic() - start)
            self.session.screen.progress(done, progress)
            # Results wait for those before them for some time only.
            for number, job in islice(self.sent.values(), 1):
                yield Update(number, job)
            sleep(LOOK_SECONDS)
            for future in completed.next_batch(block=False):
                done += 1
                yield from self.updates(future)

    def updates(self, future: Future[list[Outcome]]) -> Iterator[Update]:
        """Yield the outcomes of a job that is done, and its end.

        Raises `AocError` where nothing can be run.
        """
        number, job = self.sent.pop(future)
        try:
            outcomes = future.result()
        except KilledWorker as error:
            # Dask has tried it on as many workers: the solver kills them, or needs all memory.
            died = f"{error.allowed_failures + 1} workers of the cluster died"
            last = job.inputs[-1]
            failure = Failure(ErrorKind.CRASH, f"{died} while it ran")
            outcomes = [Outcome(last.label, last.kind, error=failure)]
        except Exception as error:
            # If the scheduler is gone, that is the error.
            self.threads()
            raise AocError(
                f"the cluster failed ({error!r}): install the {DISTRIBUTION} that you have where "
                "its scheduler and its workers run, or look at what they print"
            ) from None
        for outcome in outcomes:
            yield Update(number, job, outcome)
        yield Update(number, job, is_done=True)

    def threads(self) -> dict[str, int]:
        """Return the threads of each worker. Raises `AocError` if there is none for long."""
        try:
            self.client.wait_for_workers(1, timeout=PATIENCE)
            threads: dict[str, int] = self.client.nthreads()
        except TimeoutError:
            raise AocError(
                "the Dask scheduler has no workers: start one with `dask worker ADDRESS`, "
                f"where the {DISTRIBUTION} that you have is installed, too"
            ) from None
        except Exception:
            raise AocError(
                "the Dask scheduler is gone: start it and its workers again, and run this once more"
            ) from None
        return threads

    def rest(self) -> Iterator[Update]:
        """Yield nothing, after `run` was interrupted: it has yielded all that was there."""
        return iter(())

    def end_jobs(self) -> None:
        """Leave the jobs to `close`, after which nobody waits for them."""

    cancel = end_jobs

    def close(self) -> None:
        """Leave the cluster, whose workers then end what still runs."""
        with suppress(Exception):
            self.client.close()


def pack_project(project: Project) -> bytes:
    """Return a zip file of the files of a project that solvers may need.

    They are those that git knows or would add. Left out are those in the folders of the inputs and
    of aocd, those with a token, and links, which may lead there: others may use the same cluster,
    and look into the files on its workers. Raises `AocError` where git lists none.
    """
    top = Path(project.root).resolve()
    folders = (os.path.expanduser(project.inputs), data_folder(), config_folder(), ".aoc")
    private = [(top / folder).resolve() for folder in folders]
    options = ("-z", "--cached", "--others", "--exclude-standard")
    listed = git_output(str(top), "ls-files", *options)
    if listed is None:
        raise AocError(f"a cluster gets the files that git lists: run `git init` in {project.root}")
    tokens = known_tokens()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in sorted(set(listed.split("\0"))):
            path = top / name
            # git also lists a file that was removed.
            if path.is_symlink() or not path.is_file():
                continue
            if any(path.is_relative_to(folder) for folder in private):
                continue
            data = path.read_bytes()
            if not holds_token(data.decode("utf-8", "replace"), tokens):
                archive.writestr(name, data)
    return packed.getvalue()


def run_job(packed: bytes, pickled: bytes, timeout: float | None) -> list[Outcome]:
    """Run a job, which is pickled, in a worker of Dask, with a copy of the `packed` project."""
    worker = get_worker()
    job: Job = pickle.loads(pickled)
    watcher = TaskWatcher(worker.state.tasks[worker.get_current_task()])
    with (
        tempfile.TemporaryDirectory(dir=worker.local_directory) as root,
        closing(LocalExecutor(1, timeout, watcher)) as executor,
    ):
        zipfile.ZipFile(io.BytesIO(packed)).extractall(root)
        updates = executor.run([job._replace(root=root)])
        return [update.outcome for update in updates if update.outcome]


class TaskWatcher:
    """Watches a job that is a `task` of Dask."""

    def __init__(self, task: TaskState) -> None:
        self.task = task

    def output(self, job: Job, printed: Piece, place: str = "") -> None:
        """Leave out what belongs to no result."""

    def progress(self, done: int, progress: Progress) -> None:
        """Raise `AocError` if nobody waits for the job any more, as when the client has gone."""
        # Dask cannot end a thread.
        if self.task.state != "executing":
            raise AocError("nobody waits for the job any more")
