"""Day 25: Sea Cucumber."""

from __future__ import annotations

import random

from aoc import Example
from days.year2021 import day25

TEXT = """\
v...>>.vv>
.vv>>.vv..
>>.>v>...v
>>v>>.>.v.
v>v.vv.v..
>.>>..v...
.vv..>.>v.
v.v..>>v.v
....v..v.>
"""

EXAMPLES = [Example(TEXT, part1=58)]


def sample(rng: random.Random) -> str:
    """Return a floor of 137 by 139, about half full, that comes to rest after 300 to 600 steps."""
    while True:
        text = floor(rng, 137, 139, 0.26)
        if 300 <= steps_to_rest(text) <= 600:
            return text


def small(rng: random.Random) -> str:
    """Return a floor of any shape that comes to rest."""
    while True:
        herd = rng.uniform(0.1, 0.5)
        text = floor(rng, rng.randint(1, 20), rng.randint(1, 20), herd)
        if steps_to_rest(text):
            return text


def floor(rng: random.Random, height: int, width: int, herd: float) -> str:
    """Return random places, with this probability for each of the herds."""
    weights = (herd, herd, 1 - 2 * herd)
    return "".join("".join(rng.choices(">v.", weights, k=width)) + "\n" for _ in range(height))


def steps_to_rest(text: str) -> int:
    """Return the answer, or 0 if the cucumbers never come to rest."""
    try:
        return day25.part1(day25.parse(text.rstrip("\n")))
    except ValueError:
        return 0


def test_the_last_step_is_right_wherever_it_falls_between_two_copies_of_the_frame() -> None:
    for way in range(6, 40):
        road = day25.parse("\n".join([">" + "." * way + "v"] * 8))
        assert day25.part1(road) == way + 1
