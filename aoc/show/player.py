"""A show in a terminal: its frames as lines, and the player, with keys to pause and to step.

A half block shows two cells of a picture in one character, one above the other, so that cells are
square. In a pipe, and where there are no colors, only texts and captions are shown.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, zip_longest
from shutil import get_terminal_size
from time import monotonic
from typing import TextIO

from rich.color import Color, ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style

from aoc.render.format import cut
from aoc.render.keyboard import LEFT, QUIT, RIGHT, Keyboard
from aoc.render.terminal import is_terminal, open_keyboard, print_line, wants_color
from aoc.show.frames import Frame

HALF = "\u2580"
"""Its upper half has the color of the text, its lower half that of the background."""
NO_COLORS = "(a picture needs a terminal with colors)"
BEGIN, END = "\x1b[?2026h\x1b[H", "\x1b[J\x1b[?2026l"
"""Lines between these are in place of the screen, and are shown at once, by terminals that can."""
ERASE_LINE = "\x1b[K"
TICK = 0.01
"""Seconds after which the keys and the size of the terminal are looked at again."""
STEPS = {LEFT: -1, RIGHT: 1}
HINT = "space: pause, arrows: step, q: quit"
LINES_BELOW = 2
"""Lines below the frame: the caption, and where the show is."""


def rendered(frame: Frame, colors: ColorSystem | None, columns: int, rows: int) -> list[str]:
    """Return a frame as lines, for so many columns and rows.

    A text is cut where it is too large; a picture is scaled.
    """
    if frame.is_text or not colors:
        return [cut(line, columns) for line in plain_lines(frame)[:rows]]
    # A character is one cell wide and two cells high.
    scale = min(columns / frame.width, 2 * rows / frame.height)
    if scale > 1:
        # All cells are equally large.
        scale = int(scale)
    grid = scaled(frame, scale)
    lines = []
    # Below the last row of an odd number there is nothing.
    for upper, lower in zip_longest(grid[::2], grid[1::2], fillvalue=()):
        line = ""
        for (above, below), cells in groupby(zip_longest(upper, lower)):
            blocks = HALF * len(list(cells))
            line += style_of(above, below).render(blocks, color_system=colors)
        lines.append(line)
    return lines


def plain_lines(frame: Frame) -> list[str]:
    """Return the lines of a text; of a picture, one that says what it needs."""
    return frame.data.split("\n") if frame.is_text else [NO_COLORS]


def scaled(frame: Frame, scale: float) -> list[list[bytes]]:
    """Return the colors of a picture by rows, of which there are `scale` times as many."""
    cells = frame.cells
    rows = []
    for y in range(max(1, int(frame.height * scale))):
        row = []
        for x in range(max(1, int(frame.width * scale))):
            start = 3 * (frame.width * int(y / scale) + int(x / scale))
            row.append(cells[start : start + 3])
        rows.append(row)
    return rows


@lru_cache(1 << 16)
def style_of(above: bytes, below: bytes | None) -> Style:
    """Return the style of a half block with the colors of two cells."""
    background = Color.from_rgb(*below) if below else None
    return Style.from_color(Color.from_rgb(*above), background)


def colors_of(out: TextIO) -> ColorSystem | None:
    """Return which colors a terminal can show, `None` for none."""
    name = Console(file=out).color_system
    return COLOR_SYSTEMS[name] if name and wants_color(out) else None


def play(show: Sequence[Frame], out: TextIO) -> None:
    """Play a show in a terminal, below all that was there, and leave the last frame there.

    Elsewhere, all frames are printed as plain text, each below its caption. Raises
    `KeyboardInterrupt`.
    """
    if not is_terminal(out):
        for frame in show:
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


def play_with_keys(show: Sequence[Frame], out: TextIO, keyboard: Keyboard) -> None:
    """Play a show to its end, or until somebody quits."""
    colors = colors_of(out)
    last = len(show) - 1
    index = 0
    step = 0
    is_paused = False
    ends = monotonic() + show[0].seconds
    drawn: tuple[object, ...] = ()
    while True:
        size = get_terminal_size()
        # To draw the same again would make some terminals flicker.
        if drawn != (index, is_paused, size):
            drawn = (index, is_paused, size)
            pause = "  paused" if is_paused else ""
            footer = f"{index + 1}/{len(show)}{pause}  {HINT}"
            out.write(screen_of(show[index], footer, colors, size))
            out.flush()
        time.sleep(TICK)
        for key in keyboard.typed():
            if key in QUIT:
                return
            if key == " ":
                is_paused = not is_paused
            elif key in STEPS:
                is_paused = True
                step = STEPS[key]
        # Nobody can step faster than the show is played: that could flash.
        if monotonic() < ends or (is_paused and not step):
            continue
        if index == last and not step:
            return
        index = min(max(0, index + (step or 1)), last)
        step = 0
        ends = monotonic() + show[index].seconds


def screen_of(frame: Frame, footer: str, colors: ColorSystem | None, size: tuple[int, int]) -> str:
    """Return the text that shows a frame, its caption, and the footer, in so large a terminal."""
    columns, rows = size
    picture = rendered(frame, colors, columns, max(1, rows - LINES_BELOW))
    # In the last column, to erase the rest of the screen would erase a character.
    lines = [*picture, cut(frame.caption, columns), cut(footer, columns - 1)]
    return BEGIN + "\n".join(ERASE_LINE + line for line in lines) + END
