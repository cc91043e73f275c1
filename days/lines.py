"""Lines of an input, and the errors about those that a day cannot read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import repeat

LONGEST = 60
"""The most characters of a line that are quoted; the rest of a longer one is cut off."""

SIDE = 1000
"""The most rows and columns of a rectangle; those of the puzzles have about 100."""


def quoted(line: str) -> str:
    """Return a line in quotes, and cut if it is long."""
    return repr(line if len(line) <= LONGEST else f"{line[:LONGEST]}...")


def refusal(number: int, expected: str, line: str | None) -> ValueError:
    """Return the error for a line, counted from 1, that is not as expected, or None at the end."""
    got = "the end of the input" if line is None else quoted(line)
    return ValueError(f"line {number}: expected {expected}, got {got}")


def checked(
    text: str, forms: Iterable[tuple[str, str]], *, least: int = 1, first: int = 1
) -> list[str]:
    """Return the lines of a text; raise `ValueError` at the first that is not of its form.

    A form is a pattern, and the words for a line that matches it. These are forms of a number and
    two words:

        [("[0-9]+", "a number"), ("[a-z]+", "a word"), ("[a-z]+", "a word")]

    Lines after the last form are not looked at. A text of fewer lines than `least` is refused, by
    the form of the first line that is missing. Errors count the lines from `first`.
    """
    lines = text.split("\n")
    # No line is missing if this number is negative.
    missing: list[str | None] = [None] * (least - len(lines))
    for number, (line, form) in enumerate(zip(lines + missing, forms, strict=False), first):
        pattern, expected = form
        if line is None or not re.fullmatch(pattern, line):
            raise refusal(number, expected, line)
    return lines


def matched(text: str, pattern: str, expected: str, *, first: int = 1) -> list[str]:
    """Return the lines of a text; raise `ValueError` at the first that does not match a pattern."""
    # A quick check of the whole text; if it fails, a check of each line finds the wrong one.
    if not re.fullmatch(rf"(?:{pattern}\n)*{pattern}", text):
        checked(text, repeat((pattern, expected)), first=first)
    return text.split("\n")


def only_line(text: str, pattern: str, expected: str) -> re.Match[str]:
    """Return the match of a text; raise `ValueError` if it does not match, or has a second line."""
    line, *more = text.split("\n")
    match = re.fullmatch(pattern, line)
    if not match:
        raise refusal(1, expected, line)
    if more:
        raise refusal(2, "no more than one line", more[0])
    return match


def listed(text: str, pattern: str, expected: str) -> tuple[int, ...]:
    """Return the numbers of the only line, with commas between; each has to match a pattern."""
    if not re.fullmatch(rf"{pattern}(?:,{pattern})*", text):
        line, *more = text.split("\n")
        for number in line.split(","):
            if not re.fullmatch(pattern, number):
                raise refusal(1, f"{expected} with commas between", number)
        raise refusal(2, "no more than one line", more[0])
    return tuple(map(int, text.split(",")))


def rectangle(
    text: str, allowed: str, cells: str, *, first: int = 1, width: int = SIDE, height: int = SIDE
) -> tuple[str, ...]:
    """Return the rows of a rectangle of characters, all of which are in `allowed` (ASCII).

    Raises `ValueError` with the line that is unlike most others, or beyond the most that are read
    in width and height; its text calls the characters `cells`, and counts the lines from `first`.
    """
    rows = tuple(text.split("\n"))
    # A quick check of all rows at once; only if it fails, the wrong row is looked for.
    foreign = text.encode("ascii", "replace").translate(None, f"{allowed}\n".encode())
    is_rectangle = len(set(map(len, rows))) == 1
    has_known_size = 0 < len(rows[0]) <= width and len(rows) <= height
    if is_rectangle and has_known_size and not foreign:
        return rows
    raise wrong_row(rows, allowed, cells, first=first, width=width, height=height)


def wrong_row(
    rows: tuple[str, ...], allowed: str, cells: str, *, first: int, width: int, height: int
) -> ValueError:
    """Return the error for the first row that does not belong in a rectangle."""
    widths = Counter(map(len, rows[:height]))
    del widths[0]
    # The width of most rows that are not blank.
    usual = max(widths, key=widths.__getitem__, default=0)
    for number, row in enumerate(rows, first):
        if number - first == height:
            return refusal(number, f"at most {height} rows", row)
        if not row or len(row) != usual or not set(row) <= set(allowed):
            return refusal(number, f"{usual or 'some'} {cells}", row)
        if usual > width:
            return refusal(number, f"at most {width} {cells}", row)
    raise AssertionError("one of the rows is wrong")
