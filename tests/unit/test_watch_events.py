"""Waiting for keys and files: with real folders, and keys that are typed at the right moment."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("watchfiles", reason="Wine lacks a library that it needs", exc_type=ImportError)

from aoc.render.keyboard import Keyboard
from aoc.watching import Watcher
from tests.support.marks import needs_linux, needs_signals
from tests.support.program import Project
from tests.support.watcher import DAY, TESTS, day_file

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


NOTICED = (
    "days/year2021/day01.py",
    "tests/year2021/test_day01.py",
    "tools.py",
    "days/new/tools.py",
    "inputs/2021/01.txt",
)
OTHERS = (
    "notes.txt",
    "inputs/2021/02.txt",
    "days/year2021/day01.py~",
    ".venv/tools.py",
    "days/.#day01.py",
    "days/year2021/.day01.py",
    "tests/flycheck_test_day01.py",
    "mine/pyvenv.cfg",
    "days/__pycache__/day01.pyc",
)


def write(*paths: Path) -> None:
    """Let files say something else than before; polling tells seconds apart, no less."""
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("something else", encoding="utf-8")
        os.utime(path, (2**32, 2**32))


@pytest.mark.parametrize("how", ["system", "polling"])
def test_a_file_that_matters_is_noticed_and_no_other(
    project: Project, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WATCHFILES_FORCE_POLLING", "1" if how == "polling" else "")
    project.day(1, DAY, TESTS)
    files = [str(day_file(project)), str(project.root / "inputs" / "2021" / "01.txt")]
    # A new folder of inputs counts, whatever is in it, so the others come last.
    for names in (*((name,) for name in NOTICED), OTHERS):
        keyboard = Script(partial(write, *map(project.root.joinpath, names)))
        session = Watcher(str(project.root), files, keyboard, "x")
        assert session.next_key() == ("x" if names == OTHERS else ""), names


LIMITED = """\
import os, platform, resource, sys
from aoc.render.keyboard import Keyboard
from aoc.watching import Watcher
free = os.open(os.devnull, os.O_RDONLY)
before = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (free + 2, before[1]))
session = Watcher(sys.argv[1], [], Keyboard(), "")
resource.setrlimit(resource.RLIMIT_NOFILE, before)
open(sys.argv[1] + "/day01.py", "w").close()
print(repr(session.next_key()))
"""


@needs_linux
def test_where_the_system_does_not_watch_folders_they_are_looked_at(tmp_path: Path) -> None:
    command = [sys.executable, "-c", LIMITED, str(tmp_path)]
    assert subprocess.check_output(command, timeout=60, text=True) == "''\n"


INTERRUPTED = """\
import os, signal, sys
from aoc.render.keyboard import Keyboard
from aoc.watching import Watcher
session = Watcher(sys.argv[1], [], Keyboard(), "")
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
try:
    while True:
        session.check() if "looks" in sys.argv else session.next_key()
except KeyboardInterrupt:
    os._exit(7)
"""


@needs_signals
def test_ctrl_c_is_not_lost_in_watchfiles(tmp_path: Path) -> None:
    for how in ("looks", "waits"):
        command = [sys.executable, "-c", INTERRUPTED, str(tmp_path), how]
        assert subprocess.run(command, timeout=60, check=False).returncode == 7
