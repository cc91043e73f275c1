"""The hint about the name: shown once, to people who started the program by another name.

It is looked for at every such start, so nothing is imported until it has to be shown.
"""

from __future__ import annotations

import os
import sys

from aoc.program import MODULE, program_name


def show_hint() -> None:
    """Print once on stderr that `aoc` is advent-of-code-data's program, if it is.

    If the file that remembers this cannot be written, nothing is printed.
    """
    started = sys.executable if program_name() == MODULE else sys.argv[0]
    folder = os.path.dirname(os.path.abspath(started))
    try:
        with open(os.path.join(folder, "aoc.exe" if os.name == "nt" else "aoc"), "rb") as script:
            if b"from aocd." not in script.read(1 << 20):
                return
        from aoc.files import data_folder

        stamp = os.path.join(data_folder(), "aoc-days-hint")
        os.makedirs(os.path.dirname(stamp), exist_ok=True)
        with open(stamp, "x", encoding="utf-8") as file:
            file.write("aoc-days has said whose the script `aoc` is, and does not repeat it.\n")
    except OSError:  # also if it was shown before
        return
    from aoc.render.terminal import print_message

    text = f"`aoc` in {folder} is advent-of-code-data's program"
    print_message(f"{text}: `aoc doctor` says how to make it start aoc-days")
