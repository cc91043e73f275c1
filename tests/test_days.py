"""Checks what DAYS means: to commands that run puzzles, and to commands that do not."""

from __future__ import annotations

import pytest

from aoc.days import select_puzzles
from aoc.model import Puzzle
from aoc.project import find_project
from tests.program import Project

DECEMBER_3_2021 = "1638507600"
JULY_2022 = "1656633600"


@pytest.fixture
def project(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv("AOC_NOW", JULY_2022)
    monkeypatch.delenv("AOC_YEAR", raising=False)
    for day in (2, 3, 5):
        project.day(day, "")
    return project


def selected(project: Project, *words: str) -> tuple[list[int], list[int]]:
    """Return the days of 2021 that DAYS means to `aoc run`, and to `aoc fetch`."""
    ours = find_project(str(project.root))
    runnable, named = (select_puzzles(ours, words, with_module=needed) for needed in (True, False))
    assert {puzzle.year for puzzle in (*runnable, *named)} == {2021}
    return [puzzle.day for puzzle in runnable], [puzzle.day for puzzle in named]


def test_only_a_command_that_runs_a_range_leaves_out_days_without_a_module(
    project: Project,
) -> None:
    assert selected(project, "1-4") == ([2, 3], [1, 2, 3, 4])
    assert selected(project, "5,1-3", "2") == ([5, 2, 3], [5, 1, 2, 3])
    assert selected(project, "4-1") == ([2, 3], [1, 2, 3, 4])
    assert selected(project, "2021/all") == ([2, 3, 5], list(range(1, 26)))


@pytest.mark.parametrize(
    ("docstring", "title"),
    [
        ("Day 21: Dirac Dice.", "Dirac Dice"),
        ("Dirac Dice", "Dirac Dice"),
        ("Day 21.", None),
        ("Day 21", None),
    ],
)
def test_the_number_of_a_day_is_not_a_title(
    project: Project, docstring: str, title: str | None
) -> None:
    project.day(21, f'"""{docstring}"""\n')
    assert find_project(str(project.root)).title_of(Puzzle(2021, 21)) == title


def test_a_plugin_needs_no_module_but_of_a_range_no_day_that_is_locked(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = find_project(str(project.root))
    monkeypatch.setenv("AOC_NOW", DECEMBER_3_2021)

    def days(*words: str) -> list[int]:
        return [puzzle.day for puzzle in select_puzzles(ours, words, 2021, with_module=False)]

    assert days("2021/all", "2021/2-5") == [1, 2, 3]
    assert days("9") == [9]
    assert days() == [3]
