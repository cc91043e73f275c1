"""Launchers, which start and end the workers, and the environment of these, without tokens."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from time import time_ns
from typing import NamedTuple, Protocol

from aoc.errors import AocError
from aoc.model.jobs import Job
from aoc.tokens import holds_token, known_tokens
from aoc.worker.interpreter import RUN_FOLDER

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""numpy would start a thread for each processor; jobs that run side by side would share them."""
START_SECONDS = 120.0
"""Seconds that a worker may take until its first report, even with a shorter timeout."""
PIECE = 65_536
"""Bytes that are read at once."""


class StartedWorker(NamedTuple):
    """The number of a worker, and the descriptor of the file that it prints into.

    Who starts the worker closes the file. It is -1 if the worker prints to the terminal.
    """

    number: int
    output: int


class Event(NamedTuple):
    """A piece of the reports of the worker with a number or, once it has ended, its exit code.

    A `status` below 0 is the number of the signal that killed it.
    """

    worker: int
    reports: bytes = b""
    status: int | None = None


class WorkerStartError(AocError):
    """The process that starts the workers does not start, or has ended; it has printed why."""

    def __init__(self) -> None:
        super().__init__(
            "the process that starts the workers has ended: check the Python installation and the "
            "PYTHON... environment variables, and which processes a day kills"
        )


class NoRoomError(AocError):
    """The system does not let another worker process start; `number` is the system's error."""

    def __init__(self, number: int | None) -> None:
        why = os.strerror(number or errno.ENOMEM)
        todo = "end other programs, allow more with `ulimit`, or run fewer jobs at once"
        super().__init__(f"the system lets no worker process start ({why}): {todo}")


class Launcher(Protocol):
    """Starts a worker process for each job. Close it after use."""

    def start(self, job: Job) -> StartedWorker:
        """Start a worker for a job.

        Raises `WorkerStartError`, or `NoRoomError` where the system has no room for one more.
        """

    def wait(self, seconds: float) -> list[Event]:
        """Return the events that have come; wait for the first, but not longer than `seconds`.

        Raises `WorkerStartError` or `NoRoomError` where no worker can be started.
        """

    def dump(self, worker: int) -> bool:
        """Let a worker print where it is; return whether it was asked to, as only POSIX can."""
        return False

    def kill(self, worker: int) -> None:
        """End a worker and all processes that it started."""

    def stop(self) -> None:
        """Start to end all workers; no other may be started."""

    def close(self) -> None:
        """End all workers and all processes that they started, and wait until they are gone."""


def make_run_folder() -> str:
    """Make the folder of a run, which is removed at its end, and return its path.

    Each worker has a folder in it, named by its process id, for the inputs that scripts are served.
    """
    # `tempfile` takes several ms to import.
    parent = os.environ.get("TEMP" if sys.platform == "win32" else "TMPDIR", "")
    if not os.path.isdir(parent):
        parent = "/tmp"
    folder = os.path.join(os.path.abspath(parent), f"aoc-{os.getpid()}-{time_ns():x}")
    # Without room for it, days run all the same.
    with suppress(OSError):
        os.mkdir(folder, 0o700)
    return folder


def environment(folder: str) -> dict[str, str]:
    """Return the environment variables for workers: ours, without any session token.

    Left out are `AOC_SESSION`, whatever it has, and every other variable whose value has a session
    token in it, as in `COOKIE=session=...`: a token that is stored here, or a text that looks like
    one. In the `folder` of the run, aocd looks for its files with tokens, and finds none.
    """
    tokens = known_tokens()
    public = {
        name: value
        for name, value in os.environ.items()
        if name != "AOC_SESSION" and not holds_token(value, tokens)
    }
    return ONE_THREAD | public | {RUN_FOLDER: folder, "AOCD_CONFIG_DIR": folder}
