"""Locking the history on Windows, where an append is not one step, but a seek and then a write.

filelock would do, but its import takes longer than the rest of the work on the history.
"""

from __future__ import annotations

import msvcrt
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["locked"]

assert sys.platform == "win32"

LOCKED_BYTE = 1 << 40
"""The offset of the byte that is locked: behind all lines, so that reading stays possible."""
PATIENCE = 5.0
"""Seconds to wait for other programs that append."""
PAUSE = 0.005


@contextmanager
def locked(file: int) -> Iterator[None]:
    """Lock an open file against other programs that use this function.

    Raises `OSError` if another program does not unlock it in time.
    """
    deadline = time.monotonic() + PATIENCE
    while True:
        os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(PAUSE)
        else:
            break
    try:
        yield
    finally:
        os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)
