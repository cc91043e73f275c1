"""Which files of a project a source may import."""

from __future__ import annotations

import os

import pytest

from aoc.watching.imported_files import imported_files

ROOT = os.path.abspath("project")
DAY = os.path.join(ROOT, "days", "year2021", "day01.py")


def found(source: str, path: str = DAY) -> set[str]:
    """Return what a source may import, as paths within the project with `/`."""
    paths = imported_files(ROOT, path, source.encode())
    return {os.path.relpath(path, ROOT).replace(os.sep, "/") for path in paths}


@pytest.mark.parametrize(
    ("source", "file"),
    [
        ("import grid", "grid.py"),
        ("import grid", "grid/__init__.py"),
        ("import math, grid as g", "grid.py"),
        ("from grid import Point", "grid.py"),
        ("import days.tools.grid", "days/tools/__init__.py"),
        ("import days.tools.grid", "days/tools/grid.py"),
        ("from days.tools import (\n    grid,\n    lines,\n)", "days/tools/lines.py"),
        ("from . import grid", "days/year2021/grid.py"),
        ("from .grid import Point", "days/year2021/grid.py"),
        ("from ..tools import grid", "days/tools/grid.py"),
        ("def part1(x):\n    from days import late", "days/late.py"),
        ("", "days/__init__.py"),
        ("", "days/year2021/__init__.py"),
        ("from days.tools import grid\ndef parse(", "days/tools.py"),
        ("import grid\nx = '\\d'\n", "grid.py"),
    ],
)
def test_what_is_imported_is_found(source: str, file: str) -> None:
    assert file in found(source)


@pytest.mark.parametrize(
    "source", ["from aoc import Example", "import aoc.examples", "'import grid'"]
)
def test_nothing_else_is(source: str) -> None:
    assert found(source) == found("")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("source", ["\0", "x = '\\d'", "from ....... import far", "\xff(" * 500])
def test_no_source_is_an_error_or_a_warning(source: str) -> None:
    assert found(source) >= {"days/year2021/__init__.py"}
