"""Checks how waits are shown: on a terminal as a countdown, elsewhere as one line."""

from __future__ import annotations

import re
import signal

import pytest

from aoc.render.messages import duration_text
from tests.emulator import unlock_time
from tests.marks import WINDOWS, needs_pty
from tests.program import Project
from tests.terminal import open_terminal

UNLOCK = unlock_time(2021, 21).timestamp()
HOUR = 3600
UTC = {"TZ": "UTC0"}


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (1, "1 s"),
        (60, "1 min"),
        (90, "1 min 30 s"),
        (HOUR - 1, "59 min 59 s"),
        (HOUR, "1 h"),
        (HOUR + 61, "1 h 1 min"),
        (24 * HOUR, "1 d"),
        (50 * HOUR + 5 * 60, "2 d 2 h"),
        (240 * HOUR + 5 * 60, "10 d 5 min"),
    ],
)
def test_a_duration_has_two_units(seconds: int, text: str) -> None:
    assert duration_text(seconds) == text


def wait_line(project: Project, before: float, columns: int) -> str:
    """Begin a wait some seconds before a puzzle unlocks; return the first state of its line."""
    env = {**UTC, "AOC_NOW": str(UNLOCK - before)}
    terminal = open_terminal(project, "new", "2021/21", "--wait", columns=columns, env=env)
    terminal.read_until("\x1b[K")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end().code == 130
    return terminal.raw.partition("\x1b[K")[0].rpartition("\r")[2]


@needs_pty
def test_a_long_countdown_has_days_and_hours_and_the_date_of_its_end(project: Project) -> None:
    line = wait_line(project, 50 * HOUR + 5 * 60 + 30, 100)
    date = "on Tue 21 Dec 2021 at 05:00 UTC"
    assert line == f"2021/21 unlocks in 2 d 2 h, {date}"


@pytest.mark.skipif(WINDOWS, reason="Windows has no SIGINT for a process of its own")
@pytest.mark.parametrize(
    ("before", "line"),
    [
        (25.5 * HOUR, r"in 1 d 1 h, on Tue 21 Dec 2021 at 05:00 UTC"),
        (90, r"in 1 min \d+ s, at 05:00:0[01]"),
    ],
)
def test_without_a_terminal_the_end_of_the_wait_is_one_line(
    project: Project, before: float, line: str
) -> None:
    env = {**UTC, "AOC_NOW": str(UNLOCK - before)}
    with project.start("new", "2021/21", "--wait", env=env) as running:
        assert running.stderr
        first = running.stderr.readline().decode()
        running.send_signal(signal.SIGINT)
        rest = running.stderr.read().decode()
    assert re.fullmatch(rf"aoc: 2021/21 unlocks {line}\n", first), first
    assert rest.strip() == "aoc: interrupted"
