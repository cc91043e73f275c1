"""What is imported before a worker is forked: modules of the standard library, none of ours."""

from __future__ import annotations

import sys
from pathlib import Path
from runpy import run_path

import pytest

forkserver = pytest.importorskip(
    "aoc.worker.forkserver", reason="Windows has no forkserver", exc_type=ImportError
)

SOURCE = '''
"""import nothing"""
import heapq, os.path
from collections.abc import Iterator
from . import near
import days.util
lazy from fractions import Fraction
def late():
    import decimal
'''


def test_imports_at_the_top_level_are_found(tmp_path: Path) -> None:
    path = tmp_path / "day01.py"
    path.write_text(SOURCE, encoding="utf-8")
    assert forkserver.imports_in(str(path)) == [
        "heapq",
        "collections.abc",
        "days.util",
        "fractions",
    ]
    assert not forkserver.imports_in(str(tmp_path / "nowhere.py"))


def test_a_module_of_the_project_is_never_imported(tmp_path: Path) -> None:
    root = str(tmp_path)
    assert forkserver.is_preloadable("heapq", root)
    assert forkserver.is_preloadable("collections.abc", root)
    assert not forkserver.is_preloadable("days.util", root)
    (tmp_path / "heapq.py").touch()
    (tmp_path / "collections").mkdir()
    assert not forkserver.is_preloadable("heapq", root)
    assert not forkserver.is_preloadable("collections.abc", root)


def test_packages_that_may_start_threads_are_not_imported_ahead_of_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for platform in ("linux", "darwin"):
        monkeypatch.setattr(sys, "platform", platform)
        preloadable = run_path(forkserver.__file__)["PRELOADABLE"]
        assert ("numpy" in preloadable) is (platform == "linux")
        assert "heapq" in preloadable
