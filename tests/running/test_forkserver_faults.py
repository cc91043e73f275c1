"""A forkserver that is killed or stopped leaves no worker, and holds nothing up."""

from __future__ import annotations

import os
import select
import signal
from pathlib import Path

import pytest

from aoc.model import Kind
from aoc.running.local_executor import LOST
from tests.marks import WINDOWS, needs_linux
from tests.program import Project
from tests.running.executions import day_source, execute, jobs_of
from tests.running.family import RETURN, Family, customize

if not WINDOWS:
    from aoc.running.posix_launcher import PosixLauncher
    from aoc.worker.orphans import children

pytestmark = needs_linux


def test_a_run_whose_forkserver_was_killed_ends_everything_when_it_closes(family: Family) -> None:
    launcher, forkserver = family.start_known()
    with family.ends():
        os.kill(forkserver, signal.SIGKILL)
        launcher.close()


def test_after_an_ordinary_end_nobody_looks_for_stray_processes(
    family: Family, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    monkeypatch.setattr("aoc.running.posix_launcher.kill_marked", looked.append)
    launcher, _ = family.start_known()
    with family.ends():
        launcher.close()
    assert looked == []


def test_a_run_whose_forkserver_was_stopped_ends_everything_when_it_closes(
    family: Family, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aoc.running.posix_launcher.PATIENCE", 0.1)
    launcher, forkserver = family.start_known()
    with family.ends():
        os.kill(forkserver, signal.SIGSTOP)
        launcher.close()


def test_a_worker_that_a_stopped_forkserver_has_not_started_does_not_hold_up_the_end(
    family: Family, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aoc.running.posix_launcher.PATIENCE", 0.1)
    launcher = family.launcher = PosixLauncher()
    assert launcher.forkserver
    with family.ends(expected=1):
        os.kill(launcher.pid, signal.SIGSTOP)
        os.close(launcher.start(family.job(1))[1])
        launcher.close()
    assert launcher.workers == {}


def test_a_dead_forkserver_is_found_out_when_it_is_asked_for_something(family: Family) -> None:
    launcher, forkserver = family.start_known()
    os.kill(forkserver, signal.SIGKILL)
    os.waitid(os.P_PID, forkserver, os.WEXITED | os.WNOWAIT)
    with family.ends(expected=2, spared=forkserver):
        launcher.kill(family.worker)
        os.close(launcher.start(family.job(1))[1])
        family.wait_for_loss()
    launcher.close()


def test_a_forkserver_that_was_dead_is_no_zombie_once_it_is_closed() -> None:
    launcher = PosixLauncher()
    assert launcher.forkserver
    pid = launcher.pid
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    launcher.close()
    with pytest.raises(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)


def test_closing_does_not_wait_for_a_process_that_has_the_stderr_of_the_forkserver(
    family: Family,
) -> None:
    launcher = PosixLauncher()
    # There is an answer once its streams are what they will be.
    os.close(launcher.start(family.job(1))[1])
    while not launcher.workers[0].pid:
        launcher.wait(20)
    stderr = os.open(f"/proc/{launcher.pid}/fd/2", os.O_WRONLY)
    os.kill(launcher.pid, signal.SIGKILL)
    launcher.close()
    os.close(stderr)


KILLS = "open('two').close(); os.kill(os.getppid(), signal.SIGKILL); signal.pause()"
WAITS = "open('two', 'w').close(); signal.pause()"


def test_a_day_that_kills_the_forkserver_fails_those_that_run_and_no_later_one(
    project: Project,
) -> None:
    os.mkfifo(project.root / "two")
    for day, body in enumerate((KILLS, WAITS, "return 1"), 1):
        project.day(day, day_source(body))
    *lost, later = execute(jobs_of(project, [1, 2, 3]), workers=2)
    assert [(one.day, one.error) for one in sorted(lost, key=lambda one: one.day)] == [
        (day, (Kind.CRASH, LOST, None)) for day in (1, 2)
    ]
    assert later.answer == "1"


LEAVES = """\
import signal, subprocess

def parse(text):
    return text

def part1(text):
    with open("alive", "w") as alive:
        subprocess.run(["sh", "-c", "sh -c 'echo x; exec sleep 1000' &"], stdout=alive)
        signal.pause()
"""


def test_a_program_whose_forkserver_was_killed_leaves_no_worker(project: Project) -> None:
    project.day(1, LEAVES, "def sample(rng):\n    return 'x'\n")
    os.mkfifo(project.root / "alive")
    running = project.start("run", "1", "--sample", "--timeout", "100")
    with open(project.root / "alive", encoding="ascii") as alive:
        assert alive.readline() == "x\n"
        [forkserver] = children(running.pid)
        os.kill(forkserver, signal.SIGKILL)
        out, err = running.communicate(timeout=30)
        assert select.select([alive], [], [], 30)[0]
        assert alive.readline() == ""  # nobody has it open any more
    assert (running.returncode, LOST in out.decode()) == (1, True), err


DIES = """\
import os, signal
fork = os.fork
def fork_and_die():
    pid = fork()
    if pid:
        os.kill(os.getpid(), signal.SIGKILL)
    return pid
os.fork = fork_and_die
"""


def test_a_worker_is_known_though_the_forkserver_is_killed_once_it_has_forked(
    family: Family, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    customize(tmp_path, monkeypatch, DIES)
    # The forkserver dies right after the fork, with no time left to say anything.
    launcher = family.start()
    with family.ends(expected=2):
        family.wait_for_loss()
    launcher.close()


KILLS_ITSELF = """\
import os, signal
kill = os.kill
os.kill = lambda pid, number: kill(os.getpid(), signal.SIGKILL)
"""
"""Code with which a forkserver that wants to kill anything kills itself."""


def test_what_a_worker_left_behind_ends_though_the_forkserver_is_killed_while_it_cleans_up(
    family: Family, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    customize(tmp_path, monkeypatch, KILLS_ITSELF)
    os.mkfifo(family.project.root / "go")
    launcher = family.start(RETURN)
    with family.ends():
        (family.project.root / "go").write_bytes(b"")
        family.wait_for_loss()
    launcher.close()


def test_everything_ends_though_the_forkserver_is_killed_while_it_ends(
    family: Family, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    customize(tmp_path, monkeypatch, KILLS_ITSELF)
    launcher = family.start()
    with family.ends():
        launcher.close()
