"""Why a process ended, by its exit code."""

from __future__ import annotations

from aoc.results import Kind

__all__ = ["ABORTED", "cause_of_death"]

WINDOWS_ERRORS = 0xC0000000
"""From here on, an exit code on Windows is the error that ended the process."""
WINDOWS_CRASHES = {
    0xC0000005: "an access violation",
    0xC000001D: "an illegal instruction",
    0xC0000094: "an integer division by zero",
    0xC00000FD: "a stack overflow",
    0xC0000374: "a damaged heap",
    0xC0000409: "a damaged stack",
    0xC000013A: "Ctrl-C",
}
ABORTED = 3
"""The exit code on Windows of a process that called `abort`."""


def cause_of_death(status: int) -> tuple[Kind, str]:
    """Return how a process ended too early, by its exit code: also one that Windows made."""
    if status >= WINDOWS_ERRORS:
        name = WINDOWS_CRASHES.get(status, "an error")
        return Kind.CRASH, f"was ended by {name} ({status:#x})"
    if status >= 0:
        return Kind.EXIT, f"ended the process with exit code {status}"
    import signal

    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return Kind.CRASH, f"was killed by {name}"
