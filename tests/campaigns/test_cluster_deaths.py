"""Workers and schedulers of a cluster die while a run is on them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.accounts import remember_accounts
from tests.support.aoc import Aoc
from tests.support.clusters import open_cluster, wait_until
from tests.support.marks import needs_distributed, needs_linux
from tests.support.program import Project, Signal
from tests.support.repository import Repository

pytestmark = [pytest.mark.campaign, needs_distributed, needs_linux]

DAY = "import os\n\ndef part1(text):\n    {}\n    return int(text) * 10\n"
KILLS_WORKER = """\
if int(text) == 7:
        stat = open(f'/proc/{os.getppid()}/stat').read()
        os.kill(int(stat.rpartition(')')[2].split()[1]), 9)"""
RUN = ("run", "1", "--user", "all", "--part", "1", "--timeout", "0", "--json", "--cluster")
COUNT = 20


@pytest.fixture
def project(project: Project) -> Project:
    """A project with accounts whose inputs are the numbers from 1 on."""
    texts = {f"github.user{number}.{number}": f"{number}\n" for number in range(1, COUNT + 1)}
    remember_accounts(project, texts, 1)
    Repository(project.root)
    return project


def test_a_job_that_always_kills_its_worker_is_an_error_and_others_run_elsewhere(
    aoc: Aoc, project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Dask tries it on two workers.
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "1")
    project.day(1, DAY.format(KILLS_WORKER))
    with open_cluster(tmp_path / "cluster", 4) as cluster:
        done = aoc(*RUN, cluster.address)
    assert done.code == 1
    [failed] = [result for result in done.results if result["error"]]
    assert failed["input"] == "github.user7.7"
    assert failed["error"]["kind"] == "crash"
    assert failed["error"]["message"] == "2 workers of the cluster died while it ran"
    # In JSON, results come as they are there.
    assert {
        result["answer"] for result in done.results if result["part"] and not result["error"]
    } == {str(10 * number) for number in range(1, COUNT + 1) if number != 7}


def test_the_end_of_the_scheduler_is_one_sentence(
    aoc: Aoc, project: Project, tmp_path: Path
) -> None:
    ready = project.root / "ready"
    project.day(1, DAY.format(f"open({str(ready)!r}, 'w').close()\n    while True: pass"))
    came = Signal(ready)
    with open_cluster(tmp_path / "cluster") as cluster:
        running = aoc.start(*RUN, cluster.address)
        came.wait()
        assert cluster.has_file("day01.py")
        cluster.scheduler.kill()
        _, err = running.communicate(timeout=60)
        # The workers delete what was sent to them.
        wait_until(lambda: not cluster.has_file("day01.py"))
    assert running.returncode == 1
    assert err.decode().startswith("aoc: the Dask scheduler is gone: ")
    assert err.decode().count("\n") == 1
