"""How a worker process is started: the interpreter's options, its environment, and what it says.

What starts and ends workers depends on the system: `aoc.running.posix`, `aoc.running.windows`.
"""

from __future__ import annotations

import os
import sys

# The program imports this module before anything else, so what takes long is imported late.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from aoc.running.launcher import Launcher

__all__ = ["HOME", "OPTIONS", "Event", "environment", "make_launcher", "prestart"]

HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
"""The folder that `aoc` is imported from."""
# Nothing that lies in the current folder may be imported in place of the standard library.
OPTIONS = ("-P", "-X", "faulthandler")
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""numpy would start a thread for each processor; jobs that run side by side would share them."""
HEX = frozenset("0123456789abcdef")

_started: list[Launcher] = []


class Event:
    """Something that came from a worker, or happened to it.

    `kind` is `report` or `output`, with the bytes in `data`; `silent`, when it can report no
    more; `ended`, with its exit code in `status` (below 0, the number of the signal that killed
    it); or `lost`, where it was ended because of another worker. After `ended` or `lost`,
    nothing more comes from that worker.
    """

    __slots__ = ("data", "kind", "status", "worker")

    def __init__(self, worker: int, kind: str, data: bytes = b"", status: int = 0) -> None:
        self.worker = worker
        self.kind = kind
        self.data = data
        self.status = status


def make_launcher() -> Launcher:
    """Return the launcher of this system: the one that `prestart` made, or else a new one."""
    if _started:
        return _started.pop()
    if sys.platform == "win32":
        from aoc.running.windows import WindowsLauncher

        return WindowsLauncher()
    from aoc.running.posix import PosixLauncher

    return PosixLauncher()


def prestart() -> None:
    """Start what workers need before it is known for which jobs, while other modules load."""
    _started.append(make_launcher())


def environment() -> dict[str, str]:
    """Return the environment for workers: ours, without any session token."""
    ours = {
        name: value
        for name, value in os.environ.items()
        if name != "AOC_SESSION" and not looks_like_token(value)
    }
    return ONE_THREAD | ours


def looks_like_token(value: str) -> bool:
    """Recognise a session token: 96 or 128 hex digits."""
    return len(value) in (96, 128) and not set(value.lower()) - HEX
