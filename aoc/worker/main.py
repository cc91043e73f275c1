"""A worker process: does one job and ends.

The job comes as JSON through one pipe, reports go out through another (`aoc.worker.reports`), and
what a solver prints goes wherever stdout and stderr were pointed.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from contextlib import suppress

# Bound now, so that a solver that changes `os` cannot get in the way.
from os import _exit
from typing import NoReturn, TextIO

from aoc.job import Job
from aoc.results import Kind
from aoc.worker.borrowed import borrow_packages
from aoc.worker.failures import explain
from aoc.worker.job_run import JobRun
from aoc.worker.reports import Broken, Done, Reports

__all__ = ["main", "prepare_streams", "serve"]


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
    """Do a job and end the process, at once: whatever the solver left behind ends with it."""
    os.set_inheritable(reports_descriptor, False)
    with open(job_descriptor, "rb") as pipe:
        job = Job.from_list(json.loads(pipe.read()))
    sys.argv = [""]
    streams = (sys.stdout, sys.stderr)
    reports = Reports(reports_descriptor)
    os.chdir(job.root)
    run = JobRun(job, reports)
    try:
        run.run()
    except BaseException as error:
        # The solver has changed something that this code relies on, or a handler of its own ran.
        failure = explain(error, Kind.EXCEPTION)
        reports.send(Broken(f"broke the worker: {failure.message}", failure.traceback))
        _exit(0)
    for stream in streams:
        # The solver may have closed it.
        with suppress(ValueError, OSError):
            stream.flush()
    reports.send(Done())
    _exit(0)


def prepare_streams() -> None:
    """Make stdout and stderr write any text, as UTF-8."""
    sys.stdout = text_stream(1, buffering=-1)
    sys.stderr = text_stream(2, buffering=1)


def text_stream(descriptor: int, buffering: int) -> TextIO:
    """Return a stream that writes any text to a descriptor, which it never closes."""
    return open(
        descriptor,
        "w",
        buffering=buffering,
        encoding="utf-8",
        errors="backslashreplace",
        closefd=False,
    )
