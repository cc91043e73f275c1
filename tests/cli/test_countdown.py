"""Checks how waits are shown: on a terminal as a countdown, elsewhere as one line."""

from __future__ import annotations

import re
import signal

from tests.emulator import unlock_time
from tests.support.aoc import Aoc
from tests.support.marks import needs_pty, needs_signals

UNLOCK = unlock_time(2021, 21).timestamp()
HOUR = 3600


def before_unlock(seconds: float) -> dict[str, str]:
    """Return the variables of a time some seconds before a puzzle unlocks."""
    return {"TZ": "UTC0", "AOC_NOW": str(UNLOCK - seconds)}


@needs_pty
def test_a_long_countdown_has_days_and_hours_and_the_date_of_its_end(aoc: Aoc) -> None:
    env = before_unlock(50 * HOUR + 5 * 60 + 30)
    terminal = aoc.terminal("new", "2021/21", "--wait", env=env)
    line = "\r2021/21 unlocks in 2 d 2 h, on Tue 21 Dec 2021 at 05:00 UTC\x1b[K"
    terminal.read_until(line)
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end().code == 130


@needs_signals
def test_without_a_terminal_the_end_of_the_wait_is_one_line(aoc: Aoc) -> None:
    with aoc.start("new", "2021/21", "--wait", env=before_unlock(90)) as running:
        assert running.stderr
        running.stderr.readline()  # Nobody is logged in.
        first = running.stderr.readline().decode()
        running.send_signal(signal.SIGINT)
        rest = running.stderr.read().decode()
    line = r"aoc: 2021/21 unlocks in 1 min \d+ s, at 05:00:0[01]\n"
    assert re.fullmatch(line, first), first
    assert rest.strip() == "aoc: interrupted"
