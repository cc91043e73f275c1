"""The name of the program, as it was started: this is what people have to type.

advent-of-code-data has a script called `aoc` too, so ours is often started as `aoc-days` or as
`python -m aoc`. Messages are written with `aoc`; the name is replaced when they are printed.
"""

from __future__ import annotations

import os
import sys

__all__ = [
    "COMPLETE",
    "DISTRIBUTION",
    "MODULE",
    "NAME",
    "OTHER_NAME",
    "as_typed",
    "message_line",
    "program_name",
]

NAME = "aoc"
OTHER_NAME = "aoc-days"
"""The script of ours with a name that no other package has."""
DISTRIBUTION = "aoc-days"
"""The name of the package that is installed."""
MODULE = f"python -m {NAME}"
COMPLETE = "_AOC_COMPLETE"
"""The variable with which a shell asks to complete a word, under any name of the program."""


def program_name() -> str:
    """Return how the program was started: `aoc`, `aoc-days` or `python -m aoc`."""
    folder, name = os.path.split(sys.argv[0])
    if name == "__main__.py" and os.path.basename(folder) == NAME:
        return MODULE
    return OTHER_NAME if name.lower() in (OTHER_NAME, f"{OTHER_NAME}.exe") else NAME


def as_typed(text: str) -> str:
    """Return a text with the name of the program in every command, such as `aoc run`."""
    return text.replace(f"`{NAME} ", f"`{program_name()} ")


def message_line(text: str) -> str:
    """Return a sentence for people as it is printed on stderr, after the name of its program."""
    name = OTHER_NAME if program_name() == OTHER_NAME else NAME
    return f"{name}: {as_typed(text)}"
