"""In a worker, aocd sends nothing: what a day submits is printed below its row."""

from __future__ import annotations

import json

import pytest

from tests.emulator.program import aoc
from tests.submitting.conftest import alice
from tests.submitting.player import Player

__all__ = ["alice"]

DAY = """
{before}

def parse(text):
    return text

def part1(text):
    {inside}
    return 739785
"""
WAYS = {
    "aocd.submit": ("from aocd import submit", "submit(32, part='a', day=21, year=2021)"),
    "the part is guessed": ("import aocd", "aocd.submit(32, day=21, year=2021)"),
    "aocd.post": ("from aocd.post import submit", "submit(32, part='b', day=21, year=2021)"),
    "a method": (
        "from aocd.models import Puzzle",
        "Puzzle(2021, 21)._submit(32, 'a', reopen=False)",
    ),
}
SAID = "aocd.submit(32) sent nothing: aoc submits with --submit"


def run(alice: Player, before: str, inside: str = "pass") -> list[str]:
    """Run day 21 on its example, with a token that aocd finds; return the lines of its output."""
    (alice.cache / "token").write_text(alice.account.token or "", encoding="utf-8")
    day = alice.project / "days" / "year2021" / "day21.py"
    day.write_text(DAY.format(before=before, inside=inside), encoding="utf-8")
    done = aoc(alice.site, alice.project, "run", "21", "--example", "--json", "--part", "1")
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [result["verdict"] for result in results if result["part"]] == ["pass"]
    printed = "".join(result.get("parse_output", "") + result["output"] for result in results)
    return printed.splitlines()


@pytest.mark.parametrize(("imported", "call"), WAYS.values(), ids=WAYS)
def test_neither_an_import_nor_a_call_sends_anything(
    alice: Player, imported: str, call: str
) -> None:
    assert run(alice, f"{imported}\n{call}", call) == [SAID]
    assert alice.asked == []


@pytest.mark.slow
def test_setting_an_answer_sends_nothing(alice: Player) -> None:
    lines = "puzzle = Puzzle(2021, 21)\npuzzle.answer_a = 32\npuzzle.answers = 33, 'x'"
    lines += "\npuzzle.mine = 5\nprint(puzzle.day, puzzle.mine)"
    assert run(alice, f"from aocd.models import Puzzle\n{lines}") == [
        "puzzle.answer_a = 32 sent nothing: aoc submits with --submit",
        "puzzle.answer_a = 33 was not sent either",
        "puzzle.answer_b = 'x' was not sent either",
        "21 5",
    ]
    assert alice.asked == []


@pytest.mark.slow
def test_what_a_day_reads_through_aocd_is_there(alice: Player) -> None:
    assert run(alice, "from aocd import get_data\nprint(get_data(day=21, year=2021)[:8])") == [
        "Player 1"
    ]
