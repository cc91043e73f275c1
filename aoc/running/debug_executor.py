"""The executor for debugging: runs jobs in this process, in the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator

from aoc.errors import UsageError
from aoc.job import Job
from aoc.printable import printable
from aoc.results import Kind, Result
from aoc.running.environment import secret_variables
from aoc.running.protocol import Update
from aoc.worker.failures import explain
from aoc.worker.job_run import JobRun
from aoc.worker.output import Output
from aoc.worker.reports import Refused

__all__ = ["DebugExecutor"]


class DebugExecutor:
    """Runs one job after the other here, and opens a debugger on the frame that raised an error.

    So `breakpoint()` and `input()` work in a solver. Nothing is limited, and every part is called
    once. What a day does to this process, the next one finds.
    """

    def run(self, jobs: Iterable[Job]) -> Iterator[Update]:
        """Run jobs, and yield their results as they come.

        Raises `KeyboardInterrupt` when the debugger is quit.
        """
        for name in secret_variables():
            del os.environ[name]
        sys.argv = [""]
        for number, job in enumerate(jobs):
            os.chdir(job.root)
            run = JobRun(job._replace(repeat=1, memory=None), Output(), debug)
            for report in run.reports():
                if isinstance(report, Result):
                    yield Update(number, job.with_input(report))
                elif isinstance(report, Refused):
                    raise UsageError(report.message)
            run.project.leave()
            yield Update(number, None)

    def end_jobs(self) -> None:
        """Do nothing: what runs here has ended when this can be called."""

    def cancel(self) -> None:
        """Do nothing: what runs here has ended when this can be called."""

    def close(self) -> None:
        """Do nothing: there are no other processes."""


def debug(error: BaseException) -> None:
    """Open a debugger where an error was raised. Raises `KeyboardInterrupt` when it is quit."""
    import bdb
    import pdb

    if isinstance(error, bdb.BdbQuit):
        raise KeyboardInterrupt
    shown = explain(error, Kind.EXCEPTION)
    sys.stderr.write(printable(f"{shown.traceback or shown.message}\n"))
    debugger = pdb.Pdb()
    debugger.reset()
    debugger.interaction(None, error.__traceback__)
    if debugger.quitting:
        raise KeyboardInterrupt
