"""The days under the runner of advent-of-code-data, and as one of its solvers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from multiprocessing import process
from pathlib import Path

import pytest

from aoc.plugins.aocd import solve
from tests.program import ROOT, Project

TOKEN = "ab" * 64
DICE = "Player 1 starting position: 4\nPlayer 2 starting position: 8\n"
DAY = """\
from days.util import grid

def parse(text):
    return text.split()

def part1(words):
    return len(words)

def part2(words):
    return grid.join(words)
"""
GRID = "def join(words):\n    return '-'.join(words)\n"


@pytest.fixture
def start_in(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Return what makes a folder the one that the program was started in; it names no project."""
    monkeypatch.delenv("AOC_PROJECT", raising=False)
    return lambda folder: monkeypatch.setattr(process, "ORIGINAL_DIR", str(folder))


def write(project: Project) -> None:
    """Write a day that needs a helper."""
    project.day(21, DAY)
    helper = project.root / "days" / "util" / "grid.py"
    helper.parent.mkdir()
    helper.write_text(GRID)


def test_aocds_own_runner_ticks_both_parts_of_a_cached_day(project: Project) -> None:
    project.remember(DICE, a="739785", b="444356092776315")
    user = "github.alice.1"
    (project.cache / "tokens.json").write_text(json.dumps({user: TOKEN}))
    (project.cache / "token").write_text(TOKEN)
    (project.cache / "token2id.json").write_text(json.dumps({TOKEN: user}))
    page = "<article><h2>--- Day 21: Dirac Dice ---</h2></article>"
    (project.cache / user / "2021_21_prose.2.html").write_text(page)
    main = "from aocd.runner import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", main, "-y", "2021", "-d", "21", "-p", "days", "-s"],
        cwd=ROOT,
        # aocd writes its marks to any pipe, which on Windows would be one of another encoding.
        env=project.environment({"PYTHONIOENCODING": "utf-8"}),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("✔") == 2


def test_it_solves_for_the_project_that_the_program_was_started_in(
    project: Project, start_in: Callable[[Path], None]
) -> None:
    write(project)
    start_in(project.root / "days" / "year2021")
    assert solve(2021, 21, "a b\r\n") == ("2", "a-b")
    start_in(ROOT)
    assert solve(2021, 21, DICE.replace("\n", "\r\n")) == ("739785", "444356092776315")


def test_solving_leaves_nothing_imported(
    project: Project, start_in: Callable[[Path], None]
) -> None:
    write(project)
    start_in(project.root)
    before = {*sys.modules}, [*sys.path]
    assert solve(2021, 21, "a b") == ("2", "a-b")
    assert not [name for name in {*sys.modules} - before[0] if name.startswith("days")]
    assert sys.path == before[1]
