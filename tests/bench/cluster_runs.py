"""How fast a year runs on a Dask cluster on this machine, and what becomes of it if a worker dies.

    python -m tests.bench.cluster_runs times [RUNS]
    python -m tests.bench.cluster_runs kills [RUNS]

The year is run on samples of the repository's days, as the inputs of 20 made-up accounts: 500 jobs.
`times` prints the wall times with one and with two workers, measured in turn with those of as many
processes without a cluster (to stay below 0.6 of one worker, and 1.15 of the processes). `kills`
kills one of two workers at a random moment, and starts another one; every result has to be there
once, with the answer that it has without a cluster.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

from tests.accounts import remember_accounts
from tests.cluster.programs import Cluster, open_cluster
from tests.program import ROOT, Project

ACCOUNTS = 20
DAYS = range(1, 26)
RUN = ("run", "--all", "--user", "all", "--json")
EARLIEST = 1.2
"""Seconds after which a worker may be killed: before, nothing runs yet."""


def main() -> None:
    """Measure what was asked for."""
    what, *rest = sys.argv[1:]
    with year() as project, open_cluster(project.root / "dask", 1) as cluster:
        {"times": measure_times, "kills": measure_kills}[what](
            project, cluster, int(rest[0]) if rest else 5
        )


def measure_times(project: Project, cluster: Cluster, runs: int) -> None:
    """Measure all ways in turn, and print how they compare."""
    times: dict[tuple[str, int], list[float]] = {}
    for workers in (1, 2):
        if workers == 2:
            cluster.add_workers(1)
        for run in range(runs + 1):
            ways = {"cluster": ("--cluster", cluster.address), "local": ("-j", str(workers))}
            for way, options in ways.items():
                start = perf_counter()
                run_year(project, *options)
                if run:  # the first one compiles the days
                    times.setdefault((way, workers), []).append(perf_counter() - start)
    seconds = {key: median(taken) for key, taken in times.items()}
    for workers in (1, 2):
        ours, local = seconds["cluster", workers], seconds["local", workers]
        print(
            f"{workers} worker{'s' * (workers > 1)}: {ours:.2f} s on the cluster, {local:.2f} s "
            f"without: {ours / local:.3f}"
        )
    for way in ("cluster", "local"):
        print(f"two to one, {way}: {seconds[way, 2] / seconds[way, 1]:.3f}")


def measure_kills(project: Project, cluster: Cluster, runs: int) -> None:
    """Kill a worker in each run, and compare the results with those of a run without."""
    cluster.add_workers(1)
    right = answers(run_year(project))
    start = perf_counter()
    assert answers(run_year(project, "--cluster", cluster.address)) == right
    latest = perf_counter() - start
    alive = cluster.programs[1:]
    rng = random.Random(runs)
    fine = 0
    for number in range(runs):
        running = project.start(*RUN, "--cluster", cluster.address)
        moment = rng.uniform(EARLIEST, latest * 0.9)
        sleep(moment)
        alive.pop(rng.randrange(2)).kill()
        out, err = running.communicate()
        is_fine = running.returncode == 0 and answers(out) == right
        fine += is_fine
        print(f"{number + 1}: killed after {moment:.2f} s: {'fine' if is_fine else err.decode()}")
        alive += cluster.add_workers(1)
    print(f"{fine} of {runs}: every result was there once, in order, with its answer")


def answers(out: bytes) -> list[tuple[object, ...]]:
    """Return what is the same in each run, of the lines that it printed."""
    results = map(json.loads, out.splitlines())
    return [(r["day"], r["input"], r["part"], r["answer"], r["verdict"]) for r in results]


def run_year(project: Project, *options: str) -> bytes:
    """Run all jobs, and return what was printed."""
    return subprocess.run(
        [sys.executable, "-m", "aoc", *RUN, *options],
        cwd=project.root,
        env=project.environment(),
        stdout=subprocess.PIPE,
        check=True,
    ).stdout


@contextmanager
def year() -> Iterator[Project]:
    """Make a project with the days of 2021, and accounts with samples as their inputs."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as name:
        project = Project(Path(name))
        shutil.copytree(ROOT / "days", project.root / "days", dirs_exist_ok=True)
        for day in DAYS:
            tests = import_module(f"tests.year2021.test_day{day:02d}")
            users = {f"github.user{n}.{n}": tests.sample(random.Random(n)) for n in range(ACCOUNTS)}
            remember_accounts(project, users, day)
        yield project


if __name__ == "__main__":
    main()
