"""What the text of a parameter means to a day: which part takes it, and of which type it is."""

from __future__ import annotations

from functools import wraps
from types import ModuleType
from typing import Any

import pytest

from aoc.worker.day_module import RefusedError, day_of, typed_params

SOURCE = """\
def part1(text, *, count=10, name="x", flag=False, sizes=(1, 2), free=None):
    return 1

def part1_slow(text, *, seen={1: 2}):
    return 1

@wraps(part1_slow)
def part2(*args, **keywords):
    return 2
"""
MODULE = ModuleType("day07")
vars(MODULE)["wraps"] = wraps
exec(SOURCE, vars(MODULE))
DAY = day_of(MODULE)


def value_of(name: str, text: str) -> Any:
    """Return what a text means as a parameter of the day."""
    [(found, value)] = typed_params(DAY, "2021/07", [(name, text)]).items()
    assert found == name
    return value


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("flag", "False", False),
        ("name", "", ""),
        ("seen", "{'a': [1]}", {"a": [1]}),
        ("free", "None", None),
        ("free", "'a'", "a"),
    ],
)
def test_a_value_is_read_as_the_type_of_its_default(
    name: str, text: str, value: object
) -> None:
    found = value_of(name, text)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("flag", "yes", "bool"),
        ("sizes", "", "tuple"),
        ("sizes", "({[]: 1},)", "tuple"),
        ("sizes", "-" * 100_000 + "1", "tuple"),
        ("sizes", "1+" * 5000 + "1", "tuple"),
        ("free", "word", "NoneType"),
    ],
    ids=range(6),
)
def test_a_value_of_another_type_is_refused(name: str, text: str, kind: str) -> None:
    with pytest.raises(RefusedError, match=f": write a value of type {kind}$"):
        value_of(name, text)
