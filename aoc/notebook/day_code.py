"""The code of a day in this process: a fresh import of its module and its tests each time.

A notebook goes on after a file was saved, so nothing that was imported before is used again. What
runs here has no limits; `aoc.running` is for whatever may take long, or crash.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from aoc.errors import UsageError
from aoc.model import DayTests, Puzzle, load_day_tests, tests_path
from aoc.project import shown_path
from aoc.text import plain
from aoc.worker.day_module import BrokenDayError, ProjectImports, import_day


@contextmanager
def fresh_imports(root: str) -> Iterator[None]:
    """Import from the project at `root` in a `with` block, each of its files anew.

    No compiled files are written: Python takes them for current also where a file was saved again
    within a second, with the same size.
    """
    importlib.invalidate_caches()
    before = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        with ProjectImports(root):
            yield
    finally:
        sys.dont_write_bytecode = before


def day_tests(root: str, puzzle: Puzzle) -> DayTests:
    """Return what the tests of a day define. Raises what importing them raises."""
    with fresh_imports(root):
        return load_day_tests(root, *puzzle)


def made_up_input(root: str, puzzle: Puzzle, seed: int) -> str:
    """Return the sample of a day. Raises `UsageError` if it has none, and what `sample` raises."""
    from random import Random

    with fresh_imports(root):
        sample = load_day_tests(root, *puzzle).sample
        if sample is None:
            path = shown_path(tests_path(root, *puzzle))
            raise UsageError(
                f"{path} has no sample(rng), which makes up an input: write one, or "
                "log in with `aoc login` for your own input"
            )
        return plain(sample(Random(seed)))


def parsed_value(root: str, puzzle: Puzzle, text: str) -> Any:
    """Return what `parse` of a day makes of a text.

    Raises `UsageError` where the module is no day, and what importing it or `parse` raises.
    """
    with fresh_imports(root):
        try:
            return import_day(*puzzle).parse(text)
        except BrokenDayError as error:
            raise UsageError(f"the module of {puzzle} {error}: see `aoc new --help`") from None
