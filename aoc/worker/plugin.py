"""Somebody else's solver, an `adventofcode.user` plugin: loaded, and called as aocd calls it."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from operator import attrgetter
from typing import Any

from aoc.answers import plugin_answer
from aoc.job import Job
from aoc.worker.measure import Measured, measure_fastest

__all__ = ["load_plugin", "run_plugin"]


def load_plugin(entry: str) -> Callable[..., Any]:
    """Import the function that an entry point, `module:function`, names."""
    module, _, path = entry.partition(":")
    function: Callable[..., Any] = attrgetter(path)(import_module(module))
    return function


def run_plugin(job: Job, solve: Callable[..., Any], text: str) -> Measured:
    """Call a plugin once, in a folder with the input in it; the value has its two answers."""
    import tempfile

    def call(data: str) -> list[str | None]:
        first, second = solve(year=job.year, day=job.day, data=data)
        return [plugin_answer(first), plugin_answer(second)]

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.chdir(folder)
        with open("input.txt", "w", encoding="utf-8") as file:
            file.write(text)
        try:
            return measure_fastest(lambda: text, call, repeat=job.repeat, memory=job.memory)
        finally:
            os.chdir(job.root)
