"""Importing what a day will import before its worker is forked, so that it costs no time there.

Only modules of the standard library and a few well-known packages are imported, none of the
project: nothing of a day runs before its own worker does.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib import import_module

from aoc.files import read_bytes

__all__ = ["preload", "preload_named", "reseed"]

IMPORT = re.compile(r"^(?:lazy[ \t]+)?(?:import|from)[ \t]+([A-Za-z_]\w*(?:\.\w+)*)", re.MULTILINE)
"""An import at the top level. A lazy one would else count as time of the part that needs it."""
PACKAGES = frozenset({"networkx", "numpy", "scipy", "sortedcontainers", "sympy"})
"""What days commonly import; all are one thread when they are imported."""
UNWANTED = frozenset({"antigravity", "idlelib", "test", "this", "tkinter", "turtle", "turtledemo"})
"""Modules of the standard library that do something when they are imported."""
PRELOADABLE = (sys.stdlib_module_names | PACKAGES) - UNWANTED
if sys.platform == "darwin":
    # There, numpy may work with threads of the system that do not survive a fork.
    PRELOADABLE -= PACKAGES


@cache
def preload(root: str, year: int, day: int) -> None:
    """Import what a day of the project at `root`, and its tests, import at their top level."""
    for file in (f"days/year{year}/day{day:02d}.py", f"tests/year{year}/test_day{day:02d}.py"):
        for name in imports_in(os.path.join(root, file)):
            if is_preloadable(name, root):
                try:
                    import_module(name)
                except Exception:  # the worker reports it, if its day has to import it at all
                    continue


def preload_named(words: Iterable[str]) -> None:
    """Import what days of the newest year import whose numbers are among these words.

    So it is there before the program has found out which puzzles, solvers and inputs are meant.
    """
    days = [int(word) for word in words if word.isdecimal()]
    if not days:
        return
    with suppress(OSError, ValueError):
        year = max(int(name[4:]) for name in os.listdir("days") if name[:4] == "year")
        for day in days:
            preload(os.getcwd(), year, day)


def reseed() -> None:
    """Give numpy's global random numbers a new start; `random` does so itself after a fork."""
    random = sys.modules.get("numpy.random")
    if random:
        random.seed()


def imports_in(path: str) -> list[str]:
    """Return the names of the modules that the lines of a file import; none if it is not there."""
    try:
        return IMPORT.findall(read_bytes(path).decode(errors="replace"))
    except OSError:
        return []


def is_preloadable(name: str, root: str) -> bool:
    """Return whether a module may be imported ahead of time, and is not one of the project."""
    top = name.partition(".")[0]
    own = os.path.join(root, top)
    return top in PRELOADABLE and not os.path.exists(f"{own}.py") and not os.path.isdir(own)
