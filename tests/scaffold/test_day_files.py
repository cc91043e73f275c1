"""Checks the files of a new day: the templates, and writing a file that does not exist yet."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

from aoc.model import Example, Puzzle
from aoc.project import Project
from aoc.scaffold.day_files import (
    day_paths,
    fill_template,
    make_packages,
    read_templates,
    write_new_file,
)
from tests.program import ROOT

EXAMPLES = [Example("1\n2\n", 3, 4)]


def fresh_day(folder: Path, day: int, examples: Sequence[Example]) -> None:
    """Write the files of a day as `aoc new` makes them, into packages."""
    puzzle = Puzzle(2021, day)
    for name in ("days", "tests"):
        write_new_file(str(folder / name / "__init__.py"), "")
    make_packages(str(folder), puzzle)
    templates = read_templates(Project(str(folder), {}), puzzle)
    for path, template in zip(day_paths(str(folder), puzzle), templates, strict=True):
        assert write_new_file(path, fill_template(template, puzzle, "Dive!", examples))


def finish(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a module of this Python in a folder."""
    environment = os.environ | {"MYPYPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize("examples", [[], EXAMPLES])
@pytest.mark.skipif(find_spec("ruff") is None, reason="needs ruff")
def test_a_fresh_day_is_as_ruff_wants_it(tmp_path: Path, examples: list[Example]) -> None:
    for day in (21, 25):
        fresh_day(tmp_path, day, examples)
    rules = "ANN,B,C4,E,F,I,N,PIE,PLC,PLE,PLW,RET,RUF,SIM,T20,UP,W"
    for words in (("check", "--select", rules), ("format", "--check")):
        done = finish(tmp_path, "ruff", *words, "--no-cache", "--isolated", "--line-length=100")
        assert done.returncode == 0, done.stdout


@pytest.mark.slow
@pytest.mark.skipif(find_spec("mypy") is None, reason="needs mypy")
def test_a_fresh_day_has_types_as_mypy_wants_them(tmp_path: Path) -> None:
    for day, examples in ((20, []), (21, EXAMPLES), (25, EXAMPLES)):
        fresh_day(tmp_path, day, examples)
    # As of a package in site-packages, nothing is said of our own modules.
    options = ("--strict", "--follow-imports", "silent", "--cache-dir", os.devnull)
    done = finish(tmp_path, "mypy", *options, "days", "tests")
    assert done.returncode == 0, done.stdout


def test_a_new_year_of_tests_is_a_package_where_tests_are_none(tmp_path: Path) -> None:
    # Else pytest could not import the tests of the same day of two years.
    (tmp_path / "tests").mkdir()
    (tmp_path / "days").mkdir()
    make_packages(str(tmp_path), Puzzle(2021, 5))
    assert [path.relative_to(tmp_path) for path in tmp_path.glob("*/**/*.py")] == [
        Path("tests", "year2021", "__init__.py")
    ]


def test_a_file_that_exists_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "day05.py"
    path.write_bytes(b"mine")
    assert not write_new_file(str(path), "new")
    assert path.read_bytes() == b"mine"
