"""The days under the runner of advent-of-code-data, and as one of its solvers."""

from __future__ import annotations

import json
import subprocess
import sys
from multiprocessing import process

import pytest

from aoc.plugins.aocd import solve
from tests.support.program import ROOT, Project

TOKEN = "ab" * 64
DICE = "Player 1 starting position: 4\nPlayer 2 starting position: 8\n"


@pytest.mark.windows
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


ELSEWHERE = """\
import multiprocessing, os, tempfile
from aoc.plugins.aocd import start_folder

os.chdir(tempfile.gettempdir())
with multiprocessing.get_context("spawn").Pool(1) as pool:
    print(start_folder(), pool.apply(start_folder), sep="\\n")
"""


def test_the_folder_of_the_start_is_known_elsewhere_and_in_new_processes() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split("\n") == [str(ROOT), str(ROOT), ""]


def test_it_solves_for_the_project_that_the_program_was_started_in(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.day(21, "from days.util.grid import part1, part2\n")
    (project.root / "days" / "util").mkdir()
    grid = "def part1(text):\n    return len(text)\n\npart2 = max\n"
    (project.root / "days" / "util" / "grid.py").write_text(grid)
    monkeypatch.delenv("AOC_PROJECT", raising=False)
    monkeypatch.setattr(process, "ORIGINAL_DIR", str(project.root / "days" / "year2021"))
    before = {*sys.modules}, [*sys.path]
    assert solve(2021, 21, "b\r\na") == ("3", "b")
    assert not [name for name in {*sys.modules} - before[0] if name.startswith("days")]
    assert sys.path == before[1]
