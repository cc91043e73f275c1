"""Reports come through a pipe whole, whatever else a solver writes into it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from aoc.model.inputs import InputKind
from aoc.model.jobs import Step
from aoc.model.results import ErrorKind, Failure, Outcome
from aoc.worker import reports as room
from aoc.worker.reports import Output, Report, ReportKind, answered, read_report, send_report

STEP = Step("x", InputKind.EXAMPLE, 1, "fast", is_guess=True)
OUTCOME = Outcome(*STEP, params=("size",), error=Failure(ErrorKind.PARSE, "line 1: \udcff"))
ALL = [
    Report(ReportKind.STARTED, (STEP,)),
    Report(ReportKind.MADE, texts={"sample 1": "é\0"}),
    Report(ReportKind.PLANNED, (STEP, Step()), more_turns=True),
    answered(OUTCOME, time_follows=True),
    Report(ReportKind.TIMED, outcome=Outcome(seconds=0.5, profile="a profile")),
    Report(ReportKind.REFUSED, message="é"),
    Report(ReportKind.DONE),
]


GARBAGE = [
    b"",
    b"\0\xff{",
    b'["done"',
    b'["nothing"]',
    b'["answered", [], false, 1]',
    b'["started", [1]]',
    b'["done", [], false, [], false, {}, null, "", 0, "and more"]',
    b"[" * 5000,
]


def test_what_is_no_report_is_skipped_and_a_report_may_come_in_pieces(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def write(descriptor: int, data: memoryview) -> int:
        return os.write(descriptor, data[:7])

    monkeypatch.setattr(room, "write", write)
    pipe = tmp_path / "pipe"
    with pipe.open("wb", buffering=0) as file:
        for report in ALL:
            for line in GARBAGE:
                file.write(b"\n" + line)
            send_report(file.fileno(), Output(), os.getpid(), report)
    reports = filter(None, map(read_report, pipe.read_bytes().split(b"\n")))
    assert [report._replace(steps=(*report.steps,)) for report in reports] == ALL


def test_a_fork_that_comes_back_from_the_solver_reports_nothing_and_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # It would end this process, and with it all tests.
    monkeypatch.setattr(room, "end_at_once", sys.exit)
    monkeypatch.setattr(room, "write", None)
    with pytest.raises(SystemExit, match=r"^0$"):
        send_report(1, Output(), os.getpid() + 1, ALL[0])
