"""Where the project is, which years and puzzles it has, and which of them DAYS means."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from aoc.model.puzzles import Puzzle
from aoc.project.day_selection import select_puzzles
from aoc.project.project import NoProjectError, find_project
from aoc.project.project import Project as Ours
from tests.support.program import Project

DECEMBER_3_2021 = "1638507600"
JULY_2022 = "1656633600"


@pytest.fixture(autouse=True)
def in_july(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AOC_NOW", JULY_2022)
    for name in ("AOC_YEAR", "AOC_PROJECT"):
        monkeypatch.delenv(name, raising=False)


def selected(ours: Ours, *words: str, with_module: bool) -> list[int]:
    """Return the days of 2021 that DAYS means to a command that runs them, or to another."""
    puzzles = select_puzzles(ours, words, None, "run", with_module=with_module)
    assert {puzzle.year for puzzle in puzzles} == {2021}
    return [puzzle.day for puzzle in puzzles]


def test_the_nearest_folder_with_a_year_or_settings_is_the_project(tmp_path: Path) -> None:
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


def test_a_year_without_a_day_hides_no_other(project: Project) -> None:
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


def test_the_number_of_a_day_is_not_a_title(project: Project) -> None:
    titles = {"Day 21: Dirac Dice.": "Dirac Dice", "Dice": "Dice", "Day 21.": None}
    for docstring, title in titles.items():
        project.day(21, f'"""{docstring}"""\n')
        assert find_project(str(project.root)).title_of(Puzzle(2021, 21)) == title


def test_only_a_command_that_runs_a_range_leaves_out_days_without_a_module(
    project: Project,
) -> None:
    for day in (2, 3, 5):
        project.day(day, "")
    ours = find_project(str(project.root))
    for words, runnable, named in (
        ("1-4", [2, 3], [1, 2, 3, 4]),
        ("5,1-3 2", [5, 2, 3], [5, 1, 2, 3]),
        ("4-1", [2, 3], [1, 2, 3, 4]),
        ("2021/all", [2, 3, 5], [*range(1, 26)]),
    ):
        assert selected(ours, *words.split(), with_module=True) == runnable
        assert selected(ours, *words.split(), with_module=False) == named


def test_a_plugin_needs_no_module_but_of_a_range_no_day_that_is_locked(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.day(2, "")
    ours = find_project(str(project.root))
    monkeypatch.setenv("AOC_NOW", DECEMBER_3_2021)
    assert selected(ours, "2021/all", "2021/2-5", with_module=False) == [1, 2, 3]
    assert selected(ours, "9", with_module=False) == [9]
    assert selected(ours, with_module=False) == [3]
