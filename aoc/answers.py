"""What counts as an answer: what parts may return, how drawings are read, what is submittable."""

from __future__ import annotations

__all__ = ["WrongAnswerTypeError", "is_submittable", "plugin_answer", "read_answer"]

NO_ANSWER = (None, "", b"", "None", b"None")
"""What aocd takes for no answer when a plugin returns it."""


class WrongAnswerTypeError(TypeError):
    """A part returned something other than `int`, `str` or `None`."""


def read_answer(value: object, function: str) -> tuple[str | None, str | None]:
    """Turn what a part returned into the answer to submit, and the drawing it was read from.

    `function` is the name of the part, for messages. Raises `WrongAnswerTypeError` for anything
    but `int`, `str` and `None`.
    """
    if value is None:
        return None, None
    kind = type(value)
    if issubclass(kind, bool) or not issubclass(kind, int | str):
        builtin = kind.__module__ == "builtins"
        name = kind.__name__ if builtin else f"{kind.__module__}.{kind.__name__}"
        raise WrongAnswerTypeError(f"{function} returned {name}, not int, str or None")
    if isinstance(value, int):
        try:
            return str(int(value)), None
        except ValueError:
            raise WrongAnswerTypeError(f"{function} returned an int of too many digits") from None
    text = str(value)
    drawing = text.strip("\n")
    if "\n" not in drawing or set(drawing) - set("#.\n"):
        return text, None
    return read_letters(drawing), drawing


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


def plugin_answer(value: object) -> str | None:
    """Read an answer of a plugin as aocd does: anything as text, and blanks as no answer."""
    return None if value in NO_ANSWER else str(value)


def is_submittable(answer: str) -> bool:
    """Say whether a text can be submitted as an answer; blanks around it do not count."""
    return answer.strip() not in NO_ANSWER
