"""The check of one part on one input, and the test function with which pytest runs it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from aoc.answers import WrongAnswerTypeError, is_same, read_answer
from aoc.worker.day_module import Day, Part

__all__ = ["PartCheck", "make_function"]

SOURCE = "def test(aoc_part): parsed, value = aoc_part.solve(); aoc_part.check(value)"
"""A test function, to be placed on any line of a file.

There a debugger finds the parsed input and the value that the part returned, if that is wrong.
"""
END = 10_000
"""A column after all that a line holds."""


class PartCheck(NamedTuple):
    """One part of a day, or a variant of it, on one input; `expected` is the known answer.

    `name` is that of the part, such as `part1_memo`; `title` is that of the check.
    """

    day: Day
    function: Part
    name: str
    title: str
    text: str
    expected: str
    params: Mapping[str, Any]

    def __repr__(self) -> str:
        return self.title

    def solve(self) -> tuple[Any, Any]:
        """Parse the input and run the part; return both values. Raises what the day raises."""
        __tracebackhide__ = True
        parsed = self.day.parse(self.text)
        return parsed, self.day.call(self.function, self.params, parsed)

    def check(self, value: object) -> None:
        """End a test as failed, with one line, if an answer is wrong; as skipped if it is none."""
        __tracebackhide__ = True
        try:
            answer, drawing = read_answer(value, self.name)
        except WrongAnswerTypeError as error:
            fault = str(error)
        else:
            if answer is None:
                pytest.skip(f"{self.name} returned None (not solved yet?)")
            if is_same(drawing or answer, self.expected):
                return
            fault = mismatch(answer, self.expected, drawing)
        pytest.fail(fault, pytrace=False)


def mismatch(answer: str, expected: str, drawing: str | None) -> str:
    """Return how an answer differs from the known one; the first line can stand alone."""
    if "\n" in answer + expected:
        got = drawing or answer
        return f"got another drawing than expected\n\ngot:\n{got}\n\nexpected:\n{expected}"
    if drawing is not None:
        return f"got {answer}, expected {expected}\n\nread from:\n{drawing}"
    if answer != answer.strip() or not (answer + expected).isprintable():
        return f"got {answer!r}, expected {expected!r}"
    return f"got {answer}, expected {expected}"


def make_function(
    name: str, checks: Sequence[PartCheck], module: ModuleType, path: Path, line: int
) -> Callable[..., None]:
    """Make the test function of one input, parametrized with its checks.

    It stands on a line of a test module, for reports and editors, and has the global names of the
    module, for the conditions of marks.
    """
    tree = ast.parse(SOURCE)
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr | ast.arg):
            # All of the line, so that no traceback underlines a piece of it.
            node.lineno = node.end_lineno = line
            node.col_offset, node.end_col_offset = 0, END
    made: dict[str, Any] = {}
    exec(compile(tree, path, "exec"), vars(module), made)
    function: Callable[..., None] = made["test"]
    function.__name__ = function.__qualname__ = name
    function.__test__ = True  # type: ignore[attr-defined]
    params = [pytest.param(check, id=check.name) for check in checks]
    pytest.mark.parametrize("aoc_part", params)(function)
    return function
