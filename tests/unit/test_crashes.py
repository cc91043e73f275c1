"""What Python writes in a crash is shown with the frames of the solver, and the cause is known."""

from __future__ import annotations

import signal
import threading

from aoc.model.results import ErrorKind, Failure
from aoc.running import crashes
from aoc.running.crashes import THREAD, cause_of_death, own_crash
from aoc.worker.reports import CUT_OFF
from tests.support.marks import needs_signals

C_STACK = """
Current thread's C stack trace (most recent call first):
  Binary file "python3.15", at _Py_DumpStack+0x4a [0x4a12b9]
  <truncated rest of calls>
"""


def test_a_crash_shows_the_frames_of_every_thread_that_has_some() -> None:
    own = '  File "helper.py", line 1 in f\n'
    ours = f'  File "{crashes.__file__}", line 3 in run\n'
    called_by = f'  File "{threading.__file__}", line 2 in run\n'
    text = (
        f"Fatal Python error: Aborted\n\nThread 0x1a [Pool] {THREAD}\n{own}{called_by}\n"
        f"Thread 0x1b {THREAD}\n  <no Python frame>\n\nThread 0x1c {THREAD}\n{called_by}\n"
        f"Current thread 0x1d {THREAD}\n  Garbage-collecting\n{own}{own}{ours}{own}"
    )
    shown = [
        "Fatal Python error: Aborted",
        f"Thread [Pool] {THREAD}",
        *own.splitlines(),
        f"Current thread {THREAD}",
        *own.splitlines(),
        *own.splitlines(),
    ]
    for end in ("", C_STACK):
        whole = f"{text}{end}\nExtension modules: numpy\n"
        assert own_crash(whole).splitlines() == shown


def test_of_a_deep_crash_the_innermost_frames_are_shown() -> None:
    frames = "".join(f'  File "day.py", line {line} in f\n' for line in range(30))
    assert own_crash(f"Current thread 0x1 {THREAD}\n{frames}  ...\n").splitlines() == [
        f"Current thread {THREAD}",
        *frames.splitlines()[:10],
        "  ...",
    ]


STACK = (
    ": perhaps the recursion is too deep for the stack: check that it ends, or use a list as an "
    "explicit stack"
)
DEATHS = [
    (0, ErrorKind.EXIT, "ended the process with exit code 0"),
    (CUT_OFF, ErrorKind.CRASH, "closed the pipe that its results go through"),
    (0xBFFFFFFF, ErrorKind.EXIT, f"ended the process with exit code {0xBFFFFFFF}"),
    (0xC0000000, ErrorKind.CRASH, "was ended by an error (0xc0000000)"),
    (0xC0000005, ErrorKind.CRASH, "was ended by an access violation (0xc0000005)"),
    (0xC00000FD, ErrorKind.CRASH, f"was ended by a stack overflow (0xc00000fd){STACK}"),
    (-999, ErrorKind.CRASH, "was killed by signal 999"),
]


SIGNALS = {"SIGTERM": "", "SIGSEGV": STACK, "SIGKILL": ": perhaps the system had no memory left"}


def test_an_exit_code_says_how_a_process_ended() -> None:
    for status, kind, message in DEATHS:
        assert cause_of_death(status) == Failure(kind, message)


@needs_signals
def test_a_signal_that_killed_a_process_has_its_name() -> None:
    for name, reason in SIGNALS.items():
        cause = cause_of_death(-getattr(signal, name))
        assert cause.message == f"was killed by {name}{reason}"
