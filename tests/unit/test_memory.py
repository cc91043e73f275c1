"""The memory of a worker, as systems other than this one count and limit it."""

from __future__ import annotations

import os
from io import StringIO
from types import SimpleNamespace

import pytest

resource = pytest.importorskip("resource", reason="needs the limits of POSIX")
room = pytest.importorskip("aoc.worker.posix_processes", reason="needs POSIX")


def test_a_limit_that_the_system_refuses_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(which: int, limits: tuple[int, int]) -> None:
        if limits[0] != limits[1]:
            raise OSError

    monkeypatch.setattr(resource, "setrlimit", refuse)
    with room.limited(1000):
        pass


def test_the_peak_is_in_bytes_whatever_the_system_counts_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(resource, "getrusage", lambda who: SimpleNamespace(ru_maxrss=7))
    for platform, peak in (("linux", 7 * 1024), ("darwin", 7)):
        monkeypatch.setattr(room, "sys", SimpleNamespace(platform=platform))
        assert room.peak_memory() == peak


def test_the_memory_of_the_machine_is_that_of_the_container_if_it_has_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sizes = {"SC_PHYS_PAGES": 1, "SC_PAGE_SIZE": 4096}
    files: dict[str, StringIO] = {}
    monkeypatch.setattr(os, "sysconf", sizes.__getitem__)
    monkeypatch.setattr(room, "open", lambda name, encoding: files[name], raising=False)
    for limit, expected in {"max\n": 4096, "1000\n": 1000, "9999\n": 4096}.items():
        files["/sys/fs/cgroup/memory.max"] = StringIO(limit)
        assert room.machine_memory() == expected
