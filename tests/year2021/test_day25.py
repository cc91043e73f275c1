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
        text = floor(rng.sample(">v.", 137 * 139, counts=(4761, 4761, 9521)), 139)
        if 300 <= steps_to_rest(text) <= 600:
            return text


def small(rng: random.Random) -> str:
    """Return a floor of any shape that comes to rest."""
    while True:
        herd = rng.uniform(0.1, 0.5)
        height, width = rng.randint(1, 20), rng.randint(1, 20)
        text = floor(
            rng.choices(">v.", (herd, herd, 1 - 2 * herd), k=height * width), width
        )
        if steps_to_rest(text):
            return text


def floor(places: list[str], width: int) -> str:
    """Return the places in rows."""
    rows = (places[start : start + width] for start in range(0, len(places), width))
    return "".join("".join(row) + "\n" for row in rows)


def steps_to_rest(text: str) -> int:
    """Return the answer, or 0 if the cucumbers never come to rest."""
    try:
        return day25.part1(day25.parse(text.rstrip("\n")))
    except ValueError:
        return 0


def test_the_last_step_is_right_wherever_it_falls_between_two_copies_of_the_frame() -> (
    None
):
    for way in range(6, 40):
        road = day25.parse("\n".join([">" + "." * way + "v"] * 8))
        assert day25.part1(road) == way + 1
