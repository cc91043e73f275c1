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
from itertools import groupby, zip_longest
from math import ceil
from shutil import get_terminal_size
from time import monotonic
from typing import TextIO

from rich.color import Color, ColorSystem

from aoc.render.keyboard import LEFT, QUIT, RIGHT, Keyboard, open_keyboard
from aoc.render.terminal import is_terminal, print_line, wants_color
from aoc.show.recording import TimedFrame
from aoc.text import columns_of

HALF = "\u2580"
"""Its upper half has the color of the text, its lower half that of the background."""
SHADES = " .:-=+*#%@"
"""Characters from little ink to much, for colors from dark to light."""
MOST_ENLARGED = 48
"""Cells up to which a small picture is enlarged."""
BEGIN, END = "\x1b[?2026h\x1b[H", "\x1b[J\x1b[?2026l"
"""Lines between these are in place of the screen, and are shown at once, by terminals that can."""
ERASE_LINE = "\x1b[K"
TICK = 0.03
"""Seconds after which the keys and the size of the terminal are looked at again."""
STEPS = {LEFT: -1, ",": -1, RIGHT: 1, ".": 1}
HINT = "space: pause, arrows: step, q: quit"
LINES_BELOW = 2
"""Lines below the frame: the caption, and where the show is."""


def rendered(
    timed: TimedFrame, colors: ColorSystem | None, columns: int, rows: int
) -> list[str]:
    """Return a frame as lines, for so many columns and rows.

    A text is cut where it is too large; the colors of a picture are scaled down, or up if they are
    few. Without `colors`, a picture is a text.
    """
    columns = max(1, columns)
    rows = max(1, rows)
    if colors and not timed.is_text:
        return colored_lines(timed, colors, columns, rows)
    lines = plain_lines(timed)
    return [first_columns(line, columns) for line in lines[:rows]]


def first_columns(line: str, columns: int) -> str:
    """Return the start of a line that takes at most that many columns."""
    used = 0
    for place, letter in enumerate(line):
        used += columns_of(letter)
        if used > columns:
            return line[:place]
    return line


def plain_lines(timed: TimedFrame) -> list[str]:
    """Return a frame as lines of plain text, with a character for each cell of a picture."""
    if timed.is_text:
        return timed.frame.lines
    letters = [shade_of(cell) for cell in cells_of(timed)]
    width, height = timed.frame.size
    lines = []
    for y in range(height):
        lines.append("".join(letters[y * width : (y + 1) * width]).rstrip())
    return lines


def cells_of(timed: TimedFrame) -> list[bytes]:
    """Return the color of each cell of a picture."""
    pixels = timed.pixels
    return [pixels[start : start + 3] for start in range(0, len(pixels), 3)]


def shade_of(color: bytes) -> str:
    """Return a character for a color: the lighter, the more ink."""
    return SHADES[sum(color) * len(SHADES) // (3 * 256)]


def colored_lines(
    timed: TimedFrame, colors: ColorSystem, columns: int, rows: int
) -> list[str]:
    """Return a picture as lines of half blocks."""
    width, height = timed.frame.size
    if not width or not height:
        return []
    # A character is one cell wide and two cells high. If there is no room for all cells, one of so
    # many is shown, in each row and each column.
    shrink = max(1, ceil(width / columns), ceil(height / (2 * rows)))
    fitting_zoom = min(columns // width, 2 * rows // height)
    zoom = max(1, min(fitting_zoom, MOST_ENLARGED // max(width, height)))
    cells = cells_of(timed)
    grid = []
    for y in range(0, height * zoom, shrink):
        row = y // zoom * width
        grid.append([cells[row + x // zoom] for x in range(0, width * zoom, shrink)])
    lines = []
    for upper, lower in zip_longest(grid[::2], grid[1::2], fillvalue=()):
        lines.append(colored_line(upper, lower, colors))
    return lines


def colored_line(
    upper: Sequence[bytes], lower: Sequence[bytes], colors: ColorSystem
) -> str:
    """Return the line of two rows of cells, one above the other."""
    line = ""
    # Below the last row of an odd number there is nothing.
    for (above, below), cells in groupby(zip_longest(upper, lower)):
        text = color_code(above, colors, is_text=True)
        background = color_code(below, colors, is_text=False)
        blocks = HALF * len(list(cells))
        line += f"\x1b[{text};{background}m{blocks}"
    return f"{line}\x1b[0m"


@lru_cache(1 << 16)
def color_code(color: bytes | None, colors: ColorSystem, *, is_text: bool) -> str:
    """Return the code of a color of the text, or else of the background; `None` is no color."""
    if color is None:
        return "39" if is_text else "49"
    shown = Color.from_rgb(*color).downgrade(colors)
    return ";".join(shown.get_ansi_codes(foreground=is_text))


def colors_of(out: TextIO) -> ColorSystem | None:
    """Return which colors half blocks can have on a terminal, `None` if it cannot show them."""
    has_blocks = HALF.encode(out.encoding, "replace").decode(out.encoding) == HALF
    if not has_blocks or not wants_color(out):
        return None
    # The consoles of Windows 10 and 11 show every color, and say nothing of it.
    if sys.platform == "win32" or os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return ColorSystem.TRUECOLOR
    return ColorSystem.EIGHT_BIT


def play(frames: Sequence[TimedFrame], out: TextIO) -> None:
    """Play a show in a terminal, below all that was there, and leave the last frame there.

    Elsewhere, all frames are printed as plain text, each below its caption. Raises
    `KeyboardInterrupt`.
    """
    if not is_terminal(out):
        for timed in frames:
            lines = plain_lines(timed)
            if timed.caption:
                lines.insert(0, timed.caption)
            print_line("\n".join([*lines, ""]))
        return
    # What is on the screen moves up, so that the player overwrites nothing.
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
    last = len(frames) - 1
    index = 0
    is_paused = False
    drawn: tuple[object, ...] = ()
    while True:
        ends = monotonic() + frames[index].seconds
        step = 0
        while monotonic() < ends or (is_paused and not step):
            size = get_terminal_size()
            # To draw the same again would make some terminals flicker.
            if drawn != (index, is_paused, size):
                drawn = (index, is_paused, size)
                place = f"{index + 1}/{len(frames)}"
                if is_paused:
                    place += "  paused"
                hint = HINT if keyboard.has_keys else ""
                out.write(screen_of(frames[index], place, hint, colors_of(out), size))
                out.flush()
            left = ends - monotonic()
            time.sleep(min(TICK, left) if left > 0 else TICK)
            for key in keyboard.typed():
                if key in QUIT:
                    return
                if key == " ":
                    is_paused = not is_paused
                elif key in STEPS:
                    is_paused = True
                    step = STEPS[key]
        if not step and index == last:
            return
        index = min(max(0, index + (step or 1)), last)


def screen_of(
    timed: TimedFrame,
    place: str,
    hint: str,
    colors: ColorSystem | None,
    size: tuple[int, int],
) -> str:
    """Return the text that shows a frame, its caption, and its place in the show."""
    columns, rows = size
    picture = rendered(timed, colors, columns, rows - LINES_BELOW)
    # In the last column, to erase the rest of the screen would erase a character.
    footer = first_columns(f"{place}  {hint}".rstrip(), columns - 1)
    if colors:
        footer = f"\x1b[2m{footer}\x1b[0m"
    lines = [*picture, first_columns(timed.caption, columns), footer]
    # Where a window has hardly a line, the end of these counts.
    shown = lines[-max(1, rows) :]
    return BEGIN + "\n".join(ERASE_LINE + line for line in shown) + END
