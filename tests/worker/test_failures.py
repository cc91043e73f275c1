"""Errors of solvers are described in one line, whatever they are."""

from __future__ import annotations

import sys
from bdb import BdbQuit

import pytest

from aoc.model import Failure, Kind
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
        (BdbQuit(), "a debugger needs a terminal: run the day with --pdb"),
        (EOFError("EOF when reading a line"), "input() needs a terminal: run the day with --pdb"),
        (EOFError("short"), "EOFError: short"),
        (ValueError("reading a line"), "ValueError: reading a line"),
        (UnprintableError(), "UnprintableError"),
        (BrokenDayError("has no function parse(text)"), "has no function parse(text)"),
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


@pytest.mark.parametrize(
    ("error", "is_told"),
    [
        (ModuleNotFoundError("no", name="colour"), True),
        (ModuleNotFoundError("no", name="colour.deep"), False),
        (ModuleNotFoundError("no", name="tomllib"), False),
        (ModuleNotFoundError("no", name=""), False),
        (ImportError("no", name="colour"), False),
    ],
)
def test_how_to_install_a_package_is_told_if_nothing_of_it_is_there(
    monkeypatch: pytest.MonkeyPatch, error: ImportError, is_told: bool
) -> None:
    monkeypatch.setattr("aoc.program.own_tool", lambda: "pipx")
    assert ("pipx inject aoc-days colour" in describe(error)) == is_told


@pytest.mark.parametrize(
    ("memory", "said"),
    [
        (2_000_000_000, ", with a limit of 2 GB: --memory changes it"),
        (1_234_567_890, ", with a limit of 1.23 GB: --memory changes it"),
        (None, ""),
    ],
)
def test_an_error_of_memory_names_the_limit(memory: int | None, said: str) -> None:
    failure = explain(MemoryError(), Kind.EXCEPTION, memory)
    assert failure == Failure(Kind.MEMORY, f"out of memory{said}")
    assert explain(ValueError(), Kind.EXCEPTION, memory).message == "ValueError"


@pytest.mark.parametrize("error", [ValueError("no"), SystemExit(3), MemoryError()])
def test_whatever_tests_raise_is_an_error_of_the_tests(error: BaseException) -> None:
    assert explain(error, Kind.TESTS).kind is Kind.TESTS
