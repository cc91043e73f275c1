r"""The reports of a worker to the process that started it, and how they are written into a pipe.

Each report is a JSON object between two line ends: if a solver writes into the pipe, by chance or
by writing to every descriptor, that is another line, and is ignored. Before a report is
sent, a mark goes through the pipe of what the solver prints (`aoc.worker.output`).
"""

from __future__ import annotations

import json

# Bound now, so that a solver that changes `os` cannot get in the way.
from os import _exit, getpid, write
from typing import Any, NamedTuple

from aoc.results import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.worker.output import WorkerOutput

__all__ = [
    "CUT_OFF",
    "MARK",
    "Broken",
    "Cut",
    "Done",
    "Refused",
    "Report",
    "Reports",
    "Shown",
    "Started",
    "read_reports",
]


MARK = b"\x00\x1eaoc: the report of what came before\x1e\x00"
"""What is written to the output after all that belongs to one report."""
CUT_OFF = 113
"""The exit code of a worker after its solver has closed the pipe of the reports."""


class Started(NamedTuple):
    """Something of the solver's is about to run.

    `label` is that of the input, or `aoc.job.TESTS`; without a `label`, the solver is being
    loaded. `skip` is how many parts of the job another worker has to skip if this one ends now.
    """

    label: str | None = None
    part: int | None = None
    variant: str | None = None
    skip: int = 0


class Shown(NamedTuple):
    """One more frame of a show, in the form that it has in JSON (`aoc.frames`).

    It is a report of its own: results are ordered, compared, kept in the history and written as
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


Report = Started | Result | Shown | Cut | Refused | Broken | Done


class Reports:
    """The worker's end of the pipe, and the output in which each report has a mark."""

    def __init__(self, descriptor: int, output: WorkerOutput) -> None:
        self.descriptor = descriptor
        self.output = output
        self.pid = getpid()

    def send(self, report: Report) -> None:
        """Write a report. A fork that a solver let return into our code ends here."""
        if getpid() != self.pid:
            _exit(0)
        message: dict[str, Any]
        if isinstance(report, Result):
            message = {"result": report.to_dict()}
        else:
            message = {type(report).__name__.lower(): list(report)}
        line = memoryview(b"\n" + json.dumps(message).encode() + b"\n")
        try:
            self.output.mark()
            while line:
                line = line[write(self.descriptor, line) :]
        except OSError:
            _exit(CUT_OFF)


def read_reports(lines: list[bytes]) -> list[Report]:
    """Read the lines that came through the pipe; those that are no reports are left out."""
    return [report for line in lines if line and (report := read_report(line)) is not None]


def read_report(line: bytes) -> Report | None:
    """Read a line, if it is a report."""
    try:
        [(kind, content)] = json.loads(line).items()
        if kind == "result":
            return Result.from_dict(content)
        for report in (Started, Shown, Cut, Refused, Broken, Done):
            if kind == report.__name__.lower():
                return report(*content)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        pass
    return None
