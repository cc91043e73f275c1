"""Each of the nets that leave no process behind holds alone, where the others are cut.

A worker and what it started end because `close` ends the forkserver, because the forkserver kills
their process group, because it adopts and kills what has left the group, because its socket closes
when this program dies, or because this program kills them where the forkserver cannot.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from aoc.model import Result
from aoc.project import Project
from aoc.render.screen import Screen
from aoc.session import Session
from tests.marks import WINDOWS, needs_linux
from tests.program import Signal
from tests.running.family import DAY, RETURN, WAIT, Family, customize

if not WINDOWS:
    from aoc.running.posix_launcher import PosixLauncher

pytestmark = needs_linux

NO_ADOPTION = "import sys\nsys.modules['ctypes'] = None\n"
"""Code with which a forkserver cannot become the parent of orphans."""
NO_GROUPS = """\
import os
kill_one = os.kill
os.kill = lambda pid, number: kill_one(pid, number) if pid > 0 else None
"""
"""Code with which a forkserver cannot kill a process group."""


def cut_force(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this program kill nothing by itself."""
    monkeypatch.setattr("aoc.running.posix_launcher.kill_worker", lambda pid: None)


def test_closing_alone_ends_everything_before_it_returns(
    family: Family, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_force(monkeypatch)
    launcher = family.start(leaves=True)
    assert launcher.forkserver
    held = os.dup(launcher.forkserver.fileno())  # It does not close, as it does if we die.
    assert len(family.left) == 3
    launcher.close()
    assert family.left == set()
    os.close(held)


def test_an_interrupted_run_is_closed_before_the_program_goes_on(
    family: Family, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The forkserver is stopped: only `close` does not rely on it.
    monkeypatch.setattr("aoc.running.posix_launcher.PATIENCE", 0.1)
    family.project.day(1, DAY.format(then=WAIT, leaves=False))
    family.project.day(2, "def parse(text):\n    return text\n\ndef part1(text):\n    return 1\n")
    ready = Signal(family.project.root / "ready")
    launcher = family.launcher = PosixLauncher()
    monkeypatch.setattr("aoc.running.local_executor.make_launcher", lambda: launcher)
    server = launcher.pid

    with ExitStack() as stack:

        def stop(result: Result) -> None:
            ready.wait()
            stack.enter_context(family.ends())
            os.kill(server, signal.SIGSTOP)
            raise KeyboardInterrupt

        project = Project(str(family.project.root), {})
        session = Session(project, Screen(sys.stderr, quiet=True), timeout=0, workers=2)
        with pytest.raises(KeyboardInterrupt):
            session.run([family.job(2), family.job(1)], [stop], 2)


def test_a_worker_that_was_being_started_when_ctrl_c_came_is_ended(
    family: Family, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = PosixLauncher.request

    def interrupted(self: PosixLauncher, message: dict[str, object], *files: int) -> None:
        request(self, message, *files)
        raise KeyboardInterrupt

    monkeypatch.setattr(PosixLauncher, "request", interrupted)
    launcher = family.launcher = PosixLauncher()
    with pytest.raises(KeyboardInterrupt):
        launcher.start(family.job(1))
    launcher.close()
    assert family.left == set()


@pytest.mark.parametrize(
    ("code", "leaves"), [(NO_ADOPTION, False), (NO_GROUPS, True)], ids=["group", "strays"]
)
class TestOneWayToFindThem:
    """The forkserver alone, either by the process group, or by adopting what has left it."""

    @pytest.fixture(autouse=True)
    def cut(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
        """Cut the other way."""
        customize(tmp_path, monkeypatch, code)
        cut_force(monkeypatch)

    def test_a_worker_that_ends_takes_its_child_along(self, family: Family, leaves: bool) -> None:
        os.mkfifo(family.project.root / "go")
        launcher = family.start(RETURN, leaves=leaves)
        with family.ends(expected=2, spared=launcher.pid):
            (family.project.root / "go").write_bytes(b"")
            family.wait_for_end()
        launcher.close()

    def test_a_worker_that_is_killed_takes_its_child_along(
        self, family: Family, leaves: bool
    ) -> None:
        launcher = family.start(leaves=leaves)
        with family.ends(expected=2, spared=launcher.pid):
            launcher.kill(family.worker)
            family.wait_for_end()
        launcher.close()

    def test_closing_takes_the_child_along(self, family: Family, leaves: bool) -> None:
        launcher = family.start(leaves=leaves)
        with family.ends():
            launcher.close()


@pytest.mark.parametrize("leaves", [False, True], ids=["group", "strays"])
@pytest.mark.parametrize("number", ["SIGINT", "SIGKILL"])
def test_the_end_of_the_socket_alone_ends_everything(
    family: Family, tmp_path: Path, number: str, leaves: bool
) -> None:
    # Nothing in `aoc` itself ends a worker there, whether it is interrupted or killed.
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(
        "import aoc.running.posix_launcher as posix\nposix.PosixLauncher.stop = lambda self: None\n"
        "posix.PosixLauncher.close = lambda self: None\n",
        encoding="utf-8",
    )
    sample = "def sample(rng):\n    return 'x'\n"
    family.project.day(1, DAY.format(then=WAIT, leaves=leaves), sample)
    ready = Signal(family.project.root / "ready")
    path = f"{tmp_path / 'site'}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    running = family.project.start("run", "1", "--sample", env={"PYTHONPATH": path})
    ready.wait()
    with family.ends(expected=4):
        running.send_signal(getattr(signal, number))
        running.communicate(timeout=10)
