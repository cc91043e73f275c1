"""Launchers, which start and end the workers of the local executor: protocol, events and errors.

The program imports this module before anything else, so slow modules are imported late.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from contextlib import suppress
from signal import SIG_IGN, SIGINT, getsignal, signal
from time import time_ns
from typing import TYPE_CHECKING, NamedTuple, Protocol

from aoc.errors import AocError
from aoc.files import remove_folder
from aoc.model.jobs import Job
from aoc.tokens import holds_token, known_tokens
from aoc.worker.interpreter import RUN_FOLDER, start_command

if TYPE_CHECKING:
    import subprocess

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""numpy would start a thread for each processor; jobs that run side by side would share them."""
START_SECONDS = 120.0
"""Seconds that a worker may take until its first report, even with a shorter timeout."""
PIECE = 65_536
"""Bytes that are read at once."""

_started: list[Launcher] = []
"""The launcher that `prestart` made, until it is used."""


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

    def release(self, worker: int) -> None:
        """Let a worker repeat calls for their times, once it has reported all answers."""

    def dump(self, worker: int) -> bool:
        """Let a worker print where it is; return whether it was asked to, as only POSIX can."""
        return False

    def kill(self, worker: int) -> None:
        """End a worker and all processes that it started."""

    def stop(self) -> None:
        """Start to end all workers; no other may be started."""

    def close(self) -> None:
        """End all workers and all processes that they started, and wait until they are gone."""


class DebugLauncher(Launcher):
    """Starts fresh interpreters, one after the other, in which a solver can be debugged.

    They share stdin, stdout and stderr with this process, and only they get Ctrl-C.
    """

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.handler = getsignal(SIGINT)

    def start(self, job: Job) -> StartedWorker:
        """Start a worker for a job; each has the number 0."""
        import subprocess

        # The last worker has reported that it is done.
        self.close()
        job_out, self.job = os.pipe()
        self.reports, reports_in = os.pipe()
        inherited = [job_out, reports_in]
        for descriptor in inherited:
            os.set_inheritable(descriptor, True)
        arguments = inherited
        if sys.platform == "win32":
            # A child inherits no descriptors there, but handles.
            from aoc.worker.windows_memory import handle_of

            arguments = [handle_of(descriptor) for descriptor in inherited]
        words = map(str, arguments)
        command = start_command(sys.executable, "aoc.worker.main", *words)
        self.has_reported = False
        self.folder = make_run_folder()
        variables = environment(self.folder)
        self.process = subprocess.Popen(command, env=variables, close_fds=False)
        # Only now, as a child would inherit that it is ignored.
        signal(SIGINT, SIG_IGN)
        for descriptor in inherited:
            os.close(descriptor)
        with open(self.job, "wb", closefd=False) as pipe:
            pipe.write(json.dumps(job.to_json()).encode() + b"\n")
        return StartedWorker(number=0, output=-1)

    def release(self, worker: int) -> None:
        """Do nothing: these workers repeat no call."""

    def wait(self, seconds: float) -> list[Event]:
        """Wait for the next event, however long that takes.

        Raises `KeyboardInterrupt` when the debugger was quit.
        """
        from aoc.worker.main import QUIT

        if not self.process:
            # It was quit, and nothing more comes.
            return []
        if self.has_reported:
            # The worker waits for this, so that its report is shown before it prints more.
            with suppress(BrokenPipeError):
                os.write(self.job, b"\n")
        data = os.read(self.reports, PIECE)
        self.has_reported = bool(data)
        if data:
            return [Event(0, data)]
        status = self.process.wait()
        self.close()
        if status == QUIT:
            raise KeyboardInterrupt
        return [Event(0, status=status)]

    def kill(self, worker: int) -> None:
        """End the worker."""
        self.stop()

    def stop(self) -> None:
        """End the worker."""
        if self.process:
            self.process.kill()

    def close(self) -> None:
        """End the worker, and wait until it is gone."""
        if not self.process:
            return
        self.process.kill()
        self.process.wait()
        self.process = None
        remove_folder(self.folder)
        os.close(self.job)
        os.close(self.reports)
        signal(SIGINT, self.handler)


def make_launcher(*, is_clean: bool = False) -> Launcher:
    """Return the launcher of this system: that which `prestart` made, or else a new one.

    `aoc.running.posix_launcher.PosixLauncher` says what `is_clean` is. Raises `WorkerStartError` or
    `NoRoomError`.
    """
    if _started:
        return _started.pop()
    try:
        # Each of the two imports modules that the other system lacks.
        if sys.platform == "win32":
            from aoc.running.windows_launcher import WindowsLauncher

            return WindowsLauncher()
        from aoc.running.posix_launcher import PosixLauncher

        return PosixLauncher(is_clean=is_clean)
    except OSError as error:
        raise NoRoomError(error.errno) from None


def prestart() -> None:
    """Start the launcher before its jobs are known, while other modules load.

    Call this at the start of the program, before it does anything else. Where that fails, the
    run that needs the workers tries again, and says why it fails.
    """
    with suppress(AocError):
        _started.append(make_launcher(is_clean=True))


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
