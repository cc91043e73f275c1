"""The program: its name, as it was started, which is what people type; and its streams."""

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
    "open_closed_streams",
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


STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
"""The names and modes of the streams, in the order of their file descriptors."""


def open_closed_streams() -> None:
    """Open the null device in place of each standard stream that is closed.

    Otherwise the next file, pipe or socket that is opened gets its descriptor, and what is
    printed goes there.
    """
    for descriptor, (name, mode) in enumerate(STREAMS):
        if getattr(sys, name) is not None:
            continue
        null = os.open(os.devnull, os.O_RDWR)
        if null == descriptor:
            os.set_inheritable(null, True)
        else:
            os.dup2(null, descriptor)
            os.close(null)
        setattr(sys, name, open(descriptor, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
