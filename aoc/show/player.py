"""A show in a terminal: its frames as lines, and the player, with keys to pause and to step.

A half block shows two pixels in one character, one above the other, so that pixels are square.
Plain text is for where there are no colors or no such characters, and for pipes.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import accumulate, groupby, product, zip_longest
from shutil import get_terminal_size
from time import monotonic
from types import FrameType
from typing import Any, NamedTuple, TextIO

from aoc.frames import NOTHING, RGB, SCALE, SET
from aoc.render.terminal import is_terminal, print_line, wants_color
from aoc.show.recording import SCALE_COLORS, Color, TimedFrame
from aoc.text import columns_of_character
from aoc.watching.events import LEFT, RIGHT, Keyboard, open_keyboard

BLOCKS = " \u2580\u2584\u2588"
"""A cell of which nothing is set, the upper half, the lower half, all."""
SHADES = " .:-=+*#%@"
"""Characters from little ink to much, for values from the least to the greatest."""
LARGEST = 48
"""Pixels up to which a small picture is enlarged."""
XTERM = [*product((0, 95, 135, 175, 215, 255), repeat=3), *((8 + 10 * n,) * 3 for n in range(24))]
"""The colors of a terminal that has 256, from number 16 on."""
ALL_COLORS = 1 << 24
RESET = "\x1b[0m"
ENTER = "\x1b[?1049h\x1b[?25l\x1b[2J"
"""Opens the alternate screen, and hides the cursor."""
LEAVE = "\x1b[0m\x1b[?25h\x1b[?1049l"
"""Shows the screen again that was there before, and the cursor."""
BEGIN, END = "\x1b[?2026h", "\x1b[?2026l"
"""Text between these is shown at once, by terminals that know them."""
TICK = 0.03
"""Seconds after which the keys and the size of the terminal are looked at again."""
STEPS = {LEFT: -1, ",": -1, RIGHT: 1, ".": 1}
QUIT = "q\x04"
HINT = "space: pause, arrows: step, q: quit"
SIGNALS = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGTSTP")
"""The signals that end or stop a program, where it is the terminal that has to be restored."""
BELOW = 2
"""Lines below the frame: the caption, and where the show is."""
Grid = Sequence[Sequence[Any]]
"""The rows of a picture. Cells are numbers, or colors."""


class TerminalSupport(NamedTuple):
    """The abilities of a terminal: `colors` (0, 256, or `ALL_COLORS`), and half blocks or not."""

    colors: int
    has_blocks: bool


def rendered(
    one: TimedFrame, support: TerminalSupport, columns: int, rows: int
) -> tuple[list[str], str]:
    """Return a frame as lines with colors, for so many columns and rows, and a note if it is cut.

    A text is cut where it is too large; pixels are scaled down, or up if they are few.
    """
    columns, rows = max(1, columns), max(1, rows)
    kind, width, height = one.frame[:3]
    if one.is_text:
        lines = one.frame.lines
        shown = [first_columns(line, columns) for line in lines[:rows]]
        return shown, "" if shown == lines else f"cut: {width}\u00d7{height}"
    if not width or not height:
        return [], ""
    has_blocks = support.has_blocks and (support.colors > 0 or kind == SET)
    # A block has two pixels, one above the other; a character has one.
    down = 2 * rows if has_blocks else rows
    grid, note = grid_of(one), ""
    shrink = max(-(-width // columns), -(-height // down))
    if shrink > 1:
        grid, note = shrunk(grid, shrink, kind), f"scaled to 1/{shrink}: {width}\u00d7{height}"
    if not has_blocks:
        return character_lines(grid, kind), note
    zoom = max(1, min(columns // width, down // height, LARGEST // max(width, height)))
    grid = [[cell for cell in row for _ in range(zoom)] for row in grid for _ in range(zoom)]
    if kind == SCALE:
        grid = [[SCALE_COLORS[level] for level in row] for row in grid]
    pairs = [(upper, lower or ()) for upper, lower in zip_longest(grid[::2], grid[1::2])]
    if kind != SET:
        return [colored_line(*pair, support.colors) for pair in pairs], note
    cells = (zip_longest(*pair, fillvalue=0) for pair in pairs)
    lines = ["".join(BLOCKS[above + 2 * below] for above, below in row) for row in cells]
    return [line.rstrip() for line in lines], note


def first_columns(line: str, columns: int) -> str:
    """Return the start of a line that takes at most that many columns."""
    ends = accumulate(map(columns_of_character, line))
    return "".join(letter for letter, end in zip(line, ends, strict=True) if end <= columns)


def grid_of(one: TimedFrame) -> Grid:
    """Return the rows of a picture: levels, 0 and 1, or colors."""
    cells: Sequence[Any] = one.cells
    if one.frame.kind == RGB:
        cells = [*zip(*[iter(one.cells)] * 3, strict=True)]
    width = one.frame.width
    return [cells[y * width : (y + 1) * width] for y in range(one.frame.height)]


def shrunk(grid: Grid, factor: int, kind: str) -> Grid:
    """Return a grid with one cell for each square of so many times so many.

    It is the one in the middle; of cells that are set or not, it is set if any of the square is, so
    that no thin line is lost.
    """

    def chosen(cells: Sequence[Any]) -> Any:
        return max(cells) if kind == SET else cells[len(cells) // 2]

    bands = (grid[y : y + factor] for y in range(0, len(grid), factor))
    rows = ([chosen(column) for column in zip(*band, strict=True)] for band in bands)
    return [[chosen(row[x : x + factor]) for x in range(0, len(row), factor)] for row in rows]


def character_lines(grid: Grid, kind: str) -> list[str]:
    """Return the rows of a grid as lines of plain text, a character for each cell."""

    def character(cell: Any) -> str:
        if kind == SET:
            return ".#"[cell]
        if kind == SCALE:
            return "?" if cell == NOTHING else SHADES[cell * 10 // NOTHING]
        red, green, blue = cell
        return SHADES[(299 * red + 587 * green + 114 * blue) * 10 // 256_000]

    return ["".join(map(character, row)).rstrip() for row in grid]


def colored_line(upper: Sequence[Color], lower: Sequence[Color], colors: int) -> str:
    """Return the line of two rows of pixels; only the changes from one to the next are set."""
    pieces = []
    before = ["39", "49"]  # the colors of the terminal itself
    for pair, cells in groupby(zip_longest(upper, lower)):
        codes = [layer + color_code(color, colors) for layer, color in zip("34", pair, strict=True)]
        changed = [code for code in codes if code not in before]
        pieces += [f"\x1b[{';'.join(changed)}m"] if changed else []
        pieces.append(BLOCKS[1] * len([*cells]))
        before = codes
    return "".join([*pieces, RESET])


@lru_cache(1 << 16)
def color_code(color: Color | None, colors: int) -> str:
    """Return the code of a color, without its first digit; `None` is that of the terminal."""
    if color is None:
        return "9"
    if colors == ALL_COLORS:
        return "8;2;{};{};{}".format(*color)
    away = [sum((a - b) ** 2 for a, b in zip(one, color, strict=True)) for one in XTERM]
    return f"8;5;{16 + away.index(min(away))}"


def support_of(out: TextIO) -> TerminalSupport:
    """Return the abilities of a terminal, by its encoding and the variables of the environment."""
    has_blocks = BLOCKS.encode(out.encoding, "replace").decode(out.encoding) == BLOCKS
    # The consoles of Windows 10 and 11 show every color, and say nothing of it.
    is_deep = os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit")
    is_deep = is_deep or sys.platform == "win32"
    return TerminalSupport((ALL_COLORS if is_deep else 256) * wants_color(out), has_blocks)


def play(frames: Sequence[TimedFrame], out: TextIO) -> None:
    """Play a show in a terminal, which is as before at the end, with the last frame below.

    Elsewhere, all frames are printed as plain text, each below its caption. Raises
    `KeyboardInterrupt`.
    """
    if is_terminal(out):
        with open_keyboard() as keyboard:
            player = Player(frames, out, keyboard)
            with player.screen():
                player.run()
        shown = frames[player.index]
        columns, rows = get_terminal_size()
        lines, _ = rendered(shown, player.support, columns, rows - BELOW)
        out.write("\n".join([*lines, shown.caption, ""]))
        out.flush()
        return
    for one in frames:
        kind = one.frame.kind
        lines = one.frame.lines if one.is_text else character_lines(grid_of(one), kind)
        print_line("\n".join([*filter(None, [one.caption]), *lines, ""]))


class Player:
    """A show that is being played; `index` is the number of the frame that is shown.

    Nobody can step faster than the show is played: that could flash.
    """

    def __init__(self, frames: Sequence[TimedFrame], out: TextIO, keyboard: Keyboard) -> None:
        self.frames = frames
        self.out = out
        self.keyboard = keyboard
        self.support = support_of(out)
        self.index = 0
        self.paused = False
        self.drawn: tuple[object, ...] = ()
        """The frame, the size of the terminal, and whether the show is paused, as last drawn."""

    def run(self) -> None:
        """Play the show to its end, or until somebody quits."""
        last = len(self.frames) - 1
        while True:
            until, step = monotonic() + self.frames[self.index].seconds, 0
            while (left := until - monotonic()) > 0 or (self.paused and not step):
                self.draw()
                time.sleep(min(TICK, left) if left > 0 else TICK)
                for key in self.keyboard.typed():
                    if key in QUIT:
                        return
                    self.paused = not self.paused if key == " " else self.paused or key in STEPS
                    step = STEPS.get(key, step)
            if not step and self.index == last:
                return
            self.index = min(max(0, self.index + (step or 1)), last)

    def draw(self) -> None:
        """Write the frame, its caption, and where the show is, if that is not there already."""
        columns, rows = get_terminal_size()
        drawn = self.index, self.paused, columns, rows
        if drawn == self.drawn:
            return
        self.drawn = drawn
        one, room = self.frames[self.index], max(0, rows - BELOW)
        picture, note = rendered(one, self.support, columns, room)
        words = [f"{self.index + 1}/{len(self.frames)}", *["paused"] * self.paused, note]
        words += [HINT] if self.keyboard.has_keys else []
        status = first_columns("  ".join(filter(None, words)), columns)
        lines = [*picture, *[""] * room][:room]
        lines += [first_columns(one.caption, columns)]
        lines += [f"\x1b[2m{status}{RESET}" if self.support.colors else status]
        pieces = (f"\x1b[{row};1H\x1b[K{line}" for row, line in enumerate(lines[-rows:], 1))
        self.out.write("".join([BEGIN, *pieces, END]))
        self.out.flush()

    @contextmanager
    def screen(self) -> Iterator[None]:
        """Use the alternate screen in a block; whatever ends it, the other one is shown again."""
        numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
        handlers = {number: signal.getsignal(number) for number in numbers}

        def handle(number: int, frame: FrameType | None) -> None:
            """Show the other screen, raise the signal, and come back if the program goes on."""
            os.write(self.out.fileno(), LEAVE.encode())
            signal.signal(number, handlers[number])
            signal.raise_signal(number)
            signal.signal(number, handle)
            os.write(self.out.fileno(), ENTER.encode())
            self.drawn = ()

        self.out.flush()
        try:
            for number, handler in handlers.items():
                if handler is not signal.SIG_IGN:  # as under nohup
                    signal.signal(number, handle)
            self.out.write(ENTER)
            yield
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
            self.out.write(LEAVE)
            self.out.flush()
