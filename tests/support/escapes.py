"""A text with all that a terminal would take for a command, and what of it a terminal got."""

from __future__ import annotations

import re

HOSTILE = (
    "\x1b[105mwhite \x1b[2J\x1b[5A\x1b[?1049h\x1b]52;c;aGk=\x07\x1b]0;title\x1b\\\x1bP+q\x1b\\"
    "\x9b2J\x9d0;t\x9c\x85\u061c\u200e\u202e\u2066\u2028\x7f\x08\x05"
)
"""CSI, OSC 52 and other strings, C1, directions, separators, DEL and more; no CR, NUL or LF."""
SHOWN = r"\x1b"
"""The start of it as it is to be shown."""
OURS = re.compile(
    r"\x1b\[(?!105)[\d;]*m"
    r"|\r\n|\r[^\r\n\x1b]*\x1b\[K"  # a line end of a terminal, and a line that is written over
    r"|\x1b\]8;[^\x07\x1b\x9c]*\x1b\\"  # a link, as `aoc read` shows it
    r"|\x1b\[\?25[lh]|\r?\x1b\[2K|\x1b\[1A"  # the bar of `aoc fetch`
)
"""What the program itself commands a terminal to do."""
COMMAND = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def commands_in(raw: str, *, in_terminal: bool = False) -> list[str]:
    """Return all that is left to command a terminal, with some text around it.

    In a terminal, the program may set colors and write over a line.
    """
    text = OURS.sub("", raw) if in_terminal else raw
    return [text[max(0, m.start() - 20) : m.end() + 20] for m in COMMAND.finditer(text)]
