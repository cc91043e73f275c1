"""A day of 2021 as the tests with hostile inputs see it: its parts, its tests, its refusals."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import pytest

from aoc.worker.day_module import Day, day_of

LONGEST = 230
"""The longest message, with a quoted line of 60 characters; escaped ones are longer."""


def load(number: int) -> tuple[Day, ModuleType]:
    """Return a day and the module of its tests."""
    day = import_module(f"days.year2021.day{number:02d}")
    return day_of(day), import_module(f"tests.year2021.test_day{number:02d}")


def refusal(number: int, text: str) -> tuple[int, str]:
    """Return the line that the day blames, and its message, which has to have the usual form."""
    day, _ = load(number)
    with pytest.raises(ValueError, match=r"^line [0-9]+: expected .+, got ") as caught:
        day.parse(text)
    message = str(caught.value)
    assert type(caught.value) is ValueError
    assert len(message) <= LONGEST or "\\u" in message
    assert message.isprintable()
    return int(message[5 : message.index(":")]), message
