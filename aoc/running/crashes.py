"""Crashes of workers: how they ended, and the solver's frames in what Python wrote about it.

Python writes the same when it is asked where a worker is.
"""

from __future__ import annotations

import re

from aoc.model.results import ErrorKind, Failure
from aoc.project.environments import LIBRARY
from aoc.worker.failures import HIDDEN_FILES, SHALLOWER, TOO_DEEP, signal_name
from aoc.worker.reports import CUT_OFF

FRAME = '  File "'
"""How a frame begins."""
THREAD = "(most recent call first):"
"""How the line before the frames of a thread ends."""
WRITTEN_HIDDEN_FILES = tuple(
    path.encode("ascii", "backslashreplace").decode() for path in HIDDEN_FILES
)
"""The starts of the file names of frames that are not the solver's, as Python writes them there."""
MOST_FRAMES = 10
"""Frames of a thread that are shown, the innermost ones."""
ADDRESS = re.compile(r" 0x[0-9a-f]+")
"""What tells one thread from another in the line before its frames."""
WINDOWS_ERRORS = 0xC0000000
"""From here on, an exit code on Windows is the error that ended the process."""
WINDOWS_CRASHES = {0xC0000005: "an access violation", 0xC00000FD: "a stack overflow"}
OVERFLOW = f": perhaps {TOO_DEEP}: {SHALLOWER}"
LIKELY_CAUSES = {
    "SIGSEGV": OVERFLOW,
    "SIGBUS": OVERFLOW,
    "a stack overflow": OVERFLOW,
    "SIGKILL": ": perhaps the system had no memory left",
}
"""The likely causes of some ends."""


def own_crash(text: str) -> str:
    """Return the text of Python about a crash, or where it is, with the solver's frames alone."""
    blocks: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.endswith(THREAD):
            blocks.append([])
        blocks[-1].append(line)
    # Before all threads, it says what has happened.
    event, *threads = blocks
    shown = list(filter(None, event))
    for title, *lines in threads:
        frames = own_frames(lines)
        if frames:
            shown += [ADDRESS.sub("", title), *frames]
    return "\n".join(shown)


def own_frames(lines: list[str]) -> list[str]:
    """Return the lines of the solver's frames in a thread, of which the innermost comes first."""
    frames: list[str] = []
    for line in lines:
        path = line.removeprefix(FRAME)
        # All that called the solver is ours.
        if path.startswith(WRITTEN_HIDDEN_FILES):
            break
        if path != line:
            frames.append(line)
    # Or Python's, as of a thread of its own.
    while frames and frames[-1].removeprefix(FRAME).startswith(LIBRARY):
        frames.pop()
    if len(frames) > MOST_FRAMES:
        frames[MOST_FRAMES:] = ["  ..."]
    return frames


def cause_of_death(status: int) -> Failure:
    """Return how a worker ended too early, by its exit code, which may be an error of Windows."""
    if status == CUT_OFF:
        return Failure(ErrorKind.CRASH, "closed the pipe that its results go through")
    if 0 <= status < WINDOWS_ERRORS:
        message = f"ended the process with exit code {status}"
        return Failure(ErrorKind.EXIT, message)
    if status > 0:
        name = WINDOWS_CRASHES.get(status, "an error")
        message = f"was ended by {name} ({status:#x})"
    else:
        name = signal_name(-status)
        message = f"was killed by {name}"
    return Failure(ErrorKind.CRASH, message + LIKELY_CAUSES.get(name, ""))
