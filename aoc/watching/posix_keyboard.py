"""The keyboard of a terminal on Linux, macOS and other systems like Unix."""

from __future__ import annotations

import os
import re
import select
import signal
import termios
import tty
from contextlib import suppress
from types import FrameType
from typing import Any

from aoc.watching.events import LEFT, RIGHT, Keyboard

PIECE = 1 << 10
ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.)?")
"""The characters that a terminal sends for a key without one: none of them was typed."""
ARROWS = {"\x1b[D": LEFT, "\x1bOD": LEFT, "\x1b[C": RIGHT, "\x1bOC": RIGHT}
SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP)
"""The signals that end or stop a program which does nothing about them."""


class PosixKeyboard(Keyboard):
    """Reads keys from a terminal, which does not show them meanwhile.

    Signals that end or stop this program set the terminal back first. Open it in the main thread.
    """

    has_keys = True

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.modes: list[Any] = []
        self.handlers: dict[int, Any] = {}

    def __enter__(self) -> Keyboard:
        self.modes = termios.tcgetattr(self.descriptor)
        for number in SIGNALS:
            # What is ignored, as under nohup, stays so.
            if signal.getsignal(number) is not signal.SIG_IGN:
                self.handlers[number] = signal.signal(number, self.handle)
        self.take()
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self.handlers.items():
            signal.signal(number, handler)
        self.give_back()

    def typed(self) -> str:
        """Return the characters that were typed since the last time; it does not wait."""
        if not self.is_ours() or not select.select([self.descriptor], [], [], 0)[0]:
            return ""
        try:
            data = os.read(self.descriptor, PIECE)
        except OSError:  # the terminal has gone
            return ""
        text = data.decode(errors="ignore")
        return ESCAPE.sub(lambda sent: ARROWS.get(sent[0], ""), text)

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Set the terminal back, and let the signal act; take the terminal again afterwards."""
        self.give_back()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        # Only a program that was stopped comes here, once it goes on.
        signal.signal(number, self.handle)
        self.take()

    def take(self) -> None:
        """Let the terminal send keys one by one, and not show them."""
        if self.is_ours():
            tty.setcbreak(self.descriptor, termios.TCSADRAIN)

    def give_back(self) -> None:
        """Set the terminal as it was before, once all is written; it may have gone."""
        if self.is_ours():
            with suppress(termios.error):
                termios.tcsetattr(self.descriptor, termios.TCSADRAIN, self.modes)

    def is_ours(self) -> bool:
        """Return whether this program may use the terminal: it is not in the background there."""
        try:
            return os.tcgetpgrp(self.descriptor) == os.getpgrp()
        except OSError:  # it is not the terminal that this program was started from
            return True
