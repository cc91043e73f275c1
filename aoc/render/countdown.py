"""A wait that is shown: as a countdown on a terminal, else as one line with the end of the wait."""

from __future__ import annotations

import time
from math import ceil
from typing import TextIO

from aoc.clock import now
from aoc.program import message_line
from aoc.render.outcome_text import wait_text

__all__ = ["count_down"]


def count_down(seconds: float, err: TextIO, why: str) -> None:
    """Wait for some seconds, and show on `err` why."""
    end = now() + seconds
    live = err.isatty()
    if not live:
        err.write(message_line(f"{why} {wait_text(ceil(seconds))}.\n"))
        err.flush()
    while (left := end - now()) > 0:
        if live:
            minutes, rest = divmod(ceil(left), 60)
            err.write(f"\r{why} in {minutes}:{rest:02d}\x1b[K")
            err.flush()
        time.sleep(left % 1 or 1)
    if live:
        err.write("\r\x1b[K")
        err.flush()
