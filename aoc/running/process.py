"""A worker process from the runner's side: started, given jobs, read from, and ended for good.

The worker is a new interpreter, not a fork: it gets an environment without any token in it.
It leads a process group of its own, so that what a solver started can be ended with it. What a
solver moved out of the group is found by a mark in its environment, where there is `/proc`.
"""

from __future__ import annotations

import os
import sys
from time import monotonic, sleep

# The program imports this module before anything else, so what takes long is imported late.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from aoc.job import Job

__all__ = ["Worker", "prestart", "take"]

MARK = "AOC_WORKER"
HEX = frozenset("0123456789abcdef")
SIGKILL = 9
PATIENCE = 1.0
"""Seconds that a process may take to end once it has closed its pipes."""
SWEEPS = 100
"""How often strays are looked for, should they multiply while they are being ended."""

HOME = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
# Nothing that lies in the current folder is to be imported in place of the standard library.
OPTIONS = ("-P", "-X", "faulthandler")
COMMAND = "import sys; sys.path.append(sys.argv.pop(1)); from aoc.worker.main import main; main()"

_spare: list[Worker] = []


class Worker:
    """A worker process. `reports` and `output` are descriptors to read from."""

    def __init__(self) -> None:
        self.mark = f"{os.getpid()}-{os.urandom(8).hex()}"
        jobs_in, self.jobs = os.pipe()
        self.reports, reports_out = os.pipe()
        self.output, output_out = os.pipe()
        theirs = (jobs_in, reports_out)
        for fd in theirs:
            os.set_inheritable(fd, True)
        command = [sys.executable, *OPTIONS, "-c", COMMAND, HOME, *map(str, theirs)]
        with open(os.devnull, "rb") as nothing:
            self.pid = os.posix_spawn(
                sys.executable,
                command,
                environment(self.mark),
                setpgroup=0,
                file_actions=[
                    (os.POSIX_SPAWN_DUP2, nothing.fileno(), 0),
                    (os.POSIX_SPAWN_DUP2, output_out, 1),
                    (os.POSIX_SPAWN_DUP2, output_out, 2),
                ],
            )
        for fd in (*theirs, output_out):
            os.close(fd)
        for fd in (self.reports, self.output):
            os.set_blocking(fd, False)
        self.fit = True
        self.status: int | None = None
        self._unread: list[bytes] = []

    def send(self, job: Job) -> None:
        """Hand a job over; that a worker is dead is found out by whoever reads from it."""
        import json

        line = memoryview(json.dumps(job).encode() + b"\n")
        try:
            while line:
                line = line[os.write(self.jobs, line) :]
        except BrokenPipeError:
            return

    def read(self) -> list[dict[str, Any]] | None:
        """Give the reports that have come; `None` once there will be no more."""
        import json

        try:
            data = os.read(self.reports, 1 << 16)
        except BlockingIOError:
            return []
        if not data:
            return None
        self._unread.append(data)
        if b"\n" not in data:
            return []
        *lines, rest = b"".join(self._unread).split(b"\n")
        self._unread = [rest]
        return [json.loads(line) for line in lines]

    def heard(self) -> bytes:
        """Give a piece of what was printed, if anything was."""
        try:
            return os.read(self.output, 1 << 20)
        except BlockingIOError:
            return b""

    def ended(self) -> bool:
        """Say whether the process has ended; below 0, its `status` is that of a signal."""
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

    def wait(self) -> None:
        """Give a process that is about to end the time to do so."""
        deadline = monotonic() + PATIENCE
        while not self.ended() and monotonic() < deadline:
            sleep(0.002)

    def kill(self) -> None:
        """End the process, if it has not ended, and all that it started."""
        kill(-self.pid)
        if self.status is None:
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        for _ in range(SWEEPS):
            pids = strays(self.mark, self.pid)
            for pid in pids:
                kill(pid)
            if not pids:
                break

    def end(self) -> None:
        """Kill the worker and close the pipes."""
        self.kill()
        for fd in (self.jobs, self.reports, self.output):
            os.close(fd)


def prestart() -> None:
    """Start a worker before it is known what for, so that it gets ready in the meantime."""
    _spare.append(Worker())


def take() -> Worker:
    """Give the worker that was started ahead, or else a new one."""
    return _spare.pop() if _spare else Worker()


def environment(mark: str) -> dict[str, str]:
    """Give the environment for a worker: ours with the mark, and without any session token."""
    return {
        name: value
        for name, value in os.environ.items()
        if name != "AOC_SESSION" and not looks_like_token(value)
    } | {MARK: mark}


def looks_like_token(value: str) -> bool:
    """Recognise a session token: 96 or 128 hex digits."""
    return len(value) in (96, 128) and not set(value.lower()) - HEX


def kill(pid: int) -> None:
    """Kill a process, or with a negative number its group; it may be gone already."""
    try:
        os.kill(pid, SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def strays(mark: str, after: int) -> list[int]:
    """Find processes that carry the mark, younger than the worker they came from."""
    found = []
    try:
        pids = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []
    for pid in pids:
        if pid <= after:
            continue
        try:
            with open(f"/proc/{pid}/environ", "rb") as environ:
                if f"{MARK}={mark}".encode() in environ.read().split(b"\0"):
                    found.append(pid)
        except OSError:
            continue
    return found
