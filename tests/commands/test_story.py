"""Plays a whole day in December, as a person would: each step is the program as a child process."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.emulator import Account, Site, dice_sheet
from tests.emulator.program import ROOT, aoc, cache_of

MINE = dice_sheet(7, 1)
DAY = "days/year2021/day21.py"
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


class Person:
    """Somebody at a keyboard."""

    def __init__(self, site: Site, folder: Path) -> None:
        self.site = site
        self.folder = folder
        self.account: Account = site.account("alice")
        self.account.give(2021, 21, MINE)
        self.later = 0
        self.code = 0
        self.told = ""

    def types(self, *args: str, stdin: str | None = None) -> str:
        """Type a command; gives what it prints, and keeps what it tells besides."""
        env = {"AOC_NOW": str(time.time() + self.later)}
        done = aoc(self.site, self.folder, *args, stdin=stdin, env=env)
        self.code, self.told = done.returncode, done.stderr
        assert self.account.token is not None
        assert self.account.token not in done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout

    def writes(self, path: str, text: str) -> None:
        """Save a file."""
        (self.folder / path).write_text(text)

    def waits(self, seconds: int) -> None:
        """Let time go by."""
        self.later += seconds
        self.site.clock.advance(seconds)

    def posts(self) -> int:
        """Count the answers that the site got."""
        return self.site.count("POST")


@pytest.mark.slow
def test_a_day_in_december(site: Site, tmp_path: Path) -> None:
    person = Person(site, tmp_path)
    assert person.account.token is not None

    person.types("init", "advent", "--year", "2021")
    assert person.code == 0
    person.folder = tmp_path / "advent"

    person.types("login", stdin=person.account.token + "\n")
    assert person.code == 0, person.told
    assert person.account.id in person.types("login", "--list")

    person.types("new", "21")
    assert person.code == 0, person.told
    day = (person.folder / DAY).read_text()
    assert day.startswith('"""Day 21: Dirac Dice.')
    tests = person.folder / "tests/year2021/test_day21.py"
    assert "part1=739785" in tests.read_text()
    assert (cache_of(person.folder) / person.account.id / "2021_21_input.txt").exists()

    assert "not solved" in person.types("run", "21")

    person.writes(DAY, '"""Day 21: Dirac Dice."""\n' + PARSE + WRONG)
    out = person.types("run", "21")
    assert person.code == 1
    assert "expected 739785" in out
    person.types("run", "21", "--submit")
    assert "example" in person.told
    assert person.posts() == 0, "an answer whose example fails is not sent"

    person.writes(DAY, '"""Day 21: Dirac Dice."""\n' + PARSE + RIGHT)
    out = person.types("run", "21")
    assert person.code == 0
    assert " ? " in out
    assert MINE.answer1 in out

    person.types("submit", "21", "--part", "1", "--answer", "12")
    assert person.code == 1
    assert person.posts() == 1

    person.types("run", "21", "--submit")
    assert person.code == 3
    assert person.posts() == 1, "no answer is sent while the site makes one wait"

    person.waits(61)
    person.types("run", "21", "--submit")
    assert person.code == 0, person.told
    assert "right" in person.told
    assert "444356092776315" in person.told, "part 2's example is shown"
    assert person.posts() == 2

    person.types("new", "21", "--update")
    assert person.code == 0, person.told
    assert "part2=444356092776315" in tests.read_text()

    for name in (DAY, "days/lines.py"):
        person.writes(name, (ROOT / name).read_text(encoding="utf-8"))
    person.types("submit", "21")
    assert person.code == 0, person.told
    assert person.posts() == 3
    assert person.account.solved(2021, 21) == 2

    days = [json.loads(line) for line in person.types("status", "--json").splitlines()]
    assert [(day["day"], day["stars"]) for day in days if day["stars"]] == [(21, 2)]

    site.journal.clear()
    lines = [json.loads(line) for line in person.types("run", "--all", "--json").splitlines()]
    assert person.code == 0
    assert {line["verdict"] for line in lines if line["part"]} == {"pass"}
    assert {line["input"] for line in lines} == {"example 1", person.account.id}
    assert site.requests == (), "a warm run asks the site for nothing"
