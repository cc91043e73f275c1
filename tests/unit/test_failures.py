"""Errors of solvers are described in one line, whatever they are."""

from __future__ import annotations

import sys

import pytest

from aoc.model import Failure, Kind
from aoc.worker import failures as room
from aoc.worker.day_module import BrokenDayError
from aoc.worker.failures import describe, explain, own_crash


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


C_STACK = """
Current thread's C stack trace (most recent call first):
  Binary file "python3.15", at _Py_DumpStack+0x4a [0x4a12b9]
  <truncated rest of calls>
"""


@pytest.mark.parametrize("c_stack", ["", C_STACK])
def test_a_crash_shows_the_frames_of_every_thread(c_stack: str) -> None:
    ours = f'  File "{room.__file__}", line 3 in run\n'
    text = (
        'Fatal Python error: Aborted\n\nThread 1:\n  File "helper.py", line 1 in f\n'
        f"{ours}Thread 2:\n{ours}{c_stack}\nExtension modules: numpy\n"
    )
    assert own_crash(text).splitlines() == [
        *("Fatal Python error: Aborted", "", "Thread 1:", '  File "helper.py", line 1 in f'),
        *("Thread 2:", "", "Extension modules: numpy"),
    ]
