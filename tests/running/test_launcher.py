"""What starts workers: it waits as long as it may, and keeps no file open."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from aoc.model import Job
from aoc.running.running_job import Printed
from tests.marks import WINDOWS, needs_linux
from tests.program import Project
from tests.running.executions import day_source, jobs_of

if not WINDOWS:
    from aoc.running.posix_launcher import PosixLauncher

WAIT = "signal.pause()"
IS_FORK = "print('pytest' in sys.modules)"
"""Whether the worker descends from this process by forks alone."""


@pytest.fixture
def launcher() -> Iterator[PosixLauncher]:
    """A launcher that has started no worker yet."""
    made = PosixLauncher()
    yield made
    made.close()


def job_of(project: Project, body: str, text: str = "x") -> Job:
    """Write a day whose part 1 does something, and return its job."""
    project.day(1, day_source(body))
    return jobs_of(project, [1], text=text)[0]._replace(repeat=1)


def wait_for(launcher: PosixLauncher, worker: int, kind: type[bytes | int]) -> bytes | int:
    """Wait until an event of this kind has come from a worker, and return it."""
    for _ in range(200):
        for number, event in launcher.wait(0.1):
            if number == worker and isinstance(event, kind):
                return event
    raise AssertionError(f"no event {kind}")


def output_of(launcher: PosixLauncher, job: Job) -> str:
    """Run a job to its end, and return what the day printed."""
    worker, output = launcher.start(job)
    assert wait_for(launcher, worker, int) == 0
    printed = Printed(output)
    text = printed.rest.strip()
    printed.close()
    return text


def start(launcher: PosixLauncher, job: Job) -> int:
    """Start a worker whose output is not looked at, and return its number."""
    worker, output = launcher.start(job)
    os.close(output)
    return worker


@contextmanager
def no_file_stays_open() -> Iterator[None]:
    """Check that a block leaves no file open in this process."""
    before = open_files()
    yield
    assert open_files() <= before


def open_files() -> set[tuple[str, str]]:
    """Return the numbers of the open files of this process, and what they lead to."""
    found = set()
    for number in os.listdir("/proc/self/fd"):
        with suppress(FileNotFoundError):  # this very list
            found.add((number, os.readlink(f"/proc/self/fd/{number}")))
    return found


@needs_linux
class TestNoFileStaysOpen:
    """Whatever happens to a worker, its pipes are closed."""

    def test_when_a_launcher_is_closed_while_a_worker_runs(self, project: Project) -> None:
        job = job_of(project, WAIT)
        with no_file_stays_open():
            launcher = PosixLauncher()
            forkserver = launcher.forkserver
            wait_for(launcher, start(launcher, job), bytes)
            launcher.close()
        assert forkserver
        assert launcher.workers == {}

    def test_when_a_worker_ends_by_itself(self, project: Project, launcher: PosixLauncher) -> None:
        with no_file_stays_open():
            assert output_of(launcher, job_of(project, "print(1)")) == "1"


@needs_linux
class TestNoForkOfThisProcess:
    """The forkserver is a new interpreter where a fork of this process would not be good."""

    def test_when_nothing_says_that_this_process_is_clean(
        self, project: Project, launcher: PosixLauncher
    ) -> None:
        assert output_of(launcher, job_of(project, IS_FORK)) == "False"

    def test_when_this_process_has_another_thread(self, project: Project) -> None:
        over = threading.Event()
        thread = threading.Thread(target=over.wait)
        thread.start()
        try:
            self.check_clean(project)
        finally:
            over.set()
            thread.join()

    def check_clean(self, project: Project) -> None:
        """Check that a launcher that may fork this process does not do it."""
        launcher = PosixLauncher(is_clean=True)
        try:
            assert output_of(launcher, job_of(project, IS_FORK)) == "False"
        finally:
            launcher.close()
