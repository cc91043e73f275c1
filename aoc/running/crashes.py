"""Crashes of workers: how they ended, and the solver's frames in what Python wrote about it.

Python writes the same when it is asked where a worker is.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from aoc.files import read_bytes
from aoc.model.results import ErrorKind
from aoc.project.environments import INSTALLED, LIBRARY
from aoc.worker.failures import (
    HIDDEN_FILES,
    NO_LIMIT,
    TOO_DEEP,
    like_these,
    signal_name,
    with_fold,
)
from aoc.worker.reports import CUT_OFF

FRAME = '  File "'
"""How a frame begins."""
PATH = re.compile(rf'^{FRAME}(.*?)"', re.MULTILINE)
"""The path in a frame."""
THREAD = "(most recent call first):"
"""How the line before the frames of a thread ends."""
MOST_DUMPED = 100
"""Frames of a thread that Python writes at most."""
ADDRESS = re.compile(r" 0x[0-9a-f]+")
"""What tells one thread from another in the line before its frames."""
ESCAPE = re.compile(r"\\(?:x[a-f][0-9a-f]|u[0-9a-f]{4}|U[0-9a-f]{8})")
"""What Python writes for a printable character that is not ASCII."""
C_STACK = re.compile(r"\n*^.*C stack trace.*(?:\n  .*)*", re.MULTILINE)
"""What Python prints of its own functions in a crash, from 3.14 on."""
WINDOWS_ERRORS = 0xC0000000
"""From here on, an exit code on Windows is the error that ended the process."""
STACK_OVERFLOW = 0xC00000FD
"""The exit code with which Windows ends a process whose stack is full."""
WINDOWS_CRASHES = {
    0xC0000005: "an access violation",
    STACK_OVERFLOW: "a stack overflow",
}
MEMORY_FAULTS = {-signal.SIGSEGV}
"""The exit codes of a process that has touched memory which is not there."""
if sys.platform != "win32":
    MEMORY_FAULTS.add(-signal.SIGBUS)


class Cause(NamedTuple):
    """Why a worker ended too early: the kind of the error, and one line."""

    kind: ErrorKind
    message: str


class Thread(NamedTuple):
    """A thread in a crash: the line before its frames, and these, the innermost first."""

    title: str
    frames: list[str]


def own_crash(text: str) -> str:
    """Return the text of Python about a crash, or where it is, with the solver's frames alone."""
    shown: list[str] = []
    threads: list[Thread] = []
    for line in C_STACK.sub("", text).splitlines():
        if line.endswith(THREAD):
            threads.append(Thread(ADDRESS.sub("", line), []))
        elif threads and line.startswith(FRAME):
            threads[-1].frames.append(line)
        elif line and not threads:
            # Before all threads, it says what has happened.
            shown.append(line)
    own_threads: list[Thread] = []
    for thread in threads:
        frames = own_frames(thread.frames)
        if frames:
            own_threads.append(thread._replace(frames=frames))
    for thread in own_threads:
        # Which thread it was matters only beside others.
        is_alone = len(own_threads) == 1
        shown.append(f"Stack {THREAD}" if is_alone else thread.title)
        shown += thread.frames
    return "\n".join(shown)


def own_frames(lines: Sequence[str]) -> list[str]:
    """Return the lines of the solver's frames in a thread, of which the innermost comes first."""
    frames: list[str] = []
    for line in lines:
        frame = ESCAPE.sub(unescaped, line)
        # All that called the solver is ours.
        if frame.removeprefix(FRAME).startswith(HIDDEN_FILES):
            break
        frames.append(frame)
    # Or Python's, as of a thread of its own.
    while frames and is_of_library(frames[-1].removeprefix(FRAME)):
        frames.pop()
    # Python has left out the others itself.
    may_be_more = len(lines) >= MOST_DUMPED
    return with_fold(
        frames, lambda count: f"  {like_these(count, may_be_more=may_be_more)}"
    )


def unescaped(escape: re.Match[str]) -> str:
    """Return the character that an `ESCAPE` stands for."""
    return escape[0].encode().decode("unicode_escape")


def is_of_library(path: str) -> bool:
    """Return whether a file is one of Python's own library."""
    is_in_library = path.startswith(LIBRARY)
    return is_in_library and set(INSTALLED).isdisjoint(path.split(os.sep))


def cause_of_death(status: int) -> Cause:
    """Return how a worker ended too early, by its exit code, which may be an error of Windows."""
    if status == CUT_OFF:
        return Cause(ErrorKind.CRASH, "closed the pipe that its results go through")
    if status >= WINDOWS_ERRORS:
        name = WINDOWS_CRASHES.get(status, "an error")
        return Cause(ErrorKind.CRASH, f"was ended by {name} ({status:#x})")
    if status >= 0:
        return Cause(ErrorKind.EXIT, f"ended the process with exit code {status}")
    return Cause(ErrorKind.CRASH, f"was killed by {signal_name(-status)}")


def depth_hint(said: str, status: int) -> str:
    """Return that a recursion was too deep, if that has ended a process, as the end of a line.

    `said` is the text of Python about it, and `status` the exit code.
    """
    is_certain = status == STACK_OVERFLOW or said.count(FRAME) >= MOST_DUMPED
    # Where the stack of a thread is full, Python cannot say anything.
    is_likely = status in MEMORY_FAULTS and (not said or raises_limit(said))
    if not (is_certain or is_likely):
        return ""
    perhaps = "" if is_certain else "perhaps "
    return f": {perhaps}{TOO_DEEP}{NO_LIMIT}, a thread with a larger threading.stack_size may"


def raises_limit(said: str) -> bool:
    """Return whether a file in the text of Python about a crash sets the limit of a recursion.

    Code in C may call itself without a frame of Python, as when nested lists are pickled.
    """
    for path in PATH.findall(said):
        with suppress(OSError):
            if b"setrecursionlimit" in read_bytes(path):
                return True
    return False
