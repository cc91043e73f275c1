"""Which processes are killed as those that a run has left, and which are not."""

from __future__ import annotations

import os
import subprocess
from contextlib import ExitStack

import pytest

from tests.support.marks import needs_proc, needs_signals

pytestmark = needs_signals

REASON = "needs the signals of POSIX"
orphans = pytest.importorskip(
    "aoc.worker.posix_processes", reason=REASON, exc_type=ImportError
)

NOBODY = 1 << 30
"""A number that no process has."""


@needs_proc
def test_only_what_was_started_with_a_variable_is_killed_for_it() -> None:
    name = f"MARK_{os.getpid()}"
    with ExitStack() as stack:
        both = []
        for value in ("1.2", "1.23"):
            process = subprocess.Popen(
                ["cat"],
                env=os.environ | {name: value},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            both.append(stack.enter_context(process))
            assert process.stdin
            assert process.stdout
            process.stdin.write(b"x")
            process.stdin.flush()
            assert process.stdout.read(1)  # It has its environment.
        orphans.kill_marked(f"{name}=1.2", "a name of no process")
        marked, other = both
        assert marked.stdout
        assert marked.stdout.read() == b""  # to its end, though nobody closed its stdin
        assert other.communicate(b"end")[0] == b"end"


class Multiplying:
    """Processes, of which each that is killed is followed by another one, `lives` times.

    They stand in for those of the system, which no test may kill.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, lives: int) -> None:
        self.lives = lives
        self.living = [NOBODY]
        self.looks = 0
        self.reaped: list[int] = []
        monkeypatch.setattr(orphans, "marked", lambda variable, name: self.look())
        monkeypatch.setattr(orphans, "kill", self.kill)
        monkeypatch.setattr(os, "waitpid", lambda pid, options: self.reaped.append(pid))

    def look(self) -> list[int]:
        self.looks += 1
        return list(self.living)

    def kill(self, pid: int) -> None:
        if pid in self.living:
            self.living.remove(pid)
            self.lives -= 1
            if self.lives:
                self.living.append(pid + 1)


def test_orphans_that_multiply_are_killed_until_none_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    marked = Multiplying(monkeypatch, lives=5)
    orphans.kill_marked("B=2", "b")
    assert (marked.living, marked.looks) == ([], 6)
    assert marked.reaped == [*range(NOBODY, NOBODY + 5)]
