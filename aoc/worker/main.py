"""The child process: takes jobs from the runner and reports what came of each.

Jobs come in as lines of JSON on one pipe, reports go out as lines of JSON on another, and what
a solver prints goes wherever stdout and stderr were pointed. The reports are:

- `start`: what of the solver's is about to run (an input's label, a part, a variant), and how
  many parts to `skip` if it ends the process;
- `result`: how a part went, see `aoc.results`;
- `note`: a sentence for people;
- `done`: the end of a job, and whether the process is fit for another.
"""

from __future__ import annotations

import fcntl
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import IO, TextIO

from aoc.job import Job
from aoc.results import Result
from aoc.worker.parts import work

__all__ = ["main"]

PRELOADED = ("logging", "random")
"""Modules that days and their tests are likely to import: done while the runner gets ready."""


class Reports:
    """The way back to the runner."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self.pipe = pipe
        self.pid = os.getpid()

    def send(self, **message: object) -> None:
        """Write one message; a fork that a solver let return in here ends instead."""
        if os.getpid() != self.pid:
            os._exit(0)
        self.pipe.write(json.dumps(message).encode() + b"\n")

    def start(self, label: str | None, part: int | None, variant: str | None, skip: int) -> None:
        """Say what runs next, and how many parts of the job to skip if it never returns."""
        self.send(start=[label, part, variant], skip=skip)

    def result(self, result: Result) -> None:
        """Say how a part went."""
        self.send(result=result.to_dict())

    def note(self, text: str) -> None:
        """Tell people something."""
        self.send(note=text)


def main() -> None:
    """Serve jobs until there are no more; the arguments are the two pipes' descriptors."""
    jobs_fd, reports_fd = map(int, sys.argv[1:])
    for fd in (jobs_fd, reports_fd):
        os.set_inheritable(fd, False)
    for module in PRELOADED:
        import_module(module)
    streams: list[TextIO] = [sys.stdout, sys.stderr]
    with open(jobs_fd, "rb") as jobs, open(reports_fd, "wb", buffering=0) as pipe:
        reports = Reports(pipe)
        for line in jobs:
            job = Job.from_list(json.loads(line))
            recursion = sys.getrecursionlimit()
            os.chdir(job.root)
            with dying_with_the_runner(jobs_fd):
                work(job, reports)
            sys.setrecursionlimit(recursion)
            # Not before the signal is off again: the next job's coming would set it off.
            reports.send(done=flushed(streams) and alone())
    os._exit(0)


@contextmanager
def dying_with_the_runner(jobs_fd: int) -> Iterator[None]:
    """Have the kernel end this process group, whatever it is busy with, once the runner is gone.

    Then the other end of the pipe closes, and the owner of this end is sent SIGIO, on systems
    that know this of pipes.
    """
    flags = fcntl.fcntl(jobs_fd, fcntl.F_GETFL)
    with suppress(OSError):
        fcntl.fcntl(jobs_fd, fcntl.F_SETOWN, -os.getpgrp())
        fcntl.fcntl(jobs_fd, fcntl.F_SETFL, flags | os.O_ASYNC)
    yield
    fcntl.fcntl(jobs_fd, fcntl.F_SETFL, flags)


def flushed(streams: list[TextIO]) -> bool:
    """Write out what the solver printed; false if it closed a stream."""
    try:
        for stream in streams:
            stream.flush()
    except (ValueError, OSError):
        return False
    return True


def alone() -> bool:
    """Tell whether the solver left neither a thread nor a child process behind."""
    threading = sys.modules.get("threading")
    if threading and threading.active_count() > 1:
        return False
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            continue  # that one has ended
    except ChildProcessError:
        return True
    return False
