"""A worker and a child of it, whose ends a test waits for."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from aoc.model import Input, Job
from aoc.running.launcher import WorkerStartError
from tests.marks import WINDOWS
from tests.program import Project, Signal, processes_with

if not WINDOWS:
    from aoc.running.posix_launcher import PosixLauncher

# The child says itself that it is there: `Popen` may return before its environment is.
DAY = """\
import os, signal, subprocess, sys

CHILD = "import signal; print('started', flush=True); signal.pause()"

def parse(text):
    return text

def part1(text):
    command = [sys.executable, "-c", CHILD]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session={leaves})
    child.stdout.readline()
    open("ready", "w").close()
    {then}
"""
WAIT = "signal.pause()"
RETURN = "open('go').close(); return 1"
"""Waits until a test has written to the pipe `go`."""


class Family:
    """A worker that has started a child, and the processes that belong to it by their mark."""

    def __init__(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        self.project = project
        self.mark = f"NETS={project.root}"
        self.launcher: PosixLauncher | None = None
        monkeypatch.setenv("NETS", str(project.root))

    def start(self, then: str = WAIT, *, leaves: bool = False) -> PosixLauncher:
        """Start a worker, and wait until its child is there."""
        self.project.day(1, DAY.format(then=then, leaves=leaves))
        ready = Signal(self.project.root / "ready")
        launcher = self.launcher = PosixLauncher()
        self.worker, output = launcher.start(self.job(1))
        os.close(output)
        ready.wait()
        return launcher

    def start_known(self, *, leaves: bool = False) -> tuple[PosixLauncher, int]:
        """Start a worker, and return its launcher and the pid of its forkserver.

        Both pids are known to the launcher.
        """
        launcher = self.start(leaves=leaves)
        assert launcher.forkserver
        launcher.wait(0)
        return launcher, launcher.pid

    def job(self, day: int) -> Job:
        """Return the job of a day."""
        source = (Input("file", "input", "x"),)
        return Job(str(self.project.root), 2021, day, None, "days", source, (1,), repeat=1)

    def wait_for_end(self) -> None:
        """Wait until the worker has ended."""
        assert self.launcher
        for _ in range(200):
            if any(isinstance(event, int) for _, event in self.launcher.wait(0.1)):
                return
        raise AssertionError("the worker has not ended")

    def wait_for_loss(self) -> None:
        """Wait until the launcher has found out that the forkserver has ended."""
        with pytest.raises(WorkerStartError, match="has ended"):
            self.wait_for_end()

    @property
    def left(self) -> set[int]:
        """The processes that are left."""
        return processes_with(self.mark)

    @contextmanager
    def ends(self, *, expected: int = 3, spared: int = 0) -> Iterator[None]:
        """Check that the processes that are there before a block end in it, or soon after."""
        descriptors = [os.pidfd_open(pid) for pid in self.left - {spared}]
        assert len(descriptors) == expected
        yield
        for descriptor in descriptors:
            assert select.select([descriptor], [], [], 10)[0], "a process is still there"
            os.close(descriptor)


def customize(folder: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Let every Python that is started from now on run some code first."""
    (folder / "site").mkdir()
    (folder / "site" / "sitecustomize.py").write_text(code, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(folder / "site"))
