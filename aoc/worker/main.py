"""A worker process: does one job and ends.

The job comes as JSON through one pipe, reports go out through another (`aoc.worker.reports`), and
what a solver prints through a third.
"""

from __future__ import annotations

import gc
import json
import os
import sys

# Bound now, so that a solver that changes `os` cannot get in the way.
from os import _exit
from typing import NoReturn

from aoc.job import Job
from aoc.results import Kind
from aoc.worker.borrowed import borrow_packages
from aoc.worker.failures import BreakpointError, explain
from aoc.worker.job_run import JobRun
from aoc.worker.output import WorkerOutput, prepare_streams
from aoc.worker.reports import Broken, Done, Refused, Reports

__all__ = ["main", "serve"]


def main() -> None:
    """Do a job in a fresh interpreter; the arguments are the descriptors of the two pipes."""
    job, reports = map(int, sys.argv[1:])
    if sys.platform == "win32":
        from aoc.worker.windows import descriptor_of

        job, reports = descriptor_of(job, os.O_RDONLY), descriptor_of(reports, os.O_WRONLY)
    borrow_packages()
    prepare_streams()
    gc.freeze()
    serve(job, reports)


def serve(job_descriptor: int, reports_descriptor: int) -> NoReturn:
    """Do a job and end the process, at once: what the solver left running ends with it."""
    os.set_inheritable(reports_descriptor, False)
    with open(job_descriptor, "rb") as pipe:
        job = Job.from_list(json.loads(pipe.read()))
    sys.argv = [""]
    sys.breakpointhook = refuse_breakpoint
    output = WorkerOutput()
    reports = Reports(reports_descriptor, output)
    try:
        os.chdir(job.root)
    except OSError as error:
        why = f"the folder of the project cannot be entered: {job.root}: {error.strerror}"
        reports.send(Refused(f"{why}; check whether it is still there"))
        _exit(0)
    try:
        for report in JobRun(job, output).reports():
            reports.send(report)
    except BaseException as error:
        # The solver has changed something that this code relies on, or a handler of its own ran.
        failure = explain(error, Kind.EXCEPTION)
        reports.send(Broken(f"broke the worker: {failure.message}", failure.traceback))
        _exit(0)
    reports.send(Done())
    _exit(0)


def refuse_breakpoint(*args: object, **keywords: object) -> None:
    """Stand in for `breakpoint()`, since a worker has no terminal. Raises `BreakpointError`."""
    if os.environ.get("PYTHONBREAKPOINT") != "0":
        raise BreakpointError
