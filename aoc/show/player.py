"""A show in a terminal: its frames as lines, and the player, with keys to pause and to step.

A half block shows two cells of a picture in one character, one above the other, so that cells are
square. Plain text is for where there are no colors or no such characters, and for pipes.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, groupby, product, zip_longest
from shutil import get_terminal_size
from time import monotonic
from typing import TextIO

from aoc.model.frames import NOTHING, RGB, SET
from aoc.render.terminal import is_terminal, print_line, wants_color
from aoc.show.recording import TimedFrame
from aoc.text import columns_of_character
from aoc.watching.events import LEFT, RIGHT, Keyboard, open_keyboard

HALF = "\u2580"
"""The upper half of a cell in one color, the lower one in that of the background."""
SHADES = " .:-=+*#%@"
"""Characters from little ink to much, for values from the least to the greatest."""
LETTERS = (
    "".join(SHADES[level * len(SHADES) // NOTHING] for level in range(NOTHING)) + "?"
)
"""A character for each level."""
LARGEST = 48
"""Cells up to which a small picture is enlarged."""
XTERM = [
    *product((0, 95, 135, 175, 215, 255), repeat=3),
    *((8 + 10 * n,) * 3 for n in range(24)),
]
"""The colors of a terminal that has 256, from number 16 on."""
ALL_COLORS = 1 << 24
BEGIN, END = "\x1b[?2026h\x1b[H", "\x1b[J\x1b[?2026l"
"""Lines between these are in place of the screen, and are shown at once, by terminals that can."""
ERASE_LINE = "\x1b[K"
TICK = 0.03
"""Seconds after which the keys and the size of the terminal are looked at again."""
STEPS = {LEFT: -1, ",": -1, RIGHT: 1, ".": 1}
QUIT = "q\x04"
HINT = "space: pause, arrows: step, q: quit"
BELOW = 2
"""Lines below the frame: the caption, and where the show is."""


def rendered(
    one: TimedFrame, colors: int, columns: int, rows: int
) -> tuple[list[str], str]:
    """Return a frame as lines, for so many columns and rows, and a note if it is cut.

    A text is cut where it is too large; the colors of a picture are scaled down, or up if they are
    few. Without `colors`, a picture is a text.
    """
    columns, rows = max(1, columns), max(1, rows)
    width, height = one.frame[1:3]
    if one.is_text or not colors:
        lines = plain_lines(one)
        shown = [first_columns(line, columns) for line in lines[:rows]]
        return shown, "" if shown == lines else f"cut: {width}\u00d7{height}"
    if not width or not height:
        return [], ""
    shrink = max(1, -(-width // columns), -(-height // (2 * rows)))
    zoom = max(
        1, min(columns // width, 2 * rows // height, LARGEST // max(width, height))
    )
    pixels = one.pixels  # four bytes for each cell
    across = [4 * (x // zoom) for x in range(0, width * zoom, shrink)]
    down = [4 * width * (y // zoom) for y in range(0, height * zoom, shrink)]
    grid = [[pixels[row + place : row + place + 3] for place in across] for row in down]
    pairs = zip_longest(grid[::2], grid[1::2], fillvalue=())
    note = f"scaled to 1/{shrink}: {width}\u00d7{height}" if shrink > 1 else ""
    return [colored_line(*pair, colors) for pair in pairs], note


def first_columns(line: str, columns: int) -> str:
    """Return the start of a line that takes at most that many columns."""
    ends = accumulate(map(columns_of_character, line))
    return "".join(
        letter for letter, end in zip(line, ends, strict=True) if end <= columns
    )


def plain_lines(one: TimedFrame) -> list[str]:
    """Return a frame as lines of plain text, with a character for each cell of a picture."""
    kind, width, height = one.frame[:3]
    if one.is_text:
        return one.frame.lines
    levels = one.cells
    if kind == RGB:
        colors = zip(levels[::3], levels[1::3], levels[2::3], strict=True)
        levels = bytes((299 * r + 587 * g + 114 * b) // 1004 for r, g, b in colors)
    letters = ".#" if kind == SET else LETTERS
    text = "".join(letters[level] for level in levels)
    return [text[y * width : (y + 1) * width].rstrip() for y in range(height)]


def colored_line(upper: Sequence[bytes], lower: Sequence[bytes], colors: int) -> str:
    """Return the line of two rows of cells, one above the other."""
    pieces = []
    for (above, below), cells in groupby(zip_longest(upper, lower)):
        codes = f"3{color_code(above, colors)};4{color_code(below, colors)}"
        pieces.append(f"\x1b[{codes}m{HALF * len([*cells])}")
    return "".join([*pieces, "\x1b[0m"])


@lru_cache(1 << 16)
def color_code(color: bytes | None, colors: int) -> str:
    """Return the code of a color, without its first digit; `None` is that of the terminal."""
    if color is None:
        return "9"
    if colors == ALL_COLORS:
        return "8;2;{};{};{}".format(*color)
    away = [sum((a - b) ** 2 for a, b in zip(one, color, strict=True)) for one in XTERM]
    return f"8;5;{16 + away.index(min(away))}"


def colors_of(out: TextIO) -> int:
    """Return how many colors half blocks can have on a terminal, 0 if it cannot show them."""
    has_blocks = HALF.encode(out.encoding, "replace").decode(out.encoding) == HALF
    # The consoles of Windows 10 and 11 show every color, and say nothing of it.
    is_deep = sys.platform == "win32" or os.environ.get("COLORTERM") in (
        "truecolor",
        "24bit",
    )
    return (ALL_COLORS if is_deep else 256) * (has_blocks and wants_color(out))


def play(frames: Sequence[TimedFrame], out: TextIO) -> None:
    """Play a show in a terminal, below all that was there, and leave the last frame there.

    Elsewhere, all frames are printed as plain text, each below its caption. Raises
    `KeyboardInterrupt`.
    """
    if not is_terminal(out):
        for one in frames:
            print_line("\n".join([*filter(None, [one.caption]), *plain_lines(one), ""]))
        return
    out.write("\n" * get_terminal_size().lines)
    try:
        with open_keyboard() as keyboard:
            play_with_keys(frames, out, keyboard)
    finally:
        out.write(f"\r{ERASE_LINE}")  # where the show was
        out.flush()


def play_with_keys(
    frames: Sequence[TimedFrame], out: TextIO, keyboard: Keyboard
) -> None:
    """Play a show to its end, or until somebody quits.

    Nobody can step faster than the show is played: that could flash.
    """
    index, paused = 0, False
    drawn: tuple[object, ...] = ()
    while True:
        until, step = monotonic() + frames[index].seconds, 0
        while (left := until - monotonic()) > 0 or (paused and not step):
            size = get_terminal_size()
            if drawn != (index, paused, size):
                drawn = index, paused, size
                place = f"{index + 1}/{len(frames)}{'  paused' * paused}"
                hint = HINT * keyboard.has_keys
                out.write(screen_of(frames[index], place, hint, colors_of(out), size))
                out.flush()
            time.sleep(min(TICK, left) if left > 0 else TICK)
            for key in keyboard.typed():
                if key in QUIT:
                    return
                paused = not paused if key == " " else paused or key in STEPS
                step = STEPS.get(key, step)
        if not step and index == len(frames) - 1:
            return
        index = min(max(0, index + (step or 1)), len(frames) - 1)


def screen_of(
    one: TimedFrame, place: str, hint: str, colors: int, size: tuple[int, int]
) -> str:
    """Return the text that shows a frame, its caption, and its place in the show."""
    columns, rows = size
    picture, note = rendered(one, colors, columns, rows - BELOW)
    # In the last column, to erase the rest of the screen would erase a character.
    status = first_columns("  ".join(filter(None, [place, note, hint])), columns - 1)
    caption = first_columns(one.caption, columns)
    lines = [*picture, caption, f"\x1b[2m{status}\x1b[0m" if colors else status]
    return BEGIN + "\n".join(ERASE_LINE + line for line in lines[-max(1, rows) :]) + END
