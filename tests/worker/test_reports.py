"""Reports come through a pipe whole, whatever else a solver writes into it.

And a worker, which is a real process here, reports all that it has to, and ends.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

import pytest

from aoc.model import Failure, Input, Job, Kind, Outcome
from aoc.running.launcher import Launcher, make_launcher
from aoc.running.running_job import Printed
from aoc.worker import reports as room
from aoc.worker.reports import (
    CUT_OFF,
    Answer,
    Broken,
    Done,
    Output,
    Planned,
    Refused,
    Report,
    Started,
    Timed,
    read_reports,
    send_report,
)
from tests.program import Project
from tests.running.executions import day_source

OUTCOME = Outcome(input="x", part=1, error=Failure(Kind.PARSE, "line 1: \udcff", None))
ALL: list[Report] = [
    Started(0, "x", 1, None, "file"),
    Planned([["x", "file"]], [[0, 1, None, ["steps"]]], [0]),
    Answer(**OUTCOME._asdict()),
    Timed(0.5, 3, {"calls": 3}),
    *(OUTCOME, OUTCOME._replace(error=None), Refused("é"), Broken("b", None), Done()),
]


class EndError(Exception):
    """The process would end now, with this exit code."""


@pytest.fixture(autouse=True)
def exits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `EndError` be raised where this process would end, and with it all tests."""

    def end(code: int) -> None:
        raise EndError(code)

    monkeypatch.setattr(room, "_exit", end)


class Growing(Output):
    """An output that is a byte larger each time that its size is asked for."""

    def __init__(self) -> None:
        self.sizes = count(1)

    @property
    def size(self) -> int:  # type: ignore[override]
        return next(self.sizes)


@pytest.mark.parametrize("garbage", [b"", b"x", b"\0\xff{", b'["Done', b"\n[]\n{}\nnull\n1"])
def test_what_is_no_report_is_skipped(garbage: bytes) -> None:
    source, target = os.pipe()
    output = Growing()
    for report in ALL:
        os.write(target, garbage)
        send_report(target, output, os.getpid(), report)
    os.close(target)
    with open(source, "rb") as pipe:
        assert read_reports(pipe.read().split(b"\n")) == [*zip(ALL, count(1))]


@pytest.mark.parametrize(
    "line",
    [
        b'["Outcome", 0, {"nothing": 1}]',
        b'["Outcome", 0, 1]',
        b'["Refused", 0, 1, 2]',
        b'["Nothing", 0]',
        b'["Done"]',
        b'["Done", "x"]',
        b'{"Done": [], "Refused": ["x"]}',
        b"[" * 100_000,
    ],
)
def test_json_that_is_no_report_is_skipped(line: bytes) -> None:
    assert read_reports([line]) == []


def test_a_fork_that_comes_back_from_the_solver_reports_nothing_and_ends() -> None:
    source, target = os.pipe()
    with pytest.raises(EndError, match=r"^0$"):
        send_report(target, Output(), os.getpid() + 1, Done())
    os.close(target)
    with open(source, "rb") as pipe:
        assert pipe.read() == b""


def test_a_worker_whose_pipe_is_closed_ends_with_a_code_of_its_own() -> None:
    source, target = os.pipe()
    os.close(source)
    with pytest.raises(EndError, match=rf"^{CUT_OFF}$"):
        send_report(target, Output(), os.getpid(), Done())
    os.close(target)


def test_a_report_is_written_to_its_end_though_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces: list[bytes] = []

    def write(descriptor: int, data: memoryview) -> int:
        pieces.append(bytes(data[:7]))
        return len(pieces[-1])

    monkeypatch.setattr(room, "write", write)
    send_report(1, Output(), os.getpid(), OUTCOME)
    assert read_reports(b"".join(pieces).split(b"\n")) == [(OUTCOME, 0)]


BEFORE: list[Report] = [
    Started(),
    Planned([["input", "file"]], [[0, part, None, []] for part in (None, 1, 2)], [0, 1, 2]),
]
"""What a worker reports before it parses the input."""


class Life(NamedTuple):
    """What a worker reported and printed, and its exit code."""

    reports: list[Report]
    printed: str
    code: int

    @property
    def results(self) -> list[Outcome]:
        """Those of the reports that are results of parts."""
        reports = self.reports
        return [one for one in reports if isinstance(one, Outcome) and one.part is not None]


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    """What starts the workers of these tests."""
    made = make_launcher()
    yield made
    made.close()


def job_of(project: Project, part1: str = "return 1", part2: str = "return 2") -> Job:
    """Write a day, and return its job."""
    project.day(1, day_source(part1, part2))
    source = (Input("file", "input", "x"),)
    return Job(str(project.root), 2021, 1, None, "days", source, repeat=1)


def reports_in(data: bytes) -> list[Report]:
    """Return the reports that came through a pipe, without the size of the output."""
    return [report for report, _ in read_reports(data.split(b"\n"))]


def live(launcher: Launcher, job: Job) -> Life:
    """Let a worker do a job, and return what it did."""
    worker, output = launcher.start(job)
    printed = Printed(output)
    data = b""
    for _ in range(600):
        for number, event in launcher.wait(0.1):
            assert number == worker
            if isinstance(event, bytes):
                data += event
            else:
                text = printed.rest
                printed.close()
                return Life(reports_in(data), text, event)
    raise AssertionError("the worker does not end")


def test_a_worker_whose_project_is_gone_says_so_and_does_nothing_else(
    project: Project, launcher: Launcher
) -> None:
    job = job_of(project)._replace(root=str(project.root / "gone"))
    life = live(launcher, job)
    [broken] = life.reports
    assert isinstance(broken, Broken)
    assert broken.message.startswith("broke the worker: FileNotFoundError: ")
    assert str(project.root / "gone") in broken.message
    assert (life.printed, life.code) == ("", 0)


BREAKS = {
    "import aoc.worker.job_run as r; del r.taken_by; return 1": (
        "broke the worker: NameError: name 'taken_by' is not defined"
    ),
    "import aoc.worker.job_run as r; r.taken_by = sys.exit; return 1": (
        "broke the worker: TypeError: "
    ),
    "import aoc.worker.job_run as r; r.taken_by = lambda *_: sys.exit(3); return 1": (
        "broke the worker: called sys.exit(3)"
    ),
}


@pytest.mark.parametrize(("part1", "message"), BREAKS.items())
def test_a_worker_that_its_solver_broke_says_so_last(
    project: Project, launcher: Launcher, part1: str, message: str
) -> None:
    life = live(launcher, job_of(project, part1))
    *before, last = life.reports
    assert before[:2] == BEFORE
    assert [type(report) for report in before[2:]] == [Outcome]
    assert isinstance(last, Broken)
    assert last.message.startswith(message)
    assert life.code == 0


def test_a_breakpoint_needs_a_terminal(project: Project, launcher: Launcher) -> None:
    first, second = live(launcher, job_of(project, "breakpoint(); return 1")).results
    assert first.error
    assert first.error.message == "a debugger needs a terminal: run the day with --pdb"
    assert second.answer == "2"
