"""What a Job Object does: on Windows nothing outlives the program that started it."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tests.marks import needs_windows
from tests.program import Project, is_held

SAMPLE = "def sample(rng):\n    return 'x\\n'\n"
# Part 2 and a process that it starts each have a file open, which Windows then refuses to delete.
DAY = """\
import os, subprocess, sys

def parse(text):
    return text

def part1(text):
    return 1

def part2(text):
    own = open("own", "a")
    child = 'import time; held = open("child", "a"); time.sleep(1000)'
    subprocess.Popen([sys.executable, '-c', child]{options})
    while True: pass
"""
DETACHED = ", creationflags=0x8 | 0x200"
"""For a process without a console and in a group of its own."""


@needs_windows
@pytest.mark.parametrize("options", ["", DETACHED], ids=["attached", "detached"])
def test_no_worker_outlives_the_program(project: Project, options: str) -> None:
    project.day(1, DAY.format(options=options), SAMPLE)
    files = [project.root / name for name in ("own", "child")]
    with project.start("run", "1", "--sample") as running:
        try:
            wait_until(lambda: all(path.exists() for path in files))
            assert all(is_held(path) for path in files)
        finally:
            running.kill()
    wait_until(lambda: not any(path.exists() and is_held(path) for path in files))


def wait_until(condition: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.05)
