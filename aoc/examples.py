"""Published examples, and loading them from the tests of a day."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from aoc.model import Record

if TYPE_CHECKING:
    from random import Random

__all__ = ["DayTests", "Example", "day_tests_in", "load_day_tests", "tests_name", "tests_path"]


class Example(Record):
    """One published example: an input, and the answers that the puzzle prints for it.

    `text` is the input as the site would serve it. `part1` and `part2` are the answers, `None`
    if the puzzle prints none. `name` is shown on screen in place of a number. `params` are
    values for keyword-only parameters of the functions of the day.
    """

    text: str
    part1: int | str | None = None
    part2: int | str | None = None
    name: str | None = None
    params: Mapping[str, Any] = {}

    def label(self, number: int) -> str:
        """Return the name of the example on screen; `number` counts from 1."""
        return self.name or f"example {number}"

    def expected(self, part: int) -> str | None:
        """Return the printed answer of a part as it would be submitted."""
        answer = self.part1 if part == 1 else self.part2
        return None if answer is None else str(answer).strip("\n")

    @property
    def parts(self) -> tuple[int, ...]:
        """The parts that the example is for: those with an answer, or both if none has."""
        answered = tuple(part for part in (1, 2) if self.expected(part) is not None)
        return answered or (1, 2)


class DayTests(Record):
    """What the test module of a day defines: `EXAMPLES` and functions, as far as it has them.

    With a random number generator, `sample` makes an input of full size, and `small` a little one,
    perhaps an odd one. `valid` says whether the puzzle allows an input, where `parse` cannot.
    """

    examples: Sequence[Example] = ()
    sample: Callable[[Random], str] | None = None
    small: Callable[[Random], str] | None = None
    valid: Callable[[str], bool] | None = None


def tests_path(root: str, year: int, day: int) -> str:
    """Return the path of the test module of a day, in the project at `root`."""
    return os.path.join(root, tests_name(year, day))


def tests_name(year: int, day: int) -> str:
    """Return the path of the test module of a day relative to its project, to show to people."""
    return os.path.join("tests", f"year{year}", f"test_day{day:02d}.py")


def load_day_tests(root: str, year: int, day: int) -> DayTests:
    """Import the test module of a day of the project at `root`, where `tests` is the project's.

    If there is none, the result is empty. Raises what the import raises, and `TypeError` if
    `EXAMPLES` holds something else than examples.
    """
    if not os.path.exists(tests_path(root, year, day)):
        return DayTests()
    return day_tests_in(importlib.import_module(f"tests.year{year}.test_day{day:02d}"))


def day_tests_in(module: ModuleType) -> DayTests:
    """Return what an imported test module of a day defines.

    Raises `TypeError` if `EXAMPLES` holds something else than examples.
    """
    examples = getattr(module, "EXAMPLES", ())
    if isinstance(examples, Example) or not isinstance(examples, list | tuple):
        kind = type(examples).__name__
        raise TypeError(f"EXAMPLES is of type {kind}, not a list: write EXAMPLES = [Example(...)]")
    if not all(isinstance(example, Example) for example in examples):
        raise TypeError("EXAMPLES holds something that is not an aoc.Example")
    functions = (getattr(module, name, None) for name in ("sample", "small", "valid"))
    return DayTests(tuple(examples), *functions)
