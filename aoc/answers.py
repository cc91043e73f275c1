"""What counts as an answer: what solvers may return, how drawings are read, what is submittable."""

from __future__ import annotations

from typing import Any

__all__ = [
    "SHAPES",
    "WrongAnswerTypeError",
    "is_drawing",
    "is_submittable",
    "read_answer",
    "read_letters",
    "read_plugin_answer",
]

NO_ANSWER = ("", "None")
"""What aocd takes for no answer, as text."""
SHAPES = {
    "#####\n#...#\n#...#\n#...#\n#####": "□",
    ".#\n#.": "⟋",
    "\n".join((("#" * n + "." * n) * 10)[:40] for n in range(2, 8)): "CRT",
}
"""The drawings in published examples that are no letters, with the names that aocd's examples use.

They stand in `aocd_example_parser/examples.json`.
"""


class WrongAnswerTypeError(TypeError):
    """A part returned something that cannot be an answer."""


def read_answer(value: object, function: str) -> tuple[str | None, str | None]:
    """Turn what a part returned into the answer to submit, and the drawing it was read from.

    `function` is the name of the part, for messages. Raises `WrongAnswerTypeError` for anything
    but `int`, `str`, `None` and what aocd takes for one of them.
    """
    if value is None:
        return None, None
    text = answer_text(value, function)
    if text is None:
        kind = type(value)
        builtin = kind.__module__ == "builtins"
        name = kind.__name__ if builtin else f"{kind.__module__}.{kind.__name__}"
        raise WrongAnswerTypeError(f"{function} returned {name}, not int, str or None")
    return read_text(text)


def read_plugin_answer(value: object, function: str) -> tuple[str | None, str | None]:
    """Turn what a plugin returned for a part into an answer, and the drawing it was read from.

    As with aocd's runner, anything has a text that is the answer, and some texts are none.
    `function` is the name of the plugin, for messages. Raises `WrongAnswerTypeError` for an `int`
    of too many digits.
    """
    text = answer_text(value, function)
    text = str(value) if text is None else text
    return (None, None) if text in NO_ANSWER else read_text(text)


def answer_text(value: Any, function: str) -> str | None:
    """Return what aocd submits for a value; `None` if it refuses it, and for `bool`.

    Besides text, these are whole numbers of any type; see `aocd.utils.coerce`.
    """
    if type(value).__module__ == "numpy" and value.size == 1:
        value = value.item()
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bytes):
        return value.decode()
    number = whole_number(value)
    try:
        return None if number is None else str(number)
    except ValueError:
        raise WrongAnswerTypeError(f"{function} returned an int of too many digits") from None


def whole_number(value: Any) -> int | None:
    """Return a number of any type as an `int`; `None` if it is not whole, or not a number."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return int(value)
    from numbers import Number

    is_number = isinstance(value, Number)
    try:
        number = int(getattr(value, "real", value)) if is_number else None
    except (TypeError, ValueError, OverflowError):  # infinity, or no number at all
        return None
    return number if number == value else None


def read_text(text: str) -> tuple[str, str | None]:
    """Return an answer and the drawing it was read from, if the text is one."""
    drawing = text.strip("\n")
    return (read_letters(drawing), drawing) if is_drawing(drawing) else (text, None)


def is_drawing(text: str) -> bool:
    """Say whether a text is drawn: several lines of `#` and `.`."""
    return "\n" in text and not set(text) - set("#.\n")


def read_letters(drawing: str) -> str:
    """Read letters drawn with `#` and `.`; return a drawing of anything else as it is."""
    from advent_of_code_ocr import convert_6

    lines = drawing.split("\n")
    width = max(map(len, lines))
    try:
        # Letters are five columns apart, and what is drawn may end with the last dot.
        padded = [line.ljust(-(-width // 5) * 5, ".") for line in lines]
        return str(convert_6("\n".join(padded)))
    except (ValueError, KeyError, IndexError):
        return drawing


def is_submittable(answer: str) -> bool:
    """Say whether a text can be submitted as an answer; blanks around it do not count."""
    return answer.strip() not in NO_ANSWER
