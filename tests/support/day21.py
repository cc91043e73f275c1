"""Day 21 of 2021 as a table of answers, so that a run takes no time, and who answers it."""

from __future__ import annotations

import json
import os

from tests.emulator import Account, dice_sheet
from tests.support.program import Project

PAGE = "/2021/day/21"
LOOK = f"GET {PAGE}"
MINE = dice_sheet(7, 1)
RIGHT, RIGHT_2 = MINE.answer1, MINE.answer2 or ""
DICE = "Player 1 starting position: 4\nPlayer 2 starting position: 8\n"
EXAMPLE_1, EXAMPLE_2 = "739785", "444356092776315"
TESTS = f"from aoc import Example\n\nEXAMPLES = [Example({DICE!r}, {EXAMPLE_1}, {EXAMPLE_2})]\n"
TESTS_OF_PART_1 = TESTS.replace(f", {EXAMPLE_2}", "")


def table(
    one: str | None = RIGHT,
    example_1: str | None = EXAMPLE_1,
    two: str | None = RIGHT_2,
    example_2: str | None = EXAMPLE_2,
    *,
    alone: str | None = None,
    more: str = "",
) -> str:
    """Return the module of the day; part 2 has another answer if it is called `alone`."""
    example, mine = DICE.rstrip("\n"), MINE.input.rstrip("\n")
    return f'''"""Day 21: Dirac Dice."""
{more}
SEEN = []

def parse(text):
    return text

def part1(text):
    SEEN.append(1)
    return {{{example!r}: {example_1!r}, {mine!r}: {one!r}}}[text]

def part2(text):
    other = {alone!r}
    if other and not SEEN and text != {example!r}:
        return other
    return {{{example!r}: {example_2!r}, {mine!r}: {two!r}}}[text]
'''


def post(answer: str = RIGHT, part: int = 1) -> str:
    """Return the request with an answer."""
    return f"POST {PAGE}/answer level={part} answer={answer}"


def consent(project: Project) -> None:
    """Let the project ask for submitting, and the user have said that it may."""
    project.configure("submit = true")
    project.cache.mkdir(exist_ok=True)
    word = {os.path.realpath(project.root): True}
    (project.cache / "aoc_consent.json").write_text(json.dumps(word), encoding="utf-8")


def recorded(project: Project, account: Account) -> list[tuple[str, str]]:
    """Return the part and answer of each verdict in aocd's record."""
    records = json.loads((project.account_files(account.id) / "2021_21_post.json").read_text())
    return [(record["part"], record["value"]) for record in records]
