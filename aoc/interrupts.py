"""Ctrl-C, held back while something short must not be left half done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["held_back"]


@contextmanager
def held_back() -> Iterator[None]:
    """Raise `KeyboardInterrupt` for a Ctrl-C in a block at its end; for a second one at once."""
    if threading.current_thread() is not threading.main_thread():
        yield  # Python interrupts the main thread only.
        return
    came = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal came
        if came:
            raise KeyboardInterrupt
        came = True

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt
