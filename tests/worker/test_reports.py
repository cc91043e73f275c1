"""Reports come through a pipe whole, whatever else a solver writes into it."""

from __future__ import annotations

import os

import pytest

from aoc.results import Failure, Kind, Result, Verdict
from aoc.worker.output import WorkerOutput
from aoc.worker.reports import Broken, Done, Refused, Report, Reports, Started, read_reports

RESULT = Result(
    *(2021, 1, "Title", "days", None, "x", 1),
    verdict=Verdict.ERROR,
    error=Failure(Kind.PARSE, "line 1: \udcff", None),
)
ALL: list[Report] = [Started("x", 1, None, 2), RESULT, Refused("é"), Broken("b", None), Done()]


class NoOutput(WorkerOutput):
    """The output of a worker that prints nothing."""

    def __init__(self) -> None:
        pass

    def mark(self) -> None:
        pass


@pytest.mark.parametrize("garbage", [b"", b"x", b"\0\xff{", b'{"done": []', b"\n[]\n{}\nnull\n1"])
def test_what_is_no_report_is_skipped(garbage: bytes) -> None:
    source, target = os.pipe()
    reports = Reports(target, NoOutput())
    for report in ALL:
        os.write(target, garbage)
        reports.send(report)
    os.close(target)
    with open(source, "rb") as pipe:
        assert read_reports(pipe.read().split(b"\n")) == ALL


@pytest.mark.parametrize(
    "line",
    [
        b'{"result": {}}',
        b'{"result": 1}',
        b'{"started": 1}',
        b'{"refused": [1, 2]}',
        b'{"nothing": []}',
        b'{"done": [], "refused": ["x"]}',
        b"[" * 100_000,
    ],
)
def test_json_that_is_no_report_is_skipped(line: bytes) -> None:
    assert read_reports([line]) == []
