"""The memory of a worker: how much there is, and how much it holds."""

from __future__ import annotations

import os
from io import StringIO
from types import SimpleNamespace
from typing import TextIO

import pytest

resource = pytest.importorskip("resource", reason="needs the limits of POSIX")
posix_memory = pytest.importorskip(
    "aoc.worker.posix_processes", reason="needs the limits of POSIX"
)


def test_a_limit_that_the_system_refuses_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refused: list[int] = []

    def refuse(which: int, limits: tuple[int, int]) -> None:
        if limits[0] != limits[1]:
            refused.append(limits[0])
            raise OSError

    monkeypatch.setattr(resource, "setrlimit", refuse)
    with posix_memory.limited(1000):
        assert refused


@pytest.mark.parametrize(("platform", "peak"), [("linux", 7 * 1024), ("darwin", 7)])
def test_the_peak_is_in_bytes_whatever_the_system_counts_in(
    monkeypatch: pytest.MonkeyPatch, platform: str, peak: int
) -> None:
    monkeypatch.setattr(resource, "getrusage", lambda who: SimpleNamespace(ru_maxrss=7))
    monkeypatch.setattr(posix_memory, "sys", SimpleNamespace(platform=platform))
    assert posix_memory.peak_memory() == peak


def test_the_memory_of_the_machine_is_that_of_the_container_if_it_has_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits: list[str] = []

    def read(name: str, encoding: str) -> TextIO:
        assert name == "/sys/fs/cgroup/memory.max"
        if not limits:
            raise FileNotFoundError
        return StringIO(limits[-1])

    sizes = {"SC_PHYS_PAGES": 1000, "SC_PAGE_SIZE": 4096}
    monkeypatch.setattr(os, "sysconf", sizes.__getitem__)
    monkeypatch.setattr(posix_memory, "open", read, raising=False)
    memory = 1000 * 4096
    assert posix_memory.machine_memory() == memory
    for limit, expected in [("max\n", memory), ("1000\n", 1000), ("9999999\n", memory)]:
        limits.append(limit)
        assert posix_memory.machine_memory() == expected
