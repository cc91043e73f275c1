"""Errors of solvers are described in one line, whatever they are."""

from __future__ import annotations

from pathlib import Path

from aoc.model.results import ErrorKind
from aoc.worker.day_module import BrokenDayError
from aoc.worker.failures import describe, explain


class UnprintableError(Exception):
    """An error of a solver that has no message."""

    def __str__(self) -> str:
        raise KeyboardInterrupt


LINES = [
    (ValueError("no grid"), "ValueError: no grid"),
    (ValueError(), "ValueError"),
    (ValueError("a" * 501), "ValueError: " + "a" * 500),
    (SystemExit(3), "called sys.exit(3)"),
    (MemoryError("no room for the grid"), "no room for the grid"),
    (UnprintableError(), "UnprintableError"),
    (BrokenDayError("has no function parse(text)"), "has no function parse(text)"),
]
NOT_TO_INSTALL = [
    *(ModuleNotFoundError("no", name=name) for name in ("yaml.deep", "tomllib", "")),
    ImportError("no", name="yaml"),
]


def test_an_error_is_one_line() -> None:
    assert [describe(error) for error, _ in LINES] == [line for _, line in LINES]


def test_how_to_install_a_package_is_told_if_nothing_of_it_is_there(tmp_path: Path) -> None:
    error = ModuleNotFoundError("no", name="yaml")
    failure = explain(error, ErrorKind.EXCEPTION, str(tmp_path))
    assert ("pip install PACKAGE" in failure.message, failure.module) == (True, "yaml")
    for other in NOT_TO_INSTALL:
        failure = explain(other, ErrorKind.EXCEPTION, str(tmp_path))
        assert ("pip install" in failure.message, failure.module) == (False, "")
