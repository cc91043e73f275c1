"""What a worker finds in a day's module, without running anything that it should not."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from types import ModuleType
from typing import Any

import pytest

from aoc.worker.day_module import BrokenDayError, day_of, keyword_defaults, taken_by


def module(**names: Any) -> ModuleType:
    """Return a module of a day with these names in it."""
    made = ModuleType("day")
    vars(made).update({"parse": str, "part1": len, **names})
    return made


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        ({"part1": 1}, "has neither part1 nor part2"),
    ],
)
def test_a_module_that_is_no_day_says_what_is_missing(names: dict[str, Any], problem: str) -> None:
    with pytest.raises(BrokenDayError, match=problem):
        day_of(module(**names))


def test_without_parse_the_parts_take_the_text() -> None:
    made = module()
    del made.parse
    assert day_of(made).parse("1\n2") == "1\n2"


def test_a_day_has_its_parts_and_their_variants() -> None:
    def part2_with_sets(words: str, /) -> int:
        return len({*words})

    others = {"part1_name": "fast", "part1_": str, "part3": len, "part12": len}
    day = day_of(module(part2_with_sets=part2_with_sets, **others))
    assert day.parse is str
    assert day.parts == {1: {None: len}, 2: {"with_sets": part2_with_sets}}


@pytest.mark.parametrize("part", [1, 2])
def test_one_part_is_enough(part: int) -> None:
    made = ModuleType("day")
    vars(made).update({"parse": str, f"part{part}": len})
    assert day_of(made).parts == {part: {None: len}, 3 - part: {}}


@pytest.mark.parametrize(
    "function",
    [lambda words: 1, lambda *words: 1, lambda words, more=2: 1, partial(max, 1), str.upper],
)
def test_whatever_takes_an_input_can_be_a_part(function: Callable[..., Any]) -> None:
    for name in ("parse", "part1", "part2", "part2_fast"):
        day_of(module(**{name: function}))


def part(words: str, more: int = 0, *, rows: int, steps: int = 64) -> list[int]:
    """A part with parameters, and a variable."""
    taken = [more, rows]
    taken.append(steps)
    return taken


@wraps(part)
def decorated(*args: Any, **kwargs: Any) -> list[int]:
    """The part, in another function."""
    return part(*args, **kwargs)


@pytest.mark.parametrize(
    ("function", "defaults"),
    [
        (part, {"rows": None, "steps": 64}),
        (decorated, {"rows": None, "steps": 64}),
        (wraps(decorated)(lambda words: 1), {"rows": None, "steps": 64}),
        (lambda words, *, rows: 1, {"rows": None}),
        (lambda words, more=1: 1, {}),
        (len, {}),
    ],
)
def test_the_parameters_of_a_part_are_its_keyword_only_ones(
    function: Callable[..., Any], defaults: dict[str, Any]
) -> None:
    assert keyword_defaults(function) == defaults


def test_a_part_gets_those_parameters_that_it_has() -> None:
    assert taken_by(part, {"rows": 3, "more": 1, "columns": 5}) == {"rows": 3}
    assert taken_by(len, {"rows": 3}) == {}
