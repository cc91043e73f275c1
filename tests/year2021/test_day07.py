"""Day 7: The Treachery of Whales."""

from __future__ import annotations

import random

from aoc import Example
from days.year2021 import day07

EXAMPLES = [
    Example("16,1,2,0,4,2,7,1,2,14\n", part1=37, part2=168),
]

MALFORMED = [
    ("", "line 1: expected positions with commas between, got ''"),
    ("16,one,2", "line 1: .* got 'one'"),
    ("16,1,", "line 1: .* got ''"),
    ("16,-1,2", "line 1: .* got '-1'"),
    ("16 1 2", "line 1: .* got '16 1 2'"),
    ("16,1_0", "line 1: .* got '1_0'"),
    ("16,1\n2", "line 2: expected no more than one line, got '2'"),
]


def sample(rng: random.Random) -> str:
    """1000 crabs below 2000, most of them near the lower end."""
    return ",".join(str(int(rng.expovariate(1 / 450)) % 2000) for _ in range(1000)) + "\n"


def small(rng: random.Random) -> str:
    """Few crabs, huddled or spread, on either side of the mean."""
    spread = rng.choice((1, 3, 20))
    crabs = [rng.randint(0, spread) for _ in range(rng.randint(1, 12))]
    return ",".join(map(str, crabs + [spread * 3] * rng.randint(0, 2))) + "\n"


def test_a_crab_alone_stays() -> None:
    crab = day07.parse("7")
    assert day07.part1(crab) == day07.part2(crab) == 0


def test_the_best_goal_need_not_be_the_mean_rounded_to_the_nearest() -> None:
    # The mean is 0.6 and the best goal 0; then the mean is 2.4 and the best goal 3.
    assert day07.part2(day07.parse("0,0,0,0,3")) == 6
    assert day07.part2(day07.parse("0,3,3,3,3")) == 6


def test_distances_count_on_both_sides_of_the_goal() -> None:
    assert day07.distances([0, 2, 2, 5], 2) == 2 + 0 + 0 + 3
    assert day07.distances([0, 2, 2, 5], 9) == 9 + 7 + 7 + 4
