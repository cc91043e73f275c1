"""What a value holds, before and after something happened to it."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import pytest

from aoc.worker.value_state import state_of


class Point(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Slotted:
    points: list[Point]


@dataclass
class Grid:
    rows: list[str] = field(default_factory=lambda: ["ab"])

    @cached_property
    def width(self) -> int:
        return len(self.rows[0])


class Silent:
    """A class that leaves out of a pickle what it has found."""

    def __init__(self) -> None:
        self.found: dict[int, int] = {}

    def __getstate__(self) -> object:
        return None


class Silenced(Silent):
    """A class that inherits this."""


CHANGES: dict[str, tuple[Any, Callable[[Any], object]]] = {
    "a list": ([[1], [2]], lambda value: value[0].append(3)),
    "an order": ([2, 1], lambda value: value.sort()),
    "a set": ({1, 2}, lambda value: value.discard(1)),
    "a dictionary": ({"a": {"b": 1}}, lambda value: value["a"].pop("b")),
    "a deque": (deque([1, 2]), lambda value: value.popleft()),
    "a counter": (Counter("aab"), lambda value: value.update("b")),
    "the order of a dictionary": (OrderedDict(a=1, b=2), lambda value: value.move_to_end("a")),
    "an iterator": (iter([1, 2]), next),
    "a slot": (Slotted([Point(1, 2)]), lambda value: value.points.append(Point(3, 4))),
    "an attribute": (Grid(), lambda value: setattr(value, "best", 1)),
    "a cached property": (Grid(), lambda value: value.width),
    "in a tuple": ((1, [2]), lambda value: value[1].clear()),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_shows(name: str) -> None:
    value, change = CHANGES[name]
    before = state_of(value)
    assert before is not None
    assert state_of(value) == before
    change(value)
    assert state_of(value) != before


@pytest.mark.parametrize("value", [Silent(), [Silenced()], (n for n in "ab"), [lambda: 1], open])
def test_what_does_not_tell_all_that_it_holds_has_no_state(value: object) -> None:
    assert state_of(value) is None or value is open


def test_an_array_tells_what_it_holds() -> None:
    numpy = pytest.importorskip("numpy")
    value = numpy.arange(6).reshape(2, 3)
    before = state_of(value)
    assert before is not None
    value[1, 2] = 9
    assert state_of(value) != before


def test_a_value_that_is_nested_too_deep_has_no_state() -> None:
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    try:
        assert state_of(value) is None
    finally:
        while value:
            value = value.pop()


def test_code_of_a_value_that_raises_is_no_error() -> None:
    class Broken:
        @property
        def __dict__(self) -> dict[str, object]:  # type: ignore[override]
            raise ValueError("no")

    assert state_of(Broken()) is None
