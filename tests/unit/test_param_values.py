"""What the text of a parameter means to a day: which part takes it, and of which type it is."""

from __future__ import annotations

from functools import wraps
from types import ModuleType

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


VALUES = [
    ("flag", "False", False),
    ("name", "", ""),
    ("seen", "{'a': [1]}", {"a": [1]}),
    ("free", "None", None),
    ("free", "'a'", "a"),
]
REFUSED = [
    ("flag", "yes", "bool"),
    ("free", "word", "NoneType"),
    ("sizes", "", "tuple"),
    ("sizes", "({[]: 1},)", "tuple"),
    ("sizes", "1+" * 5000 + "1", "tuple"),
    ("sizes", "-" * 100_000 + "1", "tuple"),
]


def test_a_value_is_read_as_the_type_of_its_default() -> None:
    for name, text, value in VALUES:
        params = typed_params(DAY, "2021/07", [(name, text)])
        assert params == {name: value}
        assert type(params[name]) is type(value)
    for name, text, kind in REFUSED:
        with pytest.raises(RefusedError, match=f": write a value of type {kind}$"):
            typed_params(DAY, "2021/07", [(name, text)])
