"""Whether the Python that workers run on has the profiler, which is an extra."""

from __future__ import annotations

import subprocess
import sys

from aoc.errors import UsageError
from aoc.running.environment import environment
from aoc.running.launcher import WorkerStartError
from aoc.worker import start_command

__all__ = ["check_profiler"]

PROFILER = "aoc.worker.profiler"
MISSING = 44
"""The exit code of a Python without pyinstrument."""


def check_profiler(python: str | None) -> None:
    """Raise `UsageError` if the Python at a path, by default this one, has no pyinstrument.

    Raises `WorkerStartError` where that Python does not run.
    """
    command = start_command(python or sys.executable, PROFILER, str(MISSING))
    try:
        done = subprocess.run(command, env=environment(python), capture_output=True, check=False)
    except OSError as error:
        raise WorkerStartError(str(error)) from None
    if done.returncode == MISSING:
        path = python or sys.executable
        raise UsageError(
            "--profile needs pyinstrument in the Python that runs your days: "
            f"`{path} -m pip install --upgrade pyinstrument`"
        )
    if done.returncode:
        raise WorkerStartError(f"exit code {done.returncode}")
