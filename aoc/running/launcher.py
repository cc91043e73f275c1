"""What starts and ends the workers of the local executor: the protocol, its events and errors.

The program imports this module before anything else, so what takes long is imported late.
"""

from __future__ import annotations

import errno
import os
import sys

from aoc.errors import AocError
from aoc.files import known_tokens
from aoc.model import Value
from aoc.text import holds_token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from aoc.model import Job
else:
    Protocol = object

__all__ = [
    "ONE_THREAD",
    "Event",
    "Launcher",
    "NoRoomError",
    "WorkerStartError",
    "environment",
    "make_launcher",
    "prestart",
    "secret_variables",
]

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""numpy would start a thread for each processor; jobs that run side by side would share them."""
SESSION = "AOC_SESSION"

_started: list[Launcher] = []


class WorkerStartError(AocError):
    """No worker process can be started on this machine."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"the worker process does not start ({reason}): check the Python installation and "
            "the PYTHON... environment variables"
        )


class NoRoomError(AocError):
    """The system does not let another worker process start; `number` is the system's error."""

    def __init__(self, number: int | None) -> None:
        why = os.strerror(number or errno.ENOMEM)
        todo = "end other programs, allow more with `ulimit`, or run fewer jobs with `--jobs`"
        super().__init__(f"the system lets no worker process start ({why}): {todo}")


class Event(Value):
    """Something that came from a worker, or happened to it.

    `kind` is `report`, with the bytes in `data`; `silent`, when it can report no more; `ended`,
    with its exit code in `status` (below 0, the number of the signal that killed it); `lost`, where
    it was ended because of another worker; or `refused`, where the system did not let it start,
    with the system's error number in `status`. After these, nothing more comes from that worker.
    """

    worker: int
    kind: str
    data: bytes = b""
    status: int = 0


class Launcher(Protocol):
    """Starts a worker process for each job. Close it after use; it can be used again then."""

    def start(self, job: Job) -> tuple[int, int]:
        """Start a worker for a job.

        Returns the number that its events carry, and the descriptor of the file that it prints
        into, which the caller closes; -1 if it has the terminal. Raises `WorkerStartError`, or
        `NoRoomError` where the system has no room for one more.
        """

    def wait(self, seconds: float) -> list[Event]:
        """Return the events that have come; wait for the first, but not longer than `seconds`.

        Raises `WorkerStartError` where no worker ever started.
        """

    def release(self, worker: int) -> None:
        """Let a worker repeat calls for their times, once it has reported all answers."""

    def dump(self, worker: int) -> bool:
        """Let a worker print where it is; return whether it was asked to, as Windows cannot."""

    def kill(self, worker: int) -> None:
        """End a worker and all processes that it started."""

    def stop(self) -> None:
        """Start to end all workers; no other may be started."""

    def close(self) -> None:
        """End all workers and all processes that they started, and wait until they are gone."""


def make_launcher(*, is_clean: bool = False) -> Launcher:
    """Return the launcher of this system: the one that `prestart` made, or else a new one.

    `is_clean` is that of `aoc.running.posix.PosixLauncher`. Raises `WorkerStartError` or
    `NoRoomError`.
    """
    if _started:
        return _started.pop()
    try:
        if sys.platform == "win32":
            from aoc.running.windows import WindowsLauncher

            return WindowsLauncher()
        from aoc.running.posix import PosixLauncher

        return PosixLauncher(is_clean=is_clean)
    except OSError as error:
        raise NoRoomError(error.errno) from None


def prestart() -> None:
    """Start what workers need before it is known for which jobs, while other modules load.

    Call this at the start of the program, before it does anything else. Where that fails, the
    run that needs the workers tries again, and says why it fails.
    """
    try:
        _started.append(make_launcher(is_clean=True))
    except AocError:
        return


def environment() -> dict[str, str]:
    """Return the environment variables for workers: ours, without any session token."""
    secret = secret_variables()
    return ONE_THREAD | {name: os.environ[name] for name in os.environ if name not in secret}


def secret_variables() -> set[str]:
    """Return the names of our environment variables that no solver may see.

    These are `AOC_SESSION`, whatever it has, and every other one whose value has a session token
    in it, as in `COOKIE=session=...`: one that is stored here, or what looks like one.
    """
    known = known_tokens()
    return {name for name in os.environ if name == SESSION or holds_token(os.environ[name], known)}
