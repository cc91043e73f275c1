"""The keyboard of a console on Windows."""

from __future__ import annotations

import msvcrt
import sys

from aoc.render.keyboard import LEFT, RIGHT, Keyboard

assert sys.platform == "win32"

SPECIAL = "\x00\xe0"
"""The first character of a key that sends two, such as an arrow."""
ARROWS = {"K": LEFT, "M": RIGHT}
"""The arrows by their second character."""
CTRL_C = "\x03"


class WindowsKeyboard(Keyboard):
    """Reads keys from the console, whose modes stay as they are."""

    has_keys = True

    def typed(self) -> str:
        """Return the characters that were typed since the last time; it does not wait.

        Raises `KeyboardInterrupt`.
        """
        text = ""
        while msvcrt.kbhit():
            key = msvcrt.getwch()
            if key in SPECIAL:
                text += ARROWS.get(msvcrt.getwch(), "")
            elif key == CTRL_C:
                # `getwch` reads it as a key, where it would be an event otherwise.
                raise KeyboardInterrupt
            else:
                text += key
        return text
