"""The reports of a worker to the process that started it, and the output of its solver.

Each report is a JSON object between two line ends: its name, the size of the file that the solver
prints into, so that the output before the report is known, and its fields. Python writes there,
too, where a worker crashes, or where it is when it is asked. If a solver writes into the pipe, by
chance or by writing to every descriptor, those are other lines, and are ignored.
"""

# Without `from __future__ import annotations`: a NamedTuple compiles each annotation that is text,
# which took 2 ms of a warm run.

import io
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

# Bound now, so that a solver that changes `os` cannot get in the way.
from os import dup, dup2, fstat, getpid, write
from typing import Any, NamedTuple

from aoc.model.inputs import InputKind
from aoc.model.jobs import Unit
from aoc.model.results import Outcome
from aoc.worker.interpreter import end_at_once


class Output:
    """The output of a solver that writes to the terminal itself, as under a debugger."""

    size = 0
    """The bytes that were printed, where that can be known."""

    @contextmanager
    def dropped(self) -> Iterator[None]:
        """Run a block without its output, which an earlier call has printed already."""
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
    def dropped(self) -> Iterator[None]:
        """Run a block without its output, which an earlier call has printed already."""
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


CUT_OFF = 113
"""The exit code of a worker after its solver has closed the pipe of the reports."""


class Started(NamedTuple):
    """The stage that the worker is at now: something of the solver's is about to run.

    `input_number` counts the inputs of the job, which has the `label` and the `kind`; without a
    `part`, it is read and parsed, or solved by one call for both parts. The label may be
    `aoc.model.jobs.TESTS`; without any, the solver is being loaded.
    """

    input_number: int | None = None
    label: str | None = None
    part: int | None = None
    variant: str | None = None
    kind: InputKind | None = None


class Made(NamedTuple):
    """The texts of samples are there: what their makers have printed belongs to no result.

    `texts` are those texts by their labels.
    """

    texts: dict[str, str]


class Planned(NamedTuple):
    """The units that the job owes a result of.

    `inputs` are the label and the kind of each input. This worker will report on the units in
    `turn`, in this order; each of them begins when the one before is reported. Of the `guesses`,
    the expected answer is one.
    """

    inputs: Sequence[tuple[str, InputKind]]
    units: Sequence[Unit]
    turn: Sequence[Unit]
    guesses: Sequence[Unit] = ()


class Answered(NamedTuple):
    """An outcome. If `time_follows`, a better time may come once all answers are there."""

    outcome: Outcome
    time_follows: bool = False


class Timed(NamedTuple):
    """The time of the next answer: the seconds of its fastest call, and how many there were.

    Without seconds, the time of the first call stands. There is a `profile` if that was asked for.
    """

    seconds: float | None = None
    calls: int | None = None
    profile: str | None = None


class Shown(NamedTuple):
    """One more frame of a show, in the form that it has in JSON (`aoc.model.frames`).

    It is a report of its own: results are ordered, compared and written as
    JSON, and none of that is done with frames, which may be many megabytes.
    """

    frame: list[Any]


class Cut(NamedTuple):
    """The show has more frames than these; says why, and how to see them."""

    message: str


class Refused(NamedTuple):
    """The job asks for something that the day does not have; the run ends with this sentence."""

    message: str


class Broken(NamedTuple):
    """The solver has broken the worker, which can do no more: another one has to do the rest."""

    message: str
    traceback: str | None


class Done(NamedTuple):
    """The job is done, and all of its output is written."""


class Located(NamedTuple):
    """Python has written where the worker is, which was asked, and its output so far is written."""


Report = (
    Started
    | Made
    | Planned
    | Answered
    | Timed
    | Shown
    | Cut
    | Refused
    | Broken
    | Done
    | Located
)
REPORTS: dict[str, Any] = {report.__name__: report for report in Report.__args__}
"""The reports by their names in JSON."""


def send_report(descriptor: int, output: Output, worker: int, report: Report) -> None:
    """Write a report into the pipe, with the size of the output; end where the pipe is closed.

    A fork of the `worker` that a solver let return into our code ends, too.
    """
    if getpid() != worker:
        # Its reports would come twice.
        end_at_once(0)
    try:
        line = memoryview(report_line(report, output.size))
        # A pipe that is nearly full takes a piece of a long line at a time.
        while line:
            line = line[write(descriptor, line) :]
    except OSError:
        end_at_once(CUT_OFF)


def report_line(report: Report, size: int) -> bytes:
    """Return a report as it goes through the pipe, after an output of this size."""
    fields = report._asdict()
    if isinstance(report, Answered):
        fields["outcome"] = report.outcome.to_json()
    message = {"report": type(report).__name__, "output_size": size, **fields}
    return b"\n" + json.dumps(message).encode() + b"\n"


def read_report(line: bytes) -> tuple[Report, int] | None:
    """Read a line that came through the pipe; `None` if it is no report.

    Returns the report, and the size that the output had before it.
    """
    # A solver may write anything into the pipe.
    with suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError):
        fields = json.loads(line)
        size = int(fields.pop("output_size"))
        report_type = REPORTS[fields.pop("report")]
        if report_type is Answered:
            fields["outcome"] = Outcome.from_json(fields["outcome"])
        # JSON has no tuples and enums, by which units and kinds are compared.
        if report_type is Started and fields["kind"]:
            fields["kind"] = InputKind(fields["kind"])
        if report_type is Planned:
            fields["inputs"] = [
                (label, InputKind(kind)) for label, kind in fields["inputs"]
            ]
            for name in ("units", "turn", "guesses"):
                fields[name] = [Unit(*unit) for unit in fields[name]]
        return report_type(**fields), size
    return None
