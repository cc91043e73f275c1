"""The launcher of this system, started before the jobs of a run are known, or when needed.

The program imports this module before anything else.
"""

from __future__ import annotations

import sys
from contextlib import suppress

from aoc.errors import AocError
from aoc.running.launcher import Launcher, NoRoomError

_started: list[Launcher] = []
"""The launcher that `prestart` made, until it is used."""


def make_launcher(*, is_clean: bool = False) -> Launcher:
    """Return the launcher of this system: that which `prestart` made, or else a new one.

    `aoc.running.posix_launcher.PosixLauncher` says what `is_clean` is. Raises `WorkerStartError` or
    `NoRoomError`.
    """
    if _started:
        return _started.pop()
    try:
        # Each of the two imports modules that the other system lacks.
        if sys.platform == "win32":
            from aoc.running.windows_launcher import WindowsLauncher

            return WindowsLauncher()
        from aoc.running.posix_launcher import PosixLauncher

        return PosixLauncher(is_clean=is_clean)
    except OSError as error:
        raise NoRoomError(error.errno) from None


def prestart() -> None:
    """Start the launcher before its jobs are known, while other modules load.

    Call this at the start of the program, before it does anything else. Where that fails, the
    run that needs the workers tries again, and says why it fails.
    """
    with suppress(AocError):
        _started.append(make_launcher(is_clean=True))
