"""The protocol `Keyboard`: keys that are typed, each at once; and the keyboard of this terminal."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

__all__ = ["LEFT", "RIGHT", "Keyboard", "NoKeyboard", "open_keyboard"]

LEFT, RIGHT = "\u2190", "\u2192"
"""The characters that stand for the arrow keys to the left and to the right."""


class Keyboard(Protocol):
    """Reads keys without Enter while it is open; then the terminal is as it was before."""

    def __enter__(self) -> Keyboard: ...

    def __exit__(self, *error: object) -> None: ...

    def typed(self) -> str:
        """Return the characters that were typed since the last time; it does not wait."""

    def lent(self) -> AbstractContextManager[None]:
        """Leave the terminal to another program in a block."""


class NoKeyboard:
    """Where stdin is not a terminal, nothing is typed."""

    def __enter__(self) -> NoKeyboard:
        return self

    def __exit__(self, *error: object) -> None: ...

    def typed(self) -> str:
        """Return nothing."""
        return ""

    def lent(self) -> AbstractContextManager[None]:
        """Do nothing."""
        return nullcontext()


def open_keyboard() -> Keyboard:
    """Return the keyboard of the terminal that stdin is, if it is one."""
    if not sys.stdin.isatty():
        return NoKeyboard()
    if sys.platform == "win32":
        from aoc.watching.windows import WindowsKeyboard

        return WindowsKeyboard()
    from aoc.watching.posix import PosixKeyboard

    return PosixKeyboard(sys.stdin.fileno())
