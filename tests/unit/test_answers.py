"""What solvers may return for an answer: their own days, and plugins."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from aocd.utils import coerce

from aoc.model.answers import (
    WrongAnswerTypeError,
    is_same,
    lacking,
    read_answer,
    read_plugin_answer,
)


class Index:
    """A number that Python can index with, and nothing else."""

    def __index__(self) -> int:
        return 5


@pytest.mark.parametrize(
    "value",
    [
        *(
            5,
            Index(),
            5.0,
            Fraction(10, 2),
            Decimal(5),
            Decimal("5.0"),
            Decimal("0.5E1"),
            5 + 0j,
        ),
        *(np.int64(5), np.uint8(5), np.float64(5), np.float16(5), np.longdouble(5)),
        *(np.complex128(5), "5 ", " 5\n"),
    ],
)
def test_what_aocd_submits_for_a_value_is_the_answer(value: object) -> None:
    assert isinstance(value, (Index, str)) or coerce(value) == "5"
    assert read_plugin_answer(value, "guest:solve") == ("5", None)
    assert read_answer(value, "part1") == ("5", None)


@pytest.mark.parametrize("value", [Fraction(1, 2), 5 + 1j, [5]])
def test_any_other_value_is_an_answer_of_a_plugin_alone(value: object) -> None:
    assert read_plugin_answer(value, "guest:solve") == (str(value), None)
    with pytest.raises(WrongAnswerTypeError, match="part1 returned"):
        read_answer(value, "part1")


@pytest.mark.parametrize(
    "value",
    [True, ..., NotImplemented, 2.0**53, np.float64(2**60), np.bool_(True), math.nan],
)
def test_a_value_that_is_no_answer_of_any_puzzle_is_refused_of_anybody(
    value: object,
) -> None:
    for read in (read_answer, read_plugin_answer):
        with pytest.raises(WrongAnswerTypeError, match="solver returned"):
            read(value, "solver")


NOT_ANSWERS = {
    "an answer, not a word for none": (
        *(
            "nan",
            "NaN",
            "True",
            "false",
            "TODO",
            "not implemented",
            "N/A",
            "Ellipsis",
            "null",
        ),
    ),
    "a whole number in digits alone": (
        "12.0",
        "1e3",
        "1E3",
        "1_000",
        "-1.5",
        "1e+16",
        ".5",
        "5.",
    ),
    "at most 128 characters": ("5" * 129,),
}


def test_a_text_that_is_no_answer_of_any_puzzle_is_refused() -> None:
    for needed, texts in NOT_ANSWERS.items():
        assert {lacking(text) for text in texts} == {needed}


ANSWERS = (
    *("0", "921585", "-5", "+5", "444356092776315", "9" * 60, "x" * 128),
    *("ABCLPRUE", "abcdffaa", "CMZ", "reyedfim", "trueloves", "unknowns"),
    *("co,de,ka,ta", "z00,z01,z02,z05", "231,273,16", "4,1,5,3,0", "33,45"),
    *(
        "5DB3",
        "18f47a30",
        "05ace8e3",
        "1234e567",
        "123456e7",
        "3efbe78a8d82f29979031a4aa0b16a9d",
    ),
    *("DDRRRD", "2=-1=0", "a-b", "-", "="),
)


def test_an_answer_like_those_of_every_year_is_an_answer() -> None:
    for text in ANSWERS:
        assert lacking(text) is None
        assert read_answer(text, "part1") == (text, None)


class Unshowable:
    """A value that cannot be shown."""

    def __repr__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            True,
            "part1 returned True (bool): return an int, a str, or None until it is solved",
        ),
        (np.bool_(True), "part1 returned "),
        (2.5, "part1 returned 2.5 (float): return an int, a str, or None"),
        (Decimal("NaN"), "part1 returned Decimal('NaN') (Decimal): return an int"),
        (np.array([1, 2]), "part1 returned array([1, 2]) (ndarray): return an int"),
        (list(range(1000)), "part1 returned [0, 1, 2, 3, 4, 5, ...] (list): return"),
        ("", "part1 returned '' (str): return a number or a word"),
        ("None", "part1 returned 'None' (str): return an answer, not a word"),
        (Unshowable(), "part1 returned "),
    ],
)
def test_the_message_shows_the_value_and_what_to_write(
    value: object, message: str
) -> None:
    with pytest.raises(WrongAnswerTypeError) as raised:
        read_answer(value, "part1")
    assert str(raised.value).startswith(message)


H = "#..#\n#..#\n####\n#..#\n#..#\n#..#"
BLOCKS = H.replace("#", "█").replace(".", " ")
STRIPPED = "\n".join(map(str.rstrip, BLOCKS.split("\n")))


@pytest.mark.parametrize(
    "drawing", [H, H.replace(".", " "), BLOCKS, STRIPPED, f"\n{H}\n"]
)
def test_letters_are_read_in_any_drawing(drawing: str) -> None:
    assert read_answer(drawing, "part1") == ("H", drawing.strip("\n"))
    assert is_same(drawing, H)
    assert is_same(drawing, "H")
    assert not is_same(drawing, "K")


@pytest.mark.parametrize(
    "text", ["one\ntwo", "1\n1", "#.\n*.", "a \n a", "\x1b.\n.\x1b"]
)
def test_lines_that_are_no_drawing_are_no_answer(text: str) -> None:
    with pytest.raises(WrongAnswerTypeError, match="return one line"):
        read_answer(text, "part1")


def test_answers_are_the_same_if_they_look_the_same() -> None:
    assert is_same("five", " five")
    assert is_same("##\n#.", "██\n█ \n")
    assert not is_same("##\n#.", "##\n.#")
