"""Waits: how long they are and when they end in words, and a countdown until then."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import ceil
from typing import TextIO

from aoc.model.puzzles import local_time, now, site_now
from aoc.render.screen import Screen
from aoc.render.terminal import print_message

HOUR = 60 * 60
UNITS = {"d": 24 * HOUR, "h": HOUR, "min": 60, "s": 1}
"""The seconds of each unit of a duration."""
STEP = 0.05
"""Seconds between two looks at what may end a wait."""


def wait_text(seconds: float) -> str:
    """Return how long a wait is, and when it ends by the site's clock, in local time."""
    moment = round(site_now() + seconds)
    if seconds < HOUR:
        clock = time.strftime("at %H:%M:%S", time.localtime(moment))
    else:
        clock = f"on {local_time(moment)}"
    return f"in {duration_text(ceil(seconds))}, {clock}"


def duration_text(seconds: int) -> str:
    """Return a duration in its two largest units."""
    pieces = []
    for unit, length in UNITS.items():
        number, seconds = divmod(seconds, length)
        if number:
            pieces.append(f"{number} {unit}")
    return " ".join(pieces[:2]) or "0 s"


def nothing() -> None:
    """Do nothing: nothing ends a wait before its time."""


def count_down(
    seconds: float, err: TextIO, why: str, check: Callable[[], object] = nothing
) -> None:
    """Wait for some seconds; show `why`, the start of a sentence, and the time left on `err`.

    `check` is called again and again; an error of it ends the wait.
    """
    # By this clock, since the other one stands still while this computer sleeps.
    end = now() + seconds
    screen = Screen(err)
    # Where lines cannot be written over, one line has to do.
    if not screen.live:
        print_message(f"{why} {wait_text(seconds)}", err)
    try:
        while (left := end - now()) > 0:
            screen.show(f"{why} {wait_text(left)}")
            check()
            time.sleep(min(left, STEP))
    finally:
        screen.clear()
