"""The protocol `Launcher`: starts and ends the worker processes of the local executor."""

from __future__ import annotations

import errno
import os
from typing import Protocol

from aoc.errors import AocError
from aoc.job import Job
from aoc.running.worker_event import Event

__all__ = ["Launcher", "NoRoomError", "WorkerStartError"]

ROOM = {
    errno.EMFILE: "allow more open files with `ulimit -n 256`",
    errno.ENFILE: "end other programs, which have too many files open",
    errno.EAGAIN: "end other programs, or allow more processes with `ulimit -u`",
    errno.ENOMEM: "end other programs, which leaves more memory",
}
"""What to do about the errors of a system that has no room for another process."""


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
        number = number or errno.ENOMEM
        todo = ROOM.get(number, "end other programs, or allow more with `ulimit`")
        super().__init__(f"the system lets no worker process start ({os.strerror(number)}): {todo}")


class Launcher(Protocol):
    """Starts a worker process for each job. Close it after use; it can be used again then."""

    def start(self, job: Job) -> tuple[int, int]:
        """Start a worker for a job.

        Returns the number that its events carry, and the descriptor of the file that it prints
        into, which the caller closes; -1 if it has the terminal. Raises `WorkerStartError`, or
        `OSError` where the system has no room for one more.
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
