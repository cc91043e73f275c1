"""The hint about the name: shown once, to people who started the program by another name.

It is looked for at every such start, so nothing is imported until it may have to be shown.
"""

from __future__ import annotations

import os
import sys

from aoc.program import MODULE, program_name

STAMP = "aoc-days-hint"
SIGN = b"from aocd"
"""What is in no script that starts our program."""


def show_hint() -> None:
    """Print once on stderr that `aoc` is advent-of-code-data's program, if it is.

    If the file that remembers this cannot be written, nothing is printed.
    """
    started = sys.executable if program_name() == MODULE else sys.argv[0]
    folder = os.path.dirname(os.path.abspath(started))
    path = os.path.join(folder, "aoc.exe" if os.name == "nt" else "aoc")
    try:
        with open(path, "rb") as script:
            if SIGN not in script.read(1 << 20):
                return
        stamp = stamp_path()
        if not os.path.exists(stamp) and is_aocds(path):
            remember(stamp)
            text = f"`aoc` in {folder} is advent-of-code-data's program"
            from aoc.render.message import print_message

            print_message(f"{text}: `aoc doctor --fix` makes it start aoc-days")
    except OSError:
        return


def is_aocds(path: str) -> bool:
    """Return whether a script starts a program of advent-of-code-data. Raises `OSError`."""
    from aoc.doctor.scripts import Owner, owner_of

    return owner_of(path) is Owner.AOCD


def stamp_path() -> str:
    """Return the path of the file in aocd's folder that says that the hint was shown."""
    from aoc.site.cache import Cache

    return os.path.join(Cache().folder, STAMP)


def remember(stamp: str) -> None:
    """Write down that the hint is shown. Raises `OSError`, also if another process was faster."""
    os.makedirs(os.path.dirname(stamp), exist_ok=True)
    with open(stamp, "x", encoding="utf-8") as file:
        file.write("aoc-days has shown the hint about the script `aoc`, and does not repeat it.\n")
