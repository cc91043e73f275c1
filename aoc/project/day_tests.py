"""The tests of a day: its examples, and the functions that make up inputs."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import (
    TYPE_CHECKING,
)

from aoc.model.examples import Example, Guessed
from aoc.model.values import Value

if TYPE_CHECKING:
    from random import Random

GUESS = b"# guess of ["
"""The start of the mark behind a guess in a test module, as `aoc.project.guesses` reads it."""


class DayTests(Value):
    """The definitions in the test module of a day: `EXAMPLES` and functions, if it has them.

    With a random number generator, `sample` makes an input of full size, and `small` a little one,
    perhaps an odd one. `valid` says whether the puzzle allows an input, where `parse` cannot.
    `guesses` has what is a guess for parts 1 and 2 of an example, by its number from 1.
    """

    examples: Sequence[Example] = ()
    sample: Callable[[Random], str] | None = None
    small: Callable[[Random], str] | None = None
    valid: Callable[[str], bool] | None = None
    guesses: Mapping[int, tuple[Guessed | None, Guessed | None]] = {}


def tests_path(root: str, year: int, day: int) -> str:
    """Return the path of the test module of a day, in the project at `root`."""
    return os.path.join(root, tests_name(year, day))


def tests_name(year: int, day: int) -> str:
    """Return the path of the test module of a day relative to its project, to show to people."""
    return os.path.join("tests", f"year{year}", f"test_day{day:02d}.py")


def load_day_tests(root: str, year: int, day: int) -> DayTests:
    """Import the test module of a day of the project at `root`, where `tests` is the project's.

    If there is none, the result is empty. Raises the errors of the import, and `TypeError` if
    `EXAMPLES` holds something else than examples.
    """
    path = tests_path(root, year, day)
    if not os.path.lexists(path):  # a broken link is an error of its day
        return DayTests()
    tests = day_tests_in(importlib.import_module(f"tests.year{year}.test_day{day:02d}"))
    with open(path, "rb") as file:
        source = file.read()
    # Few tests have guesses, and to import a parser takes longer than to look.
    if GUESS not in source:
        return tests
    from aoc.project.guesses import guesses_in

    return tests._replace(guesses=guesses_in(source, len(tests.examples)))


class WrongExampleError(TypeError):
    """An example of a day cannot be one; the message begins with its line, and says why."""


def day_tests_in(module: ModuleType) -> DayTests:
    """Return the definitions in an imported test module of a day.

    Raises `TypeError` if `EXAMPLES` holds something else than examples, or a wrong one.
    """
    examples = getattr(module, "EXAMPLES", ())
    if isinstance(examples, Example) or not isinstance(examples, list | tuple):
        kind = type(examples).__name__
        raise TypeError(
            f"EXAMPLES is of type {kind}, not a list: write EXAMPLES = [Example(...)]"
        )
    if not all(isinstance(example, Example) for example in examples):
        raise TypeError("EXAMPLES holds something that is not an aoc.Example")
    check_examples(module, examples)
    return DayTests(
        tuple(examples),
        sample=getattr(module, "sample", None),
        small=getattr(module, "small", None),
        valid=getattr(module, "valid", None),
    )


def check_examples(module: ModuleType, examples: Sequence[Example]) -> None:
    """Raise `WrongExampleError` for the first example whose text or answer cannot be one."""
    from aoc.model.answers import is_answer

    for number, example in enumerate(examples, 1):
        fault = ""
        if not isinstance(example.text, str):
            kind = type(example.text).__name__
            fault = (
                f"the text of example {number} is {kind}, not str: write it in quotes"
            )
        for part in (2, 1):  # the fault of part 1 counts, if both have one
            value = example.part1 if part == 1 else example.part2
            if value is not None and not is_answer(value):
                shown = value if value == "..." else repr(value)[:60]
                fault = f"part{part}={shown} is no answer: write it, or leave part{part} out"
        if fault:
            from aoc.project.guesses import example_calls

            with open(str(module.__file__), "rb") as file:
                calls = example_calls(file.read(), len(examples))
            place = f"line {calls[number - 1].lineno}" if calls else f"example {number}"
            raise WrongExampleError(f"{place}: {fault}")
