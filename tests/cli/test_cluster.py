"""Runs on a real scheduler and real workers of Dask, on loopback."""

from __future__ import annotations

import gc
import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.accounts import remember_accounts
from tests.support.aoc import Aoc
from tests.support.clusters import Cluster, open_cluster, wait_until
from tests.support.marks import needs_distributed, needs_git, needs_linux
from tests.support.program import CHECK, LIMIT, Project, Signal
from tests.support.repository import Repository

pytestmark = [needs_distributed, needs_git, needs_linux, pytest.mark.slow]

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
WAITS = """\
import os, time

def part1(number):
    open({solver!r}, 'w').write(str(os.getpid()))
    open({ready!r}, 'w').close()
    time.sleep(1000)
"""
LISTS = """\
from pathlib import Path
from days import helper

def part1(text):
    root = Path(__file__).parents[2]
    paths = [path for path in sorted(root.rglob("*.*")) if path.suffix != ".pyc"]
    print(*[path.relative_to(root).as_posix() for path in paths])
    return helper.NAME
"""
VARYING = ("seconds", "first_call", "peak_memory_bytes")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster whose workers all tests leave alive."""
    with open_cluster(tmp_path_factory.mktemp("cluster")) as opened:
        yield opened


@pytest.fixture
def project(project: Project) -> Project:
    """A project with two days, and accounts whose inputs are the numbers from 1 on."""
    project.day(1, DAY)
    project.day(2, DAY)
    texts = {f"github.user{number}.{number}": f"{number}\n" for number in range(1, 7)}
    remember_accounts(project, texts, 1, 2)
    Repository(project.root)
    return project


def fixed(result: dict[str, Any]) -> dict[str, Any]:
    """Return what is the same whenever a job runs."""
    if result["error"]:
        traceback = result["error"]["traceback"] or ""
        # The address of a thread and, from Python 3.14 on, its name; the folder of a copy.
        varying = r'0x[0-9a-f]+( \[.*?\])?|(?<=")/[^"]*(?=/days/)'
        result["error"]["traceback"] = re.sub(varying, "", traceback)
    return {name: result[name] for name in result if name not in VARYING}


def test_results_are_as_locally_and_nothing_is_left(
    aoc: Aoc, project: Project, cluster: Cluster
) -> None:
    project.day(2, BAD_DAY, "from aoc import Example\nEXAMPLES = [Example('1', part1=10)]\n")
    (project.root / "days" / "__init__.py").write_text(CHECK)
    before = cluster.processes()
    args = ("run", "--all", "--user", "all", "--timeout", LIMIT, "--json")
    token = {"AOC_SESSION": "ab" * 64}
    here, there = (aoc(*args, *on, env=token) for on in ((), ("--cluster", cluster.address)))
    assert here.code == there.code == 1
    # What hangs comes after those that do not wait for it.
    results = [sorted(map(repr, map(fixed, run.results))) for run in (here, there)]
    assert results[0] == results[1]
    kinds = sorted(r["error"]["kind"] for r in there.results if r["error"])
    assert kinds == ["crash", "exception", "exit", "timeout"]
    wait_until(lambda: cluster.processes() == before)


def test_a_solver_that_ends_the_process_of_all_workers_is_the_only_one_that_fails(
    aoc: Aoc, project: Project, cluster: Cluster
) -> None:
    kills = "    os.kill(os.getppid(), signal.SIGKILL)\n    signal.pause()\n"
    project.day(1, f"import os, signal\ndef part1(text):\n{kills}")
    args = ("run", "--all", "--part", "1", "--user", "all", "--json")
    results = aoc(*args, "--cluster", cluster.address).results
    kinds = [(one["day"], one["error"] and one["error"]["kind"]) for one in results if one["part"]]
    assert kinds == [(1, "crash")] * 6 + [(2, None)] * 6


def test_the_project_is_sent_without_inputs(aoc: Aoc, project: Project, cluster: Cluster) -> None:
    project.day(1, LISTS)
    (project.root / "days" / "helper.py").write_text("NAME = 'mine'\n")
    (project.root / "inputs" / "2021").mkdir(parents=True)
    (project.root / "inputs" / "2021" / "01.txt").write_text("1\n")
    args = ("run", "1", "--part", "1", "--user", "all", "--json")
    first = aoc(*args, "--cluster", cluster.address).results[0]
    assert first["answer"] == "mine"
    paths = ("helper.py", "year2021/day01.py", "year2021/day02.py")
    assert first["output"].split() == [f"days/{path}" for path in paths]
    assert not cluster.has_file("day01.py")


def test_a_project_without_git_is_not_sent(aoc: Aoc, project: Project, cluster: Cluster) -> None:
    (project.root / ".git").rename(project.root / "git")
    code, err = said(aoc, cluster.address)
    assert code == 1
    assert err.startswith("aoc: a cluster gets the files that git lists: run `git init`")


@pytest.mark.parametrize("name", ["SIGINT", "SIGKILL"])
def test_what_runs_ends_with_the_program(
    aoc: Aoc, project: Project, cluster: Cluster, name: str
) -> None:
    before = cluster.processes()
    ready, solver = project.root / "ready", project.root / "solver"
    project.day(2, WAITS.format(ready=str(ready), solver=str(solver)))
    came = Signal(ready)
    args = ("run", "--all", "--user", "all", "--timeout", "0", "-q")
    running = aoc.start(*args, "--cluster", cluster.address)
    came.wait()
    assert cluster.processes() > before
    running.send_signal(getattr(signal, name))
    _, err = running.communicate(timeout=60)
    if name == "SIGINT":
        assert running.returncode == 130
        assert "interrupted" in err.decode()
    # Nobody waits for this.
    wait_until(lambda: not Path("/proc", solver.read_text()).exists())
    wait_until(lambda: cluster.processes() == before)
    wait_until(lambda: not cluster.has_file("day01.py"))


def test_the_progress_shows_the_workers(aoc: Aoc, project: Project, cluster: Cluster) -> None:
    go = project.root / "go"
    wait = f"import os\n    while not os.path.exists({str(go)!r}): pass\n    return int"
    project.day(1, DAY.replace("return int", wait))
    args = ("run", "1", "--user", "all", "--cluster", cluster.address)
    terminal = aoc.terminal(*args, columns=200)
    terminal.read_until("0/6 on 2 workers, ")
    go.touch()
    assert terminal.end().code == 0


def test_another_worker_goes_on_where_one_was_killed_and_none_is_soon_said(
    aoc: Aoc, project: Project, tmp_path: Path
) -> None:
    ready, go = project.root / "ready", project.root / "go"
    waits = f"""\
import os

def part1(text):
    open({str(ready)!r}, "w").close()
    while not os.path.exists({str(go)!r}): pass
    return int(text)
"""
    project.day(1, waits)
    args = ("run", "1", "--part", "1", "--user", "all", "--json", "--timeout", "0")
    with open_cluster(tmp_path / "cluster") as cluster:
        running = aoc.start(*args, "--cluster", cluster.address)
        wait_until(ready.exists)
        cluster.programs[1].kill()
        go.touch()
        out, _ = running.communicate(timeout=60)
        answers = [json.loads(line)["answer"] for line in out.splitlines()]
        assert sorted(filter(None, answers)) == [*"123456"]
        go.unlink()
        ready.unlink()
        running = aoc.start(*args, "--cluster", cluster.address)
        wait_until(ready.exists)
        cluster.programs[2].kill()
        _, err = running.communicate(timeout=60)
        assert err.decode().startswith("aoc: the Dask scheduler has no workers: ")
        assert running.returncode == 1


def said(aoc: Aoc, address: str) -> tuple[int, str]:
    """Return the exit code of a run on a cluster, and the one line that it ends with."""
    done = aoc("run", "1", "--user", "all", "--cluster", address)
    assert (done.out, done.err.count("\n")) == ("", 1)
    # Dask waits for ever where the client of an earlier run is deleted while the next one starts.
    gc.collect()
    return done.code, done.err


def test_an_address_where_nobody_listens_or_that_is_none_is_one_sentence(
    aoc: Aoc, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aoc.dask_cluster.PATIENCE", 0.2)
    code, err = said(aoc, "tcp://127.0.0.1:1")
    assert code == 1
    assert err.startswith("aoc: there is no Dask scheduler at tcp://127.0.0.1:1: ")
    for address in ("", "nowhere://a:1"):
        code, err = said(aoc, address)
        assert code == 1
        assert err.endswith("as in tcp://host:8786\n")


@pytest.mark.campaign
def test_workers_that_cannot_run_anything(aoc: Aoc, project: Project, tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / "aoc").mkdir(parents=True)
    (other / "aoc" / "__init__.py").touch()
    sentence = (
        "aoc: the Dask scheduler has no workers: start one with `dask worker ADDRESS`, where the "
        "aoc-days that you have is installed, too\n"
    )
    with open_cluster(tmp_path / "cluster", 0) as cluster:
        assert said(aoc, cluster.address) == (1, sentence)
        # It cannot read what it is to run, and ends.
        cluster.add_workers(1, env={"PYTHONPATH": str(other)})
        assert said(aoc, cluster.address) == (1, sentence)
