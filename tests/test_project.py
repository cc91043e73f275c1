"""Where the project is, and which years it has."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from aoc.model import Puzzle
from aoc.project import NoProjectError, find_project
from tests.program import Project

JULY_2022 = "1656633600"


def test_the_nearest_folder_with_a_year_or_settings_is_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AOC_PROJECT", raising=False)
    outer, inner = tmp_path / "outer", tmp_path / "outer" / "inner"
    (inner / "deep").mkdir(parents=True)
    (outer / "days" / "year2021").mkdir(parents=True)
    (inner / "days" / "monday").mkdir(parents=True)
    assert find_project(str(inner / "deep")).root == str(outer)
    (inner / "pyproject.toml").write_text("[tool.aoc]\nyear = 2016\n")
    ours = find_project(str(inner / "deep"))
    assert (ours.root, ours.settings) == (str(inner), {"year": 2016})


def test_a_variable_names_the_project_from_everywhere(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "days" / "year2021").mkdir(parents=True)
    monkeypatch.chdir(elsewhere)
    for named in (str(project.root), ".."):
        monkeypatch.setenv("AOC_PROJECT", named)
        assert find_project().root == str(project.root)
    monkeypatch.setenv("AOC_PROJECT", os.path.abspath(os.sep))
    with pytest.raises(NoProjectError):
        find_project()
    monkeypatch.delenv("AOC_PROJECT")
    (elsewhere / "days" / "year2021").rmdir()
    (project.root / "days" / "year2021").rmdir()
    with pytest.raises(NoProjectError):
        find_project()


def test_a_year_without_a_day_hides_no_other(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AOC_YEAR", raising=False)
    monkeypatch.setenv("AOC_NOW", JULY_2022)
    project.day(25, "", year=2015)
    project.day(24, "")
    for other in ("year2024", "year2025/day13.py", "year99", "notes"):
        (project.root / "days" / other).mkdir(parents=True)
    (project.root / "days" / "year2022").touch()
    for year in ("0", "0000", "2014", "99999", "٢٠٢٢"):
        folder = project.root / "days" / f"year{year}"
        folder.mkdir()
        (folder / "day01.py").touch()
    for name in ("day00", "day26", "day1", "day٠٢", "day01_old", "Day03"):
        (project.root / "days" / "year2021" / f"{name}.py").touch()
    ours = find_project(str(project.root))
    assert ours.years() == [2015, 2021]
    assert ours.puzzles(2021) == [Puzzle(2021, 24)]
    assert ours.year() == 2021
