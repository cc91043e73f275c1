"""The keyboard of a terminal on Linux, macOS and other systems like Unix."""

from __future__ import annotations

import os
import re
import select
import signal
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from aoc.watching.keyboard import LEFT, RIGHT

__all__ = ["PosixKeyboard"]

PIECE = 1 << 10
LOCAL_MODES = 3
"""Where `termios` has the modes that are about typing."""
ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.)?")
"""What a terminal sends for a key without a character: several, none of which was typed."""
ARROWS = {"\x1b[D": LEFT, "\x1bOD": LEFT, "\x1b[C": RIGHT, "\x1bOC": RIGHT}
ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""The signals that end a program which does nothing about them."""


class PosixKeyboard:
    """Reads keys from a terminal, which shows nothing of what is typed meanwhile.

    Signals that end or stop this program set the terminal back first. Open it in the main thread.
    """

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.modes: list[Any] | None = None
        self.handlers: dict[int, Any] = {}
        self.is_lent = False

    def __enter__(self) -> PosixKeyboard:
        self.modes = termios.tcgetattr(self.descriptor)
        for number in (*ENDING, signal.SIGTSTP, signal.SIGCONT):
            # What is ignored, as under nohup, stays so.
            if signal.getsignal(number) is not signal.SIG_IGN:
                self.handlers[number] = signal.signal(number, self.handle)
        self.take()
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self.handlers.items():
            signal.signal(number, handler)
        self.handlers.clear()
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

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Leave the terminal to another program in a block, and let Ctrl-C end that one only."""
        handler = signal.signal(signal.SIGINT, lambda number, frame: None)
        self.give_back()
        self.is_lent = True
        try:
            yield
        finally:
            self.is_lent = False
            self.take()
            signal.signal(signal.SIGINT, handler)

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Set the terminal back, and do what the signal does; take the terminal when it goes on."""
        if number == signal.SIGCONT:
            self.take()
            return
        self.give_back()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        # Only a program that was stopped comes here, once it goes on.
        signal.signal(number, self.handle)
        self.take()

    def take(self) -> None:
        """Let keys come one by one, and not be shown."""
        if self.modes is None or self.is_lent or not self.is_ours():
            return
        modes = [*self.modes]
        modes[LOCAL_MODES] &= ~(termios.ICANON | termios.ECHO)
        modes[-1] = [*modes[-1]]
        modes[-1][termios.VMIN], modes[-1][termios.VTIME] = 1, 0
        self.set(modes)

    def give_back(self) -> None:
        """Set the terminal as it was before."""
        if self.modes is not None and not self.is_lent and self.is_ours():
            self.set(self.modes)

    def set(self, modes: list[Any]) -> None:
        """Set the modes of the terminal, once all is written; it may have gone."""
        with suppress(termios.error):
            termios.tcsetattr(self.descriptor, termios.TCSADRAIN, modes)

    def is_ours(self) -> bool:
        """Return whether this program may use the terminal: it is not in the background there."""
        try:
            return os.tcgetpgrp(self.descriptor) == os.getpgrp()
        except OSError:  # it is not the terminal that this program was started from
            return True
