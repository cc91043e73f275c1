"""What is imported before a worker is forked: modules of the standard library, none of ours."""

from __future__ import annotations

import sys
from pathlib import Path
from runpy import run_path
from types import ModuleType

import pytest

from tests.program import Project

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
    assert forkserver.imports_in(str(tmp_path / "nowhere.py")) == []


def test_a_module_of_the_project_is_never_imported(tmp_path: Path) -> None:
    root = str(tmp_path)
    assert forkserver.is_preloadable("heapq", root)
    assert forkserver.is_preloadable("collections.abc", root)
    assert not forkserver.is_preloadable("days.util", root)
    assert not forkserver.is_preloadable("this", root)
    (tmp_path / "heapq.py").touch()
    (tmp_path / "collections").mkdir()
    assert not forkserver.is_preloadable("heapq", root)
    assert not forkserver.is_preloadable("collections.abc", root)


@pytest.fixture
def imported(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the modules that are imported ahead of time; one of them cannot be."""
    names: list[str] = []

    def import_module(name: str) -> None:
        names.append(name)
        if name == "colorsys":
            raise RuntimeError
        monkeypatch.setitem(sys.modules, name, ModuleType(name))

    monkeypatch.setattr(forkserver, "import_module", import_module)
    for name in ("colorsys", "wave", "netrc"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return names


def test_what_a_day_and_its_tests_import_is_imported_once(
    project: Project, imported: list[str]
) -> None:
    day = "import os, sys\nimport colorsys\nfrom wave import Error\nimport days.x\nimport this\n"
    project.day(3, day, "import json\nimport netrc\n")
    project.day(4, "import tomllib\n")
    for _ in range(2):
        forkserver.preload(str(project.root), 2021, 3)
    # One that cannot be imported now is for the worker to report, and those after it are imported.
    assert imported == ["os", "colorsys", "wave", "json", "netrc"]


def test_what_a_day_on_the_command_line_imports_is_imported_in_advance(
    project: Project, imported: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    project.day(3, "import colorsys\n", "import wave\n")
    monkeypatch.chdir(project.root)
    forkserver.preload_named(["3"])
    assert imported == ["colorsys", "wave"]
    monkeypatch.chdir(project.root / "days")
    forkserver.preload_named(["3"])
    assert imported == ["colorsys", "wave"]


@pytest.mark.parametrize(("platform", "has_numpy"), [("linux", True), ("darwin", False)])
def test_packages_that_may_start_threads_are_not_imported_ahead_of_time(
    monkeypatch: pytest.MonkeyPatch, platform: str, has_numpy: bool
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    found = run_path(forkserver.__file__)["PRELOADABLE"]
    assert ("numpy" in found) is has_numpy
    assert "heapq" in found
    assert "this" not in found
