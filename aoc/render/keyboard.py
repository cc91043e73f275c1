"""The keyboard of the terminal: keys are read one by one, without Enter, and are not shown."""

from __future__ import annotations

LEFT = "\u2190"
"""The character that stands for the arrow key to the left."""
RIGHT = "\u2192"
"""The character that stands for the arrow key to the right."""
QUIT = "q\x04"
"""The keys that end a command: the letter, and Ctrl-D."""


class Keyboard:
    """The keyboard where stdin is not a terminal: nothing is typed.

    One of a terminal `has_keys`: it is read while the keyboard is open, and then the terminal is
    as it was before.
    """

    has_keys = False

    def __enter__(self) -> Keyboard:
        return self

    def __exit__(self, *error: object) -> None: ...

    def typed(self) -> str:
        """Return the characters that were typed since the last time; it does not wait."""
        return ""
