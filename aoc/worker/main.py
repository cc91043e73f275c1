"""A worker process: does one job and ends.

The job comes as a line of JSON through a socket or a pipe, and reports go out through it or another
one (`aoc.worker.reports`); a solver's output goes into a file. Once all answers are reported,
the worker may repeat calls for their times as soon as nothing more can come.
"""

from __future__ import annotations

import _thread
import gc
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial

# Bound now, so that a solver that changes `os` cannot get in the way.
from os import _exit, read
from typing import NoReturn

from aoc.model.jobs import Job
from aoc.model.results import ErrorKind
from aoc.text import printable
from aoc.tokens import CHILD_CONFIG, config_folder
from aoc.worker.failures import explain, is_debugger_quit, show_thread_error
from aoc.worker.job_run import JobRun
from aoc.worker.params import RefusedError
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


def main() -> None:
    """Do a job in a fresh interpreter; the arguments are the descriptors of the two pipes."""
    job, reports = map(int, sys.argv[1:])
    if sys.platform == "win32":
        from aoc.worker.windows_memory import descriptor_of

        job, reports = (
            descriptor_of(job, os.O_RDONLY),
            descriptor_of(reports, os.O_WRONLY),
        )
    gc.freeze()
    serve(job, reports)


def serve(job_descriptor: int, reports_descriptor: int) -> NoReturn:
    """Do a job and end the process, at once: threads that the solver left running end with it."""
    job = Job.from_json(json.loads(read_line(job_descriptor)))
    sys.argv = [""]
    output = Output() if job.options.debugs else WorkerOutput()
    send = partial(send_report, reports_descriptor, output, os.getpid())
    if not job.options.debugs:
        sys.breakpointhook = refuse_breakpoint
        say_where(reports_descriptor, partial(send, Located()))
        show_error = partial(show_thread_error, job.root)
        if "threading" in sys.modules:
            sys.modules["threading"].excepthook = show_error  # type: ignore[attr-defined]
        else:  # when it is imported, it takes its own from there
            _thread._excepthook = show_error
    wait = partial(read_line, job_descriptor)
    run = JobRun(job, output, debug if job.options.debugs else None, wait)
    # aocd sends nothing as soon as it is imported, and what the solver starts finds no token.
    sys.meta_path.insert(0, run.aocd)
    child_config = os.environ.pop(CHILD_CONFIG, None)
    if child_config is not None:
        run.aocd.config = config_folder()
        os.environ["AOCD_CONFIG_DIR"] = child_config
    try:
        os.chdir(job.root)
        for report in run.reports():
            send(report)
            if job.options.debugs:  # until it is shown
                read(job_descriptor, 1)
        send(Done())
    except RefusedError as error:
        send(Refused(str(error)))
    except BaseException as error:
        # The solver has changed something that this code relies on, or a handler of its own ran.
        failure = explain(error, ErrorKind.EXCEPTION)
        send(Broken(f"broke the worker: {failure.message}", failure.traceback))
    _exit(0)


def say_where(descriptor: int, send: Callable[[], None]) -> None:
    """Let Python write where it is to a descriptor: in a crash and, where it can, when it is asked.

    In the latter case it then calls `send` as soon as it can, if it ever can.
    """
    import faulthandler

    faulthandler.enable(descriptor)
    if sys.platform != "win32":
        from _signal import SIGUSR1, signal

        def answer(number: int, frame: object) -> None:
            with suppress(
                Exception
            ):  # for lack of room, if the solver calls itself without end
                send()

        # The forkserver sends this signal where a job takes too long.
        signal(SIGUSR1, answer)
        faulthandler.register(SIGUSR1, descriptor, chain=True)


def read_line(descriptor: int) -> bytes:
    """Read from a pipe to the end of a line, or to its end."""
    data = b""
    while not data.endswith(b"\n") and (piece := read(descriptor, PIECE)):
        data += piece
    return data


def refuse_breakpoint(*args: object, **keywords: object) -> None:
    """Stand in for `breakpoint()`, since a worker has no terminal. Raises `BdbQuit`."""
    if os.environ.get("PYTHONBREAKPOINT") != "0":
        from bdb import BdbQuit

        raise BdbQuit


QUIT = 114
"""The exit code of a worker whose debugger was quit."""


def debug(error: BaseException) -> None:
    """Open a debugger where an error was raised; the process ends when people quit it."""
    import pdb

    if is_debugger_quit(error):
        _exit(QUIT)
    shown = explain(error, ErrorKind.EXCEPTION)
    sys.stderr.write(printable(f"{shown.traceback or shown.message}\n"))
    if error.__traceback__ is None:  # as of a day that cannot be compiled
        return
    debugger = pdb.Pdb()
    debugger.reset()
    debugger.interaction(None, error.__traceback__)
    if debugger.quitting:
        sys.stdout.flush()
        _exit(QUIT)
