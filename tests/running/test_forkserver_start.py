"""How the forkserver starts, and what is said where it cannot."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.marks import needs_linux, needs_signals
from tests.program import Project
from tests.running.executions import day_source

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
