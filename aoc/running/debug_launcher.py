"""Workers that have the terminal, one after the other, so that a solver can be debugged there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress

from aoc.model import Job
from aoc.running.launcher import Event, environment
from aoc.worker import start_command
from aoc.worker.main import QUIT

__all__ = ["DebugLauncher"]

PIECE = 1 << 16


class DebugLauncher:
    """Starts fresh interpreters that have stdin, stdout and stderr of this one.

    Ctrl-C is theirs alone.
    """

    def __init__(self) -> None:
        self.count = 0
        self.process: subprocess.Popen[bytes] | None = None
        self.job = self.reports = -1
        self.has_reported = False
        self.handler = signal.getsignal(signal.SIGINT)

    def start(self, job: Job) -> tuple[int, int]:
        """Start a worker for a job, and return its number."""
        import json

        self.close()  # Of the last worker, which has reported that it is done.
        job_out, self.job = os.pipe()
        self.reports, reports_in = os.pipe()
        theirs = (job_out, reports_in)
        for descriptor in theirs:
            os.set_inheritable(descriptor, True)
        numbers: tuple[int, ...] = theirs
        if sys.platform == "win32":
            from aoc.worker.windows import handle_of

            numbers = tuple(map(handle_of, theirs))
        command = start_command(sys.executable, "aoc.worker.main", *map(str, numbers))
        sys.stdout.flush()
        self.has_reported = False
        self.process = subprocess.Popen(command, env=environment(), close_fds=False)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for descriptor in theirs:
            os.close(descriptor)
        with open(self.job, "wb", closefd=False) as pipe:
            pipe.write(json.dumps(job).encode() + b"\n")
        self.count += 1
        return self.count, -1

    def release(self, worker: int) -> None:
        """Do nothing: these workers repeat no call."""

    def wait(self, seconds: float) -> list[Event]:
        """Wait for the next event, however long that takes.

        A worker that has reported goes on only now, so that this is shown before it prints.
        Raises `KeyboardInterrupt` when the debugger was quit.
        """
        if self.process is None:
            return []
        if self.has_reported:
            with suppress(BrokenPipeError):
                os.write(self.job, b"\n")
        data = os.read(self.reports, PIECE)
        self.has_reported = bool(data)
        if data:
            return [Event(self.count, "report", data)]
        status = self.process.wait()
        self.close()
        if status == QUIT:
            raise KeyboardInterrupt
        return [Event(self.count, "ended", status=status)]

    def dump(self, worker: int) -> bool:
        """Return that no worker is asked where it is: the debugger shows it."""
        return False

    def kill(self, worker: int) -> None:
        """End the worker."""
        self.stop()

    def stop(self) -> None:
        """End the worker."""
        if self.process:
            self.process.kill()

    def close(self) -> None:
        """End the worker, and wait until it is gone."""
        process, self.process = self.process, None
        if process:
            process.kill()
            process.wait()
            os.close(self.job)
            os.close(self.reports)
            signal.signal(signal.SIGINT, self.handler)
