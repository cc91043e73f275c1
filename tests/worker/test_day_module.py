"""What a worker finds in a day's module, without running anything that it should not."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from aoc.worker.day_module import BrokenDayError, day_of, is_shareable


def module(**names: Any) -> ModuleType:
    """Return a module of a day with these names in it."""
    made = ModuleType("day")
    vars(made).update({"parse": str, "part1": len, **names})
    return made


@pytest.mark.parametrize(
    ("value", "shareable"),
    [
        ((1, ("a", frozenset({b"b", None}))), True),
        ((1, ["a"]), False),
        ({1: 2}, False),
        (object(), False),
        (memoryview(bytearray(b"a")), False),
        (memoryview(b"a"), True),
        (range(3), True),
    ],
)
def test_only_what_cannot_be_changed_is_shared(value: object, shareable: bool) -> None:
    assert is_shareable(value) is shareable


def test_tuples_may_be_nested_as_deep_as_they_like() -> None:
    value: tuple[object, ...] = ()
    for _ in range(100_000):
        value = (value,)
    assert is_shareable(value)
    while value:  # taken apart, since deleting it as a whole would recurse
        [value] = value  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        ({"parse": None}, "has no function parse"),
        ({"part1": 1}, "has neither part1 nor part2"),
        ({"part1": lambda: 1}, "without a parameter for its input"),
    ],
)
def test_a_module_that_is_no_day_says_what_is_missing(names: dict[str, Any], problem: str) -> None:
    with pytest.raises(BrokenDayError, match=problem):
        day_of(module(**names))
