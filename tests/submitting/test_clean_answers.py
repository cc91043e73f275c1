"""What is submitted was computed in a process that no other day, and nothing else, has touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.emulator import Puzzle, Sheet
from tests.marks import needs_signals
from tests.submitting.player import Player

CLEAN = "921585"
SENT = f"POST /2021/day/2/answer level=1 answer={CLEAN}"
TOUCH = """
import builtins, decimal, math, os, random, string, sys

def touch():
    builtins.sum = math.floor = max
    decimal.getcontext().prec = 1
    os.environ["TOUCHED"] = "1"
    string.digits = "touched"
    sys.modules["fractions"] = None
"""
DAY1 = f"""
{TOUCH}
import days.year2021.day02
days.year2021.day02.part1 = lambda text: "touched"
touch()

def parse(text):
    return text

def part1(text):
    touch()
"""
LOOK = f"""
import builtins, decimal, math, os, string, sys

def look():
    import fractions
    assert sum([1, 2]) == 3 and math.floor(1.5) == 1
    assert decimal.getcontext().prec == 28 and string.digits == "0123456789"
    assert "TOUCHED" not in os.environ and sys.argv == [""]
    return {CLEAN!r}
"""
DAY2 = f"""
{LOOK}
look()

def parse(text):
    return text

def part1(text):
    return look()
"""
KILL = """
import os, signal

def parse(text):
    return text

def part1(text):
    os.kill(os.getppid(), signal.SIGKILL)
    signal.pause()
"""
PLUGIN = f"""
{TOUCH}
{LOOK}
def solve(year, day, data):
    if day == 2:
        return look(), None
    touch()
    return None, None
"""


@pytest.fixture
def two_days(alice: Player) -> Player:
    """Add two days: the first touches all it can; the second looks whether something is touched."""
    for day, source in ((1, DAY1), (2, DAY2)):
        alice.site.put(Puzzle(2021, day, "Made up", "x", CLEAN, "z"))
        alice.account.give(2021, day, Sheet("x\n", CLEAN, "6"))
        module(alice, day).write_text(source, encoding="utf-8")
        (alice.files / f"2021_{day:02d}_input.txt").write_text("x\n", encoding="utf-8")
    return alice


def module(player: Player, day: int) -> Path:
    return player.project / "days" / "year2021" / f"day{day:02d}.py"


def sent(player: Player) -> list[str]:
    return [request for request in player.asked if request.startswith("POST")]


def test_a_run_submits_what_no_other_day_has_touched(two_days: Player) -> None:
    two_days.run("run", "1-2", "--submit", "--jobs", "1")
    assert (two_days.code, sent(two_days)) == (0, [SENT])


@pytest.mark.slow
@needs_signals
def test_so_it_does_if_a_day_kills_the_process_that_starts_the_workers(two_days: Player) -> None:
    module(two_days, 1).write_text(KILL, encoding="utf-8")
    two_days.run("run", "1-2", "--submit", "--jobs", "1")
    assert (two_days.code, sent(two_days)) == (1, [SENT])


@pytest.mark.slow
def test_so_it_does_with_plugins(two_days: Player) -> None:
    folder = two_days.project / "elsewhere"
    info = folder / "guest-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Name: guest\nVersion: 1\n", encoding="utf-8")
    entry = "[adventofcode.user]\nguest = guest:solve\n"
    (info / "entry_points.txt").write_text(entry, encoding="utf-8")
    (folder / "guest.py").write_text(PLUGIN, encoding="utf-8")
    command = ("run", "1-2", "--solver", "all", "--submit", "--jobs", "1")
    two_days.run(*command, env={"PYTHONPATH": str(folder)})
    assert (two_days.code, sent(two_days)) == (0, [SENT])


def test_what_runs_in_this_process_is_not_submitted(alice: Player) -> None:
    alice.run("run", "21", "--submit", "--pdb")
    assert (alice.code, alice.asked) == (2, [])
    assert "--submit and --pdb do not go together" in alice.said
