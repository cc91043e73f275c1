"""What is imported before a worker is forked: modules of the standard library, none of ours."""

from __future__ import annotations

from pathlib import Path

from aoc.worker.preload import imports_in, is_preloadable

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
    assert imports_in(str(path)) == ["heapq", "collections.abc", "days.util", "fractions"]
    assert imports_in(str(tmp_path / "nowhere.py")) == []


def test_a_module_of_the_project_is_never_imported(tmp_path: Path) -> None:
    root = str(tmp_path)
    assert is_preloadable("heapq", root)
    assert is_preloadable("collections.abc", root)
    assert not is_preloadable("days.util", root)
    assert not is_preloadable("this", root)
    (tmp_path / "heapq.py").touch()
    (tmp_path / "collections").mkdir()
    assert not is_preloadable("heapq", root)
    assert not is_preloadable("collections.abc", root)
