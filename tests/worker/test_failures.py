"""Errors of solvers are described in one line, whatever they are."""

from __future__ import annotations

import os
import sys
from bdb import BdbQuit
from pathlib import Path

import pytest

from aoc.model import Failure, Job, Kind, Outcome
from aoc.worker.day_module import BrokenDayError
from aoc.worker.failures import (
    BreakpointError,
    describe,
    explain,
    loading_failure,
    with_limit,
)
from aoc.worker.failures import tests_failure as failure_of_tests


class UnprintableError(Exception):
    """An error of a solver that has no message."""

    def __str__(self) -> str:
        raise KeyboardInterrupt


def test_an_error_has_its_message_though_its_traceback_cannot_be_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "traceback", None)
    error = OSError(24, "Too many open files")
    assert explain(error, Kind.EXCEPTION) == Failure(
        Kind.EXCEPTION, "OSError: [Errno 24] Too many open files", None
    )


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (ValueError("no grid"), "ValueError: no grid"),
        (ValueError(), "ValueError"),
        (ValueError("\n one\n two"), "ValueError: one"),
        (ValueError("a" * 501), "ValueError: " + "a" * 500),
        (KeyError("b"), "KeyError: 'b'"),
        (SystemExit(3), "called sys.exit(3)"),
        (MemoryError(), "out of memory"),
        (MemoryError("no room for the grid"), "no room for the grid"),
        (BreakpointError(), "breakpoint() needs a terminal: run the day with --pdb"),
        (BdbQuit(), "a debugger needs a terminal: run the day with --pdb"),
        (EOFError("EOF when reading a line"), "input() needs a terminal: run the day with --pdb"),
        (EOFError("short"), "EOFError: short"),
        (ValueError("reading a line"), "ValueError: reading a line"),
        (UnprintableError(), "UnprintableError"),
    ],
)
def test_an_error_is_one_line(error: BaseException, line: str) -> None:
    assert describe(error) == line


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (ValueError("line 2 is no number"), "line 2 is no number"),
        (ValueError(), "ValueError"),
        (KeyError("b"), "KeyError: 'b'"),
    ],
)
def test_of_parse_the_message_of_a_value_error_says_it_all(error: Exception, line: str) -> None:
    assert explain(error, Kind.PARSE) == Failure(Kind.PARSE, line, None)


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (ValueError("no grid"), Failure(Kind.EXCEPTION, "ValueError: no grid")),
        (MemoryError(), Failure(Kind.MEMORY, "out of memory")),
        (SystemExit(3), Failure(Kind.EXIT, "called sys.exit(3)")),
    ],
)
def test_an_error_has_a_kind(error: BaseException, failure: Failure) -> None:
    assert explain(error, Kind.EXCEPTION) == failure


def lost(name: object) -> ImportError:
    """Return the error of an import of a module that does not exist."""
    error = ImportError(f"No module named {name!r}")
    error.name = name  # type: ignore[assignment]
    return error


@pytest.mark.parametrize("name", ["aoc", "aoc.grid"])
def test_an_import_from_a_package_of_the_project_called_aoc_is_explained(name: str) -> None:
    assert describe(lost(name)) == (
        f"ImportError: No module named {name!r} "
        "(`aoc` is this framework: a package of your own needs another name)"
    )


@pytest.mark.parametrize("name", [None, 5, "aocd", "days.aoc", "netrc"])
def test_other_imports_have_nothing_to_do_with_a_package_called_aoc(name: object) -> None:
    assert describe(lost(name)) == f"ImportError: No module named {name!r}"


def job(root: Path, entry: str = "") -> Job:
    """Return a job of day 1."""
    return Job(str(root), 2021, 1, None, "alice", (), entry=entry)


def test_a_day_that_cannot_be_imported_is_named(tmp_path: Path) -> None:
    assert loading_failure(job(tmp_path), lost("numpy")) == Failure(
        Kind.EXCEPTION,
        "days/year2021/day01.py cannot be imported: ImportError: No module named 'numpy'",
    )


def test_a_plugin_that_cannot_be_imported_is_named(tmp_path: Path) -> None:
    failure = loading_failure(job(tmp_path, "theirs:solve"), lost("numpy"))
    assert failure.message.startswith("theirs:solve cannot be imported: ImportError: ")


def test_a_module_that_is_no_day_says_what_it_lacks_without_a_traceback(tmp_path: Path) -> None:
    try:
        raise BrokenDayError("has no function parse(text)")
    except BrokenDayError as error:
        failure = loading_failure(job(tmp_path), error)
    message = "days/year2021/day01.py has no function parse(text)"
    assert failure == Failure(Kind.EXCEPTION, message)


def test_tests_that_cannot_be_imported_are_named(tmp_path: Path) -> None:
    path = os.path.join("tests", "year2021", "test_day01.py")
    assert failure_of_tests(job(tmp_path), ValueError("no example")) == Failure(
        Kind.TESTS, f"{path} cannot be imported: ValueError: no example"
    )
    assert failure_of_tests(job(tmp_path), SystemExit(3)).kind is Kind.TESTS


def out_of_memory(kind: Kind = Kind.MEMORY) -> Outcome:
    """Return the result of a part that needed too much memory."""
    error = Failure(kind, "out of memory")
    return Outcome(part=1, error=error)


@pytest.mark.parametrize(
    ("memory", "address_space", "said"),
    [
        (2_000_000_000, None, ", with a limit of 2 GB: --memory changes it"),
        (1_234_567_890, None, ", with a limit of 1.23 GB: --memory changes it"),
        (2_000_000_000, 3_000_000_000, ", with a limit of 2 GB: --memory changes it"),
        (2_000_000_000, 1_000_000_000, ", with a limit of 1 GB: `ulimit -v` changes it"),
        (None, 204_800_000, ", with a limit of 0.205 GB: `ulimit -v` changes it"),
        (None, None, ""),
    ],
)
def test_a_result_names_the_lower_limit_of_memory(
    memory: int | None, address_space: int | None, said: str
) -> None:
    found = with_limit(out_of_memory(), memory, address_space)
    assert found.error == Failure(Kind.MEMORY, f"out of memory{said}")
    assert found._replace(error=None) == out_of_memory()._replace(error=None)


@pytest.mark.parametrize(
    "result", [out_of_memory(Kind.EXCEPTION), out_of_memory()._replace(error=None)]
)
def test_the_limit_of_memory_is_named_in_no_other_result(result: Outcome) -> None:
    assert with_limit(result, 1_000_000_000, 1_000_000_000) == result
