"""The launcher of `aoc run --pdb`, whose workers have the terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from signal import SIG_IGN, SIGINT, getsignal, signal

from aoc.files import remove_folder
from aoc.model.jobs import Job
from aoc.running.launcher import PIECE, Event, Launcher, StartedWorker, environment, make_run_folder
from aoc.worker.interpreter import start_command
from aoc.worker.main import QUIT
from aoc.worker.reports import job_line


class DebugLauncher(Launcher):
    """Starts fresh interpreters, one after the other, in which a solver can be debugged.

    They share stdin, stdout and stderr with this process, and only they get Ctrl-C.
    """

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.handler = getsignal(SIGINT)

    def start(self, job: Job) -> StartedWorker:
        """Start a worker for a job; each has the number 0."""
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
            pipe.write(job_line(job))
        return StartedWorker(number=0, output=-1)

    def wait(self, seconds: float) -> list[Event]:
        """Wait for the next event, however long that takes.

        Raises `KeyboardInterrupt` when the debugger was quit.
        """
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
        self.close()

    def stop(self) -> None:
        """End the worker."""
        self.close()

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
