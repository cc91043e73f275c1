"""Waiting for keys and files: with real folders, and keys that are typed at the right moment."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from aoc.watching.events import Keyboard, WatchSession
from tests.marks import needs_linux, needs_signals
from tests.program import Project
from tests.watching.watcher import DAY, TESTS, day_file

STEPS = 8
"""How often the keyboard is looked at until whatever was saved has been noticed."""


class Script(Keyboard):
    """A keyboard that calls `act` when it is looked at for the first time, and types `x` later."""

    def __init__(self, act: Callable[[], object]) -> None:
        self.act = act
        self.looks = 0

    def typed(self) -> str:
        self.looks += 1
        if self.looks == 1:
            self.act()
        return "x" if self.looks == STEPS else ""


def session_of(project: Project, act: Callable[[], object]) -> WatchSession:
    """Return a session that watches day 1."""
    files = [str(day_file(project)), str(project.root / "inputs" / "2021" / "01.txt")]
    return WatchSession(str(project.root), files, Script(act), "x")


def after(project: Project, act: Callable[[], object]) -> str:
    """Return what a session returns after something was done: a key, or nothing for a save."""
    project.day(1, DAY, TESTS)
    return session_of(project, act).next_key()


def write(path: Path) -> None:
    """Write a file that says something else than before; polling tells seconds apart, no less."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("something else", encoding="utf-8")
    os.utime(path, (2**32, 2**32))


HOWS = ["system", "polling"]


def watch_by(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let sessions watch in one of these ways."""
    monkeypatch.setenv("WATCHFILES_FORCE_POLLING", "1" if how == "polling" else "")


@pytest.mark.parametrize(
    "name",
    [
        "days/year2021/day01.py",
        "days/__init__.py",
        "tests/year2021/test_day01.py",
        "tools.py",
        "days/new/tools.py",
        "inputs/2021/01.txt",
    ],
)
@pytest.mark.parametrize("how", HOWS)
def test_a_file_that_matters_is_noticed(
    project: Project, name: str, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch_by(how, monkeypatch)
    assert after(project, lambda: write(project.root / name)) == ""


@pytest.mark.parametrize(
    "name",
    [
        "notes.txt",
        "inputs/2021/02.txt",
        "days/year2021/day01.py~",
        ".venv/tools.py",
        "mine/pyvenv.cfg",
        "days/__pycache__/day01.pyc",
    ],
)
@pytest.mark.parametrize("how", HOWS)
def test_any_other_file_is_not(
    project: Project, name: str, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch_by(how, monkeypatch)
    if name.startswith("inputs"):  # a new folder counts, whatever is in it
        (project.root / name).parent.mkdir(parents=True)
    assert after(project, lambda: write(project.root / name)) == "x"


LIMITED = """\
import os, platform, resource, sys
from aoc.watching.events import Keyboard, WatchSession
free = os.open(os.devnull, os.O_RDONLY)
before = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (free + 2, before[1]))
session = WatchSession(sys.argv[1], [], Keyboard(), "")
resource.setrlimit(resource.RLIMIT_NOFILE, before)
open(sys.argv[1] + "/day01.py", "w").close()
assert session.next_key() == ""
"""


@needs_linux
def test_where_the_system_does_not_watch_folders_they_are_looked_at(tmp_path: Path) -> None:
    command = [sys.executable, "-c", LIMITED, str(tmp_path)]
    subprocess.run(command, timeout=60, check=True)


INTERRUPTED = """\
import os, signal, sys
from aoc.watching.events import Keyboard, WatchSession
session = WatchSession(sys.argv[1], [], Keyboard(), "")
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
try:
    while True:
        session.check() if "looks" in sys.argv else session.next_key()
except KeyboardInterrupt:
    os._exit(7)
"""


@needs_signals
@pytest.mark.parametrize("how", ["looks", "waits"])
def test_ctrl_c_is_not_lost_in_watchfiles(tmp_path: Path, how: str) -> None:
    command = [sys.executable, "-c", INTERRUPTED, str(tmp_path), how]
    assert subprocess.run(command, timeout=20, check=False).returncode == 7
