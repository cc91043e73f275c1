r"""The reports of a worker to the process that started it, and how they are written into a pipe.

Each report is a JSON object between two line ends: if a solver writes into the pipe, by chance or
by writing to every descriptor, that is another line, and is ignored. A report has the size of the
file that the solver prints into, so it is known what was printed before it.
"""

from __future__ import annotations

import json

# Bound now, so that a solver that changes `os` cannot get in the way.
from os import _exit, getpid, write
from typing import Any, NamedTuple

from aoc.model import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.worker.output import Output

__all__ = [
    "CUT_OFF",
    "Answer",
    "Broken",
    "Cut",
    "Done",
    "Planned",
    "Refused",
    "Report",
    "Reports",
    "Shown",
    "Started",
    "Timed",
    "read_reports",
]


CUT_OFF = 113
"""The exit code of a worker after its solver has closed the pipe of the reports."""


class Started(NamedTuple):
    """Something of the solver's is about to run.

    `case` is the number of the input in the job, `label` and `kind` are those of it; without a
    `part`, it is read and parsed. The label may be `aoc.model.TESTS`; without any, the solver is
    being loaded.
    """

    case: int | None = None
    label: str | None = None
    part: int | None = None
    variant: str | None = None
    kind: str | None = None


class Planned(NamedTuple):
    """All that the job owes a result of.

    `cases` are the label and the kind of each input. `units` have the number of their input, the
    part (`None` for parse), the variant, and the names of the job's `params` that they take. This
    worker will report on those whose numbers are in `turn`, in this order; each of them begins when
    the one before is reported.
    """

    cases: list[tuple[str, str]]
    units: list[tuple[int, int | None, str | None, tuple[str, ...]]]
    turn: list[int]


class Answer(NamedTuple):
    """A result that is complete but for its time, which follows once all answers are there."""

    result: Result


class Timed(NamedTuple):
    """The time of the next answer: the seconds of its fastest call, and how many there were.

    Without seconds, the time of the first call stands. There is a `profile` if that was asked for.
    """

    seconds: float | None
    calls: int | None
    profile: dict[str, Any] | None


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


Report = Started | Planned | Answer | Timed | Result | Shown | Cut | Refused | Broken | Done


class Reports:
    """The worker's end of the pipe, and its output, whose size each report has."""

    def __init__(self, descriptor: int, output: Output) -> None:
        self.descriptor = descriptor
        self.output = output
        self.pid = getpid()

    def send(self, report: Report) -> None:
        """Write a report. A fork that a solver let return into our code ends here."""
        if getpid() != self.pid:
            _exit(0)
        message: dict[str, Any]
        if isinstance(report, Result):
            message = {"result": fields_of(report)}
        elif isinstance(report, Answer):
            message = {"answer": fields_of(report.result)}
        else:
            message = {type(report).__name__.lower(): list(report)}
        message["size"] = self.output.size
        line = memoryview(b"\n" + json.dumps(message).encode() + b"\n")
        try:
            while line:
                line = line[write(self.descriptor, line) :]
        except OSError:
            _exit(CUT_OFF)


def fields_of(result: Result) -> dict[str, Any]:
    """Return the fields of a result that have a value, and the title, which has no default."""
    fields = result.to_dict().items()
    return {name: value for name, value in fields if value is not None or name == "title"}


def read_reports(lines: list[bytes]) -> list[tuple[Report, int]]:
    """Read the lines that came through the pipe; those that are no reports are left out.

    Returns the reports, each with the size that the output had before it.
    """
    found = []
    for line in filter(None, lines):
        try:
            (kind, content), (_, size) = json.loads(line).items()
            report = read_report(kind, content)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            continue
        if report is not None and type(size) is int:
            found.append((report, size))
    return found


def read_report(kind: str, content: Any) -> Report | None:
    """Return a report by its kind, if there is one; raises what its content may raise."""
    if kind == "result":
        return Result.from_dict(content)
    if kind == "answer":
        return Answer(Result.from_dict(content))
    if kind == "planned":
        cases, units, turn = content
        units = [(case, part, variant, tuple(taken)) for case, part, variant, taken in units]
        return Planned([(label, kind) for label, kind in cases], units, turn)
    for report in (Started, Timed, Shown, Cut, Refused, Broken, Done):
        if kind == report.__name__.lower():
            return report(*content)
    return None
