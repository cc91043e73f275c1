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
    is_answer,
    is_same,
    lacking,
    read_answer,
    read_plugin_answer,
)


class Index:
    """A number that Python can index with, and nothing else."""

    def __index__(self) -> int:
        return 5


FIVES = (
    5,
    Index(),
    5.0,
    Fraction(10, 2),
    Decimal(5),
    Decimal("5.0"),
    5 + 0j,
    np.int64(5),
    np.uint8(5),
    np.float16(5),
    np.longdouble(5),
    np.complex128(5),
    "5 ",
    " 5\n",
)
OF_PLUGINS = (Fraction(1, 2), 5 + 1j, [5])
OF_NOBODY = (
    True,
    np.bool_(True),
    ...,
    NotImplemented,
    math.nan,
    math.inf,
    2.0**53,
    -(2.0**53),
    np.float64(2**60),
)


def test_what_aocd_submits_for_a_value_is_the_answer() -> None:
    for value in FIVES:
        assert isinstance(value, (Index, str)) or coerce(value) == "5"
        assert read_plugin_answer(value, "guest:solve") == ("5", None), value
        assert read_answer(value, "part1") == ("5", None), value


def test_some_values_are_answers_of_a_plugin_alone_and_others_of_nobody() -> None:
    for value in (*OF_PLUGINS, *OF_NOBODY):
        with pytest.raises(WrongAnswerTypeError, match="part1 returned"):
            read_answer(value, "part1")
    for value in OF_PLUGINS:
        assert read_plugin_answer(value, "guest:solve") == (str(value), None)
    for value in OF_NOBODY:
        with pytest.raises(WrongAnswerTypeError, match="solve returned"):
            read_plugin_answer(value, "solve")


def test_nothing_is_no_answer_yet() -> None:
    assert read_answer(None, "part1") == (None, None)
    for text in (None, "", " None\n"):
        assert read_plugin_answer(text, "guest:solve") == (None, None)


WORDS = (
    "...",
    "?",
    "Ellipsis",
    "FALSE",
    "infinity",
    "N/A",
    "nan",
    "nil",
    "None",
    "not implemented",
    "NotImplemented",
    "null",
    "tbd",
    "TODO",
    "true",
    "unknown",
)
NOT_ANSWERS = {
    "an answer, not a word for none": WORDS,
    "a whole number in digits alone": (
        "12.0",
        "1e3",
        "1E3",
        "1_000",
        "-1.5",
        "1e+16",
        ".5",
        "5.",
        "1234e56",
    ),
    "at most 128 characters": ("5" * 129,),
    "one line": ("1\x0b2",),
    "visible characters only": ("a\u200bb",),
}


def test_a_text_that_is_no_answer_of_any_puzzle_is_refused() -> None:
    for needed, texts in NOT_ANSWERS.items():
        assert [lacking(text) for text in texts] == [needed] * len(texts)
    assert not any(map(is_answer, WORDS))


ANSWERS = (
    "0",
    "921585",
    "-5",
    "+5",
    "444356092776315",
    "9" * 60,
    "x" * 128,
    "ABCLPRUE",
    "abcdffaa",
    "CMZ",
    "reyedfim",
    "trueloves",
    "unknowns",
    "co,de,ka,ta",
    "z00,z01,z02,z05",
    "231,273,16",
    "4,1,5,3,0",
    "33,45",
    "5DB3",
    "05ace8e3",
    "1234e567",
    "3efbe78a8d82f29979031a4aa0b16a9d",
    "DDRRRD",
    "2=-1=0",
    "a-b",
    "-",
    "=",
)


def test_an_answer_like_those_of_every_year_is_an_answer() -> None:
    for text in ANSWERS:
        assert lacking(text) is None
        assert read_answer(text, "part1") == (text, None)


class Unshowable:
    """A value that cannot be shown."""

    def __repr__(self) -> str:
        raise RuntimeError


MESSAGES = (
    (True, "True (bool): return an int, a str, or None until it is solved"),
    (Decimal("NaN"), "Decimal('NaN') (Decimal): return an int"),
    (np.array([[1], [2]]), "array([[1], [2]]) (ndarray): return an int"),
    (list(range(1000)), "[0, 1, 2, 3, 4, 5, ...] (list): return"),
    ("", "'' (str): return a number or a word"),
    ("None", "'None' (str): return an answer, not a word"),
    (Unshowable(), ""),
)


def test_the_message_shows_the_value_and_what_to_write() -> None:
    for value, message in MESSAGES:
        with pytest.raises(WrongAnswerTypeError) as raised:
            read_answer(value, "part1")
        assert str(raised.value).startswith(f"part1 returned {message}")


H = "#..#\n#..#\n####\n#..#\n#..#\n#..#"
BLOCKS = H.replace("#", "█").replace(".", " ")
STRIPPED = "\n".join(map(str.rstrip, BLOCKS.split("\n")))


def test_letters_are_read_in_any_drawing() -> None:
    for drawing in (H, H.replace(".", " "), BLOCKS, STRIPPED, f"\n{H}\n"):
        assert read_answer(drawing, "part1") == ("H", drawing.strip("\n"))
        assert is_same(drawing, H)
        assert is_same(drawing, "H")
        assert not is_same(drawing, "K")


def test_lines_that_are_no_drawing_are_no_answer() -> None:
    for text in ("one\ntwo", "1\n1", "#.\n*.", "a \n a", "\x1b.\n.\x1b"):
        with pytest.raises(WrongAnswerTypeError, match="return one line"):
            read_answer(text, "part1")


def test_answers_are_the_same_if_they_look_the_same() -> None:
    assert is_same("five", " five")
    assert is_same("##\n#.", "██\n█ \n")
    assert not is_same("##\n#.", "##\n.#")
