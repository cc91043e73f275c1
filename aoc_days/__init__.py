"""Starts the program with its own package `aoc`, whichever package of that name comes first.

A repository of solutions may have an `aoc` of its own, in a folder that `PYTHONPATH` names. No
other package has the name of this one, so the console scripts import it.
"""

from __future__ import annotations

import os
import sys

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
"""The folder with the `aoc` that belongs to this module."""


def main() -> None:
    """Run the program with the arguments of the process, and end it with the exit code."""
    sys.path.insert(0, HOME)
    # This imports nothing else. From now on, its modules are found in its folder.
    import aoc

    del aoc, sys.path[0]
    from aoc.__main__ import main as start

    start()
