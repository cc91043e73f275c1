"""Errors of solvers are described in one line, whatever they are."""

from __future__ import annotations

import signal
import sys
import threading
from pathlib import Path

import pytest

from aoc.model.results import ErrorKind, Failure
from aoc.worker import failures as room
from aoc.worker.day_module import BrokenDayError
from aoc.worker.failures import THREAD, depth_hint, describe, explain, own_crash


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
    assert ("pip install PyYAML" in failure.message) == is_told
    assert failure.package == ("PyYAML" if is_told else "")


C_STACK = """
Current thread's C stack trace (most recent call first):
  Binary file "python3.15", at _Py_DumpStack+0x4a [0x4a12b9]
  <truncated rest of calls>
"""


@pytest.mark.parametrize("c_stack", ["", C_STACK])
def test_a_crash_shows_the_frames_of_every_thread_that_has_some(c_stack: str) -> None:
    own, ours = (
        '  File "helper.py", line 1 in f\n',
        f'  File "{room.__file__}", line 3 in run\n',
    )
    called_by = f'  File "{threading.__file__}", line 2 in run\n'
    text = (
        f"Fatal Python error: Aborted\n\nThread 0x1a [Pool] {THREAD}\n{own}{called_by}\n"
        f"Thread 0x1b {THREAD}\n  <no Python frame>\n\nThread 0x1c {THREAD}\n{called_by}\n"
        f"Current thread 0x1d {THREAD}\n  Garbage-collecting\n{own}{own}{ours}{own}"
        f"{c_stack}\nExtension modules: numpy\n"
    )
    assert own_crash(text).splitlines() == [
        *("Fatal Python error: Aborted", f"Thread [Pool] {THREAD}", *own.splitlines()),
        *(f"Current thread {THREAD}", *own.splitlines(), *own.splitlines()),
    ]


def test_the_frames_of_a_crash_are_folded_however_deep_it_was() -> None:
    def shown(*places: str) -> list[str]:
        lines = "".join(f'  File "day.py", line {place}\n' for place in places)
        return own_crash(f"Current thread 0x1 {THREAD}\n{lines}  ...\n").splitlines()[
            1:
        ]

    many = [f"{line} in f" for line in range(30)]
    assert shown(*many[:20]) == [
        f'  File "day.py", line {place}' for place in many[:20]
    ]
    assert shown(*many)[9:12] == [
        *('  File "day.py", line 9 in f', "  ... 10 more frames like these"),
        '  File "day.py", line 20 in f',
    ]
    assert shown("9 in leaf", *["3 in f", "3 in f", "5 in f"] * 4, "1 in part1") == [
        *('  File "day.py", line 9 in leaf', '  File "day.py", line 3 in f'),
        *('  File "day.py", line 5 in f', "  ... 10 more frames like these"),
        '  File "day.py", line 1 in part1',
    ]
    assert shown(*["3 in f"] * 100) == [
        *('  File "day.py", line 3 in f', "  ... at least 99 more frames like these")
    ]


@pytest.mark.parametrize(
    ("said", "status", "is_told"),
    [
        ("", 0xC00000FD, True),
        ("", -int(signal.SIGSEGV), True),
        ("", -9, False),
        ("", 1, False),
    ],
)
def test_a_full_stack_is_known_by_how_the_process_ended(
    said: str, status: int, is_told: bool
) -> None:
    assert ("too deep for the stack" in depth_hint(said, status)) == is_told


def test_the_notes_of_an_error_are_folded_too() -> None:
    error = ValueError("too deep")
    for number in (1, 2, *[3] * 500, 4):
        error.add_note(f"item {number}")
    assert (explain(error, ErrorKind.EXCEPTION).traceback or "").splitlines() == [
        *("ValueError: too deep", "item 1", "item 2", "item 3"),
        *("... 499 more notes like these", "item 4"),
    ]
