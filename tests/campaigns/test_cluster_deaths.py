"""Workers and schedulers of a cluster die while a run is on them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")

from tests.accounts import remember_accounts
from tests.aoc import Aoc
from tests.clusters import Cluster, open_cluster
from tests.marks import needs_linux
from tests.program import Project, Signal

pytestmark = [pytest.mark.campaign, needs_linux]

DAY = "def parse(text):\n    return int(text)\n\ndef part1(number):\n    {}return number * 10\n"
KILLS_WORKER = """\
if number == 7:
        import os
        stat = open(f'/proc/{os.getppid()}/stat').read()
        os.kill(int(stat.rpartition(')')[2].split()[1]), 9)
    """
COUNT = 300


@pytest.fixture
def project(project: Project) -> Project:
    """A project with a day, and accounts whose inputs are the numbers from 1 on."""
    project.day(1, DAY.format(""))
    texts = {f"github.user{number}.{number}": f"{number}\n" for number in range(1, COUNT + 1)}
    remember_accounts(project, texts, 1)
    return project


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster for one test."""
    with open_cluster(tmp_path / "cluster") as opened:
        yield opened


def answers(results: list[dict[str, Any]]) -> list[str]:
    """Return the answers to part 1."""
    return [result["answer"] for result in results if result["part"] == 1]


def test_a_job_that_always_kills_its_worker_is_an_error(
    aoc: Aoc, project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Dask tries it on two workers.
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "1")
    project.day(1, DAY.format(KILLS_WORKER))
    with open_cluster(tmp_path / "mortal", 5) as cluster:
        done = aoc("run", "1", "--user", "all", "--json", "--cluster", cluster.address)
    assert done.code == 1
    [failed] = [result for result in done.results if result["error"]]
    assert failed["input"] == "github.user7.7"
    assert failed["error"]["kind"] == "crash"
    assert failed["error"]["message"] == "2 workers of the cluster died while it ran"
    expected = [str(10 * number) for number in range(1, COUNT + 1) if number != 7]
    assert answers([result for result in done.results if not result["error"]]) == expected


def test_the_end_of_the_scheduler_is_one_sentence(
    aoc: Aoc, project: Project, cluster: Cluster
) -> None:
    ready = project.root / "ready"
    project.day(1, DAY.format(f"open({str(ready)!r}, 'w').close()\n    while True: pass\n    "))
    came = Signal(ready)
    words = ("run", "1", "--user", "all", "--timeout", "0", "--cluster", cluster.address)
    running = aoc.start(*words)
    came.wait()
    cluster.scheduler.kill()
    _, err = running.communicate(timeout=60)
    assert running.returncode == 1
    assert err.decode().startswith("aoc: the Dask scheduler is gone: ")
    assert err.decode().count("\n") == 1
