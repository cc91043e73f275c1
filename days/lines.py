"""Lines of an input, for what a day says about one that it cannot read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

LONGEST = 60
"""The number of characters from which on a line is cut."""

SIDE = 1000
"""The most rows and columns of a rectangle; those of the puzzles have about 100."""


def quoted(line: str) -> str:
    """Return a line in quotes, and cut if it is long."""
    return repr(line if len(line) <= LONGEST else f"{line[:LONGEST]}...")


def usual_width(lines: Iterable[str]) -> int:
    """Return the width of most lines, not counting blank ones; 0 if all are blank."""
    widths = Counter(map(len, filter(None, lines)))
    return widths.most_common(1)[0][0] if widths else 0


def rectangle(text: str, allowed: str, cells: str, *, first: int = 1) -> tuple[str, ...]:
    """Return the rows of a rectangle of characters, all of which are in `allowed` (ASCII).

    Raises `ValueError` with the line that is unlike most others; its text calls the characters
    `cells`, and counts the lines from `first` on.
    """
    rows = tuple(text.split("\n"))
    foreign = text.encode("ascii", "replace").translate(None, f"{allowed}\n".encode())
    widths = {*map(len, rows)}
    if foreign or len(widths) > 1 or len(rows) > SIDE or not 0 < len(rows[0]) <= SIDE:
        raise ValueError(_fault(rows, allowed, cells, first))
    return rows


def _fault(rows: Sequence[str], allowed: str, cells: str, first: int) -> str:
    """Return the message about the first line that is not a row of the rectangle."""
    width = usual_width(rows)
    for number, row in enumerate(rows, first):
        if not row or len(row) != width or not set(row) <= set(allowed):
            return f"line {number}: expected {width or 'some'} {cells}, got {quoted(row)}"
    if width > SIDE:
        return f"line {first}: expected at most {SIDE} {cells}, got {quoted(rows[0])}"
    return f"line {first + SIDE}: expected at most {SIDE} rows, got {quoted(rows[SIDE])}"
