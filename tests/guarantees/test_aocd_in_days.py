"""In a worker, aocd sends nothing: what a day submits is printed above its row."""

from __future__ import annotations

import pytest

from tests.emulator import Account
from tests.support.aoc import Aoc
from tests.support.program import Project

DAY = """\
import aocd
from aocd import get_data
from aocd.models import Puzzle
from aocd.post import submit

puzzle = Puzzle(2021, 21)
puzzle.mine = 5
print(puzzle.day, puzzle.mine, get_data(day=21, year=2021)[:8])

def send():
    aocd.submit(32, day=21, year=2021)
    submit(33, part='b', day=21, year=2021)
    puzzle.answer_a = 32
    puzzle.answers = 33, 'x'

{}send()

def parse(text):
    return text

def part1(text):
    send()
    return 739785
"""
SENT_NOTHING = """\
aocd.submit(32) sent nothing: `aoc submit` sends it
aocd.submit(33) sent nothing: `aoc submit` sends it
puzzle.answer_a = 32 sent nothing: `aoc submit` sends it
puzzle.answer_a = 33 sent nothing: `aoc submit` sends it
puzzle.answer_b = 'x' sent nothing: `aoc submit` sends it
"""


@pytest.mark.slow
def test_neither_an_import_nor_a_call_sends_anything(
    aoc: Aoc, account: Account, project: Project
) -> None:
    token = project.variables["AOC_SESSION"]
    (project.cache / "token").write_text(token, encoding="utf-8")  # where aocd finds it
    (project.root / "days" / "__init__.py").unlink()
    for start in ("", "# "):
        project.day(21, DAY.format(start))
        done = aoc("run", "21", "--json", "--part", "1")
        assert [result["answer"] for result in done.results] == ["739785"]
        printed = [result.get("parse_output", "") + result["output"] for result in done.lines]
        assert "".join(printed) == f"21 5 Player 1\n{SENT_NOTHING}"
