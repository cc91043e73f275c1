"""A whole day in December, as a person would play it."""

from __future__ import annotations

import pytest

from tests.emulator import Account, Clock, Site, unlock_time
from tests.support.aoc import Aoc
from tests.support.program import ROOT, Project

PARSE = """
def parse(text: str) -> list[int]:
    return [int(line.split()[-1]) for line in text.split("\\n")]

"""
# Plays on after the game is won: the examples notice.
WRONG = """
def part1(places: list[int]) -> int:
    scores, places = [0, 0], list(places)
    turn = 0
    while max(scores) < 1000:
        for player in (0, 1):
            moved = 9 * turn + 6
            places[player] = (places[player] + moved - 1) % 10 + 1
            scores[player] += places[player]
            turn += 1
    return min(scores) * turn * 3

def part2(places: list[int]) -> int | None:
    return None
"""
RIGHT = WRONG.replace(
    "            turn += 1\n",
    "            turn += 1\n            if scores[player] >= 1000:\n                break\n",
)


@pytest.mark.slow
def test_a_day_in_december(
    aoc: Aoc, site: Site, account: Account, clock: Clock, project: Project
) -> None:
    site.expect("GET *")
    clock.set(unlock_time(2021, 21))
    answer1 = account.sheets[2021, 21].answer1
    day = project.root / "days/year2021/day21.py"
    tests = project.root / "tests/year2021/test_day21.py"

    assert aoc("login", stdin=f"{account.token}\n").code == 0
    assert aoc("new", "21").code == 0
    assert day.read_text().startswith('"""Day 21: Dirac Dice.')
    assert "part1=739785" in tests.read_text()
    assert "not solved" in aoc("run", "21").out

    day.write_text('"""Day 21: Dirac Dice."""\n' + PARSE + WRONG)
    done = aoc("run", "21")
    assert (done.code, "expected 739785" in done.out) == (1, True)
    assert "example" in aoc("run", "21", "--submit").err
    assert site.count("POST") == 0, "an answer whose example fails is not sent"

    day.write_text('"""Day 21: Dirac Dice."""\n' + PARSE + RIGHT)
    done = aoc("run", "21")
    assert (done.code, " ? " in done.out, answer1 in done.out) == (0, True, True)
    assert aoc("submit", "21", "--part", "1", "--answer", "12").code == 1
    assert aoc("run", "21", "--submit").code == 3
    assert site.count("POST") == 1, "no answer is sent while the site makes one wait"

    clock.advance(120)
    done = aoc("run", "21", "--submit")
    assert (done.code, "right" in done.err) == (0, True)
    assert "444356092776315" in done.err, "part 2's example is shown"
    assert site.count("POST") == 2
    assert aoc("new", "21", "--update").code == 0
    assert "part2=444356092776315" in tests.read_text()

    for name in ("days/year2021/day21.py", "days/lines.py"):
        (project.root / name).write_text((ROOT / name).read_text(encoding="utf-8"))
    assert aoc("submit", "21").code == 0
    assert (site.count("POST"), account.solved(2021, 21)) == (3, 2)
    days = aoc("status", "--json").lines
    assert [(day["day"], day["stars"]) for day in days if day["stars"]] == [(21, 2)]

    site.asked()
    done = aoc("run", "--all", "--json")
    assert done.code == 0
    assert {line["verdict"] for line in done.lines if line["part"]} == {"pass"}
    assert {line["input"] for line in done.lines} == {"example 1", account.id}
    assert site.asked() == [], "a warm run asks the site for nothing"
