"""Drawings: answers in letters that are made of dots, and how they are read.

A drawing is lines of two symbols, either of which may be the lit one, with a margin or without. Its
dots may be two characters wide.
"""

from __future__ import annotations

from collections.abc import Iterator

DARK = " .·░⬜"
"""The usual blanks of a drawing; its dots are another symbol, such as `#` or `█`."""
ROWS, COLUMNS = 5, 4
"""The least size of a drawing in letters or digits, such as `0` and `1`, which may be any text."""
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
    """Return whether text of several lines is a drawing: of one symbol, or of two.

    If these are letters or digits, it has to have the size of a letter.
    """
    lines = text.split("\n")
    symbols = "".join(set(text) - {"\n"})
    if len(symbols) > 2 or symbols.isspace() or not symbols.isprintable():
        return False
    if not any(symbol.isalnum() for symbol in symbols):
        return True
    width = max(map(len, lines))
    return len(symbols) == 2 and len(lines) >= ROWS and width >= COLUMNS


def read_drawing(text: str) -> str:
    """Return the letters of a drawing; if they cannot be read, its lines of `#` and `.`."""
    versions = plain_drawings(text)
    for version in versions:
        letters = letters_in(version.split("\n"))
        if letters:
            return letters
    return versions[0]


def plain_drawings(text: str) -> list[str]:
    """Return a drawing in `#` and `.`, without a margin and with narrow dots, in its versions.

    There is one for each symbol that may be the lit one. The likely one comes first: it is no usual
    blank, and the rarer one.
    """
    lines = text.split("\n")
    # Blanks may be missing at the ends of lines.
    width = max(map(len, lines))
    lines = [line.ljust(width) for line in lines]
    symbols = set("".join(lines))
    versions = []
    for lit in sorted(symbols, key=lambda symbol: (symbol in DARK, text.count(symbol))):
        rows = []
        for line in lines:
            dots = ["#" if symbol == lit else "." for symbol in line]
            rows.append("".join(dots))
        versions.append("\n".join(narrowed(cropped(rows))))
    return versions


def cropped(rows: list[str]) -> list[str]:
    """Return rows, in which something is lit, without the dark ones and columns around it."""
    lit = [number for number, row in enumerate(rows) if "#" in row]
    rows = rows[lit[0] : lit[-1] + 1]
    left = min(row.find("#") for row in rows if "#" in row)
    right = max(row.rfind("#") for row in rows) + 1
    return [row[left:right] for row in rows]


def narrowed(rows: list[str]) -> list[str]:
    """Return rows with each second column, if all columns stand there twice."""
    if all(row[::2] == row[1::2] for row in rows):
        return [row[::2] for row in rows]
    return rows


def letters_in(rows: list[str]) -> str | None:
    """Return the letters of a plain drawing; `None` if they are in no font of the site."""
    if len(rows) == 6:
        # stubtest does not read that this package has no types.
        from advent_of_code_ocr.characters import ALPHABET_6  # type: ignore[import-untyped,unused-ignore]

        letters = letters_of(rows, ALPHABET_6, 4, 1)
        # The first column of an `I` is dark, so it is not there.
        return letters or letters_of([f".{row}" for row in rows], ALPHABET_6, 4, 1)
    if len(rows) == 8:
        return letters_of(rows, font_of(LETTERS_8, DRAWN_8, 5), 5, 2)
    if len(rows) == 10:
        font: dict[str, str] = {}
        for letters, drawn in zip(LETTERS_10, DRAWN_10, strict=True):
            font |= font_of(letters, drawn, 6)
        return letters_of(rows, font, 6, 2)
    return None


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


def letters_of(rows: list[str], font: dict[str, str], width: int, gap: int) -> str | None:
    """Return the letters of a drawing in a font, if all of it is letters of this font."""
    letters = ""
    for glyph, between in slots(rows, width, gap):
        letter = font.get(glyph)
        is_arm = letter == "Y" and between == ARM
        if not letter or ("#" in between and not is_arm):
            return None
        letters += letter
    return letters
