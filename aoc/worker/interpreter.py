"""The interpreter of a worker: the command that starts it, whether it may fork, and its end."""

from __future__ import annotations

import os
import sys

# Bound now, so that a solver that changes `os` cannot get in the way.
from os import _exit
from typing import NoReturn

HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
"""The folder that `aoc` is imported from."""
# Nothing that lies in the current folder may be imported in place of the standard library.
# Each is one word, as else PyCharm's debugger could not follow into the worker of `--pdb`.
OPTIONS = ("-P", "-Xfaulthandler")
"""The options of an interpreter that becomes a worker, or forks workers."""
RUN_FOLDER = "AOC_RUN"
"""The variable with the folder of a run, in which each worker has one, named by its process id."""
START = """\
import sys
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
_, home, main, *sys.argv[1:] = sys.argv
spec = PathFinder.find_spec("aoc", [home])
aoc = sys.modules["aoc"] = module_from_spec(spec)
spec.loader.exec_module(aoc)
import_module(main).main()
"""
"""Imports this `aoc`, even if another one is installed, and nothing else from its folder."""


def start_command(python: str, module: str, *arguments: str) -> list[str]:
    """Return the command that calls `main` of a module of `aoc` in a fresh interpreter."""
    return [python, *OPTIONS, "-c", START, HOME, module, *arguments]


def is_single_threaded() -> bool:
    """Return whether this process has one thread only, as a process that forks must have."""
    try:
        # Linux also lists the threads that libraries in C have started.
        return len(os.listdir("/proc/self/task")) == 1
    except OSError:
        threading = sys.modules.get("threading")
        return threading is None or threading.active_count() == 1


def end_at_once(code: int) -> NoReturn:
    """End this process with an exit code, and run nothing more of a solver in it.

    When Python ends in order, it waits for threads, runs `atexit` functions and deletes objects.
    Those of a solver may take for ever, print, or change the exit code; and a fork would run those
    of the process that it was forked from. All that has to be written was written before.
    """
    _exit(code)
