"""What is submitted was computed in a process that no other day, and nothing else, has touched."""

from __future__ import annotations

import pytest

from tests.emulator import Account, Puzzle, Sheet, Site
from tests.support.aoc import Aoc
from tests.support.program import Project

CLEAN, EXAMPLE = "921585", "5"
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

def part1(text):
    touch()
"""
LOOK = f"""
import builtins, decimal, math, os, string, sys

def look(text="mine"):
    import fractions
    assert sum([1, 2]) == 3 and math.floor(1.5) == 1
    assert decimal.getcontext().prec == 28 and string.digits == "0123456789"
    assert "TOUCHED" not in os.environ and sys.argv == [""]
    return {CLEAN!r} if text == "mine" else {EXAMPLE!r}
"""
DAY2 = f"""
{LOOK}
look()

def part1(text):
    return look(text)
"""
COMMAND = ("run", "1-2", "--submit", "--jobs", "1")


@pytest.fixture(autouse=True)
def two_days(site: Site, account: Account, project: Project) -> None:
    """Two days: the first touches all it can; the second looks whether something is touched."""
    for day, source in ((1, DAY1), (2, DAY2)):
        site.put(Puzzle(2021, day, "Made up", "x", EXAMPLE, "z"))
        account.give(2021, day, Sheet("mine\n", CLEAN, "6"))
        project.day(day, source)
        project.remember("mine\n", day=day, user=account.id)
    site.expect("GET /2021/day/2")


def sent(site: Site) -> list[str]:
    return [request for request in site.asked() if request.startswith("POST")]


def test_a_run_submits_what_no_other_day_has_touched(aoc: Aoc, site: Site) -> None:
    assert (aoc(*COMMAND).code, sent(site)) == (0, [SENT])
