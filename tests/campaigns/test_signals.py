"""Runs in which a process gets a signal at a random moment.

In each round, `aoc run --all` runs days that start children, some of which leave their process
group. The program, its forkserver or one of its workers gets SIGINT, SIGTERM, SIGHUP or SIGKILL.
Then no process of the run may be left (but what has left its group, where the forkserver was hit),
the program has ended with the exit code that the
documentation says, every line that it wrote is whole, and the log has all results that it
showed, if it ended by itself.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from aoc.log import FOLDER
from tests.campaigns.conftest import Campaign
from tests.support.aoc import MARK, Aoc
from tests.support.logs import logged
from tests.support.program import Finished, Project, children, processes_with

pytestmark = pytest.mark.campaign
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
TARGETS = ("aoc", "forkserver", "worker")
SAMPLE = "def sample(rng):\n    return 'x\\n'\n"
DAY = """\
import subprocess, time

def parse(text):
    return text

def part1(text):
    subprocess.Popen(["sleep", "1000"])
    subprocess.Popen(["sleep", "1000"], start_new_session=True)
    return {day}

def part2(text):
    {part2}
"""
PARTS = (
    "return 2",
    "end = time.monotonic() + 0.05\n    while time.monotonic() < end: pass\n    return 2",
    "subprocess.run(['sleep', '0.05'])\n    return 2",
    "time.sleep(1000)",  # This one is ended after a while, so every run ends with 1.
)
STARTING = ("Fatal Python error: init_", "Could not import runpy module")
"""How Python begins to say that it was interrupted while it started itself."""
COMMAND = ("run", "--all", "--sample", "--json", "--timeout", "0.4", "--jobs", "2")
PATIENCE = 30.0
"""Seconds in which a program has to end, with all that it started."""


class Round(NamedTuple):
    """A signal to a process after some share of the time that a run usually takes."""

    target: str
    number: int
    share: float


def test_no_signal_leaves_a_process_or_half_a_line(
    campaign: Campaign, aoc: Aoc, project: Project
) -> None:
    for day in range(1, 3 * len(PARTS) + 1):
        project.day(day, DAY.format(day=day, part2=PARTS[day % len(PARTS)]), SAMPLE)
    start = time.monotonic()
    check(project, aoc.process(*COMMAND), {1})
    usual = time.monotonic() - start

    def play(each: Round) -> str:
        shutil.rmtree(project.root / FOLDER, ignore_errors=True)
        running = aoc.start(*COMMAND)
        expected, was_sent = {1}, False
        try:
            out, err = running.communicate(timeout=each.share * usual)
        except subprocess.TimeoutExpired:
            if pid := target_of(running, each.target):
                os.kill(pid, each.number)
                was_sent = True
            out, err = running.communicate(timeout=PATIENCE)
        if was_sent and each.target == "aoc":
            # While Python itself starts, SIGINT ends it like any other signal.
            expected |= {-each.number} | ({130} if each.number == signal.SIGINT else set())
        check(project, Finished(running.returncode, out.decode(), err.decode()), expected)
        deadline = time.monotonic() + PATIENCE
        while left := processes_with(f"{MARK}={aoc.mark}") - {os.getpid()}:
            if each.target == "forkserver":
                end_strays(left)
            if time.monotonic() > deadline:
                for pid in left:
                    os.kill(pid, signal.SIGKILL)
                raise AssertionError(f"left {left}")
            time.sleep(0.005)
        return f"{each.target} {running.returncode}" if was_sent else "too late"

    rng = campaign.rng
    rounds = [
        Round(rng.choice(TARGETS), rng.choice(SIGNALS), rng.random() * 1.05)
        for _ in range(campaign.rounds or 100)
    ]
    campaign.play(rounds, play)


def target_of(running: subprocess.Popen[bytes], target: str) -> int | None:
    """Return the process that is to get the signal, if it is there."""
    if target == "aoc":
        return running.pid
    servers = children(running.pid)
    workers = [worker for server in servers for worker in children(server)]
    found = servers[:1] if target == "forkserver" else workers[-1:]
    return found[0] if found else None


def end_strays(pids: set[int]) -> None:
    """End what has left the group of its worker, which only a forkserver finds."""
    for pid in pids:
        with suppress(OSError):
            is_sleep = Path(f"/proc/{pid}/comm").read_text() == "sleep\n"
            if is_sleep and os.getsid(pid) == pid:
                os.kill(pid, signal.SIGKILL)


def check(project: Project, done: Finished, expected: set[int]) -> None:
    """Check how a run ended, what it wrote, and what the log has of it."""
    assert done.code in expected, f"ended with {done.code}: {done.err}"
    is_start = done.code == -signal.SIGINT or done.err.startswith(STARTING)
    assert "Traceback" not in done.err or is_start, done.err
    shown = [(r["day"], r["part"]) for r in done.lines if r["part"]]
    kept = [(one.puzzle.day, one.part) for one in logged(project.root) if one.part]
    # The last one may be kept and not shown yet.
    assert done.code < 0 or shown in (kept, kept[:-1]), f"showed {shown}, and kept {kept}"
