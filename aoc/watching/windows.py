"""The keyboard of a console on Windows."""

from __future__ import annotations

import msvcrt
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from aoc.watching.keyboard import LEFT, RIGHT

assert sys.platform == "win32"

__all__ = ["WindowsKeyboard"]

SPECIAL = "\x00\xe0"
"""What comes before the second character of an arrow and the like."""
ARROWS = {"K": LEFT, "M": RIGHT}
"""What that second character is for an arrow."""
CTRL_C = "\x03"


class WindowsKeyboard:
    """Reads keys from the console, whose modes stay as they are."""

    def __enter__(self) -> WindowsKeyboard:
        return self

    def __exit__(self, *error: object) -> None: ...

    def typed(self) -> str:
        """Return the characters that were typed since the last time; it does not wait.

        Raises `KeyboardInterrupt`.
        """
        found = ""
        while msvcrt.kbhit():
            key = msvcrt.getwch()
            if key in SPECIAL:
                found += ARROWS.get(msvcrt.getwch(), "")
            elif key == CTRL_C:
                raise KeyboardInterrupt
            else:
                found += key
        return found

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Leave the console to another program in a block, and let Ctrl-C end that one only."""
        handler = signal.signal(signal.SIGINT, lambda number, frame: None)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, handler)
