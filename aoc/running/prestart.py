"""Starting what all workers need, ahead of time: the launcher of this system.

It is in `aoc.running.posix` or `aoc.running.windows`.
"""

from __future__ import annotations

import sys

# The program imports this module before anything else, so what takes long is imported late.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.running.launcher import Launcher

__all__ = ["make_launcher", "prestart"]

_started: list[Launcher] = []


def make_launcher(*, is_clean: bool = False) -> Launcher:
    """Return the launcher of this system: the one that `prestart` made, or else a new one.

    `is_clean` is that of `aoc.running.posix.PosixLauncher`.
    """
    if _started:
        return _started.pop()
    if sys.platform == "win32":
        from aoc.running.windows import WindowsLauncher

        return WindowsLauncher()
    from aoc.running.posix import PosixLauncher

    return PosixLauncher(is_clean=is_clean)


def prestart() -> None:
    """Start what workers need before it is known for which jobs, while other modules load.

    This is for a program that has only just begun.
    """
    _started.append(make_launcher(is_clean=True))
