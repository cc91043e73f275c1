"""Checks what is used of aocd with the oldest and the newest version that may be installed."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from tests.emulator import Site, dice_sheet
from tests.support.artefacts import Artefacts
from tests.support.environment import environment_of_installers
from tests.support.installation import Environment, finish
from tests.support.program import ROOT

NAME = "advent-of-code-data"
[REQUIREMENT] = (
    requirement.removeprefix(NAME)
    for requirement in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "dependencies"
    ]
    if requirement.startswith(NAME)
)
OLDEST = REQUIREMENT.partition(",")[0].replace(">=", "==")
CHECK = """\
from aoc.aocd_client import NAMES, aocd_module
from aoc.model.puzzles import Puzzle
from aoc.site.cache import Cache

for name in NAMES:
    models = aocd_module(name)
models = aocd_module("aocd.models")
theirs = models.Puzzle(2021, 21, models.User.from_id("USER"))
ours, puzzle = Cache(), Puzzle(2021, 21)
assert str(theirs.input_data_path) == ours.input_path("USER", puzzle)
assert str(theirs.answer_b_path) == ours.answer_path("USER", puzzle, 2)
assert str(theirs.submit_results_path) == ours.submissions_path("USER", puzzle)
assert str(theirs.prose0_path) == ours.page_path("USER", puzzle, 0)
assert str(theirs.prose2_path) == ours.page_path("USER", puzzle, 2)
"""
DAY = """\
import aocd
from aocd.models import Puzzle

def part1(text):
    aocd.submit(7, part="a", day=21, year=2021)
    puzzle = Puzzle(2021, 21)
    puzzle.answer_b = 8
    return len(puzzle.input_data)
"""


@pytest.mark.parametrize("version", [OLDEST, REQUIREMENT])
def test_with_a_version_of_aocd(
    artefacts: Artefacts, site: Site, tmp_path: Path, version: str
) -> None:
    environment = Environment.make(tmp_path / "venv", artefacts.wheel, f"{NAME}{version}")
    alice = site.account("alice")
    alice.give(2021, 21, dice_sheet(7, 1))
    cache = tmp_path / "aocd"
    cache.mkdir()
    (cache / "tokens.json").write_text(json.dumps({alice.id: alice.token}))
    env = environment_of_installers() | site.variables(cache, alice.token)
    code = CHECK.replace("USER", alice.id)
    folder = tmp_path / "advent"
    day = folder / "days" / "year2021" / "day21.py"
    day.parent.mkdir(parents=True)
    day.write_text(DAY)

    def run(*words: str) -> str:
        done = finish(environment.python, *words, cwd=folder, env=env)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("-m", "aoc", "fetch", "2021/21")
    run("-c", code)
    assert site.asked() == ["GET /settings", "GET /2021/day/21/input", "GET /2021/day/21"]
    shown = run("-m", "aoc", "run", "2021/21", "--json")
    [result] = [json.loads(line) for line in shown.splitlines() if '"part": 1' in line]
    assert result["answer"] == str(len(dice_sheet(7, 1).input.rstrip()))
    for call in ("aocd.submit(7)", "puzzle.answer_b = 8"):
        assert f"{call} sent nothing: " in result["output"]
    assert site.asked() == []
