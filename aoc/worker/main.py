"""A worker process: does one job and ends.

The job comes as a line of JSON through a socket or a pipe, and reports go out through it or another
one (`aoc.worker.reports`); a solver's output goes into a file. Once all answers are reported,
the worker may repeat calls for their times: at once, or where a single day runs, as soon as the
program closes its end, which says that no other worker looks for answers.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial

# Bound now, so that a solver that changes `os` cannot get in the way.
from os import read
from typing import NoReturn

from aoc.model.jobs import Job
from aoc.model.results import ErrorKind
from aoc.text import printable
from aoc.tokens import RUN_FOLDER, has_token_files
from aoc.worker.aocd_stand_in import StandIn
from aoc.worker.day_module import RefusedError
from aoc.worker.failures import explain, is_debugger_quit, is_stub
from aoc.worker.interpreter import end_at_once
from aoc.worker.job_run import JobRun
from aoc.worker.reports import (
    Broken,
    Done,
    Located,
    Output,
    Refused,
    WorkerOutput,
    send_report,
)

PIECE = 65_536
"""Bytes that are read at once."""
QUIT = 114
"""The exit code of a worker whose debugger was quit."""


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
    job = Job.from_json(json.loads(read_line(job_descriptor)))
    # A day sees none of our arguments.
    sys.argv = [""]
    output = Output() if job.options.debugs else WorkerOutput()
    send = partial(send_report, reports_descriptor, output, os.getpid())
    if not job.options.debugs:
        sys.breakpointhook = refuse_breakpoint
        say_where(reports_descriptor, partial(send, Located()))
    wait = partial(read_line, job_descriptor)
    show_error = partial(debug, job.root) if job.options.debugs else None
    run = JobRun(job, output, show_error, wait)
    stand_in_for_aocd(run.aocd)
    try:
        os.chdir(job.root)
        for report in run.reports():
            send(report)
            if job.options.debugs:
                # The program writes a byte as soon as it has shown the report.
                read(job_descriptor, 1)
        send(Done())
    except RefusedError as error:
        send(Refused(str(error)))
    except BaseException as error:
        # The solver has changed something that this code relies on, or a handler of its own ran.
        failure = explain(error, ErrorKind.EXCEPTION)
        send(Broken(f"broke the worker: {failure.message}", failure.traceback))
    end_at_once(0)


def stand_in_for_aocd(aocd: StandIn) -> None:
    """Let aocd send nothing as soon as it is imported, and what the solver starts find no token."""
    sys.meta_path.insert(0, aocd)
    if has_token_files():
        os.environ["AOCD_CONFIG_DIR"] = os.environ[RUN_FOLDER]


def say_where(descriptor: int, send: Callable[[], None]) -> None:
    """Let Python write where it is to a descriptor: in a crash and, where it can, when it is asked.

    In the latter case it then calls `send` as soon as it can, if it ever can.
    """
    faulthandler.enable(descriptor)
    if sys.platform == "win32":
        return

    def answer(number: int, frame: object) -> None:
        # There is no room for it if the solver calls itself without end.
        with suppress(Exception):
            send()

    # The forkserver sends this signal where a job takes too long.
    signal.signal(signal.SIGUSR1, answer)
    # It writes the frames at once, even while code in C runs, and then calls the handler above.
    faulthandler.register(signal.SIGUSR1, descriptor, chain=True)


def read_line(descriptor: int) -> bytes:
    """Read from a pipe to the end of a line, or to its end."""
    data = b""
    while not data.endswith(b"\n"):
        piece = read(descriptor, PIECE)
        if not piece:
            break
        data += piece
    return data


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
