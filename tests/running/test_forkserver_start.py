"""How the forkserver starts, also before it is needed, and what is said where it cannot."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from aoc.running import launcher as room
from aoc.running.launcher import NoRoomError
from tests.marks import WINDOWS, needs_linux, needs_signals
from tests.program import Project
from tests.running.executions import day_source

if not WINDOWS:
    from aoc.running.posix_launcher import PosixLauncher

TOKEN = "ab" * 64
# Whether a crash is shown with its place is among them, and how often the current folder is looked
# into for modules.
FACTS = """\
import faulthandler
server = os.getppid()
with open(f"/proc/{server}/cmdline") as file:
    kind = "interpreter" if "aoc.worker.forkserver" in file.read() else "fork"
streams = [os.readlink(f"/proc/{server}/fd/{fd}").partition(":")[0] for fd in range(3)]
leads = os.getpgid(server) == server
crashes = faulthandler.is_enabled()
path = sys.path.count("") + sys.path.count(os.getcwd())
threads = os.environ["OPENBLAS_NUM_THREADS"]
return repr((kind, streams, leads, crashes, path, threads))
"""


@needs_linux
@pytest.mark.parametrize(
    ("kind", "env"),
    [("fork", {}), ("interpreter", {"AOC_SESSION": TOKEN})],
    ids=["fork", "spawn"],
)
def test_however_a_forkserver_starts_it_has_the_same_streams_group_and_settings(
    project: Project, kind: str, env: dict[str, str]
) -> None:
    project.day(1, day_source(FACTS))
    done = project.run(
        *("run", "1", "--input", "-", "--part", "1", "--json"),
        stdin=b"x",
        env=env,
    )
    streams = [os.devnull, os.devnull, "/memfd"]
    assert [result["answer"] for result in done.results] == [
        repr((kind, streams, True, True, 1, "1"))
    ], done


@needs_signals
def test_why_a_fork_cannot_become_the_forkserver_is_said(project: Project, tmp_path: Path) -> None:
    project.day(1, day_source())
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\nsys.modules['aoc.worker.forkserver'] = None\n", encoding="utf-8"
    )
    done = project.run("run", "1", "--input", "-", stdin=b"x", env={"PYTHONPATH": str(tmp_path)})
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(
        "aoc: the process that starts the workers has ended (ModuleNotFoundError: "
    )
    assert "aoc.worker.forkserver" in done.err
    assert done.err.count("\n") == 1


@needs_signals
class TestPrestart:
    """The program starts its launcher in advance; a run uses it, or says why it cannot start."""

    @pytest.fixture(autouse=True)
    def no_fork(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Start with no launcher, and let none fork this process."""
        monkeypatch.setattr(room, "_started", [])
        monkeypatch.setenv("AOC_SESSION", TOKEN)

    def test_it_is_used_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        room.prestart()
        refuse_to_start(monkeypatch)
        launcher = room.make_launcher()
        assert isinstance(launcher, PosixLauncher)
        launcher.close()
        with pytest.raises(NoRoomError):
            room.make_launcher()

    def test_why_it_fails_is_said_by_the_run_alone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        refuse_to_start(monkeypatch)
        room.prestart()
        with pytest.raises(NoRoomError, match="`ulimit`"):
            room.make_launcher()


def refuse_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no other forkserver start."""

    def refuse(*args: object, **keywords: object) -> None:
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(PosixLauncher, "__init__", refuse)
