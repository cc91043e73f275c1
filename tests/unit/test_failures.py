"""Errors of solvers are described in one line, whatever they are."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from aoc.model.results import ErrorKind, Failure
from aoc.worker.day_module import BrokenDayError
from aoc.worker.failures import describe, explain


class UnprintableError(Exception):
    """An error of a solver that has no message."""

    def __str__(self) -> str:
        raise KeyboardInterrupt


def test_an_error_has_its_message_though_its_traceback_cannot_be_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "traceback", None)
    error = OSError(24, "Too many open files")
    assert explain(error, ErrorKind.EXCEPTION) == Failure(
        ErrorKind.EXCEPTION, "OSError: [Errno 24] Too many open files", None
    )


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (ValueError("no grid"), "ValueError: no grid"),
        (ValueError(), "ValueError"),
        (ValueError("a" * 501), "ValueError: " + "a" * 500),
        (SystemExit(3), "called sys.exit(3)"),
        (MemoryError("no room for the grid"), "no room for the grid"),
        (EOFError("short"), "EOFError: short"),
        (UnprintableError(), "UnprintableError"),
        (BrokenDayError("has no function parse(text)"), "has no function parse(text)"),
    ],
)
def test_an_error_is_one_line(error: BaseException, line: str) -> None:
    assert describe(error) == line


@pytest.mark.parametrize(
    ("error", "is_told"),
    [
        (ModuleNotFoundError("no", name="yaml"), True),
        (ModuleNotFoundError("no", name="yaml.deep"), False),
        (ModuleNotFoundError("no", name="tomllib"), False),
        (ModuleNotFoundError("no", name=""), False),
        (ImportError("no", name="yaml"), False),
    ],
)
def test_how_to_install_a_package_is_told_if_nothing_of_it_is_there(
    tmp_path: Path, error: ImportError, is_told: bool
) -> None:
    failure = explain(error, ErrorKind.EXCEPTION, str(tmp_path))
    assert ("pip install PACKAGE" in failure.message) == is_told
    assert failure.module == ("yaml" if is_told else "")
