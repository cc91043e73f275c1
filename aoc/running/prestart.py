"""Starting the launcher of this system, which all workers need, in advance.

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


def make_launcher(python: str | None = None, *, is_clean: bool = False) -> Launcher:
    """Return the launcher of this system: the one that `prestart` made, or else a new one.

    `python` is the path of the workers' Python, by default this one. `is_clean` is that of
    `aoc.running.posix.PosixLauncher`. Raises `WorkerStartError` or `NoRoomError`.
    """
    if _started:
        launcher = _started.pop()
        if python is None:
            return launcher
        launcher.close()
    try:
        if sys.platform == "win32":
            from aoc.running.windows import WindowsLauncher

            return WindowsLauncher(python)
        from aoc.running.posix import PosixLauncher

        return PosixLauncher(python, is_clean=is_clean)
    except OSError as error:
        from aoc.running.launcher import NoRoomError

        raise NoRoomError(error.errno) from None


def prestart() -> None:
    """Start what workers need before it is known for which jobs, while other modules load.

    Call this at the start of the program, before it does anything else. Where that fails, the
    run that needs the workers tries again, and says why it fails.
    """
    from aoc.errors import AocError

    try:
        _started.append(make_launcher(is_clean=True))
    except AocError:
        return
