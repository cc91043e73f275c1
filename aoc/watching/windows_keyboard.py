"""The keyboard of a console on Windows."""

from __future__ import annotations

import msvcrt
import sys

from aoc.watching.events import LEFT, RIGHT, Keyboard

assert sys.platform == "win32"

SPECIAL = "\x00\xe0"
"""What comes before the second character of an arrow and the like."""
ARROWS = {"K": LEFT, "M": RIGHT}
"""What that second character is for an arrow."""
CTRL_C = "\x03"


class WindowsKeyboard(Keyboard):
    """Reads keys from the console, whose modes stay as they are."""

    has_keys = True

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
