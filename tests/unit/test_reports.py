"""Reports come through a pipe whole, whatever else a solver writes into it."""

from __future__ import annotations

import os
from itertools import count

import pytest

from aoc.model.inputs import InputKind
from aoc.model.jobs import Unit
from aoc.model.results import ErrorKind, Failure, Outcome
from aoc.worker import reports as room
from aoc.worker.reports import (
    CUT_OFF,
    Answered,
    Broken,
    Done,
    Located,
    Output,
    Planned,
    Refused,
    Report,
    Started,
    Timed,
    read_report,
    send_report,
)

OUTCOME = Outcome(
    input="x", part=1, error=Failure(ErrorKind.PARSE, "line 1: \udcff", None)
)
ALL: list[Report] = [
    Started(0, "x", 1, None, InputKind.FILE),
    Planned([("x", InputKind.FILE)], [Unit(0, 1)], [Unit(0, 1)], [Unit(0, 1)]),
    Answered(OUTCOME, time_follows=True),
    Timed(0.5, 3, "a profile"),
    Answered(OUTCOME._replace(error=None)),
    *(Refused("é"), Broken("b", None), Done()),
    Located(),
]


class EndError(Exception):
    """The process would end now, with this exit code."""


@pytest.fixture(autouse=True)
def exits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `EndError` be raised where this process would end, and with it all tests."""

    def end(code: int) -> None:
        raise EndError(code)

    monkeypatch.setattr(room, "end_at_once", end)


class Growing(Output):
    """An output that is a byte larger each time that its size is asked for."""

    def __init__(self) -> None:
        self.sizes = count(1)

    @property
    def size(self) -> int:  # type: ignore[override]
        return next(self.sizes)


@pytest.mark.parametrize("garbage", [b"", b"\0\xff{", b'["Done', b"\n[]\n{}\nnull\n1"])
def test_what_is_no_report_is_skipped(garbage: bytes) -> None:
    source, target = os.pipe()
    output = Growing()
    for report in ALL:
        os.write(target, garbage)
        send_report(target, output, os.getpid(), report)
    os.close(target)
    with open(source, "rb") as pipe:
        found = map(read_report, pipe.read().split(b"\n"))
        assert [*filter(None, found)] == [*zip(ALL, count(1))]


def test_json_that_is_no_report_is_skipped() -> None:
    lines = [
        b'{"report": "Answered", "output_size": 0, "outcome": {"nothing": 1}}',
        b'{"report": "Answered", "output_size": 0, "outcome": 1}',
        b'{"report": "Refused", "output_size": 0, "message": "1", "other": 2}',
        b'{"report": "Refused", "output_size": 0}',
        b'{"report": "Nothing", "output_size": 0}',
        b'{"report": "Done"}',
        b'{"report": "Done", "output_size": "x"}',
        b'["Done", 0]',
        b"[" * 100_000,
    ]
    assert [*filter(None, map(read_report, lines))] == []


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


def test_a_report_is_written_to_its_end_though_in_pieces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pieces: list[bytes] = []

    def write(descriptor: int, data: memoryview) -> int:
        pieces.append(bytes(data[:7]))
        return len(pieces[-1])

    monkeypatch.setattr(room, "write", write)
    send_report(1, Output(), os.getpid(), Answered(OUTCOME))
    assert read_report(b"".join(pieces).strip(b"\n")) == (Answered(OUTCOME), 0)
