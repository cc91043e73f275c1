"""Checks how a wait is shown on a terminal."""

from __future__ import annotations

import signal

from tests.emulator import unlock_time
from tests.support.aoc import Aoc
from tests.support.marks import needs_pty


@needs_pty
def test_a_long_countdown_has_days_and_hours_and_the_date_of_its_end(aoc: Aoc) -> None:
    seconds = (50 * 60 + 5) * 60 + 30
    now = unlock_time(2021, 21).timestamp() - seconds
    env = {"TZ": "UTC0", "AOC_NOW": str(now)}
    terminal = aoc.terminal("new", "2021/21", "--wait", env=env)
    line = "\r2021/21 unlocks in 2 d 2 h, on Tue 21 Dec 2021 at 05:00 UTC\x1b[K"
    terminal.read_until(line)
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end().code == 130
