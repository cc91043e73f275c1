"""Answers: the values that solvers may return, and the texts to send, stripped of blanks."""

from __future__ import annotations

from contextlib import suppress
from operator import index
from typing import Any

LONGEST_ANSWER = 128
"""More characters than any answer of adventofcode.com has; the longest have about 80."""
LEAST_HASH = 8
"""The fewest characters of an answer in hexadecimal digits, such as `1234e567`."""
EXACT = 2**53
"""From here on, not every whole number is a `float`, so a number computed as one may be wrong."""
NOTHING = (
    "...",
    "?",
    "ellipsis",
    "false",
    "infinity",
    "n/a",
    "nan",
    "nil",
    "none",
    "not implemented",
    "notimplemented",
    "null",
    "tbd",
    "todo",
    "true",
    "unknown",
)
"""Texts that stand for no answer, in small letters."""
USUAL = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ,=-"
"""The characters of known answers, as in `co,de,ka,ta` and `2=-1=0`."""
SHAPES = {
    "□": "#####\n#...#\n#...#\n#...#\n#####",
    "⟋": ".#\n#.",
    # The screen of 2022/10: rows of two lit and two dark dots, of three, and so on.
    "CRT": "\n".join((("#" * n + "." * n) * 10)[:40] for n in range(2, 8)),
}
"""The drawings in published examples that are not letters, by the names that aocd's examples use.

They stand in `aocd_example_parser/examples.json`.
"""


class WrongAnswerTypeError(TypeError):
    """A part returned something that cannot be an answer."""


def lacking(text: str) -> str | None:
    """Return the requirement of an answer that a text does not meet; `None` if it can be one.

    This decides for every answer, wherever it comes from. Blanks around the text do not count.
    """
    text = text.strip()
    if not text:
        return "a number or a word"
    if text.lower() in NOTHING:
        return "an answer, not a word for none"
    if len(text.splitlines()) > 1:
        return "one line"
    if len(text) > LONGEST_ANSWER:
        return f"at most {LONGEST_ANSWER} characters"
    # This is stricter than `is_printable`, which lets invisible characters through.
    if not text.isprintable():
        return "visible characters only"
    # Hexadecimal digits may look like a number, such as `1234e567`.
    is_hash = text.isalnum() and len(text) >= LEAST_HASH
    if is_float(text) and not is_hash and not text.lstrip("+-").isdigit():
        return "a whole number in digits alone"
    return None


def is_float(text: str) -> bool:
    """Return whether Python reads a text as a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def is_usual(text: str) -> bool:
    """Return whether an answer has only the characters that known answers of all years have."""
    return not text.removeprefix("+").strip(USUAL)


def read_answer(value: object, function: str) -> tuple[str | None, str | None]:
    """Return the answer to submit for the value of a part, and the drawing that it was read from.

    `function` is the name of the part, for messages. Raises `WrongAnswerTypeError` for anything
    but `int`, `str`, `None` and values that aocd takes for one, and for text that cannot be an
    answer. Blanks around an answer are removed.
    """
    if value is None:
        return None, None
    text = answer_text(value)
    if text is None:
        raise WrongAnswerTypeError(
            f"{function} returned {shown(value)}: return an int, a str, or None until it is solved"
        )
    return answer_in(text, value, function)


def read_plugin_answer(value: object, function: str) -> tuple[str | None, str | None]:
    """Return the answer to submit for a part of a plugin, and the drawing that it was read from.

    As in aocd's runner, the text of any value is the answer, except for some texts.
    `function` is the name of the plugin, for messages. Raises `WrongAnswerTypeError` for text that
    cannot be an answer. Blanks around an answer are removed.
    """
    text = answer_text(value)
    if text is None:
        text = str(value)
    # The texts that aocd does not accept as an answer.
    if text.strip() in ("", "None"):
        return None, None
    return answer_in(text, value, function)


def is_answer(value: object) -> bool:
    """Return whether a value can be the answer that an example has: no word for none."""
    text = answer_text(value)
    return text is not None and text.strip().lower() not in ("", *NOTHING)


def answer_text(value: Any) -> str | None:
    """Return the text that aocd submits for a value: of a `str`, and of a whole number of any type.

    Returns `None` for others, and for `bool`; see `aocd.utils.coerce`.
    """
    if isinstance(value, str):
        return str(value)
    number = whole_number(value)
    return None if number is None else str(number)


def whole_number(value: Any) -> int | None:
    """Return the number that a value is, if it is whole; `None` for others, and for `bool`.

    A large one of a type that has fractions may have been rounded, and is none.
    """
    if isinstance(value, bool):
        return None
    with suppress(TypeError):
        return index(value)
    # Some days count with complex numbers, of which the real part may be the answer.
    if isinstance(value, complex) and value.imag == 0:
        value = value.real
    if not hasattr(type(value), "as_integer_ratio"):
        return None
    try:
        numerator, denominator = value.as_integer_ratio()
    except (ValueError, OverflowError):  # not a number, or infinite
        return None
    is_exact = denominator == 1 and abs(numerator) < EXACT
    return numerator if is_exact else None


def shown(value: object) -> str:
    """Return a short text for a value of any type, and the name of the type."""
    from reprlib import repr as short_repr

    return f"{' '.join(short_repr(value).split())} ({type(value).__name__})"


def answer_in(text: str, value: object, function: str) -> tuple[str, str | None]:
    """Return the answer in a text and, if the text is a drawing, the drawing.

    The text is made of a `value`, which `function` returned. Raises `WrongAnswerTypeError` for text
    that cannot be an answer.
    """
    drawing = text.strip("\n")
    if is_drawing(drawing):
        return reading(drawing), drawing
    needed = lacking(text)
    if needed:
        raise WrongAnswerTypeError(f"{function} returned {shown(value)}: return {needed}")
    return text.strip(), None


def is_drawing(text: str) -> bool:
    """Return whether a text is a drawing: several lines of `#` and `.`, or of other symbols."""
    if "\n" not in text:
        return False
    from aoc.model.drawings import is_drawn

    return is_drawn(text)


def is_same(answer: str, expected: str) -> bool:
    """Return whether two answers are the same: as texts, or once drawings are read."""
    return answer == expected or reading(answer) == reading(expected)


def is_unreadable(answer: str, expected: str) -> bool:
    """Return whether an answer is a drawing that cannot be compared, as its letters are not read.

    Where a drawing is expected that has no letters either, their dots can be compared.
    """
    return is_drawing(reading(answer)) and not is_drawing(reading(expected))


def reading(answer: str) -> str:
    """Return an answer for a comparison: its text or, of a drawing, its letters or dots."""
    drawing = SHAPES.get(answer, answer).strip("\n")
    if not is_drawing(drawing):
        return answer.strip()
    from aoc.model.drawings import read_drawing

    return read_drawing(drawing)
