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
    """Return a floor of 137 by 139, half full, that comes to rest after 300 to 600 steps."""
    while True:
        text = floor(rng, 137, 139, herd=4761)
        if 300 <= steps_to_rest(text) <= 600:
            return text


def small(rng: random.Random) -> str:
    """Return a floor of any shape that comes to rest."""
    while True:
        height, width = rng.randint(1, 20), rng.randint(1, 20)
        text = floor(rng, height, width, herd=rng.randint(0, height * width // 2))
        if steps_to_rest(text):
            return text


def floor(rng: random.Random, height: int, width: int, herd: int) -> str:
    """Return a floor with so many places of each herd."""
    places = [*">v" * herd, *"." * (height * width - 2 * herd)]
    rng.shuffle(places)
    return "".join("".join(places[row::height]) + "\n" for row in range(height))


def steps_to_rest(text: str) -> int:
    """Return the answer, or 0 if the cucumbers never come to rest."""
    try:
        return day25.part1(day25.parse(text.rstrip("\n")))
    except ValueError:
        return 0


def test_the_last_step_is_right_wherever_it_falls_between_two_copies_of_the_frame() -> None:
    for way in range(6, 40):
        road = (">" + "." * way + "v",) * 8
        assert day25.part1(road) == way + 1
