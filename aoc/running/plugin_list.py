"""Which solver plugins are installed in the Python that workers run on."""

from __future__ import annotations

import json
import subprocess
import sys

from aoc.registry import Solver, installed_plugins
from aoc.running.environment import environment
from aoc.running.launcher import WorkerStartError
from aoc.worker import start_command

__all__ = ["plugins_of"]


def plugins_of(python: str | None) -> list[Solver]:
    """Return the plugins that are installed in the Python at a path, by default in this one.

    Raises `WorkerStartError` where that Python does not run.
    """
    if python is None:
        return installed_plugins()
    command = start_command(python, __name__)
    try:
        done = subprocess.run(
            command, env=environment(python), capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise WorkerStartError(str(error)) from None
    return [Solver(*fields) for fields in json.loads(done.stdout)]


def main() -> None:
    """Print the plugins of this Python, for `plugins_of` in another one."""
    sys.stdout.write(json.dumps(installed_plugins()))
