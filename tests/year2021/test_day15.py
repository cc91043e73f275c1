"""Day 15: Chiton."""

from __future__ import annotations

import random

from aoc import Example
from days.year2021 import day15

TEXT = """\
1163751742
1381373672
2136511328
3694931569
7463417111
1319128137
1359912421
3125421639
1293138521
2311944581
"""

EXAMPLES = [Example(TEXT, part1=40, part2=315)]

MANY_NINES = (1459, *[902] * 7, 2225)
FALLING = (2659, 2004, 1511, 1139, 859, 648, 488, 368, 324)
"""How often each risk occurs in the caves of two accounts; only some of these are known."""


def sample(rng: random.Random) -> str:
    """Return a cave of 100 by 100 risks, which are more often low, or low and 9, than others."""
    return cave(rng, 100, 100, "123456789", rng.choice((MANY_NINES, FALLING)))


def small(rng: random.Random) -> str:
    """Return a cave of any shape, often one with winding best paths."""
    risks = rng.choice(["123456789", "1", "19", "1119", "1999"])
    return cave(rng, rng.randint(1, 16), rng.randint(1, 16), risks)


def cave(
    rng: random.Random,
    height: int,
    width: int,
    risks: str,
    weights: tuple[int, ...] | None = None,
) -> str:
    return "".join("".join(rng.choices(risks, weights, k=width)) + "\n" for _ in range(height))


def maze(rows: int, columns: int) -> str:
    """Return a cave with one cheap corridor that goes right, left, right and so on."""
    walls = 8
    lines = []
    for turn in range(rows):
        lines.append("1" * columns)
        gap = "9" * (columns - 1) + "1"
        lines += [gap if turn % 2 == 0 else gap[::-1]] * walls
    return "\n".join([*lines, "1" * columns])


def test_a_path_may_wind_back_and_forth() -> None:
    winding = day15.parse(maze(9, 30))
    assert day15.part1(winding) == 9 * (29 + 9)


def test_the_start_is_not_counted_and_the_end_is() -> None:
    assert day15.part1(("9",)) == 0
    assert day15.part1(("94",)) == 4
    assert day15.part1(("9", "4")) == 4


def test_totals_beyond_sixteen_bits_are_right() -> None:
    assert day15.part1(("9" * 4000,)) == 9 * 3999
