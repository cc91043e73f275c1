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

from aoc.model.frames import TEXT, Frame
from aoc.render.format import cut
from aoc.render.keyboard import LEFT, QUIT, RIGHT, Keyboard
from aoc.render.terminal import is_terminal, open_keyboard, print_line, wants_color
from aoc.show.recording import TimedFrame

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
    frame: Frame, colors: ColorSystem | None, columns: int, rows: int
) -> list[str]:
    """Return a frame as lines, for so many columns and rows.

    A text is cut where it is too large; the colors of a picture are scaled down, or up if they are
    few. Without `colors`, a picture is a text.
    """
    rows = max(1, rows)
    if colors and frame.content != TEXT:
        return colored_lines(frame, colors, columns, rows)
    return [cut(line, columns) for line in plain_lines(frame)[:rows]]


def plain_lines(frame: Frame) -> list[str]:
    """Return a frame as lines of plain text, with a character for each cell of a picture."""
    if frame.content == TEXT:
        return frame.lines
    lines = []
    for row in rows_of(frame):
        lines.append("".join(shade_of(color) for color in row).rstrip())
    return lines


def rows_of(frame: Frame) -> list[list[bytes]]:
    """Return the color of each cell of a picture, by rows."""
    pixels = frame.cells
    rows = []
    for y in range(frame.height):
        starts = range(3 * frame.width * y, 3 * frame.width * (y + 1), 3)
        rows.append([pixels[start : start + 3] for start in starts])
    return rows


def shade_of(color: bytes) -> str:
    """Return a character for a color: the lighter, the more ink."""
    return SHADES[sum(color) * len(SHADES) // (3 * 256)]


def colored_lines(
    frame: Frame, colors: ColorSystem, columns: int, rows: int
) -> list[str]:
    """Return a picture as lines of half blocks."""
    width = frame.width
    height = frame.height
    if not width or not height:
        return []
    # A character is one cell wide and two cells high. If there is no room for all cells, one of so
    # many is shown, in each row and each column.
    shrink = max(1, ceil(width / columns), ceil(height / (2 * rows)))
    fitting_zoom = min(columns // width, 2 * rows // height)
    zoom = max(1, min(fitting_zoom, MOST_ENLARGED // max(width, height)))
    cells = rows_of(frame)
    grid = []
    for y in range(0, height * zoom, shrink):
        row = cells[y // zoom]
        grid.append([row[x // zoom] for x in range(0, width * zoom, shrink)])
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


def play(show: Sequence[TimedFrame], out: TextIO) -> None:
    """Play a show in a terminal, below all that was there, and leave the last frame there.

    Elsewhere, all frames are printed as plain text, each below its caption. Raises
    `KeyboardInterrupt`.
    """
    if not is_terminal(out):
        for frame, _ in show:
            lines = plain_lines(frame)
            if frame.caption:
                lines.insert(0, frame.caption)
            print_line("\n".join([*lines, ""]))
        return
    # What is on the screen moves up, so that the player overwrites nothing.
    out.write("\n" * get_terminal_size().lines)
    try:
        with open_keyboard() as keyboard:
            play_with_keys(show, out, keyboard)
    finally:
        out.write(f"\r{ERASE_LINE}")  # where the show was
        out.flush()


def play_with_keys(show: Sequence[TimedFrame], out: TextIO, keyboard: Keyboard) -> None:
    """Play a show to its end, or until somebody quits.

    Nobody can step faster than the show is played: that could flash.
    """
    colors = colors_of(out)
    hint = HINT if keyboard.has_keys else ""
    last = len(show) - 1
    index = 0
    is_paused = False
    drawn: tuple[object, ...] = ()
    while True:
        frame, seconds = show[index]
        ends = monotonic() + seconds
        step = 0
        while monotonic() < ends or (is_paused and not step):
            size = get_terminal_size()
            # To draw the same again would make some terminals flicker.
            if drawn != (index, is_paused, size):
                drawn = (index, is_paused, size)
                pause = "  paused" if is_paused else ""
                footer = f"{index + 1}/{len(show)}{pause}  {hint}".rstrip()
                out.write(screen_of(frame, footer, colors, size))
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
    frame: Frame, footer: str, colors: ColorSystem | None, size: tuple[int, int]
) -> str:
    """Return the text that shows a frame, its caption, and the footer, in so large a terminal."""
    columns, rows = size
    picture = rendered(frame, colors, columns, rows - LINES_BELOW)
    # In the last column, to erase the rest of the screen would erase a character.
    footer = cut(footer, columns - 1)
    if colors:
        footer = f"\x1b[2m{footer}\x1b[0m"
    lines = [*picture, cut(frame.caption, columns), footer]
    return BEGIN + "\n".join(ERASE_LINE + line for line in lines) + END
