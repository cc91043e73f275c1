"""Errors of solvers are described even where nothing can be imported any more."""

from __future__ import annotations

import sys

import pytest

from aoc.results import Failure, Kind
from aoc.worker.failures import explain


def test_an_error_has_its_message_though_its_traceback_cannot_be_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "aoc.worker.tracebacks", None)
    error = OSError(24, "Too many open files")
    assert explain(error, Kind.EXCEPTION) == Failure(
        Kind.EXCEPTION, "OSError: [Errno 24] Too many open files", None
    )
