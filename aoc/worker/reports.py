"""The pipe of a worker: job in, reports out; and its output, which is dropped if repeated.

The job is a line of base64: a pickle, which only the program writes. Each report is a line of JSON
between two line ends: a solver's process never makes the program unpickle anything. Python writes
into the pipe, too, where a worker crashes, or where it is when it is asked. If a solver writes
there, by chance or by writing to every descriptor, those are other lines, and are ignored.
"""

from __future__ import annotations

import io
import json
import os
import pickle
import sys
from binascii import a2b_base64, b2a_base64
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from enum import StrEnum

# Bound now, so that a solver that changes `os` cannot get in the way.
from os import dup, dup2, fstat, getpid, read, write
from typing import Any, NamedTuple

from aoc.model.inputs import InputKind
from aoc.model.jobs import Job, Step
from aoc.model.results import ErrorKind, Failure, Outcome, Piece
from aoc.worker.interpreter import end_at_once


class Output:
    """The output of a solver that writes to the terminal itself, as under a debugger."""

    size = 0
    """The bytes that were printed, where that can be known."""

    @contextmanager
    def dropped(self, *, drops: bool = True) -> Iterator[None]:
        """Run a block without its output, if it `drops` that: an earlier call has printed it."""
        yield


class WorkerOutput(Output):
    """The output of a worker, which goes into a file, also that of C code and of child processes.

    It is stdout and stderr already when the worker begins. The reader has the file too, so its size
    in a report shows which output belongs to it. Both streams write any text, as UTF-8, and line by
    line, so that the two keep their order, and a crash loses nothing.
    """

    def __init__(self) -> None:
        self.streams = (sys.stdout, sys.stderr)
        for stream in self.streams:
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(
                    encoding="utf-8",
                    errors="backslashreplace",
                    line_buffering=True,
                    write_through=False,
                )
        self.file = dup(1)
        # Opened now, since a solver may leave no file that can be opened.
        self.nothing = os.open(os.devnull, os.O_WRONLY)

    @property
    def size(self) -> int:  # type: ignore[override]
        """The bytes that were printed."""
        self.flush()
        return fstat(self.file).st_size

    def flush(self) -> None:
        """Write the text that the streams still hold."""
        for stream in self.streams:
            # The solver may have closed it, or be about to write.
            with suppress(ValueError, OSError, RuntimeError):
                stream.flush()

    @contextmanager
    def dropped(self, *, drops: bool = True) -> Iterator[None]:
        """Run a block without its output, if it `drops` that: an earlier call has printed it."""
        if not drops:
            yield
            return
        self.point_to(self.nothing)
        try:
            yield
        finally:
            self.point_to(self.file)

    def point_to(self, descriptor: int) -> None:
        """Redirect stdout and stderr to another descriptor."""
        self.flush()
        for standard in (1, 2):
            dup2(descriptor, standard)


PIECE = 65_536
"""Bytes that are read at once."""
CUT_OFF = 113
"""The exit code of a worker after its solver has closed the pipe of the reports."""


def job_line(job: Job) -> bytes:
    """Return a job as it goes to its worker, which shall not know the answers."""
    return b2a_base64(pickle.dumps(job.without_answers()))


def read_job(descriptor: int) -> Job:
    """Read the job of this worker from the pipe."""
    line = b""
    while not line.endswith(b"\n"):
        piece = read(descriptor, PIECE)
        if not piece:
            break
        line += piece
    job: Job = pickle.loads(a2b_base64(line))
    return job


class ReportKind(StrEnum):
    """What a report says."""

    STARTED = "started"
    """The worker begins a step that is not in its plan, such as loading the solver."""
    MADE = "made"
    """The `texts` of samples are there, by their labels."""
    PLANNED = "planned"
    """These are the `steps` of the job: each begins when the one before is reported. With
    `more_turns`, more of the chosen variants are left to other workers."""
    ANSWERED = "answered"
    """An outcome. If `time_follows`, a better time may come once all answers are there."""
    TIMED = "timed"
    """The `outcome` has the time of the next answer, or its profile; nothing if the time of the
    first call stands."""
    SHOWN = "shown"
    """Something for the room that has asked for the job, such as a frame: of many megabytes in all,
    so that it is no part of an outcome."""
    REFUSED = "refused"
    """The job asks for something that the day does not have; the run ends with the message."""
    BROKEN = "broken"
    """The solver has broken the worker, as the error of the `outcome` says: another one has to do
    the rest."""
    DONE = "done"
    """The job is done, and all of its output is written."""


class Report(NamedTuple):
    """A report of a worker, with the fields that its kind has."""

    kind: ReportKind
    steps: Sequence[Step] = ()
    more_turns: bool = False
    outcome: Outcome = Outcome()
    time_follows: bool = False
    texts: Mapping[str, str] = {}
    shown: Any = None
    message: str = ""
    output_size: int = 0
    """The size of the file that the solver prints into, which is of the output before this."""


def started(step: Step) -> Report:
    """Return the report of a step that begins now."""
    return Report(ReportKind.STARTED, [step])


def answered(outcome: Outcome, *, time_follows: bool = False) -> Report:
    """Return the report of an outcome."""
    return Report(ReportKind.ANSWERED, outcome=outcome, time_follows=time_follows)


def send_report(descriptor: int, output: Output, worker: int, report: Report) -> None:
    """Write a report into the pipe, with the size of the output; end where the pipe is closed.

    A fork of the `worker` that a solver let return into our code ends, too.
    """
    if getpid() != worker:
        # Its reports would come twice.
        end_at_once(0)
    try:
        report = report._replace(output_size=output.size)
        line = memoryview(report_line(report))
        # A pipe that is nearly full takes a piece of a long line at a time.
        while line:
            line = line[write(descriptor, line) :]
    except OSError:
        end_at_once(CUT_OFF)


def report_line(report: Report) -> bytes:
    """Return a report as it goes through the pipe."""
    return b"\n" + json.dumps(report).encode() + b"\n"


def read_report(line: bytes) -> Report | None:
    """Return the report in a line that came through the pipe; `None` if it is none."""
    # A solver may write anything into the pipe.
    with suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError):
        values = json.loads(line)
        if type(values) is not list or len(values) != len(Report._fields):
            return None
        report = Report(*values)
        return report._replace(
            kind=ReportKind(report.kind),
            steps=[read_step(step) for step in report.steps],
            outcome=read_outcome(report.outcome),
            output_size=int(report.output_size),
        )
    return None


# JSON has no tuples and enums.
def read_step(values: Sequence[Any]) -> Step:
    """Return the step that has these values. Raises an error of Python where they are of none."""
    step = Step(*values)
    return step._replace(input_kind=kind_in(step.input_kind))


def read_outcome(values: Sequence[Any]) -> Outcome:
    """Return the outcome with these values, which a solver may have written, as `read_step`."""
    outcome = Outcome(*values)
    error = None
    if outcome.error:
        error = Failure(*outcome.error)
        error = error._replace(kind=ErrorKind(error.kind))
    return outcome._replace(
        input_kind=kind_in(outcome.input_kind),
        params=tuple(outcome.params),
        error=error,
        printed=Piece(),
    )


def kind_in(value: str | None) -> InputKind | None:
    """Return the kind of an input that a text stands for."""
    return InputKind(value) if value else None
