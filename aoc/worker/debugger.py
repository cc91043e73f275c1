"""The debugger of a worker that has the terminal."""

from __future__ import annotations

import sys
from os import _exit

from aoc.printable import printable
from aoc.results import Kind
from aoc.worker.failures import explain

__all__ = ["QUIT", "debug"]

QUIT = 114
"""The exit code of a worker whose debugger was quit."""


def debug(error: BaseException) -> None:
    """Open a debugger where an error was raised; when it is quit, the process ends."""
    import bdb
    import pdb

    if isinstance(error, bdb.BdbQuit):
        _exit(QUIT)
    shown = explain(error, Kind.EXCEPTION)
    sys.stderr.write(printable(f"{shown.traceback or shown.message}\n"))
    if error.__traceback__ is None:  # as of a day that cannot be compiled
        return
    debugger = pdb.Pdb()
    debugger.reset()
    debugger.interaction(None, error.__traceback__)
    if debugger.quitting:
        sys.stdout.flush()
        _exit(QUIT)
