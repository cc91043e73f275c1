"""What counts as an answer: what solvers may return, how drawings are read, what is submittable."""

from __future__ import annotations

from typing import Any

__all__ = [
    "SHAPES",
    "WrongAnswerTypeError",
    "is_drawing",
    "is_same",
    "is_submittable",
    "read_answer",
    "read_letters",
    "read_plugin_answer",
]

NO_ANSWER = ("", "None")
"""The texts that aocd does not accept as an answer."""
DARK = ". ·░⬜"
"""The blanks of a drawing; its dots are another character, such as `#` or `█`."""
SHAPES = {
    "#####\n#...#\n#...#\n#...#\n#####": "□",
    ".#\n#.": "⟋",
    "\n".join((("#" * n + "." * n) * 10)[:40] for n in range(2, 8)): "CRT",
}
"""The drawings in published examples that are not letters, with the names that aocd's examples use.

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
        raise WrongAnswerTypeError(f"{function} returned {shown(value)}: {remedy(value)}")
    if not text.strip():
        raise WrongAnswerTypeError(f"{function} returned {text!r}: return None until it is solved")
    return read_text(text)


def read_plugin_answer(value: object, function: str) -> tuple[str | None, str | None]:
    """Turn what a plugin returned for a part into an answer, and the drawing it was read from.

    As in aocd's runner, the text of any value is the answer, except for some texts.
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
        raise WrongAnswerTypeError(f"{function} returned an int with too many digits") from None


def whole_number(value: Any) -> int | None:
    """Return a whole number of any type as an `int`; `None` for any other value."""
    if isinstance(value, bool):
        return None
    if hasattr(type(value), "__index__"):
        from operator import index

        return index(value)
    from numbers import Number

    is_number = isinstance(value, Number)
    try:
        number = int(getattr(value, "real", value)) if is_number else None
    except (TypeError, ValueError, OverflowError):  # infinity, or no number at all
        return None
    return number if number == value else None


def shown(value: object) -> str:
    """Return a short text for a value of any type, and the name of the type."""
    from reprlib import Repr

    kind = type(value)
    builtin = kind.__module__ == "builtins"
    name = kind.__name__ if builtin else f"{kind.__module__}.{kind.__name__}"
    short = Repr()
    short.maxother = 60
    try:
        text = " ".join(short.repr(value).split())
    except Exception:  # the solver's own class may raise anything
        return name
    return f"{text} ({name})"


def remedy(value: object) -> str:
    """Return what to do about a value that cannot be an answer, as the end of a sentence."""
    if isinstance(value, float):
        return "return a whole number, as from // or round()"
    return "return an int, a str, or None until it is solved"


def read_text(text: str) -> tuple[str, str | None]:
    """Return an answer and the drawing it was read from, if the text is one."""
    drawing = text.strip("\n")
    return (read_letters(drawing), drawing) if is_drawing(drawing) else (text, None)


def is_drawing(text: str) -> bool:
    """Return whether a text is a drawing: lines of dots, such as `#` or `█`, and `.` or blanks."""
    dots = set(text) - set(DARK) - {"\n"}
    return "\n" in text and not text.isspace() and len(dots) <= 1 and not "".join(dots).isalnum()


def plain_drawing(drawing: str) -> str:
    """Return a drawing in lines of `#` and `.` that are equally long."""
    lines = [line.rstrip(DARK) for line in drawing.split("\n")]
    width = max(map(len, lines))
    plain = ("".join("." if c in DARK else "#" for c in line.ljust(width, ".")) for line in lines)
    return "\n".join(plain)


def read_letters(drawing: str) -> str:
    """Read letters that are drawn; return a drawing of anything else as it is."""
    from advent_of_code_ocr import convert_6

    lines = plain_drawing(drawing).split("\n")
    try:
        # Letters are five columns apart, and what is drawn may end with the last dot.
        padded = [line.ljust(-(-len(line) // 5) * 5, ".") for line in lines]
        return str(convert_6("\n".join(padded)))
    except (ValueError, KeyError, IndexError):
        return drawing


def is_same(answer: str, expected: str) -> bool:
    """Return whether two answers are the same: as text, or by what is drawn."""
    return answer == expected or not readings(answer).isdisjoint(readings(expected))


def readings(answer: str) -> set[str]:
    """Return all that an answer can be compared by: its text or, of a drawing, dots and letters."""
    drawing = answer.strip("\n")
    return {plain_drawing(drawing), read_letters(drawing)} if is_drawing(drawing) else {answer}


def is_submittable(answer: str) -> bool:
    """Return whether a text can be submitted as an answer; blanks around it do not count."""
    return answer.strip() not in NO_ANSWER
