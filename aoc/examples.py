"""Published examples, and reading `EXAMPLES` and `sample` out of a day's tests."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

__all__ = ["Example", "Examples", "read_examples"]


class Example(NamedTuple):
    """One published example: an input, and the answers that the puzzle prints for it.

    `text` is the input as the site would serve it. `part1` and `part2` are the answers,
    `None` where the puzzle states none. `name` tells examples apart on screen (by default
    they are numbered), and `params` fills keyword-only parameters of the day's functions.
    """

    text: str
    part1: int | str | None = None
    part2: int | str | None = None
    name: str | None = None
    params: Mapping[str, Any] = {}

    def label(self, number: int) -> str:
        """Name the example on screen; `number` counts from 1."""
        return self.name or f"example {number}"

    def expected(self, part: int) -> str | None:
        """Give the printed answer of a part as it would be submitted."""
        answer = self.part1 if part == 1 else self.part2
        return None if answer is None else str(answer).strip("\n")

    @property
    def parts(self) -> tuple[int, ...]:
        """The parts that the example is for: those with an answer, or both if none has."""
        answered = tuple(part for part in (1, 2) if self.expected(part) is not None)
        return answered or (1, 2)


class Examples(NamedTuple):
    """What the tests of a day offer: its examples, and a maker of full-size inputs."""

    examples: Sequence[Example] = ()
    sample: Callable[[Random], str] | None = None


def examples_path(root: str, year: int, day: int) -> str:
    """Say where the tests of a day stand in a project."""
    return os.path.join(root, examples_name(year, day))


def examples_name(year: int, day: int) -> str:
    """Name the tests of a day as seen from the project."""
    return os.path.join("tests", f"year{year}", f"test_day{day:02d}.py")


def read_examples(root: str, year: int, day: int) -> Examples:
    """Import the tests of a day and take `EXAMPLES` and `sample`; without tests there is neither.

    Raises whatever importing the module raises, and `TypeError` where `EXAMPLES` holds
    something else.
    """
    path = examples_path(root, year, day)
    if not os.path.exists(path):
        return Examples()
    return examples_in(load(path, f"tests.year{year}.test_day{day:02d}"))


def examples_in(module: ModuleType) -> Examples:
    """Take `EXAMPLES` and `sample` out of an imported test module."""
    examples = getattr(module, "EXAMPLES", ())
    if not all(isinstance(example, Example) for example in examples):
        raise TypeError("EXAMPLES holds something that is not an aoc.Example")
    return Examples(tuple(examples), getattr(module, "sample", None))


def load(path: str, name: str) -> ModuleType:
    """Import a module from a file, whatever `sys.path` says, without keeping it."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is not a Python module")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
