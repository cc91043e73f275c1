"""The keyboard of a terminal on Linux, macOS and other systems like Unix."""

from __future__ import annotations

import os
import re
import select
import signal
import termios
import tty
from typing import Any

from aoc.render.keyboard import LEFT, RIGHT, Keyboard

MOST_BYTES = 1 << 10
"""Bytes that are read at once: more than anybody types between two looks."""
ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.)?")
"""The characters that a terminal sends for a key without one: none of them was typed."""
ARROWS = {"\x1b[D": LEFT, "\x1bOD": LEFT, "\x1b[C": RIGHT, "\x1bOC": RIGHT}


class PosixKeyboard(Keyboard):
    """Reads keys from a terminal, which does not show them meanwhile.

    Where a signal ends or stops this program, the shell sets the terminal back. Open it in the main
    thread.
    """

    has_keys = True

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.modes: list[Any] = []

    def __enter__(self) -> Keyboard:
        self.modes = termios.tcgetattr(self.descriptor)
        # After Ctrl-Z and `fg`, the modes are those that the shell has set.
        signal.signal(signal.SIGCONT, lambda number, frame: self.take())
        self.take()
        return self

    def __exit__(self, *error: object) -> None:
        signal.signal(signal.SIGCONT, signal.SIG_DFL)
        termios.tcsetattr(self.descriptor, termios.TCSADRAIN, self.modes)

    def take(self) -> None:
        """Let the terminal send keys one by one, and not show them."""
        tty.setcbreak(self.descriptor, termios.TCSADRAIN)

    def typed(self) -> str:
        """Return the characters that were typed since the last time; it does not wait."""
        readable, _, _ = select.select([self.descriptor], [], [], 0)
        if not readable:
            return ""
        text = os.read(self.descriptor, MOST_BYTES).decode(errors="ignore")
        return ESCAPE.sub(lambda sent: ARROWS.get(sent[0], ""), text)
