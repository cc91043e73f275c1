"""Waiting with a countdown on a terminal, or else with one line that says until when."""

from __future__ import annotations

import time
from math import ceil
from typing import TextIO

from aoc.model import local_time, now
from aoc.program import message_line
from aoc.render.outcome_text import HOUR, duration_text, wait_text
from aoc.render.terminal import erase_line, rewrite_line, width_of, write


def count_down(seconds: float, err: TextIO, why: str) -> None:
    """Wait for some seconds; show `why`, the start of a sentence, and the time left on `err`."""
    end = now() + seconds
    live = err.isatty()
    if not live:
        write(err, message_line(f"{why} {wait_text(ceil(seconds))}\n"))
    while (left := end - now()) > 0:
        if live:
            rewrite_line(err, countdown_text(why, ceil(left), end, (width_of(err) or 80) - 1))
        time.sleep(left % 1 or 1)
    if live:
        erase_line(err)


def countdown_text(why: str, seconds: int, end: float, width: int) -> str:
    """Return the line of a countdown: with the date of the end if it is long and there is room.

    `end` is in seconds since the epoch. A line of at most `width` columns can be written over.
    """
    if seconds < HOUR:
        minutes, rest = divmod(seconds, 60)
        return f"{why} in {minutes}:{rest:02d}"[:width]
    line = f"{why} in {duration_text(seconds)}"
    dated = f"{line}, on {local_time(end)}"
    return dated if len(dated) <= width else line[:width]
