"""What a worker of Dask does to host a run, without a cluster around it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("distributed")

from aoc.cluster import host
from aoc.cluster.host import Host, Terms, become_host, own_version
from aoc.cluster.project_copy import file_digests, pack_project
from aoc.job import Job, Source
from aoc.results import Place
from aoc.running.memory import half_of_memory

JOB = Job("/theirs", 2021, 1, None, "days", (Source("file", "a", "1"),))
DAY = "days/year2021/day01.py"


class DaskWorker:
    """What a host needs of a worker of Dask."""

    def __init__(self, folder: Path) -> None:
        self.local_directory = str(folder)
        self.plugins: dict[str, Any] = {}

    async def plugin_add(self, plugin: Host, name: str) -> None:
        self.plugins[name] = plugin


@pytest.fixture
def terms(tmp_path: Path) -> Terms:
    """The terms of a run of a project with one day."""
    (tmp_path / DAY).parent.mkdir(parents=True)
    (tmp_path / DAY).touch()
    digests = file_digests(str(tmp_path), [DAY])
    return Terms("run", own_version(), str(tmp_path), None, digests, 1.0, halves_memory=True)


def answer(terms: Terms, worker: DaskWorker) -> Any:
    """Return what a worker answers that is to host a run."""
    return asyncio.run(become_host(terms, worker))  # type: ignore[arg-type]


def test_a_worker_with_the_same_project_hosts_it_where_it_is(terms: Terms, tmp_path: Path) -> None:
    worker = DaskWorker(tmp_path)
    assert isinstance(answer(terms, worker), Place)
    assert worker.plugins["run"].fitted(JOB).root == terms.root


def test_a_worker_with_another_version_of_a_day_refuses(terms: Terms, tmp_path: Path) -> None:
    Path(terms.root, DAY).write_text("# edited\n")
    worker = DaskWorker(tmp_path)
    assert answer(terms, worker) == (
        f"has no {DAY} in {terms.root} like yours: send your project with --ship"
    )
    assert not worker.plugins


def test_a_worker_with_another_version_of_aoc_refuses(terms: Terms, tmp_path: Path) -> None:
    worker = DaskWorker(tmp_path)
    assert answer(terms._replace(version="0.0"), worker) == (
        f"has aoc-days {own_version()}, and you have 0.0: install the same one there"
    )
    assert not worker.plugins


def test_a_project_that_was_sent_is_in_the_workers_own_folder(terms: Terms, tmp_path: Path) -> None:
    worker = DaskWorker(tmp_path / "local")
    answer(terms._replace(packed=pack_project(terms.root, [DAY])), worker)
    root = Path(worker.plugins["run"].fitted(JOB).root)
    assert root.parent == tmp_path / "local"
    assert (root / DAY).exists()


@pytest.mark.parametrize(("halves", "memory"), [(True, half_of_memory()), (False, 5)])
def test_the_memory_of_a_part_is_the_option_or_half_of_what_is_here(
    terms: Terms, halves: bool, memory: int | None
) -> None:
    fitted = Host(terms._replace(halves_memory=halves)).fitted(JOB._replace(memory=5))
    assert fitted.memory == memory


def test_what_waits_for_long_is_closed(terms: Terms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "IDLE", 0.0)

    async def waited() -> None:
        closed = asyncio.Event()
        loop = asyncio.get_running_loop()
        hosting = Host(terms)
        close = lambda: loop.call_soon_threadsafe(closed.set)  # noqa: E731
        hosting.free = [SimpleNamespace(close=close)]  # type: ignore[list-item]
        hosting.setup(SimpleNamespace())  # type: ignore[arg-type]
        await asyncio.wait_for(closed.wait(), 20)
        assert not hosting.free
        hosting.teardown(SimpleNamespace())  # type: ignore[arg-type]

    asyncio.run(waited())
