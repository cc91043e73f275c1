"""What Python writes in a crash is shown with the frames of the solver, and the cause is known."""

from __future__ import annotations

import signal
import threading

import pytest

from aoc.model.results import ErrorKind
from aoc.running import crashes
from aoc.running.crashes import THREAD, cause_of_death, depth_hint, own_crash
from aoc.worker.reports import CUT_OFF
from tests.support.marks import needs_signals

C_STACK = """
Current thread's C stack trace (most recent call first):
  Binary file "python3.15", at _Py_DumpStack+0x4a [0x4a12b9]
  <truncated rest of calls>
"""


@pytest.mark.parametrize("c_stack", ["", C_STACK])
def test_a_crash_shows_the_frames_of_every_thread_that_has_some(c_stack: str) -> None:
    own, ours = (
        '  File "helper.py", line 1 in f\n',
        f'  File "{crashes.__file__}", line 3 in run\n',
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


DEATHS = [
    (0, ErrorKind.EXIT, "ended the process with exit code 0"),
    (CUT_OFF, ErrorKind.CRASH, "closed the pipe that its results go through"),
    (0xBFFFFFFF, ErrorKind.EXIT, f"ended the process with exit code {0xBFFFFFFF}"),
    (0xC0000000, ErrorKind.CRASH, "was ended by an error (0xc0000000)"),
    (0xC0000005, ErrorKind.CRASH, "was ended by an access violation (0xc0000005)"),
    (0xC00000FD, ErrorKind.CRASH, "was ended by a stack overflow (0xc00000fd)"),
    (-999, ErrorKind.CRASH, "was killed by signal 999"),
]


@pytest.mark.parametrize(("status", "kind", "message"), DEATHS)
def test_an_exit_code_says_how_a_process_ended(
    status: int, kind: ErrorKind, message: str
) -> None:
    assert cause_of_death(status) == (kind, message)


@needs_signals
def test_a_signal_that_killed_a_process_has_its_name() -> None:
    assert cause_of_death(-signal.SIGTERM) == (ErrorKind.CRASH, "was killed by SIGTERM")
