"""The child process that loads a solver plugin; its argument is the entry point.

It prints one line of JSON: why that fails, or null. What the solver prints is thrown away.
"""

from __future__ import annotations

import json
import os
import sys

from aoc.worker.day_module import load_plugin


def main() -> None:
    """Load the solver, and end the process at once, even if the solver has started threads."""
    [entry] = sys.argv[1:]
    answer = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.write(answer, json.dumps(loading_error(entry)).encode())
    os._exit(0)


def loading_error(entry: str) -> str | None:
    """Load a solver, and return why that fails; `None` if it does not."""
    try:
        solve = load_plugin(entry)
    except Exception as error:
        return f"{type(error).__name__}: {error}".splitlines()[0]
    return None if callable(solve) else f"{entry} is not a function"
