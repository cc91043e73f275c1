"""Playing a show in a terminal: frame after frame, with keys to pause and to step."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import TextIO

from aoc.animation.scenes import Scene
from aoc.animation.terminal_picture import BLOCKS, Drawn, Look, draw, first_columns, plain_lines
from aoc.render.terminal import print_line, wants_color, write_raw
from aoc.watching.session import LEFT, RIGHT, Keyboard, open_keyboard

ENTER = "\x1b[?1049h\x1b[?25l\x1b[2J"
"""Opens the alternate screen, and hides the cursor."""
LEAVE = "\x1b[0m\x1b[?25h\x1b[?1049l"
"""Shows the screen again that was there before, and the cursor."""
BEGIN, END = "\x1b[?2026h", "\x1b[?2026l"
"""What is between these is shown at once, by terminals that know them."""
TICK = 0.03
"""Seconds after which the keys and the size of the terminal are looked at again."""
BACK, ON = f"{LEFT},", f"{RIGHT}."
QUIT = "q\x04"
HINT = "space: pause, {}: step, q: quit"
ARROWS, SIGNS = f"{LEFT} {RIGHT}", ", ."
"""The keys that step, as they are shown; those that every terminal can show."""
SIGNALS = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGTSTP")
"""The signals that end or stop a program, where it is the terminal that has to be restored."""
BELOW = 2
"""Lines below the frame: the caption, and where the show is."""
DEEP = 1 << 24
"""How many colours a terminal has that shows any."""


def play(scenes: Sequence[Scene], out: TextIO) -> None:
    """Play a show in the terminal, which is as before at the end, with the last frame below.

    Raises `KeyboardInterrupt`.
    """
    with open_keyboard() as keyboard:
        player = Player(scenes, out, keyboard)
        with player.screen():
            player.run()
    write_raw(out, "".join(f"{line}\n" for line in player.last_lines()))
    out.flush()


def print_scenes(scenes: Sequence[Scene]) -> None:
    """Print all frames as plain text, one below the other, each below its caption."""
    for scene in scenes:
        lines = [scene.caption] if scene.caption else []
        print_line("\n".join([*lines, *plain_lines(scene), ""]))


def look_of(out: TextIO) -> Look:
    """Return what a terminal can show, by its encoding and by the variables of the environment."""
    try:
        BLOCKS.encode(out.encoding)
        has_blocks = True
    except UnicodeEncodeError:
        has_blocks = False
    if not wants_color(out):
        return Look(0, has_blocks)
    is_deep = os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit")
    # The consoles of Windows 10 and 11 show every colour, and say nothing of it.
    return Look(DEEP if is_deep or sys.platform == "win32" else 256, has_blocks)


def size_of(out: TextIO) -> tuple[int, int]:
    """Return the columns and the rows of a terminal."""
    try:
        columns, rows = os.get_terminal_size(out.fileno())
    except OSError:
        columns = rows = 0
    return columns or 80, rows or 24


class Player:
    """A show that is being played; `index` is the number of the scene that is shown.

    Nobody can step faster than the show is played: that could flash.
    """

    def __init__(self, scenes: Sequence[Scene], out: TextIO, keyboard: Keyboard) -> None:
        self.scenes = scenes
        self.out = out
        self.keyboard = keyboard
        self.look = look_of(out)
        self.index = 0
        self.paused = False
        self.size = (0, 0)
        self.shown: list[str] = []

    def run(self) -> None:
        """Play the show to its end, or until somebody quits."""
        while True:
            self.draw()
            until = monotonic() + self.scenes[self.index].seconds
            step = self.wait(until)
            if step is None:
                return
            self.index = min(max(0, self.index + step), len(self.scenes) - 1)

    def wait(self, until: float) -> int | None:
        """Wait until it is time for another scene; return how many steps on it is.

        `None` means that the show is over.
        """
        step = 0
        while True:
            for key in self.keyboard.typed():
                if key in QUIT:
                    return None
                if key == " ":
                    self.paused = not self.paused
                    self.draw()
                elif key in BACK + ON:
                    self.paused = True
                    step = 1 if key in ON else -1
            if self.size != size_of(self.out):
                self.draw()
            left = until - monotonic()
            if left <= 0 and (step or not self.paused):
                is_last = self.index == len(self.scenes) - 1
                return step or (None if is_last else 1)
            time.sleep(TICK if left <= 0 else min(TICK, left))

    def draw(self) -> None:
        """Write the scene: the lines that are not there yet, or all if the size has changed."""
        size = size_of(self.out)
        columns, rows = size
        scene = self.scenes[self.index]
        drawn = draw(scene, self.look, columns, rows - BELOW)
        lines = [*drawn.lines, *[""] * (rows - BELOW - len(drawn.lines))][: max(0, rows - BELOW)]
        status = first_columns(self.status(drawn), columns)
        lines.append(first_columns(scene.caption, columns))
        lines.append(f"\x1b[2m{status}\x1b[0m" if self.look.colours else status)
        lines = self.encoded(lines)[-rows:]
        if size != self.size:
            self.size, self.shown = size, []
        pieces = [BEGIN] if self.shown else [BEGIN, "\x1b[2J"]
        for number, line in enumerate(lines):
            if number >= len(self.shown) or self.shown[number] != line:
                pieces.append(f"\x1b[{number + 1};1H\x1b[K{line}")
        self.shown = lines
        write_raw(self.out, "".join([*pieces, END]))
        self.out.flush()

    def last_lines(self) -> list[str]:
        """Return the frame that is shown, with its caption, as it stays on the other screen."""
        scene = self.scenes[self.index]
        columns, rows = size_of(self.out)
        lines = draw(scene, self.look, columns, rows - BELOW).lines
        return self.encoded([*lines, scene.caption] if scene.caption else lines)

    def status(self, drawn: Drawn) -> str:
        """Return the line that says where the show is, and which keys there are."""
        where = f"{self.index + 1}/{len(self.scenes)}"
        state = "paused" if self.paused else ""
        hint = HINT.format(ARROWS if self.look.has_blocks else SIGNS)
        hint = hint if self.keyboard.has_keys else ""
        return "  ".join(filter(None, (where, state, drawn.note, hint)))

    def encoded(self, lines: Sequence[str]) -> list[str]:
        """Return lines with `?` for what the terminal cannot show, to keep their width."""
        if all(line.isascii() for line in lines):
            return [*lines]
        encoding = self.out.encoding
        return [line.encode(encoding, "replace").decode(encoding) for line in lines]

    @contextmanager
    def screen(self) -> Iterator[None]:
        """Use the alternate screen in a block; whatever ends it, the other one is shown again."""
        handlers = {}
        numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
        for number in numbers if os.name == "posix" else ():
            if signal.getsignal(number) is not signal.SIG_IGN:
                handlers[number] = signal.getsignal(number)

        def handle(number: int, frame: FrameType | None) -> None:
            """Show the other screen, do what the signal does, and come back if that is nothing."""
            os.write(self.out.fileno(), LEAVE.encode())
            before = handlers[number]
            if callable(before):
                before(number, frame)
            else:
                signal.signal(number, signal.SIG_DFL)
                os.kill(os.getpid(), number)
            signal.signal(number, handle)
            os.write(self.out.fileno(), ENTER.encode())
            self.size = (0, 0)

        self.out.flush()
        try:
            for number in handlers:
                signal.signal(number, handle)
            write_raw(self.out, ENTER)
            yield
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
            write_raw(self.out, LEAVE)
            self.out.flush()
