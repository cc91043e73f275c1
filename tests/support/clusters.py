"""A scheduler and workers of Dask, as their own programs, on loopback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from tests.support.environment import environment_of_programs
from tests.support.program import processes_with

DASK = str(Path(sys.executable).with_name("dask"))
PATIENCE = 60
MARK = "DASK_PROGRAM"


class Cluster:
    """A scheduler and its workers, each in a folder of its own; all end with the scheduler."""

    def __init__(self, folder: Path) -> None:
        from distributed import Client

        self.folder = folder
        self.programs: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        self.scheduler = self.start(
            "scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--no-dashboard",
            "--scheduler-file",
            str(file),
        )
        wait_until(lambda: file.exists() and file.stat().st_size > 0)
        self.client = Client(scheduler_file=str(file), set_as_default=False)
        self.address = str(json.loads(file.read_text())["address"])

    def add_workers(self, count: int, env: Mapping[str, str] = {}) -> list[subprocess.Popen[bytes]]:
        """Start workers with one thread each, and wait until the scheduler knows them."""
        known = len(self.client.nthreads())
        started = []
        for _ in range(count):
            local = self.folder / f"local{len(self.programs)}"
            started.append(
                self.start(
                    "worker",
                    self.address,
                    "--host",
                    "127.0.0.1",
                    "--no-dashboard",
                    "--nthreads",
                    "1",
                    "--no-nanny",
                    "--local-directory",
                    str(local),
                    env=env,
                )
            )
        wait_until(lambda: len(self.client.nthreads()) == known + count)
        return started

    def start(self, *words: str, env: Mapping[str, str] = {}) -> subprocess.Popen[bytes]:
        """Start a program of Dask; what it says is in a file."""
        number = len(self.programs)
        with (self.folder / f"log{number}").open("wb") as log:
            program = subprocess.Popen(
                [DASK, *words],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**environment_of_programs(), **env, MARK: str(self.folder)},
            )
        self.programs.append(program)
        return program

    def processes(self) -> set[int]:
        """Return the ids of the programs, and of all that they have started."""
        return processes_with(f"{MARK}={self.folder}")

    def has_file(self, name: str) -> bool:
        """Return whether a file with a name is in the folders of the workers.

        What a worker deletes meanwhile is not there, which `rglob` fails on.
        """
        return any(name in files for _, _, files in os.walk(self.folder))

    def close(self) -> None:
        """End all programs."""
        with suppress(Exception):
            self.client.close()
        for program in self.programs:
            program.kill()
            program.wait()


@contextmanager
def open_cluster(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """Start a scheduler and workers in a folder, and end them after the block."""
    folder.mkdir(parents=True, exist_ok=True)
    cluster = Cluster(folder)
    try:
        cluster.add_workers(workers)
        yield cluster
    finally:
        cluster.close()


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    deadline = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < deadline, "it never was so"
        sleep(0.05)
