"""The tests of a day: its examples and makers of inputs; errors in them are told by the worker."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from aoc.model.answers import is_answer
from aoc.model.inputs import Example

if TYPE_CHECKING:
    from random import Random


class DayTests(NamedTuple):
    """The definitions in the test module of a day: `EXAMPLES` and functions, if it has them.

    With a random number generator, `sample` makes an input of full size, and `small` a little one,
    perhaps an odd one. `valid` says whether the puzzle allows an input, where `parse` cannot.
    """

    examples: Sequence[Example] = ()
    sample: Callable[[Random], str] | None = None
    small: Callable[[Random], str] | None = None
    valid: Callable[[str], bool] | None = None


class WrongExampleError(TypeError):
    """`EXAMPLES` of a day, or one of them, cannot be used; the message says why."""


def tests_path(root: str, year: int, day: int) -> str:
    """Return the path of the test module of a day, in the project at `root`."""
    return os.path.join(root, tests_name(year, day))


def tests_name(year: int, day: int) -> str:
    """Return the path of the test module of a day relative to its project, to show to people."""
    return os.path.join("tests", f"year{year}", f"test_day{day:02d}.py")


def load_day_tests(root: str, year: int, day: int) -> DayTests:
    """Import the test module of a day of the project at `root`, where `tests` is the project's.

    If there is none, the result is empty. Raises the errors of the import, and `WrongExampleError`.
    """
    path = tests_path(root, year, day)
    # Not `exists`: a broken link is an error of its day.
    if not os.path.lexists(path):
        return DayTests()
    module = importlib.import_module(f"tests.year{year}.test_day{day:02d}")
    return day_tests_in(module)


def day_tests_in(module: ModuleType) -> DayTests:
    """Return the definitions in an imported test module of a day.

    Raises `WrongExampleError` for the first example that cannot be one.
    """
    examples = getattr(module, "EXAMPLES", ())
    # As in `EXAMPLES = Example(...)`, without brackets.
    if not isinstance(examples, list | tuple):
        kind = type(examples).__name__
        raise WrongExampleError(
            f"EXAMPLES is of type {kind}, not a list: write EXAMPLES = [Example(...)]"
        )
    for number, example in enumerate(examples, 1):
        fault = fault_of(example)
        if fault:
            raise WrongExampleError(f"example {number}: {fault}")
    return DayTests(
        tuple(examples),
        sample=getattr(module, "sample", None),
        small=getattr(module, "small", None),
        valid=getattr(module, "valid", None),
    )


def fault_of(example: object) -> str | None:
    """Return why something in `EXAMPLES` cannot be an example, if so."""
    if not isinstance(example, Example):
        return f"it is of type {type(example).__name__}: write Example(...)"
    for name, value in (("part1", example.part1), ("part2", example.part2)):
        if value is not None and not is_answer(value):
            return f"{name}={value!r:.60} is no answer: write it, or leave {name} out"
    if not isinstance(example.text, str):
        kind = type(example.text).__name__
        return f"its text is {kind}, not str: write it in quotes"
    if not isinstance(example.guessed, tuple | list | set):
        # `(2)` is a number in parentheses.
        return f"guessed={example.guessed!r} is no tuple: write guessed=(2,)"
    return None
