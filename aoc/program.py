"""The name of the program: the one it was started by, which is what people have to type.

advent-of-code-data brings a script called `aoc` too, so ours is often reached as `aoc-days` or as
`python -m aoc` alone. Sentences are written with `aoc`, and changed where they are printed.
"""

from __future__ import annotations

import os
import sys

__all__ = ["MODULE", "NAME", "as_typed", "message_line", "program_name"]

NAME = "aoc"
OTHER_NAME = "aoc-days"
"""The script of ours whose name no other package has."""
MODULE = f"python -m {NAME}"


def program_name() -> str:
    """Return how the program was started: `aoc`, `aoc-days` or `python -m aoc`."""
    folder, name = os.path.split(sys.argv[0])
    if name == "__main__.py" and os.path.basename(folder) == NAME:
        return MODULE
    return OTHER_NAME if name.lower() in (OTHER_NAME, f"{OTHER_NAME}.exe") else NAME


def as_typed(text: str) -> str:
    """Return a text in which every command, such as `aoc run`, begins with the program's name."""
    return text.replace(f"`{NAME} ", f"`{program_name()} ")


def message_line(text: str) -> str:
    """Return a sentence for people as it is printed on stderr, after the name of its program."""
    name = OTHER_NAME if program_name() == OTHER_NAME else NAME
    return f"{name}: {as_typed(text)}"
