"""Drawings: answers in letters that are made of dots, as text or in rows, and how they are read.

A drawing may have a margin, dots that are two or three characters wide or high, or dark letters on
a lit ground. Its letters are read where there is one way to read all of them, and no other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DARK = " .·░⬜"
"""The blanks of a drawing; its dots are another character, such as `#` or `█`."""
SELECTORS = "[\ufe0e\ufe0f\r]"
"""Characters that choose between emoji and text have no place of their own; nor has a line end."""
BLANKS = r"[^\S\n]"
"""Blanks of any width, such as a tab, or one that is as wide as a Chinese character."""
UPPER = str.maketrans("▀▄█", "█ █")
LOWER = str.maketrans("▀▄█", " ██")
"""The dots in the upper and lower halves of blocks."""
ROWS, COLUMNS = 5, 4
"""The least size of a drawing that is certainly no text, such as `0` and `1`."""
LETTERS_8 = "HI"
DRAWN_8 = """
#...#..###
#...#...#.
#...#...#.
#####...#.
#...#...#.
#...#...#.
#...#...#.
#...#..###
"""
"""The letters of the example of 2018/10: five columns, with two between them."""
LETTERS_10 = "ABCEFGHJ", "KLNPRXZ"
DRAWN_10 = (
    """
..##....#####....####...######..######...####...#....#.....###
.#..#...#....#..#....#..#.......#.......#....#..#....#......#.
#....#..#....#..#.......#.......#.......#.......#....#......#.
#....#..#....#..#.......#.......#.......#.......#....#......#.
#....#..#####...#.......#####...#####...#.......######......#.
######..#....#..#.......#.......#.......#..###..#....#......#.
#....#..#....#..#.......#.......#.......#....#..#....#......#.
#....#..#....#..#.......#.......#.......#....#..#....#..#...#.
#....#..#....#..#....#..#.......#.......#...##..#....#..#...#.
#....#..#####....####...######..#........###.#..#....#...###..
""",
    """
#....#..#.......#....#..#####...#####...#....#..######
#...#...#.......##...#..#....#..#....#..#....#.......#
#..#....#.......##...#..#....#..#....#...#..#........#
#.#.....#.......#.#..#..#....#..#....#...#..#.......#.
##......#.......#.#..#..#####...#####.....##.......#..
##......#.......#..#.#..#.......#..#......##......#...
#.#.....#.......#..#.#..#.......#...#....#..#....#....
#..#....#.......#...##..#.......#...#....#..#...#.....
#...#...#.......#...##..#.......#....#..#....#..#.....
#....#..######..#....#..#.......#....#..#....#..######
""",
)
"""The letters that answers to 2018/10 are known to have: six columns, with two between them."""
ARM = "##...."
"""The fifth column of a `Y`, the only letter of six rows that is so wide."""


def is_drawn(text: str) -> bool:
    """Return whether text of several lines is a drawing: lines of one symbol, and of blanks.

    In place of blanks, there may be a second symbol if the drawing has the size of a letter; then
    the symbols may be letters and digits, too.
    """
    text = dots_of(text)
    lines = text.split("\n")
    if len(lines) < 2 or text.isspace():
        return False
    dots, blanks = symbols_of(text)
    if not (dots + blanks).isprintable():
        return False
    if len(dots) == 1 and not dots.isalnum():
        return True
    # Lines of letters or digits may be any text, so they have to look like a drawing.
    is_letter_sized = len(lines) >= ROWS and max(map(len, lines)) >= COLUMNS
    return is_letter_sized and len(dots) in (1, 2) and len(dots + blanks) > 1


def dots_of(text: str) -> str:
    """Return a drawing with a character for each dot, where it may have two in a block."""
    text = re.sub(SELECTORS, "", text)
    text = re.sub(BLANKS, " ", text).strip("\n")
    if "▀" not in text and "▄" not in text:
        return text
    rows: list[str] = []
    for line in text.split("\n"):
        rows += (line.translate(UPPER), line.translate(LOWER))
    return "\n".join(rows).strip("\n")


def symbols_of(text: str) -> tuple[str, str]:
    """Return the symbols of a drawing that may be its dots, the likely one first, and its blanks.

    Of two symbols that both may be, the rarer one is the likely one. There are more than two in
    text that is no drawing.
    """
    symbols = sorted(set(text) - {"\n"})
    dots = [symbol for symbol in symbols if symbol not in DARK]
    if not dots:
        # All of it is dark, such as `.` on blanks.
        dots = [symbol for symbol in symbols if symbol != " "]
    blanks = [symbol for symbol in symbols if symbol not in dots]
    if len(dots) > 1 and blanks not in ([], [" "]):
        return "", "".join(symbols)
    return "".join(sorted(dots, key=text.count)), "".join(blanks)


def text_of_rows(value: Any) -> str | None:
    """Return the drawing in rows of symbols, numbers or truth values; `None` for anything else.

    The rows stand in a list, a tuple or an array of numpy. Each is text, or has a cell for each
    dot. The greater of two numbers is lit.
    """
    lines = plain_value(value)
    if not isinstance(lines, list) or len(lines) < ROWS:
        return None
    rows: list[list[Any]] = []
    cells: list[Any] = []
    for line in map(plain_value, lines):
        if not isinstance(line, str | list):
            return None
        row = [plain_value(cell) for cell in line]
        rows.append(row)
        cells += row
    if are_two_numbers(cells):
        # If all numbers are the same, all are lit or, if they are zeros, none is.
        lit = max(cells)
        rows = [["#" if lit and cell == lit else "." for cell in row] for row in rows]
    elif not all(isinstance(cell, str) for cell in cells):
        return None
    text = "\n".join("".join(row) for row in rows)
    return text if is_drawn(text) else None


def are_two_numbers(cells: list[Any]) -> bool:
    """Return whether cells are numbers or truth values, of which there are two or one."""
    if not all(isinstance(cell, int | float) for cell in cells):
        return False
    return len(set(cells)) in (1, 2)


def plain_value(value: Any) -> Any:
    """Return a value of numpy, bytes or a tuple as Python's own number, text or list."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    return [*value] if isinstance(value, tuple) else value


def plain_drawing(text: str) -> str:
    """Return a drawing in lines of `#` and `.`, without a margin and with the smallest dots."""
    return next(plain_drawings(text))


def plain_drawings(text: str) -> Iterator[str]:
    """Yield the ways to see a drawing, as `plain_drawing` returns it: with likely dots first.

    Others have dark letters on a lit ground, or blanks that are half as wide as an emoji.
    """
    text = dots_of(text)
    dots, blanks = symbols_of(text)
    versions = [text]
    if has_wide_blanks(text):
        versions.append(text.replace("  ", " "))
    # Of two symbols, the second may be the dots; of one, the blanks between.
    likely = dots[:1]
    unlikely = dots[1:] or blanks.strip() or " "
    for version in versions:
        for lit in (likely, unlikely):
            rows = shrunk(cropped(rows_of(version, lit)))
            columns = shrunk(cropped(turned(rows)))
            yield "\n".join(turned(columns))


def has_wide_blanks(text: str) -> bool:
    """Return whether a drawing may have two blanks for each dot, as an emoji takes two columns."""
    if " " not in text or text.isascii():
        return False
    # At the ends of lines, blanks may be missing.
    lines = [line.rstrip() for line in text.split("\n")]
    return " " not in "\n".join(lines).replace("  ", "")


def rows_of(text: str, lit: str) -> list[str]:
    """Return a drawing in equally long rows of `#`, for the symbols that are lit, and `.`."""
    lines = text.split("\n")
    width = max(map(len, lines))
    rows = []
    for line in lines:
        dots = ["#" if symbol in lit else "." for symbol in line.ljust(width)]
        rows.append("".join(dots))
    return rows


def turned(rows: list[str]) -> list[str]:
    """Return the columns of a drawing as rows."""
    return ["".join(column) for column in zip(*rows, strict=True)]


def cropped(rows: list[str]) -> list[str]:
    """Return the rows without the dark ones at the start and at the end."""
    lit = [number for number, row in enumerate(rows) if "#" in row]
    if not lit:
        return rows
    return rows[lit[0] : lit[-1] + 1]


def shrunk(rows: list[str]) -> list[str]:
    """Return the rows without those that only make its dots higher: equal ones, or dark ones."""
    for step in (2, 3, 5, 7):
        kept = rows[::step]
        if len(kept) > 1 and (is_spaced(rows, step) or is_repeated(rows, step)):
            # Dots that are six rows high are shrunk in two steps.
            return shrunk(kept)
    return rows


def is_spaced(rows: list[str], step: int) -> bool:
    """Return whether all rows between those at each step are dark."""
    between = [row for number, row in enumerate(rows) if number % step]
    return len(rows) % step == 1 and "#" not in "".join(between)


def is_repeated(rows: list[str], step: int) -> bool:
    """Return whether each row stands there as often as a step is long."""
    repeated: list[str] = []
    for row in rows[::step]:
        repeated += [row] * step
    return rows == repeated


def letters_in(drawing: str) -> str | None:
    """Return the letters of a drawing; `None` if they cannot be read, or in more than one way."""
    readings: set[str] = set()
    for plain in plain_drawings(drawing):
        readings.update(readings_of(plain))
    return readings.pop() if len(readings) == 1 else None


def readings_of(plain: str) -> Iterator[str]:
    """Yield the letters of a drawing in `#` and `.`, if they are in a font of the site."""
    rows = plain.split("\n")
    if len(rows) == 6:
        # stubtest does not read that this package has no types.
        from advent_of_code_ocr.characters import ALPHABET_6  # type: ignore[import-untyped,unused-ignore]

        yield from letters_of(rows, ALPHABET_6, 4, 1)
        # The first column of an `I` is dark, so it is not there.
        yield from letters_of([f".{row}" for row in rows], ALPHABET_6, 4, 1)
    elif len(rows) == 8:
        yield from letters_of(rows, font_of(LETTERS_8, DRAWN_8, 5), 5, 2)
    elif len(rows) == 10:
        font: dict[str, str] = {}
        for letters, drawn in zip(LETTERS_10, DRAWN_10, strict=True):
            font |= font_of(letters, drawn, 6)
        yield from letters_of(rows, font, 6, 2)


def font_of(letters: str, drawn: str, width: int) -> dict[str, str]:
    """Return letters by their drawings, which stand side by side."""
    glyphs = [glyph for glyph, _ in slots(drawn.strip().split("\n"), width, 2)]
    return dict(zip(glyphs, letters, strict=True))


def slots(rows: list[str], width: int, gap: int) -> Iterator[tuple[str, str]]:
    """Yield the drawing of each letter, and the columns between it and the next one."""
    for start in range(0, len(rows[0]), width + gap):
        end = start + width
        glyph = [row[start:end].ljust(width, ".") for row in rows]
        yield "\n".join(glyph), "".join(row[end : end + gap] for row in rows)


def letters_of(
    rows: list[str], font: dict[str, str], width: int, gap: int
) -> Iterator[str]:
    """Yield the letters of a drawing in a font, if all of it is letters of this font."""
    letters = ""
    for glyph, between in slots(rows, width, gap):
        letter = font.get(glyph, "")
        is_arm = letter == "Y" and between == ARM
        if not letter or ("#" in between and not is_arm):
            return
        letters += letter
    yield letters
