"""Runs on a real scheduler and real workers, on loopback."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")

from tests.accounts import remember_accounts
from tests.cluster.programs import Cluster, open_cluster, wait_until
from tests.kept import query
from tests.marks import needs_git, needs_linux
from tests.program import Project, Signal
from tests.repository import Repository
from tests.terminal import run_in_terminal

pytestmark = [pytest.mark.slow, needs_linux]

USERS = [f"github.user{number}.{number}" for number in range(1, 21)]
DAY = """\
def parse(text):
    return int(text)

def part1(number):
    return number * 10

def part2(number):
    return number * 100
"""
BAD_DAY = """\
import os, sys, time

def parse(text):
    return int(text)

def part1(number):
    print("begin", number)
    if number == 2:
        raise ValueError("two")
    if number == 3:
        os._exit(3)
    if number == 4:
        time.sleep(1000)
    if number == 5:
        os.abort()
    return number * 10

def part2(number):
    return number if number % 2 else None
"""
KILLS_WORKER = DAY.replace(
    "    return number * 10\n",
    "    if number == 7:\n"
    "        import os\n"
    "        stat = open(f'/proc/{os.getppid()}/stat').read()\n"
    "        os.kill(int(stat.rpartition(')')[2].split()[1]), 9)\n"
    "    return number * 10\n",
)
WAITS = DAY.replace(
    "    return number * 10\n",
    "    import time\n    open({!r}, 'w').close()\n    time.sleep(1000)\n",
)
VARYING = ("seconds", "first_call", "peak_memory_bytes")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster for tests that leave its workers alive."""
    with open_cluster(tmp_path_factory.mktemp("cluster")) as opened:
        yield opened


@pytest.fixture
def project(project: Project) -> Project:
    """A project with two days, and accounts whose inputs are the numbers from 1 on."""
    project.day(1, DAY)
    project.day(2, DAY)
    texts = {user: f"{number}\n" for number, user in enumerate(USERS, 1)}
    remember_accounts(project, texts, 1, 2)
    return project


def run(project: Project, cluster: Cluster, *args: str) -> list[dict[str, Any]]:
    done = project.run("run", *args, "--user", "all", "--cluster", cluster.address, "--json")
    assert done.err == ""
    return done.results


def fixed(result: dict[str, Any]) -> dict[str, Any]:
    """Return what is the same whenever a job runs."""
    if result["error"]:
        traceback = result["error"]["traceback"] or ""
        result["error"]["traceback"] = re.sub("0x[0-9a-f]+", "", traceback)
    return {name: result[name] for name in result if name not in VARYING}


def answers(results: list[dict[str, Any]], day: int) -> list[str]:
    found = [result for result in results if result["day"] == day and result["part"]]
    return [str(result["answer"]) for result in found]


def right_answers(*but: int) -> list[str]:
    numbers = [number for number in range(1, len(USERS) + 1) if number not in but]
    return [str(number * 10**part) for number in numbers for part in (1, 2)]


def test_results_and_their_order_are_as_locally(project: Project, cluster: Cluster) -> None:
    project.day(2, BAD_DAY, "from aoc import Example\nEXAMPLES = [Example('1', part1=10)]\n")
    args = ("run", "--all", "--user", "all", "--timeout", "2", "--json")
    here, there = (project.run(*args, *more) for more in ((), ("--cluster", cluster.address)))
    assert here.code == there.code == 1
    assert [fixed(result) for result in there.results] == [fixed(r) for r in here.results]
    kinds = [r["error"]["kind"] for r in there.results if r["error"]]
    assert kinds == ["exception", "exit", "timeout", "crash"]


def test_the_project_is_sent_without_inputs(project: Project, cluster: Cluster) -> None:
    project.day(
        1,
        """\
from pathlib import Path

from days import helper

def parse(text):
    return text

def part1(text):
    root = Path(__file__).parents[2]
    for path in sorted(root.rglob("*.*")):
        if path.suffix != ".pyc":
            print(path.relative_to(root).as_posix())
    return helper.NAME
""",
    )
    (project.root / "days" / "helper.py").write_text("NAME = 'mine'\n")
    (project.root / "inputs" / "2021").mkdir(parents=True)
    (project.root / "inputs" / "2021" / "01.txt").write_text("1\n")
    first = run(project, cluster, "1", "--part", "1")[0]
    assert first["answer"] == "mine"
    assert first["output"].split() == [
        *("days/helper.py", "days/year2021/day01.py", "days/year2021/day02.py")
    ]
    assert not list(cluster.folder.rglob("day01.py"))


def test_no_solver_sees_a_token(project: Project, cluster: Cluster) -> None:
    project.day(
        1,
        "import os\ndef parse(text): return text\n"
        "def part1(text): return int('AOC_SESSION' in os.environ)\n",
    )
    done = project.run(
        *("run", "1", "--part", "1", "--user", "all", "--json", "--cluster", cluster.address),
        env={"AOC_SESSION": "ab" * 64},
    )
    assert {result["answer"] for result in done.results} == {"0"}


def test_nothing_is_left_on_the_workers(project: Project, cluster: Cluster) -> None:
    before = cluster.processes()
    run(project, cluster, "--all")
    assert cluster.processes() == before


@pytest.mark.parametrize("name", ["SIGINT", "SIGKILL"])
def test_what_runs_ends_with_the_program(project: Project, cluster: Cluster, name: str) -> None:
    before = cluster.processes()
    ready = project.root / "ready"
    solver = project.root / "solver"
    writes = f"    import os\n    open({str(solver)!r}, 'w').write(str(os.getpid()))\n"
    project.day(2, WAITS.format(str(ready)).replace("    open(", f"{writes}    open("))
    came = Signal(ready)
    running = project.start(
        *("run", "--all", "--user", "all", "--timeout", "0", "-q", "--cluster", cluster.address)
    )
    came.wait()
    assert cluster.processes() > before
    running.send_signal(getattr(signal, name))
    _, err = running.communicate(timeout=20)
    if name == "SIGINT":
        assert running.returncode == 130
        assert "interrupted" in err.decode()
        assert cluster.processes() == before
    # What starts the workers stays for a minute, if nobody says that the run has ended.
    wait_until(lambda: not Path("/proc", solver.read_text()).exists())


def test_the_progress_shows_the_workers(project: Project, cluster: Cluster) -> None:
    project.day(1, DAY.replace("    return number * 10\n", "    import time; time.sleep(0.1)\n"))
    shown = run_in_terminal(project, "run", "1", "--user", "all", "--cluster", cluster.address)
    assert "2021/01 on 2 workers, " in shown.raw


@needs_git
def test_the_history_has_the_workers_machine(project: Project, cluster: Cluster) -> None:
    (project.root / ".gitignore").write_text("aocd\n.aoc\n__pycache__\n")
    Repository(project.root).commit("Solve")
    run(project, cluster, "1")
    assert query(project.root, "SELECT count(*) FROM results WHERE part") == [(2 * len(USERS),)]
    runs = query(project.root, "SELECT DISTINCT python, machine FROM results")
    assert len(runs) == 1


class TestDeaths:
    """Workers that die."""

    @pytest.fixture
    def cluster(self, tmp_path: Path) -> Iterator[Cluster]:
        """A cluster for one test."""
        with open_cluster(tmp_path / "cluster") as opened:
            yield opened

    def test_the_jobs_of_a_dead_worker_run_elsewhere(
        self, project: Project, cluster: Cluster
    ) -> None:
        texts = {f"github.user{number}.{number}": f"{number}\n" for number in range(1, 301)}
        remember_accounts(project, texts, 1)
        words = ("run", "1", "--user", "all", "--json", "--cluster", cluster.address)
        with project.start(*words) as running:
            assert running.stdout
            first = running.stdout.readline()
            cluster.programs[1].kill()
            results = [json.loads(line) for line in (first, *running.stdout)]
        assert running.returncode == 0
        numbers = range(1, len(texts) + 1)
        assert answers(results, 1) == [str(n * 10**part) for n in numbers for part in (1, 2)]

    def test_a_job_that_always_kills_its_worker_is_an_error(
        self, project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # Dask tries it on two workers.
        monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "1")
        project.day(2, KILLS_WORKER)
        with open_cluster(tmp_path / "mortal", 5) as cluster:
            done = project.run(
                "run", "--all", "--user", "all", "--json", "--cluster", cluster.address
            )
        assert done.code == 1
        [failed] = [result for result in done.results if result["error"]]
        assert (failed["day"], failed["input"]) == (2, USERS[6])
        assert failed["error"]["kind"] == "crash"
        assert failed["error"]["message"] == "2 workers of the cluster died while it ran"
        results = [result for result in done.results if not result["error"]]
        assert answers(results, 1) == right_answers()
        assert answers(results, 2) == right_answers(7)

    def test_the_end_of_the_scheduler_is_one_sentence(
        self, project: Project, cluster: Cluster
    ) -> None:
        ready = project.root / "ready"
        project.day(2, WAITS.format(str(ready)))
        came = Signal(ready)
        running = project.start(
            "run", "--all", "--user", "all", "--timeout", "0", "--cluster", cluster.address
        )
        came.wait()
        cluster.scheduler.kill()
        _, err = running.communicate(timeout=60)
        assert running.returncode == 1
        assert err.decode().startswith("aoc: the Dask scheduler is gone: ")
        assert err.decode().count("\n") == 1


class TestNoCluster:
    """What is said where nothing can run."""

    def test_nobody_listens(self, project: Project) -> None:
        done = project.run("run", "1", "--user", "all", "--cluster", "tcp://127.0.0.1:1")
        assert done.code == 1
        assert done.err.startswith("aoc: there is no Dask scheduler at tcp://127.0.0.1:1: ")
        assert done.err.count("\n") == 1

    @pytest.mark.parametrize("address", ["", "nowhere://a:1", "127.0.0.1", "tcp://a:b"])
    def test_no_address(self, project: Project, address: str) -> None:
        done = project.run("run", "1", "--user", "all", "--cluster", address)
        assert done.code == 2
        assert done.err.endswith("as in tcp://host:8786\n")
        assert done.err.count("\n") == 1

    def test_there_are_no_workers(self, project: Project, tmp_path: Path) -> None:
        with open_cluster(tmp_path / "cluster", 0) as cluster:
            done = project.run("run", "1", "--user", "all", "--cluster", cluster.address)
        assert done.code == 1
        assert done.err.startswith("aoc: the Dask scheduler has no workers: ")

    def test_a_worker_has_no_aoc(self, project: Project, tmp_path: Path) -> None:
        (tmp_path / "other" / "aoc").mkdir(parents=True)
        (tmp_path / "other" / "aoc" / "__init__.py").touch()
        with open_cluster(tmp_path / "cluster", 0) as cluster:
            cluster.add_workers(1, env={"PYTHONPATH": str(tmp_path / "other")})
            done = project.run("run", "1", "--user", "all", "--cluster", cluster.address)
        assert done.code == 1
        assert done.err.startswith("aoc: the cluster failed (")
        assert "No module named 'aoc.dask_cluster'" in done.err
        assert "): install the aoc-days that you have where its scheduler" in done.err
        assert done.err.count("\n") == 1

    def test_a_worker_has_another_version(self, project: Project, tmp_path: Path) -> None:
        about = tmp_path / "other" / "aoc_days-0.0.dist-info"
        about.mkdir(parents=True)
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: aoc-days\nVersion: 0.0\n")
        with open_cluster(tmp_path / "cluster", 0) as cluster:
            cluster.add_workers(1, env={"PYTHONPATH": str(about.parent)})
            done = project.run("run", "1", "--user", "all", "--cluster", cluster.address)
        assert done.code == 1
        assert "aoc-days is 0.0 on tcp://127.0.0.1:" in done.err
        assert f", and {version('aoc-days')} here): install the aoc-days that you have" in done.err
        assert done.err.count("\n") == 1
