"""What solvers may return for an answer: their own days, and plugins."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from aoc.answers import WrongAnswerTypeError, read_answer, read_plugin_answer


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        (5, "5"),
        (5.0, "5"),
        (5 + 0j, "5"),
        (Fraction(10, 2), "5"),
        (Decimal("5.0"), "5"),
        (np.int64(5), "5"),
        (np.float64(5), "5"),
        (np.array([5]), "5"),
        (b"five", "five"),
        (" five", " five"),
    ],
)
def test_what_aocd_submits_for_a_value_is_the_answer(value: object, answer: str) -> None:
    from aocd.utils import coerce

    assert coerce(value) == answer
    assert read_plugin_answer(value, "guest:solve") == (answer, None)
    assert read_answer(value, "part1") == (answer, None)


@pytest.mark.parametrize("value", [5.5, Fraction(1, 2), float("inf"), float("nan"), True, [5]])
def test_any_other_value_is_an_answer_of_a_plugin_alone(value: object) -> None:
    assert read_plugin_answer(value, "guest:solve") == (str(value), None)
    with pytest.raises(WrongAnswerTypeError, match="part1 returned"):
        read_answer(value, "part1")


@pytest.mark.parametrize("value", [None, "", b"", "None", b"None"])
def test_what_aocd_takes_for_no_answer_is_none(value: object) -> None:
    assert read_plugin_answer(value, "guest:solve") == (None, None)
