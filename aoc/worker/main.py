"""A worker process: does one job, each step of it in time, and ends.

The job comes through a socket or a pipe, and reports go out through it or another one
(`aoc.worker.reports`); a solver's output goes into a file.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
import sys
from functools import partial
from importlib import import_module

# Bound now, so that a solver that changes `os` cannot get in the way.
from os import read
from time import monotonic
from typing import NoReturn

from aoc.model.results import ErrorKind, Outcome
from aoc.text import printable
from aoc.worker.day_module import RefusedError
from aoc.worker.failures import explain, is_debugger_quit, is_stub
from aoc.worker.interpreter import end_at_once
from aoc.worker.job_run import JobRun
from aoc.worker.reports import Output, Report, ReportKind, WorkerOutput, read_job, send_report
from aoc.worker.worker_job import WorkerJob

QUIT = 114
"""The exit code of a worker whose debugger was quit."""
CLOCK_SECONDS = 0.1
"""Seconds for which the clock is not started anew: it takes as long as a report."""


def main() -> None:
    """Do a job in a fresh interpreter; the arguments are the descriptors of the two pipes."""
    job_descriptor = int(sys.argv[1])
    reports_descriptor = int(sys.argv[2])
    if sys.platform == "win32":
        # There they are handles, since a child inherits no descriptors.
        from aoc.worker.windows_memory import descriptor_of

        job_descriptor = descriptor_of(job_descriptor, os.O_RDONLY)
        reports_descriptor = descriptor_of(reports_descriptor, os.O_WRONLY)
    # As in a fork of the forkserver: collections need not look at what is here.
    gc.freeze()
    serve(job_descriptor, reports_descriptor)


def serve(job_descriptor: int, reports_descriptor: int) -> NoReturn:
    """Do a job and end the process."""
    job = read_job(job_descriptor)
    debugs = job.options.debugs
    # A day sees none of our arguments.
    sys.argv = [""]
    output = Output() if debugs else WorkerOutput()
    send = partial(send_report, reports_descriptor, output, os.getpid())
    if not debugs:
        sys.breakpointhook = refuse_breakpoint
        say_where(reports_descriptor)
    show_error = partial(debug, job.root) if debugs else None
    clock = Clock(job.timeout, reports_descriptor)
    work = WorkerJob(job, output, show_error)
    # aocd sends nothing as soon as it is imported.
    sys.meta_path.insert(0, work.aocd)
    try:
        os.chdir(job.root)
        clock.start()
        for report in run_of(work).reports():
            send(report)
            clock.start()
            if debugs:
                # The program writes a byte as soon as it has shown the report.
                read(job_descriptor, 1)
        send(Report(ReportKind.DONE))
    except RefusedError as error:
        send(Report(ReportKind.REFUSED, message=str(error)))
    except BaseException as error:
        # The solver has changed something that this code relies on, or a handler of its own ran.
        failure = explain(error, ErrorKind.EXCEPTION)
        failure = failure._replace(message=f"broke the worker: {failure.message}")
        send(Report(ReportKind.BROKEN, outcome=Outcome(error=failure)))
    end_at_once(0)


def run_of(work: WorkerJob) -> JobRun:
    """Return the run of a job, which may be that of a room."""
    module, _, name = work.job.options.runner.partition(":")
    run: JobRun = getattr(import_module(module), name)(work)
    return run


def say_where(descriptor: int) -> None:
    """Let Python write where it is to a descriptor: in a crash, and where it can, when asked."""
    faulthandler.enable(descriptor)
    if sys.platform != "win32":
        # It writes the frames at once, even while code in C runs.
        faulthandler.register(signal.SIGUSR1, descriptor)


class Clock:
    """Lets Python write where it is to a descriptor, and end this process, after some seconds.

    It begins anew with each step, which may take a little longer than that.
    """

    def __init__(self, seconds: float | None, descriptor: int) -> None:
        self.seconds = seconds
        self.descriptor = descriptor
        self.started_at = 0.0

    def start(self) -> None:
        """Begin anew, if there is a limit."""
        if self.seconds is None or monotonic() < self.started_at + CLOCK_SECONDS:
            return
        self.started_at = monotonic()
        faulthandler.dump_traceback_later(
            self.seconds + CLOCK_SECONDS, exit=True, file=self.descriptor
        )


def refuse_breakpoint(*args: object, **keywords: object) -> None:
    """Stand in for `breakpoint()`, since a worker has no terminal. Raises `BdbQuit`."""
    # People switch all breakpoints off with this value.
    if os.environ.get("PYTHONBREAKPOINT") != "0":
        from bdb import BdbQuit

        raise BdbQuit


def debug(root: str, error: BaseException) -> None:
    """Open a debugger where an error was raised; the process ends when people quit it.

    `root` is the folder of the project.
    """
    import pdb

    if is_stub(error, root):
        return
    # They have quit a debugger that the day itself has called.
    if is_debugger_quit(error):
        end_at_once(QUIT)
    failure = explain(error, ErrorKind.EXCEPTION)
    sys.stderr.write(printable(f"{failure.traceback or failure.message}\n"))
    # A day that cannot be compiled has no frame to look at.
    if error.__traceback__ is None:
        return
    debugger = pdb.Pdb()
    debugger.reset()
    debugger.interaction(None, error.__traceback__)
    if debugger.quitting:
        sys.stdout.flush()
        end_at_once(QUIT)
