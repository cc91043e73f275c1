"""A frame as lines for a terminal: half blocks in colours, or plain text.

A half block shows two pixels in one character, one above the other, so that pixels are square.
Plain text is for where there are no colours or no such characters, and for files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from aoc.animation.palette import Colour, luminance_of, terminal_colour
from aoc.animation.scenes import Pixels, Scene, pixels_of
from aoc.frames import SCALE, SET
from aoc.text import columns_of, columns_of_character

BLOCKS = " \u2580\u2584\u2588"
"""A cell of which nothing is set, the upper half, the lower half, all."""
SHADES = " .:-=+*#%@"
"""Characters from little ink to much, for values from the least to the greatest."""
UNKNOWN = "?"
"""The character for a cell without a number."""
LARGEST = 48
"""Pixels up to which a small picture is enlarged."""
RESET = "\x1b[0m"


class Look(NamedTuple):
    """What a terminal can show: how many `colours` (0, 256, or 1 << 24), and half blocks or not."""

    colours: int
    has_blocks: bool


class Drawn(NamedTuple):
    """A frame as lines, each with the colours that it needs, and a note if not all is shown."""

    lines: list[str]
    note: str = ""


def draw(scene: Scene, look: Look, columns: int, rows: int) -> Drawn:
    """Draw a frame into as many columns and rows of a terminal.

    A text is cut where it is too large; pixels are scaled down, or up if they are few.
    """
    columns, rows = max(1, columns), max(1, rows)
    if scene.is_text:
        return cut_text(scene.frame.lines, columns, rows)
    kind, pixels = scene.frame.kind, pixels_of(scene)
    needs_colour = kind != SET
    has_blocks = look.has_blocks and (look.colours > 0 or not needs_colour)
    if not pixels.width or not pixels.height:
        return Drawn([])
    # A block has two pixels, one above the other; a character has one.
    down = 2 * rows if has_blocks else rows
    shrink = max(-(-pixels.width // columns), -(-pixels.height // down))
    note = ""
    if shrink > 1:
        note = f"scaled to 1/{shrink}: {pixels.width}\u00d7{pixels.height}"
        pixels = shrunk(pixels, shrink, is_set=kind == SET)
    if not has_blocks:
        return Drawn(character_lines(pixels, kind), note)
    zoom = min(columns // pixels.width, down // pixels.height)
    zoom = max(1, min(zoom, LARGEST // max(pixels.width, pixels.height)))
    return Drawn([*half_blocks(enlarged(pixels, zoom), look, plain=not needs_colour)], note)


def cut_text(lines: list[str], columns: int, rows: int) -> Drawn:
    """Return as much of a text as fits."""
    width = max(map(columns_of, lines), default=0)
    if width <= columns and len(lines) <= rows:
        return Drawn(lines)
    shown = [first_columns(line, columns) for line in lines[:rows]]
    return Drawn(shown, f"cut: {width}\u00d7{len(lines)}")


def first_columns(line: str, columns: int) -> str:
    """Return the start of a line that takes at most that many columns."""
    if line.isascii():
        return line[:columns]
    taken = 0
    for number, character in enumerate(line):
        taken += columns_of_character(character)
        if taken > columns:
            return line[:number]
    return line


def plain_lines(scene: Scene) -> list[str]:
    """Return a frame as lines of plain text, a character for each cell."""
    return (
        scene.frame.lines if scene.is_text else character_lines(pixels_of(scene), scene.frame.kind)
    )


def character_lines(pixels: Pixels, kind: str) -> list[str]:
    """Return a picture as lines, a character for each pixel, by the kind of its frame."""
    if kind == SET:
        text = pixels.data.translate(bytes.maketrans(b"\0\1", b".#")).decode()
    elif kind == SCALE:
        steps = len(SHADES)
        text = "".join(SHADES[min(steps - 1, level * steps // 255)] for level in range(255))
        text = pixels.data.translate((text + UNKNOWN).encode()).decode()
    else:
        cells = zip(*[iter(pixels.data)] * 3, strict=True)
        shades = (luminance_of((red, green, blue)) ** (1 / 2.2) for red, green, blue in cells)
        text = "".join(SHADES[min(len(SHADES) - 1, int(shade * len(SHADES)))] for shade in shades)
    width = pixels.width
    return [text[y * width : (y + 1) * width].rstrip() for y in range(pixels.height)]


def shrunk(pixels: Pixels, factor: int, *, is_set: bool) -> Pixels:
    """Return a picture with one pixel for a square of so many times so many.

    It is the one in the middle; of cells that are set or not, it is set if any of the square is, so
    that no thin line is lost.
    """
    width, height = -(-pixels.width // factor), -(-pixels.height // factor)
    if is_set:
        rows = []
        for y in range(height):
            square = [
                pixels.row(v) for v in range(y * factor, min((y + 1) * factor, pixels.height))
            ]
            joined = [max(column) for column in zip(*square, strict=True)]
            rows.append(bytes(max(joined[x : x + factor]) for x in range(0, len(joined), factor)))
        return Pixels(width, height, b"".join(rows), pixels.colours)
    depth = pixels.depth
    found = bytearray()
    for y in range(height):
        row = pixels.row(min(y * factor + factor // 2, pixels.height - 1))
        for x in range(width):
            place = depth * min(x * factor + factor // 2, pixels.width - 1)
            found += row[place : place + depth]
    return Pixels(width, height, bytes(found), pixels.colours)


def enlarged(pixels: Pixels, factor: int) -> Pixels:
    """Return a picture with a square of so many times so many pixels for each."""
    if factor == 1:
        return pixels
    depth = pixels.depth
    rows = []
    for y in range(pixels.height):
        row = pixels.row(y)
        cells = (row[place : place + depth] * factor for place in range(0, len(row), depth))
        rows.append(b"".join(cells) * factor)
    data = b"".join(rows)
    return Pixels(pixels.width * factor, pixels.height * factor, data, pixels.colours)


def half_blocks(pixels: Pixels, look: Look, *, plain: bool) -> Iterator[str]:
    """Yield the lines of a picture, each for two rows of pixels.

    With `plain`, what is set has the colour that the terminal gives to text.
    """
    codes = Codes(pixels, look.colours)
    for y in range(0, pixels.height, 2):
        upper = cells_of(pixels, y)
        if plain:
            lower = cells_of(pixels, y + 1) if y + 1 < pixels.height else [0] * pixels.width
            pairs = zip(upper, lower, strict=True)
            yield "".join(BLOCKS[above + 2 * below] for above, below in pairs).rstrip()
        else:
            below = cells_of(pixels, y + 1) if y + 1 < pixels.height else [None] * pixels.width
            yield coloured_line(upper, below, codes)


def cells_of(pixels: Pixels, y: int) -> Sequence[Any]:
    """Return the pixels of a row: the numbers of their colours, or the colours."""
    row = pixels.row(y)
    return row if pixels.colours is not None else [*zip(*[iter(row)] * 3, strict=True)]


class Codes(dict[Any, str]):
    """The codes of the colours of a picture, by what `cells_of` returns, found as they are used.

    `None` stands for the background of the terminal.
    """

    def __init__(self, pixels: Pixels, colours: int) -> None:
        self.palette = pixels.colours
        self.colours = colours

    def __missing__(self, cell: Any) -> str:
        if cell is None:
            code = "9"
        else:
            colour: Colour = self.palette[cell] if self.palette else cell
            deep = f"8;2;{colour[0]};{colour[1]};{colour[2]}"
            code = deep if self.colours > 256 else f"8;5;{terminal_colour(colour)}"
        self[cell] = code
        return code


def coloured_line(upper: Sequence[Any], lower: Sequence[Any], codes: Codes) -> str:
    """Return the line of two rows of pixels; only what changes from one to the next is set."""
    pieces = []
    above_before = below_before = codes[None]
    for (above, below), group in groupby(zip(upper, lower, strict=True)):
        above_code, below_code = codes[above], codes[below]
        changed = [f"3{above_code}"] if above_code != above_before else []
        if below_code != below_before:
            changed.append(f"4{below_code}")
        if changed:
            pieces.append(f"\x1b[{';'.join(changed)}m")
        pieces.append(BLOCKS[1] * len([*group]))
        above_before, below_before = above_code, below_code
    return "".join([*pieces, RESET])
