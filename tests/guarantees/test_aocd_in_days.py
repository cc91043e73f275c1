"""In a worker, aocd sends nothing: what a day submits is printed below its row."""

from __future__ import annotations

import pytest

from tests.aoc import Aoc
from tests.emulator import Account
from tests.program import Project

DAY = """\
{before}

def parse(text):
    return text

def part1(text):
    {inside}
    return 739785
"""
WAYS = (
    ("import aocd", "aocd.submit(32, day=21, year=2021)"),
    ("from aocd.post import submit", "submit(32, part='b', day=21, year=2021)"),
    ("from aocd.models import Puzzle", "Puzzle(2021, 21)._submit(32, 'a', reopen=False)"),
)


def run(aoc: Aoc, project: Project, before: str, inside: str = "pass") -> list[str]:
    """Run day 21 with a token that aocd finds; return the lines of its output."""
    token = project.variables["AOC_SESSION"]
    (project.cache / "token").write_text(token, encoding="utf-8")
    (project.root / "days" / "__init__.py").unlink()
    project.day(21, DAY.format(before=before, inside=inside))
    done = aoc("run", "21", "--json", "--part", "1")
    assert [result["answer"] for result in done.results] == ["739785"]
    printed = "".join(result.get("parse_output", "") + result["output"] for result in done.lines)
    return printed.splitlines()


@pytest.mark.parametrize(("imported", "call"), WAYS)
def test_neither_an_import_nor_a_call_sends_anything(
    aoc: Aoc, account: Account, project: Project, imported: str, call: str
) -> None:
    shown = run(aoc, project, f"{imported}\n{call}", call)
    assert shown == ["aocd.submit(32) sent nothing: aoc submits with --submit"]


def test_setting_an_answer_sends_nothing(aoc: Aoc, account: Account, project: Project) -> None:
    lines = "puzzle = Puzzle(2021, 21)\npuzzle.answer_a = 32\npuzzle.answers = 33, 'x'"
    lines += "\npuzzle.mine = 5\nprint(puzzle.day, puzzle.mine)"
    assert run(aoc, project, f"from aocd.models import Puzzle\n{lines}") == [
        "puzzle.answer_a = 32 sent nothing: aoc submits with --submit",
        "puzzle.answer_a = 33 was not sent either",
        "puzzle.answer_b = 'x' was not sent either",
        "21 5",
    ]


def test_what_a_day_reads_through_aocd_is_there(
    aoc: Aoc, account: Account, project: Project
) -> None:
    read = "from aocd import get_data\nprint(get_data(day=21, year=2021)[:8])"
    assert run(aoc, project, read) == ["Player 1"]
