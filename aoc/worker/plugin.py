"""A solver plugin (`adventofcode.user`): loaded, and called as aocd calls it."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial, reduce
from importlib import import_module
from typing import Any

from aoc.answers import WrongAnswerTypeError
from aoc.model import Job
from aoc.worker.measure import Measured, measure

__all__ = ["load_plugin", "run_plugin", "two_answers"]


def load_plugin(entry: str) -> Any:
    """Import what an entry point stands for: `module:function`, perhaps with ` [extras]`."""
    module, _, path = entry.partition("[")[0].partition(":")
    return reduce(getattr, filter(None, path.strip().split(".")), import_module(module.strip()))


def run_plugin(job: Job, solve: Callable[..., Any], text: str) -> Measured:
    """Call a plugin once, in a folder with the input in it; the value is what it returned.

    It is not called again, since it may keep results from one call to the next. What it imports in
    the call itself is in its time.
    """
    import tempfile

    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            with open(os.path.join(folder, "input.txt"), "w", encoding="utf-8") as file:
                file.write(text)
            os.chdir(folder)
            call = partial(solve, year=job.year, day=job.day, data=text)
            if job.profiles:
                from aoc.worker.profiler import profile_once

                measured = profile_once(call, job.memory)
            else:
                measured = measure(call, job.memory, with_peak=True)
            with suppress(OSError):  # The plugin may have deleted the folder of the project.
                os.chdir(job.root)
    except OSError as error:
        why = f"no temporary folder can be written ({error.strerror}): set TMPDIR to another one"
        return Measured(None, OSError(why), 0.0, None)
    return measured


def two_answers(value: Any, entry: str) -> tuple[Any, Any]:
    """Return the answers that a plugin returned. Raises `WrongAnswerTypeError` for anything else.

    `entry` is the entry point of the plugin, for messages.
    """
    try:
        first, second = value
    except (TypeError, ValueError):
        name = type(value).__name__
        raise WrongAnswerTypeError(f"{entry} returned {name}, not two answers") from None
    return first, second
