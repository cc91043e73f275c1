"""The tests of a day: its examples, and functions that make up inputs."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from aoc.model.answers import is_answer
from aoc.model.inputs import Example

if TYPE_CHECKING:
    import ast
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
    """An example of a day cannot be one; the message begins with its line, and says why."""


def tests_path(root: str, year: int, day: int) -> str:
    """Return the path of the test module of a day, in the project at `root`."""
    return os.path.join(root, tests_name(year, day))


def tests_name(year: int, day: int) -> str:
    """Return the path of the test module of a day relative to its project, to show to people."""
    return os.path.join("tests", f"year{year}", f"test_day{day:02d}.py")


def load_day_tests(root: str, year: int, day: int) -> DayTests:
    """Import the test module of a day of the project at `root`, where `tests` is the project's.

    If there is none, the result is empty. Raises the errors of the import, and `TypeError` if
    `EXAMPLES` holds something else than examples, or a wrong one.
    """
    path = tests_path(root, year, day)
    # Not `exists`: a broken link is an error of its day.
    if not os.path.lexists(path):
        return DayTests()
    module = importlib.import_module(f"tests.year{year}.test_day{day:02d}")
    return day_tests_in(module)


def day_tests_in(module: ModuleType) -> DayTests:
    """Return the definitions in an imported test module of a day.

    Raises `TypeError` if `EXAMPLES` holds something else than examples, or a wrong one.
    """
    examples = getattr(module, "EXAMPLES", ())
    # As in `EXAMPLES = Example(...)`, without brackets.
    if not isinstance(examples, list | tuple):
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
    for number, example in enumerate(examples, 1):
        fault = fault_of(example, number)
        if fault is None:
            continue
        with open(str(module.__file__), "rb") as file:
            calls = example_calls(file.read(), len(examples))
        place = f"example {number}"
        if calls:
            place = f"line {calls[number - 1].lineno}"
        raise WrongExampleError(f"{place}: {fault}")


def fault_of(example: Example, number: int) -> str | None:
    """Return why an example cannot be one, if so; `number` counts from 1."""
    for name, value in (("part1", example.part1), ("part2", example.part2)):
        if value is None or is_answer(value):
            continue
        # `Example` keeps `...`, which a template may leave, as a text.
        shown = value if value == "..." else repr(value)[:60]
        return f"{name}={shown} is no answer: write it, or leave {name} out"
    if not isinstance(example.text, str):
        kind = type(example.text).__name__
        return f"the text of example {number} is {kind}, not str: write it in quotes"
    guessed = example.guessed
    if not isinstance(guessed, tuple | list | set) or not {1, 2}.issuperset(guessed):
        # `(2)` is a number in parentheses.
        return f"guessed={guessed!r} is no tuple of parts: write guessed=(2,)"
    return None


def example_calls(source: bytes, count: int) -> list[ast.Call]:
    """Return the calls that make the examples of a test module, in their order.

    There are none if they are not `count`, as where a function makes some of the examples.
    """
    import ast

    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    names = ("Example", "aoc.Example", "aoc_days.Example")
    calls = [call for call in calls if ast.unparse(call.func) in names]
    # `walk` goes level by level.
    calls.sort(key=lambda call: (call.lineno, call.col_offset))
    return calls if len(calls) == count else []
