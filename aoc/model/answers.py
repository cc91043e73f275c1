"""Answers: the values that solvers may return, the letters in drawings, the texts to send."""

from __future__ import annotations

from typing import Any

LONGEST_ANSWER = 128
"""More characters than any answer of adventofcode.com has; the longest have about 80."""
LEAST_HASH = 8
"""The fewest characters of an answer in hexadecimal digits, such as `1234e567`."""
EXACT = 2**53
"""From here on, not every whole number is a `float`, so a number computed as one may be wrong."""
NO_ANSWER = ("", "None")
"""The texts that aocd does not accept as an answer."""
NOTHING = (
    "...",
    "?",
    "ellipsis",
    "false",
    "inf",
    "-inf",
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
    "undefined",
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
    if any(character.isdigit() and not character.isascii() for character in text):
        return "digits from 0 to 9"
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
    digits = text[1:] if text[:1] in ("+", "-") else text
    return text.isascii() and (digits.isdigit() or not text.strip(USUAL))


def read_answer(value: object, function: str) -> tuple[str | None, str | None]:
    """Return the answer to submit for the value of a part, and the drawing that it was read from.

    `function` is the name of the part, for messages. Raises `WrongAnswerTypeError` for anything
    but `int`, `str`, `None` and values that aocd takes for one, and for text that cannot be an
    answer. Blanks around an answer are removed.
    """
    if value is None:
        return None, None
    text = answer_text(value, function)
    if text is None:
        remedy = "return an int, a str, or None until it is solved"
        if is_number(value):
            remedy = "return a whole number, as from // or round()"
        raise WrongAnswerTypeError(f"{function} returned {shown(value)}: {remedy}")
    return answer_in(text, value, function)


def is_number(value: object) -> bool:
    """Return whether a value is a number of any type; a `bool` is none."""
    if isinstance(value, bool):
        return False
    return isinstance(value, complex) or hasattr(type(value), "as_integer_ratio")


def read_plugin_answer(value: object, function: str) -> tuple[str | None, str | None]:
    """Return the answer to submit for a part of a plugin, and the drawing that it was read from.

    As in aocd's runner, the text of any value is the answer, except for some texts.
    `function` is the name of the plugin, for messages. Raises `WrongAnswerTypeError` for text that
    cannot be an answer. Blanks around an answer are removed.
    """
    text = answer_text(value, function)
    if text is None:
        text = str(value)
    if text.strip() in NO_ANSWER:
        return None, None
    return answer_in(text, value, function)


def is_answer(value: object) -> bool:
    """Return whether a value can be the answer that an example has: no word for none."""
    try:
        text = answer_text(value, "")
    except WrongAnswerTypeError:
        return False
    return text is not None and text.strip().lower() not in ("", *NOTHING)


def answer_text(value: Any, function: str) -> str | None:
    """Return the text that aocd submits for a value; `None` if it refuses it, and for `bool`.

    Besides text, these are whole numbers of any type; see `aocd.utils.coerce`. A drawing in rows
    becomes a text.
    """
    # An array of one number is this number.
    if type(value).__module__ == "numpy" and getattr(value, "size", None) == 1:
        value = value.item()
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bytes):
        # What is not UTF-8 becomes characters that no answer has.
        return value.decode(errors="surrogateescape")
    is_array = not isinstance(value, type) and getattr(value, "ndim", None)
    if isinstance(value, list | tuple) or is_array:
        # Few days draw, and a run without drawings does not wait for this module.
        from aoc.model.drawings import text_of_rows

        return text_of_rows(value)
    number = whole_number(value)
    if number is None:
        return None
    try:
        return str(number)
    except ValueError:  # Python refuses to write more than 4,300 digits
        raise WrongAnswerTypeError(
            f"{function} returned an int with too many digits: return at most {LONGEST_ANSWER}"
        ) from None


def whole_number(value: Any) -> int | None:
    """Return the number that a value is, if it is whole; `None` for others, and for `bool`.

    The value may be of any type that counts, such as `Fraction`, `Decimal` or numpy's `longdouble`.
    One that may have been rounded, as a `float` may be, is none if it is too large.
    """
    if isinstance(value, bool):
        return None
    if hasattr(type(value), "__index__"):
        return int(value.__index__())
    if isinstance(value, complex) or type(value).__module__ == "numpy":
        # Some days count with complex numbers, of which the real part may be the answer.
        if getattr(value, "imag", None) != 0:
            return None
        value = value.real
    if not hasattr(type(value), "as_integer_ratio"):
        return None
    try:
        numerator, denominator = value.as_integer_ratio()
    except (ValueError, OverflowError):  # not a number, or infinite
        return None
    # `Decimal` has no numerator, and its module would take long to import. No `float` has one.
    names = [base.__name__ for base in type(value).__mro__]
    is_exact = "Decimal" in names or hasattr(type(value), "numerator")
    if denominator != 1:
        return None
    return numerator if is_exact or abs(numerator) < EXACT else None


def shown(value: object) -> str:
    """Return a short text for a value of any type, and the name of the type."""
    from reprlib import Repr

    short = Repr()
    short.maxother = 60
    return f"{' '.join(short.repr(value).split())} ({type(value).__name__})"


def answer_in(text: str, value: object, function: str) -> tuple[str, str | None]:
    """Return the answer in a text and, if the text is a drawing, the drawing.

    The text is made of a `value`, which `function` returned. Raises `WrongAnswerTypeError` for text
    that cannot be an answer.
    """
    drawing = text.strip("\n")
    if is_drawing(drawing):
        return read_letters(drawing), drawing
    needed = lacking(text)
    if needed is None:
        return text.strip(), None
    if "\n" in drawing:
        needed += ", or a drawing in # and ."
    raise WrongAnswerTypeError(f"{function} returned {shown(value)}: return {needed}")


def is_drawing(text: str) -> bool:
    """Return whether a text is a drawing: several lines of `#` and `.`, or of other symbols."""
    if "\n" not in text:
        return False
    from aoc.model.drawings import is_drawn

    return is_drawn(text)


def read_letters(drawing: str) -> str:
    """Return the letters of a drawing; if they cannot be read, its lines of `#` and `.`."""
    from aoc.model.drawings import letters_in, plain_drawing

    return letters_in(drawing) or plain_drawing(drawing)


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
    return read_letters(drawing) if is_drawing(drawing) else answer.strip()
