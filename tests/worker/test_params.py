"""What the text of a parameter means to a day: which part takes it, and of which type it is."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from aoc.worker.day_module import Day, RefusedError, day_of, typed_params

SOURCE = """\
def parse(text):
    return text

def part1(text, *, count=10, name="x", half=0.5, flag=False, sizes=(1, 2), needed, free=None):
    return 1

def part1_slow(text, *, seen={1: 2}):
    return 1

def part2(text, *, count="ten", rounds=3):
    return 2
"""


def day_from(source: str) -> Day:
    """Return the day that a text defines."""
    module = ModuleType("day07")
    exec(source, vars(module))
    return day_of(module)


DAY = day_from(SOURCE)


def value_of(name: str, text: str) -> Any:
    """Return what a text means as a parameter of the day."""
    [(found, value)] = typed_params(DAY, "2021/07", [(name, text)]).items()
    assert found == name
    return value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("yes", True),
        ("1", True),
        ("YES", True),
        ("True", True),
        ("false", False),
        ("no", False),
        ("0", False),
        ("No", False),
    ],
)
def test_a_flag_is_a_word_or_a_digit(text: str, value: bool) -> None:
    assert value_of("flag", text) is value


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("count", "30", 30),
        ("name", "30", "30"),
        ("name", "", ""),
        ("half", "2", 2.0),
        ("sizes", "(3,)", (3,)),
        ("seen", "{'a': [1]}", {"a": [1]}),
    ],
)
def test_a_value_is_read_as_the_type_of_its_default(name: str, text: str, value: object) -> None:
    found = value_of(name, text)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize("name", ["needed", "free"])
@pytest.mark.parametrize(
    ("text", "value"), [("3", 3), ("'a'", "a"), ("None", None), ("[1, 2]", [1, 2])]
)
def test_without_a_default_or_with_none_any_value_of_python_is_taken(
    name: str, text: str, value: object
) -> None:
    assert value_of(name, text) == value


def test_each_parameter_has_a_value_of_its_own() -> None:
    params = typed_params(DAY, "2021/07", [("rounds", "5"), ("name", "a"), ("seen", "{}")])
    assert params == {"rounds": 5, "name": "a", "seen": {}}


def test_no_parameters_are_none_even_of_a_day_that_takes_none() -> None:
    assert typed_params(day_from("def parse(text): pass\npart1 = parse"), "2021/07", []) == {}


def test_the_type_is_that_of_the_first_part_that_takes_a_parameter() -> None:
    assert value_of("count", "7") == 7


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("count", "ten", "int"),
        ("half", "1/2", "float"),
        ("flag", "2", "bool"),
        ("flag", "", "bool"),
        ("sizes", "[1, 2]", "tuple"),
        ("sizes", "(1, 2", "tuple"),
        ("sizes", "(1, two)", "tuple"),
        ("sizes", "", "tuple"),
        ("sizes", "({[]: 1},)", "tuple"),
        ("free", "word", "NoneType"),
    ],
)
def test_a_value_of_another_type_is_refused(name: str, text: str, kind: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        value_of(name, text)
    assert str(refusal.value) == f"--param {name}={text}: write a value of type {kind}"


@pytest.mark.parametrize("text", ["-" * 100_000 + "1", "1+" * 5000 + "1", "(" * 10_000])
def test_a_value_that_is_too_deep_for_python_is_refused(text: str) -> None:
    with pytest.raises(RefusedError, match="write a value of type tuple"):
        value_of("sizes", text)


def test_a_parameter_that_no_part_takes_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(RefusedError) as refusal:
        value_of("round", "3")
    message = str(refusal.value)
    assert message.startswith("no part of 2021/07 takes 'round': choose from ")
    names = {"count", "name", "half", "flag", "sizes", "needed", "free", "seen", "rounds"}
    assert set(message.partition("choose from ")[2].split(", ")) == names


def test_a_day_that_takes_no_parameters_says_how_to_write_one() -> None:
    day = day_from("def parse(text): pass\npart1 = parse")
    with pytest.raises(RefusedError) as refusal:
        typed_params(day, "2021/07", [("steps", "3")])
    assert str(refusal.value) == (
        "no part of 2021/07 takes parameters: write one as `def part1(data, *, steps=...)`"
    )
