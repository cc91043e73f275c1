"""Waiting for keys and files: with real folders, and keys that are typed at the right moment."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip(
    "watchfiles", reason="Wine lacks a library that it needs", exc_type=ImportError
)

from aoc.commands.watch import change_line
from aoc.model.inputs import InputKind
from aoc.model.results import ErrorKind, Failure, Result, Verdict
from aoc.render.keyboard import Keyboard
from aoc.watching import Watcher
from tests.support.marks import needs_linux, needs_signals
from tests.support.program import Project
from tests.support.results import changed, made_result
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


def write(*paths: Path) -> None:
    """Let files say something else than before; polling tells seconds apart, no less."""
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("something else", encoding="utf-8")
        os.utime(path, (2**32, 2**32))


@pytest.mark.parametrize("how", ["system", "polling"])
@pytest.mark.parametrize(
    ("names", "matters"),
    [
        *(
            (name, True)
            for name in ("days/year2021/day01.py", "tests/year2021/test_day01.py")
        ),
        *(
            (name, True)
            for name in ("tools.py", "days/new/tools.py", "inputs/2021/01.txt")
        ),
        ("notes.txt inputs/2021/02.txt days/year2021/day01.py~ .venv/tools.py", False),
        ("days/.#day01.py days/year2021/.day01.py tests/flycheck_test_day01.py", False),
        ("mine/pyvenv.cfg days/__pycache__/day01.pyc", False),
        ("pyvenv.cfg bin/tools.py share/tools.py", False),
    ],
)
def test_a_file_that_matters_is_noticed_and_no_other(
    project: Project,
    names: str,
    matters: bool,
    how: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("WATCHFILES_FORCE_POLLING", "1" if how == "polling" else "")
    project.day(1, DAY, TESTS)
    if not matters:  # a new folder of inputs counts, whatever is in it
        (project.root / "inputs" / "2021").mkdir(parents=True)
    files = [str(day_file(project)), str(project.root / "inputs" / "2021" / "01.txt")]
    keyboard = Script(lambda: write(*map(project.root.joinpath, names.split())))
    session = Watcher(str(project.root), files, keyboard, "x")
    assert session.next_key() == ("" if matters else "x")


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
assert session.next_key() == ""
"""


@needs_linux
def test_where_the_system_does_not_watch_folders_they_are_looked_at(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-c", LIMITED, str(tmp_path)]
    subprocess.run(command, timeout=60, check=True)


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
@pytest.mark.parametrize("how", ["looks", "waits"])
def test_ctrl_c_is_not_lost_in_watchfiles(tmp_path: Path, how: str) -> None:
    command = [sys.executable, "-c", INTERRUPTED, str(tmp_path), how]
    assert subprocess.run(command, timeout=60, check=False).returncode == 7


def result(
    answer: str | None, verdict: Verdict = Verdict.PASS, seconds: float = 1e-4
) -> Result:
    """Return a result of part 1 on my input."""
    made = made_result(
        2021, 1, label="mine", part=1, answer=answer, input_kind=InputKind.PERSONAL
    )
    error = (
        Failure(ErrorKind.EXCEPTION, "KeyError: 5")
        if verdict is Verdict.ERROR
        else None
    )
    return changed(made, verdict=verdict, seconds=seconds, error=error)


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        (result("5"), result(None, Verdict.ERROR), "! exception, was ✔ 5"),
        (
            result("4", seconds=3e-5),
            result("5", seconds=4.5e-5),
            "✔ 5, was ✔ 4 · 45.0 µs, was 30.0 µs",
        ),
    ],
)
def test_a_change_is_one_line(before: Result, after: Result, text: str) -> None:
    assert "".join(change_line(before, after)) == f"  mine, part 1: {text}\n"


def test_a_first_call_is_not_compared_with_repeated_ones() -> None:
    before, after = result("5", seconds=3e-5), result("5", seconds=9e-5)
    first = changed(after, first_call=True)
    assert change_line(before, after)
    assert change_line(changed(before, first_call=True), first)
    assert not change_line(before, first)
    assert not change_line(first, before)
